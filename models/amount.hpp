// What a figure counts: the messages of a rate, the bytes of a bandwidth, the operations that share a time.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "models/part.hpp"

namespace gin::models {

/// A product of constants and of named values: fields of a scenario, or integer inputs of a cost function.
struct Amount {
  std::int64_t constant = 1;
  std::vector<std::string> names;
};

/// `"amount": ["params.count", 8]` of a table; missing: 1. Throws Error(bad_input).
Amount read_amount(const Part& table);

/// The product, each name's value told by `value_of`. Throws Error(bad_input) unless it is above 0 and fits into 63
/// bits.
std::int64_t product(const Amount& amount, const std::function<std::int64_t(const std::string& name)>& value_of);

}  // namespace gin::models
