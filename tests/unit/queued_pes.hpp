// PEs of one process whose agents write queues of the verbs device in software by themselves, in either of its formats.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/device/context.hpp"
#include "core/env/wall_env.hpp"
#include "core/fabric/heap.hpp"
#include "core/run/agent_memory.hpp"
#include "core/verbs/agent_queues.hpp"

namespace gin::test {

/// Rings the device's doorbell and counts how often. While one that was rung has not looked yet, `meanwhile` happens.
class WatchedQueue final : public DeviceQueue {
 public:
  explicit WatchedQueue(DeviceQueue& watched) : watched_(watched) {
    memory = watched.memory;
    refusal = watched.refusal;
  }
  void wake() override {
    ++calls;
    if (const auto others = std::exchange(meanwhile, nullptr)) others();
    watched_.wake();
  }
  std::function<void()> meanwhile;
  std::uint64_t calls = 0;

 private:
  DeviceQueue& watched_;
};

class QueuedPes {
 public:
  static constexpr std::uint64_t heap_bytes = 1 << 16;
  static constexpr std::uint32_t agents_max = 2;  ///< of a PE

  struct Shape {
    std::string device = "soft";
    std::uint32_t n_pes = 2;
    std::uint32_t depth = 64;
    std::int64_t refused = 0;  ///< which request of PE 0
  };

  explicit QueuedPes(const Shape& shape) : heaps_({shape.n_pes, heap_bytes, true}), paths_(shape.n_pes, Path::gpu) {
    pointers_.assign(shape.n_pes, nullptr);
    std::vector<std::string> addresses;
    for (std::uint32_t pe = 0; pe < shape.n_pes; ++pe) {
      world_.heaps.push_back(heaps_.of(pe));
      made_.push_back(std::make_unique<verbs::AgentQueues>(
          verbs::Choice{.device = shape.device}, std::span(heaps_.of(pe), heap_bytes),
          verbs::QueueJob{.n_pes = shape.n_pes, .depth = shape.depth, .refused = pe == 0 ? shape.refused : 0}));
      addresses.push_back(made_.back()->address());
    }
    for (std::uint32_t pe = 0; pe < shape.n_pes; ++pe) made_[pe]->connect(addresses, Pe{pe});
    queues_.resize(shape.n_pes);
    for (std::uint32_t pe = 0; pe < shape.n_pes; ++pe)
      for (std::uint32_t peer = 0; peer < shape.n_pes; ++peer) {
        watched_.emplace_back(made_[pe]->queue(Pe{peer}, 0));
        SendQueue<WallEnv>& queue = queues_[pe].emplace_back();
        queue.memory = HostQueueFormat::memory_of(watched_.back(), nullptr);
        queue.peer = Pe{peer};
      }
  }
  QueuedPes(const QueuedPes&) = delete;

  /// All of them have connected, so this may be called.
  void go_to_wrap() {
    for (const auto& one : made_) one->go_to_wrap();
  }
  /// That PE's queues and its device are closed, as when its process has ended.
  void end(Pe pe) { made_[pe.value].reset(); }

  std::uint64_t& word(Pe pe, Place place) {
    return *reinterpret_cast<std::uint64_t*>(heaps_.of(pe.value) + place.offset);
  }
  SendQueue<WallEnv>& queue(Pe from, Pe to) { return queues_[from.value][to.value]; }
  WatchedQueue& watched(Pe from, Pe to) {
    return watched_[from.value * static_cast<std::uint32_t>(queues_.size()) + to.value];
  }
  std::int64_t count(Count what) const { return world_.totals()[what]; }

 private:
  friend class QueuedAgent;

  SymmetricHeaps heaps_;
  std::vector<Path> paths_;
  std::vector<unsigned char*> pointers_;  // nobody has any to another PE
  WallWorld world_;
  std::vector<std::unique_ptr<verbs::AgentQueues>> made_;
  std::deque<WatchedQueue> watched_;                     // by PE, then peer
  std::vector<std::vector<SendQueue<WallEnv>>> queues_;  // by PE, then peer
};

/// An agent on path gpu, and what it has to remember.
class QueuedAgent {
 public:
  explicit QueuedAgent(QueuedPes& pes, Pe me = Pe{0}, std::uint32_t number = 0)
      : env_(pes.world_, {.pe = me, .number = number}),
        memory_({.contexts = 1, .connections = pes.queues_.size(), .rings = 1}),
        view_(
            memory_.view({.n_pes = static_cast<std::uint32_t>(pes.queues_.size()), .agents = QueuedPes::agents_max},
                         rules_of(pes, me))) {
    view_.me = me;
    view_.agent = number;
    view_.heap = pes.heaps_.of(me.value);
    view_.peers = pes.pointers_.data();
    view_.paths = {pes.paths_.data()};
    view_.queues = {pes.queues_[me.value].data(), 1};
  }
  QueuedAgent(const QueuedAgent&) = delete;

  Context<WallEnv>& operator*() { return context_; }
  Context<WallEnv>* operator->() { return &context_; }

 private:
  static QueueRules rules_of(const QueuedPes& pes, Pe me) {
    const auto limits = pes.made_[me.value]->limits();
    QueueRules rules;
    rules.post.inline_max = limits.inline_max;
    rules.post.message_max = limits.message_max;
    return rules;
  }

  WallEnv env_;
  AgentMemory<WallEnv> memory_;
  AgentView<WallEnv> view_;
  Context<WallEnv> context_{env_, view_};
};

/// Words behind those that the harness keeps.
inline constexpr Window<std::uint64_t> queued_words{ControlWords::bytes(QueuedPes::agents_max, 1), 1024};
constexpr Place queued_word(std::uint64_t index) {
  return queued_words.at(index);
}
/// Of most tests.
inline constexpr Pe queued_pe{0}, queued_peer{1};

/// Names of the device in software, one for each format of its queues.
inline const auto queued_formats = testing::Values("soft", "soft-mlx5");
inline std::string called_queued(const testing::TestParamInfo<const char*>& device) {
  return device.param == std::string("soft") ? "Soft" : "Mlx5";
}

}  // namespace gin::test
