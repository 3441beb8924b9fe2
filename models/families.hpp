// Which families of figures are known from public sources or measured for ginlab, and which tables run them. What
// no table has yet stands here too, so that nobody takes silence for agreement.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.hpp"

namespace gin::models {

struct Family {
  std::string name;
  std::string measures;             ///< a few words; empty where it is uncovered
  std::string source;               ///< who published or measured such figures
  std::vector<std::string> tables;  ///< of models/validation, by name
  std::string uncovered;            ///< why there is no table; empty where there is one
};

/// Throws Error(bad_input) with the place, what was expected and what came.
std::vector<Family> read_families(const Json& document, const std::string& name);

/// Those of models/families.json.
std::vector<Family> shipped_families();

}  // namespace gin::models
