// All numbers of a loaded profile or stack, for whoever wants each of them and none in particular. What the file
// said and an override replaced is gone by then: these are the numbers that a run uses.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models {

struct Number {
  std::string path;           ///< inside the file: "nic.wqe_fetch_ns"
  std::string unit;           ///< as in Field
  bool power_of_two = false;  ///< nothing else is accepted there
  std::int64_t value = 0;     ///< picoseconds where the unit is ns
};

/// In the order of the tables; rules are no numbers.
std::vector<Number> numbers_of(Profile profile);
std::vector<Number> numbers_of(Stack stack);

/// The value in the unit of the file, as an override says it: "560", "3.125".
std::string written(const Number& number);

}  // namespace gin::models
