// The profile and stack that a case of a validation table is about.
#pragma once

#include <string>

#include "models/validation.hpp"

namespace gin::test {

struct ModelsOfCase {
  std::string profile, stack;
};

/// Of a column if the table has it, else of the table.
ModelsOfCase models_of(const models::ValidationTable& table, const models::ValidationCase& one);

}  // namespace gin::test
