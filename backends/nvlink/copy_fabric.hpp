// The fabric of a PE's proxies whose heap lies on a GPU: what they post, its copy engines carry out, in order for each peer.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/base/fifo.hpp"
#include "core/base/refusal.hpp"
#include "core/device/requests.hpp"
#include "core/fabric/fabric.hpp"

namespace gin::nvlink {

/// Of one proxy, whose thread has chosen the engine's GPU. `Engine`: gpu::CopyEngine.
template <class Engine>
class CopyFabric {
 public:
  /// `refused`: test.refuse_request of the scenario.
  CopyFabric(Engine& engine, std::uint32_t n_pes, std::int64_t refused)
      : engine_(engine), refusal_(refused), has_failed_(n_pes), ways_(engine.streams()) {}

  Post post(const Posting& posting) {
    const std::uint32_t peer = posting.operation.peer.value;
    CompletionStatus status = has_failed_[peer] ? CompletionStatus::flushed : CompletionStatus::ok;
    build(posting.operation, nullptr, PostRules{}, {}, [&](std::uint32_t, const WorkRequest& request) {
      if (status == CompletionStatus::ok && refusal_.is_due()) status = CompletionStatus::remote_access;
      if (status == CompletionStatus::ok) engine_.carry_out(request);
    });
    has_failed_[peer] = status != CompletionStatus::ok;
    Way& way = ways_[engine_.stream_to(peer)];
    way.under_way.push({{posting.tag, status}, way.marks + 1});
    if (way.is_marked) ++unmarked_;
    way.is_marked = false;
    return Post::accepted;
  }

  /// Nobody would hear when the newest of a stream is done.
  bool wants_doorbell() const { return unmarked_ > 0; }
  void ring_doorbell() {
    std::uint32_t stream = 0;
    while (ways_[stream].is_marked) ++stream;
    engine_.mark(stream, ++ways_[stream].marks);
    ways_[stream].is_marked = true;
    --unmarked_;
  }

  bool progress() { return false; }
  void request_completions() {}
  std::size_t poll(std::span<Completion> out) {
    std::size_t count = 0;
    for (std::uint32_t stream = 0; stream < ways_.size(); ++stream) {
      Fifo<UnderWay>& under_way = ways_[stream].under_way;
      if (under_way.empty()) continue;
      const std::uint64_t reached = engine_.reached(stream);
      while (count < out.size() && !under_way.empty() && under_way.front().mark <= reached)
        out[count++] = under_way.pop().completion;
    }
    return count;
  }

 private:
  struct UnderWay {
    Completion completion;
    std::uint64_t mark = 0;  ///< that comes behind it
  };
  struct Way {
    Fifo<UnderWay> under_way;
    std::uint64_t marks = 0;  ///< made so far
    bool is_marked = true;    ///< behind the newest
  };

  Engine& engine_;
  Refusal refusal_;
  std::vector<bool> has_failed_;  ///< by peer
  std::vector<Way> ways_;         ///< by stream
  std::uint32_t unmarked_ = 0;    ///< of the ways
};

}  // namespace gin::nvlink
