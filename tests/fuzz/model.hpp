// What a script leaves behind when one thing happens at a time, in the order of the script.
#pragma once

#include <cstdint>
#include <vector>

#include "tests/fuzz/script.hpp"

namespace gin::fuzz {

class Model {
 public:
  explicit Model(const Shape& shape);
  void run(const Script& script);

  const std::vector<std::uint8_t>& bytes(std::uint32_t pe, Area area) const {
    return memory_[pe * area_count + static_cast<std::uint32_t>(area)];
  }

 private:
  std::uint8_t* at(std::uint32_t pe, const Spot& spot) {
    return &memory_[pe * area_count + static_cast<std::uint32_t>(spot.area)].at(spot.offset);
  }
  void run(const Instruction& it);
  void put(const Instruction& it, std::uint32_t me);
  std::uint64_t word(std::uint32_t pe, const Spot& spot);
  void set_word(std::uint32_t pe, const Spot& spot, std::uint64_t value);

  Shape shape_;
  std::vector<std::vector<std::uint8_t>> memory_;
};

}  // namespace gin::fuzz
