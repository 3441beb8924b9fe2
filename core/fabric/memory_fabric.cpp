#include "core/fabric/memory_fabric.hpp"

#include "core/base/assert.hpp"
#include "core/device/requests.hpp"

namespace gin {
void execute(const WorkRequest& request, Pe source, const std::vector<unsigned char*>& heaps) {
  unsigned char* theirs = heaps[request.peer] + request.remote;
  unsigned char* mine = heaps[source.value] + request.local;
  switch (request.verb) {
    case Verb::write:
      store_bytes(theirs, mine, request.bytes);
      break;
    case Verb::write_inline:
      store_bytes(theirs, request.payload, request.bytes);
      break;
    case Verb::read:
      store_bytes(mine, theirs, request.bytes);
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
  if (completions_.size() >= completions_max_) return Post::busy;
  const std::uint32_t peer = posting.operation.peer.value;
  has_failed_.resize(heaps_.size());
  CompletionStatus status = has_failed_[peer] ? CompletionStatus::flushed : CompletionStatus::ok;
  build(posting.operation, nullptr, PostRules{}, {}, [&](std::uint32_t, const WorkRequest& request) {
    if (status == CompletionStatus::ok && refusal_.is_due()) status = CompletionStatus::remote_access;
    if (status == CompletionStatus::ok) execute(request, source_, heaps_);
  });
  has_failed_[peer] = status != CompletionStatus::ok;
  completions_.push({posting.tag, status});
  return Post::accepted;
}

std::size_t MemoryFabric::poll(std::span<Completion> out) {
  std::size_t count = 0;
  while (count < out.size() && !completions_.empty()) out[count++] = completions_.pop();
  return count;
}

}  // namespace gin
