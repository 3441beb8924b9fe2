#include "core/verbs/queue_job.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/device/agent_view.hpp"

namespace gin::verbs {
namespace {

void wait_for(const DeviceQueue& queue, std::uint64_t end) {
  Completed done;
  while (done.end < end)
    if (done = VerbsQueueFormat::look(queue.memory); done.next != CompletionStatus::ok)
      throw Error(Code::failed,
                  fmt::format("queue pair {}: expected requests up to the wrap of its index to complete,"
                              " came \"{}\"; is the peer alive?",
                              queue.memory.nic.pair, name(done.next)));
}

}  // namespace

void go_to_wrap(DeviceQueue& queue, std::uint32_t step) {
  constexpr std::uint64_t close = 0x10000 - 20;
  WorkRequest request;  // into a word that nobody reads
  request.verb = Verb::write_inline;
  request.bytes = 8;
  request.remote = ControlWords::unwanted;
  request.words = {{}};
  request.signaled = true;
  QueueGpuWords& words = *queue.memory.gpu;
  while (words.reserved < close) {
    const std::uint64_t end = std::min(close, words.reserved + step);
    // As many under way as there is room for: one by one each would take the longest that a packet does.
    if (end > queue.memory.depth) wait_for(queue, end - queue.memory.depth);
    for (; words.reserved < end; ++words.reserved) VerbsQueueFormat::write(queue.memory, words.reserved, request);
    VerbsQueueFormat::ring(queue.memory, end);
    queue.wake();
  }
  wait_for(queue, close);
  words.ready = words.posted = words.reserved;
}

}  // namespace gin::verbs
