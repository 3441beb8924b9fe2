// Reads one document, without compare block, as a scenario.
#pragma once

#include <string>

#include "core/base/fields.hpp"
#include "core/base/json_path.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::scenario {

/// For all documents of one file; keeps references to both arguments. Every message opens with the file's name.
class Reader {
 public:
  Reader(const std::string& file, const Vocabulary& words);

  /// Version and program come first: they decide what everything else means.
  const ProgramFields& program_of(const Json& document) const;

  /// Checks every key and value. A compare block is left to others.
  Scenario read(const Json& document) const;

  /// What no single field can tell. Not for a document whose fields an axis is about to change.
  void check_limits(const Json& document, const Scenario& scenario) const;

 private:
  void widen_path(Json& document) const;
  void drop_empty_params(Json& document, const ProgramFields& program) const;
  void read_overrides(const Json& document, Scenario& scenario) const;
  Scenario from_values(const Values& values) const;

  const JsonPath root_;
  const std::string& file_;
  const Vocabulary& words_;
  FieldTable common_;
};

}  // namespace gin::scenario
