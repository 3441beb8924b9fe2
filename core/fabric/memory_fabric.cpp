#include "core/fabric/memory_fabric.hpp"

#include <cstring>

#include "core/base/assert.hpp"

namespace gin {
namespace {

/// Words go in one piece: somebody may be polling them.
void copy(unsigned char* to, const unsigned char* from, std::uint64_t bytes) {
  if (bytes > 8) {
    std::memmove(to, from, bytes);
    return;
  }
  std::uint64_t value = 0;
  std::memcpy(&value, from, bytes);
  store_value(to, value, bytes);
}

}  // namespace

void execute(const WorkRequest& request, Pe source, const std::vector<unsigned char*>& heaps) {
  unsigned char* theirs = heaps[request.peer] + request.remote;
  unsigned char* mine = heaps[source.value] + request.local;
  switch (request.verb) {
    case Verb::write:
      copy(theirs, mine, request.bytes);
      break;
    case Verb::write_inline:
      copy(theirs, request.payload, request.bytes);
      break;
    case Verb::read:
      copy(mine, theirs, request.bytes);
      break;
    case Verb::atomic: {
      const std::uint64_t old = apply_atomic(theirs, request.amo, request.operand.value, request.operand.compare);
      if (request.fetches) store_value(mine, old, 8);
      break;
    }
    case Verb::send:
      GIN_ASSERT(false);  // ordered, with atomics, and two-sided programs are refused
      break;
  }
}

Post MemoryFabric::post(const Posting& posting) {
  if (completions_.size() - taken_ >= completions_max_) return Post::busy;
  build(posting.operation, nullptr, PostRules{}, {},
        [&](std::uint32_t, const WorkRequest& request) { execute(request, source_, heaps_); });
  completions_.push_back({posting.tag});
  return Post::accepted;
}

std::size_t MemoryFabric::poll(std::span<Completion> out) {
  std::size_t count = 0;
  while (count < out.size() && taken_ < completions_.size()) out[count++] = completions_[taken_++];
  if (taken_ == completions_.size()) {
    completions_.clear();
    taken_ = 0;
  }
  return count;
}

}  // namespace gin
