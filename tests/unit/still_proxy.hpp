// A proxy thread in a world where nothing takes time and the test decides what completes when.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/proxy/proxy.hpp"

namespace gin::test {

/// What a proxy asks of an environment, and nothing else.
struct StillEnv {
  struct Gate {};
  void charge(Cost, std::uint32_t) {}
  void settle() {}
  void count(Count, std::uint64_t) {}
  std::uint32_t number_at(const Ring<StillEnv>&, std::uint32_t) const { return 0; }
  void took(const Ring<StillEnv>&, const Command&) {}
  std::uint64_t observe(Gate&) const { return 0; }
  std::uint64_t poll(const PollGrid&, bool, Gate&, std::uint64_t) const { return 1; }
  void publish(std::uint32_t& word, std::uint32_t value, Gate&) { store<Order::release>(word, value); }
};

/// A producer's push, slots and all.
inline void push(const Ring<StillEnv>& ring, const Operation& operation) {
  const Command command = encode(operation);
  ring.publish(fetch_add<Order::relaxed>(ring.gpu->head, command.count), command);
}

/// Remembers what was posted; completes what it is told to.
class ObedientFabric {
 public:
  Post post(const Posting& posting) {
    if (busy) return Post::busy;
    posted.push_back(posting);
    under_way.push_back(posting.tag);
    return Post::accepted;
  }
  bool wants_doorbell() const { return false; }
  void ring_doorbell() {}
  bool progress() { return false; }
  void request_completions() {
    ++requests;
    asked_for = under_way.size();
  }
  std::size_t poll(std::span<Completion> out) {
    std::size_t count = 0;
    for (; count < out.size() && !ready_.empty(); ++count) {
      out[count] = ready_.back();
      ready_.pop_back();
    }
    return count;
  }
  /// The operation that came in as `which` of those under way is done, or has failed.
  void complete(std::size_t which, CompletionStatus status = CompletionStatus::ok) {
    ready_.push_back({under_way[which], status});
    under_way.erase(under_way.begin() + static_cast<std::ptrdiff_t>(which));
    if (which < asked_for) --asked_for;
  }

  bool busy = false;
  std::vector<Posting> posted;
  std::vector<std::uint64_t> under_way;
  std::size_t requests = 0;
  std::size_t asked_for = 0;  ///< of those under way, the first so many

 private:
  std::vector<Completion> ready_;
};

static_assert(Fabric<ObedientFabric>);

}  // namespace gin::test
