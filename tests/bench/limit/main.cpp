// The limit alone, on whatever core it is started on.
#include <fmt/format.h>

#include "tests/bench/limit/limit.hpp"
#include "tests/bench/options.hpp"
#include "tests/bench/stopwatch.hpp"

int main(int argc, char** argv) {
  gin::bench::Limit::Shape shape;
  std::uint64_t messages = 2'000'000;
  gin::bench::Options options(
      "Messages a second if a message were six heap events and two fiber switches and nothing else.");
  options.add("--pes", shape.pes, "each has a NIC and an agent", {1, 8192});
  options.add("--pending", shape.pending, "events in the heap at all times", {1, 10'000'000});
  options.add("--messages", messages, "how many", {1, 1'000'000'000});
  if (const auto status = options.read(argc, argv)) return *status;
  gin::bench::Limit limit(shape);
  gin::bench::Stopwatch stopwatch;
  stopwatch.start();
  limit.run(messages);
  stopwatch.stop();
  fmt::print("{:.0f} messages a second, {} PEs, {} pending\n",
             static_cast<double>(limit.messages()) / stopwatch.seconds(), shape.pes, shape.pending);
}
