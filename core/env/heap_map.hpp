// What lies where in every PE's heap, and what it is called: whoever has an offset and somebody to tell about it
// asks here.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/device/place.hpp"
#include "core/device/waiting.hpp"

namespace gin {

class HeapMap {
 public:
  /// A program's window.
  struct Extent {
    std::string name;
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
    std::uint64_t element = 1;  ///< bytes of one
    bool control = false;       ///< words that steer the program

    std::uint64_t count() const { return bytes / element; }
  };

  /// Knows nothing: everything is a heap offset.
  HeapMap() = default;
  /// `contexts`: as many as the program declares, each with a landing place for every agent.
  HeapMap(std::vector<Extent> extents, std::uint32_t contexts)
      : extents_(std::move(extents)), contexts_(contexts) {}

  /// "window inbox[3]", "byte 4 of window inbox[3]", "the barrier's word of releases".
  std::string name(std::uint64_t offset) const;
  /// The window that holds the offset; null where there is none.
  const Extent* holding(std::uint64_t offset) const;
  /// The window of a place that may lie anywhere; null for what is no window's.
  const Extent* of(const Place& place) const;

 private:
  std::string name_of_control(std::uint64_t offset) const;

  std::vector<Extent> extents_;  ///< ascending
  std::uint32_t contexts_ = 1;
};

/// Why an agent waits, in the words of every report: hangs, livelocks, where a PE stood when another died. "signal_wait_until
/// for window arrived[1]: 2 seen, >= 3 wanted".
std::string describe(const Waiting& why, const HeapMap& heap);

}  // namespace gin
