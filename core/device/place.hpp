// Where data lives: windows of the symmetric heap, and places in them. A place names the same offset on every
// PE, so one value addresses the local copy and any peer's.
#pragma once

#include <cstdint>

namespace gin {

/// A byte position in the symmetric heap that knows its window, and how much of it lies behind.
struct Place {
  std::uint64_t offset = 0;
  std::uint64_t room = 0;
  std::uint64_t window = 0;  ///< where that begins: whoever refuses a stray place can name it
};

/// Eight bytes of data and a flag that came with them: others see both or neither.
struct alignas(16) Packet {
  std::uint64_t low = 0;   ///< data
  std::uint64_t high = 0;  ///< flag
};

/// `count` elements of T at the same offset of every PE's symmetric heap. A program declares its windows in
/// `plan`; the device receives them by value.
template <class T>
struct Window {
  std::uint64_t offset = 0;
  std::uint64_t count = 0;
  bool is_phantom = false;  ///< its bytes are not stored

  constexpr std::uint64_t bytes() const { return count * sizeof(T); }
  /// The element `index`. Using a place beyond the end is refused on the host.
  constexpr Place at(std::uint64_t index) const {
    return {offset + index * sizeof(T), index <= count ? (count - index) * sizeof(T) : 0, offset};
  }
};

}  // namespace gin
