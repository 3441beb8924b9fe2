// The limit alone, on whatever core it is started on.
#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "tests/bench/limit/limit.hpp"
#include "tests/bench/stopwatch.hpp"

int main(int argc, char** argv) {
  gin::bench::Limit::Shape shape;
  std::uint64_t messages = 2'000'000;
  CLI::App app{"Messages a second if a message were six heap events and two fiber switches and nothing else."};
  app.add_option("--pes", shape.pes, "each has a NIC and an agent")->check(CLI::Range(1, 8192));
  app.add_option("--pending", shape.pending, "events in the heap at all times")->check(CLI::Range(1, 10'000'000));
  app.add_option("--messages", messages)->check(CLI::Range(1, 1'000'000'000));
  CLI11_PARSE(app, argc, argv);
  gin::bench::Limit limit(shape);
  gin::bench::Stopwatch stopwatch;
  stopwatch.start();
  limit.run(messages);
  stopwatch.stop();
  fmt::print("{:.0f} messages a second, {} PEs, {} pending\n",
             static_cast<double>(limit.messages()) / stopwatch.seconds(), shape.pes, shape.pending);
}
