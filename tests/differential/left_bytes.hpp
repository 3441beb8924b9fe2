// What every PE left in its windows, program by program, as digests that the PE's own process took. Lies in memory
// that this process shares with those it forks later.
#pragma once

#include <cstdint>
#include <span>

#include "tests/fuzz/script.hpp"

namespace gin::differential {

class LeftBytes {
 public:
  struct Size {
    std::uint32_t pes = 1;
    std::uint64_t programs = 1;
  };
  explicit LeftBytes(const Size& size);
  ~LeftBytes();
  LeftBytes(const LeftBytes&) = delete;
  LeftBytes& operator=(const LeftBytes&) = delete;

  /// One area of one PE after one program, counted from 0.
  struct Spot {
    std::uint32_t pe = 0;
    std::uint64_t program = 0;
    fuzz::Area area = fuzz::Area::source;
  };
  std::uint64_t& at(const Spot& spot) const;

  std::uint32_t pes() const { return size_.pes; }
  std::uint64_t programs() const { return size_.programs; }

  /// Where programs of this process and its forks note what they left; null: nowhere.
  static inline LeftBytes* noted = nullptr;

 private:
  Size size_;
  std::span<std::uint64_t> digests_;
};

}  // namespace gin::differential
