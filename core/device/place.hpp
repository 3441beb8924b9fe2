// Where data lives: windows of the symmetric heap, and places in them. A place names the same offset on every
// PE, so one value addresses the local copy and any peer's.
#pragma once

#include <cstdint>

namespace gin {

/// A byte position in the symmetric heap that knows how much of its window lies behind it.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t room = 0;
};

/// `count` elements of T at the same offset of every PE's symmetric heap. A program declares its windows in
/// `plan`; the device receives them by value.
template <class T>
struct Window {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;

  constexpr std::uint64_t bytes() const { return count * sizeof(T); }
  /// The element `index`. Using a place beyond the end is reported by the emulated backends.
  constexpr Place at(std::uint64_t index) const {
    return {offset + index * sizeof(T), index <= count ? (count - index) * sizeof(T) : 0};
  }
};

}  // namespace gin
