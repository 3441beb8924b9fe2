// The 16 bits that a NIC reports. Whatever they are, a queue believes in at most 2^15 new completions and forgets
// none.
#include "core/device/send_queue.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {

int completion_record(Input input) {
  constexpr std::uint64_t window = 1 << 15;
  Numbers numbers(input);
  QueueGpuWords queue;
  queue.completed = numbers.take() >> 1;  // at a billion operations a second, 64 bits last 584 years
  while (!numbers.empty()) {
    const std::uint64_t before = queue.completed;
    const auto record = static_cast<std::uint16_t>(numbers.take(2));
    const std::uint64_t after = completed_after(before, record);
    must(after - before <= window, "a record moves the queue at most 2^15 ahead and never back");
    const auto meant = static_cast<std::uint16_t>(record + 1);
    const auto ahead = static_cast<std::uint16_t>(meant - static_cast<std::uint16_t>(before));
    must(static_cast<std::uint16_t>(after) == meant || (after == before && ahead > window),
         "a record within the window is believed, one outside it is old");
    queue.completion_record = record;
    must(SoftQueueFormat::look({nullptr, &queue}).end == after, "a look at the queue finds what the record says");
    must(queue.completed == after, "a queue remembers what it found");
  }
  return 0;
}

}  // namespace gin::fuzz
