// What a target may report as done, and what it may not: any numbers, any counts. A report is believed whole or not
// at all, nothing is done twice, and the base stands behind the last operation without a hole.
#include "core/fabric/number_window.hpp"

#include <algorithm>
#include <set>

#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/layout.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {

int number_window(Input input) {
  Numbers numbers(input);
  const ImmediateLayout layout = take_layout(numbers, 10);
  const auto first = static_cast<std::uint32_t>(numbers.take(4));
  NumberWindow window(layout, first);
  std::uint64_t base = 0;        // counted from `first`, without wrapping
  std::set<std::uint64_t> done;  // beyond the base
  while (!numbers.empty()) {
    const std::uint64_t how = numbers.take(1);
    const bool wild = (how & 3) == 0;
    const auto low = wild ? static_cast<std::uint32_t>(numbers.take(4))
                          : window.base() + static_cast<std::uint32_t>(numbers.take(1) % 16) - 1;
    const auto count = static_cast<std::uint32_t>((how & 4) != 0 ? numbers.take(4) : how >> 3 & 3);
    const std::uint64_t ahead = (low - window.base()) & (ImmediateLayout::values(layout.number_bits) - 1);
    bool fits = ahead < layout.window() && ahead + count <= layout.window();
    for (std::uint64_t i = 0; fits && i < count; ++i) fits = done.count(base + ahead + i) == 0;
    must(window.mark(low, count) == fits, "a report is believed when all of it can have been issued and is new");
    for (std::uint64_t i = 0; fits && i < count; ++i) done.insert(base + ahead + i);
    while (done.erase(base) != 0) ++base;
    must(window.base() == first + static_cast<std::uint32_t>(base),
         "the base stands behind the last operation without a hole");
    must(window.room() <= std::max<std::size_t>(64, layout.window()), "room is kept for a window at most");
  }
  return 0;
}

}  // namespace gin::fuzz
