// Two runs of the same work side by side, row by row: what is slower, what is faster, and what was changed. Made
// for the question whether a change made a difference, so two runs whose times mean different things are refused.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/trace/result.hpp"
#include "reports/verdicts/verdict.hpp"

namespace gin::reports {

/// A result and what it is called on the page ("A") and in messages (its file).
struct NamedRun {
  std::string letter;
  std::string file;
  trace::Result result;
};

enum class Standing {
  same,    ///< every sample as before
  level,   ///< less than 5 % apart
  noise,   ///< further apart, but it may be chance
  faster,  ///< the other run is, by more than chance and 5 %
  slower,
};

struct RowPair {
  const trace::Row* base = nullptr;
  const trace::Row* other = nullptr;
  Standing standing = Standing::same;
  bool apart = false;               ///< by more than chance, be it less than 5 %
  std::optional<Cause> cause = {};  ///< what the slower one spends more on; of rows beyond the noise

  bool beyond_noise() const { return standing == Standing::faster || standing == Standing::slower; }
  /// The other run is slower by more than so many percent, and by more than chance.
  bool slower_by_more_than(std::int64_t percent) const;
};

/// Something that results name and that is not the same in both.
struct Change {
  std::string what;
  std::string before;
  std::string after;
  std::int64_t rows = 0;  ///< how many rows; 0: the run as a whole
  bool operator==(const Change&) const = default;
};

struct NotCompared {
  const trace::Row* row = nullptr;  ///< the base's
  std::string why;                  ///< "wrong data in B: ..."
  bool other_is_to_blame = false;   ///< the base has a time for it
};

struct SideBySide {
  std::vector<RowPair> pairs;  ///< beyond the noise first, of these the largest factor first; then as in the base
  std::vector<NotCompared> not_compared;
  std::vector<const trace::Row*> only_in_base;
  std::vector<const trace::Row*> only_in_other;
  std::vector<Change> changes;
};

/// Rows with the same axes are one row twice. Profile, stack, paths, signalling, layers, seed, backend, clock, host
/// and version may differ: these are what one compares. Throws Error(bad_input) where a row is other work in the
/// two (program, its workload, payload, PEs, nodes, agents, scope), where its times end at another moment, or where
/// no row is in both. The runs must outlive what comes back.
SideBySide side_by_side(const NamedRun& base, const NamedRun& other);

/// The first run against each other one, in their order. Differences beyond the noise first, then the rest in a
/// line each, then what was changed. Reads well as plain text.
std::string to_markdown(const std::vector<NamedRun>& runs);

/// The same with every row, in a fixed order of keys.
std::string to_json(const std::vector<NamedRun>& runs);

}  // namespace gin::reports
