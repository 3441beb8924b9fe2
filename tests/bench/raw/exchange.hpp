// What two processes do with a carrier of writes so that its limits are seen: the same loops for a provider by
// itself and for the wire over it.
#pragma once

#include <algorithm>
#include <chrono>
#include <memory>
#include <vector>

#include "tests/bench/raw/raw_figures.hpp"
#include "tests/bench/raw/two_processes.hpp"

namespace gin::bench {

inline constexpr unsigned long outstanding_max = 64;
inline constexpr std::size_t large_bytes = 64 << 10;
/// The first half is sent, the second half arrives.
inline constexpr std::size_t exchanged_bytes = 2 * outstanding_max * large_bytes;

/// Where write number `slot` of those outstanding lies in both halves.
inline std::size_t place_of(std::size_t slot, std::size_t bytes) {
  return slot * std::max<std::size_t>(bytes, 64);
}

/// Since the start: one that arrives while the two meet is not lost.
struct Exchanged {
  unsigned long posted = 0;
  unsigned long done = 0;
  unsigned long arrived = 0;
};

/// `Carrier(provider, number)` has `address()`, `connect(address of the other)`, `post(slot, bytes, Exchanged&)`,
/// which posts however often it takes, and `look(Exchanged&)`, which counts what it finds.
template <class Carrier>
class Exchange {
 public:
  Exchange(const ofi::Provider& provider, SharedPage& page, int number)
      : is_first_(number == 0),
        mine_(page.sides[number]),
        theirs_(page.sides[1 - number]),
        carrier_(provider, number) {
    mine_.put_address(carrier_.address());
    meet();
    carrier_.connect({theirs_.address, theirs_.address_bytes});
    meet();
  }

  double half_round_trip_us(unsigned count) {
    meet();
    const auto begin = Clock::now();
    for (unsigned i = 0; i < count; ++i) {
      if (is_first_) carrier_.post(0, 8, so_far_);
      const unsigned long wanted = ++awaited_;
      while (so_far_.arrived < wanted) carrier_.look(so_far_);
      if (!is_first_) carrier_.post(0, 8, so_far_);
    }
    const double taken = us_since(begin);
    finish();
    return taken / count / 2;
  }

  /// Messages a microsecond; what the second process returns means nothing.
  double rate(unsigned count, std::size_t bytes) {
    mine_.counted = 0;
    meet();
    const auto begin = Clock::now();
    if (is_first_) {
      for (unsigned i = 0; i < count; ++i) {
        while (so_far_.posted - so_far_.done >= outstanding_max) carrier_.look(so_far_);
        carrier_.post(i % outstanding_max, bytes, so_far_);
      }
      while (theirs_.counted.load() < count) carrier_.look(so_far_);
    } else {
      awaited_ += count;
      while (so_far_.arrived < awaited_) carrier_.look(so_far_);
      mine_.counted = count;
    }
    const double taken = us_since(begin);
    finish();
    return count / taken;
  }

 private:
  using Clock = std::chrono::steady_clock;
  static double us_since(Clock::time_point begin) {
    return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
  }
  /// Waits until the other comes here too; what the carrier has to do goes on meanwhile.
  void meet() {
    const unsigned phase = ++mine_.phase;
    while (theirs_.phase.load() < phase) carrier_.look(so_far_);
  }
  void finish() {
    while (so_far_.done < so_far_.posted) carrier_.look(so_far_);
    meet();
  }

  bool is_first_;
  SharedPage::Side& mine_;
  SharedPage::Side& theirs_;
  Carrier carrier_;
  Exchanged so_far_;
  unsigned long awaited_ = 0;
};

template <class Measure>
double median(unsigned runs, Measure measure) {
  std::vector<double> found;
  for (unsigned i = 0; i < runs; ++i) found.push_back(measure());
  std::nth_element(found.begin(), found.begin() + runs / 2, found.end());
  return found[runs / 2];
}

template <class Carrier>
RawFigures measure(const ofi::Provider& provider, const RawSizes& sizes) {
  const SharedMemory shared;
  run_two_processes(shared.page(), [&](SharedPage& page, int number) {
    const auto exchange = std::make_unique<Exchange<Carrier>>(provider, page, number);
    exchange->half_round_trip_us(std::min(sizes.round_trips, 1000u));  // warm
    const double figures[] = {
        median(sizes.runs, [&] { return exchange->half_round_trip_us(sizes.round_trips); }),
        median(sizes.runs, [&] { return exchange->rate(sizes.messages, 8); }),
        median(sizes.runs, [&] { return exchange->rate(sizes.large_messages, large_bytes) * large_bytes / 1e3; })};
    if (number == 0) std::copy(std::begin(figures), std::end(figures), page.figures);
  });
  const double* figures = shared.page().figures;
  return {figures[0], figures[1], figures[2]};
}

}  // namespace gin::bench
