// What a scenario gave when it was last looked at: a small file that a change of behaviour cannot slip past.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/result.hpp"

namespace gin::cli {

/// "row path=gpu, bytes=8", or "the only row" where there is no compare block. One line, whatever the values.
std::string row_name(const trace::Axes& axes);

struct Golden {
  /// Of a row.
  struct Outcome {
    trace::Axes axes;
    std::string digest;
    std::int64_t p50_ps = 0;
  };
  std::string scenario;
  std::string digest;
  std::vector<Outcome> rows;
};

Golden golden_of(const trace::Result& result);
std::string to_json(const Golden& golden);

/// Strict, as every reader here: throws Error(bad_input) with file, place, what was expected and what came.
Golden read_golden(const std::string& file);

struct Difference {
  std::optional<trace::Axes> row;  ///< the row that differs, or is in one of the two only; none: the run as a whole
  std::string text;                ///< "p50_ps: expected 4030125, got 4030126"
  bool operator==(const Difference&) const = default;
};

/// "row path=gpu: p50_ps: expected 4030125, got 4030126".
std::string line_of(const Difference& difference);

struct GoldenPair {
  const Golden& expected;
  const Golden& got;
};
std::vector<Difference> differences(const GoldenPair& pair);

}  // namespace gin::cli
