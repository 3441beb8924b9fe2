#include "tests/bench/threads/word.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>
#include <vector>

#include "core/base/error.hpp"
#include "core/topology/machine.hpp"

namespace gin::bench {
namespace {

constexpr std::uint64_t rounds = 51;
constexpr std::uint64_t trips = 500;  // of a round

struct alignas(128) Word {
  std::atomic<std::uint64_t> value{0};
  void await(std::uint64_t wanted) const {
    while (value.load(std::memory_order_acquire) < wanted) {
    }
  }
  void set(std::uint64_t to) { value.store(to, std::memory_order_release); }
};

double between(const topology::Machine& machine, std::uint32_t from, std::uint32_t to) {
  Word there, back;
  std::vector<double> took;
  std::thread answers([&] {
    (void)machine.pin_this_thread(to);
    for (std::uint64_t i = 1; i <= rounds * trips; ++i) {
      there.await(i);
      back.set(i);
    }
  });
  std::thread asks([&] {
    (void)machine.pin_this_thread(from);
    for (std::uint64_t round = 0, i = 0; round < rounds; ++round) {
      const auto began = std::chrono::steady_clock::now();
      while (i < (round + 1) * trips) {
        there.set(++i);
        back.await(i);
      }
      const std::chrono::duration<double, std::micro> passed = std::chrono::steady_clock::now() - began;
      took.push_back(passed.count() / 2 / trips);
    }
  });
  asks.join();
  answers.join();
  return median(took);
}

}  // namespace

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + values.size() / 2, values.end());
  return values[values.size() / 2];
}

double measure_word() {
  const topology::Machine machine = topology::Machine::here();
  const topology::Cores& cores = machine.cores();
  if (cores.size() < 2) throw Error(Code::unavailable, "expected two cores that this process may use, came one");
  std::vector<double> pairs;
  for (std::size_t to = 1; to < std::min<std::size_t>(cores.size(), 4); ++to)
    for (std::size_t from = 0; from < to; ++from) pairs.push_back(between(machine, cores[from], cores[to]));
  return median(pairs);
}

}  // namespace gin::bench
