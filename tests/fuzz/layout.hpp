// A layout of immediates out of an input: any widths that a run could be given.
#pragma once

#include "core/format/immediate.hpp"
#include "tests/fuzz/input.hpp"

namespace gin::fuzz {

/// Numbers of up to `number_bits_max` bits, at most 27. What is under way takes memory up to half of their circle.
inline ImmediateLayout take_layout(Numbers& numbers, unsigned number_bits_max) {
  const auto width = [&](unsigned least, unsigned most) {
    return least + static_cast<unsigned>(numbers.take(1) % (most - least + 1));
  };
  ImmediateLayout layout;
  layout.kind_bits = width(2, 3);
  layout.number_bits = width(1, number_bits_max);
  layout.stream_bits = width(1, 32 - 1 - layout.kind_bits - layout.number_bits);
  layout.count_bits = width(1, 32 - layout.kind_bits - layout.number_bits - layout.stream_bits);
  return layout;
}

}  // namespace gin::fuzz
