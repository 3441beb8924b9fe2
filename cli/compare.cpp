// ginlab compare: reads the results that are named, prints what differs, and for CI says so with its exit code.
#include <fmt/format.h>

#include "cli/commands.hpp"
#include "cli/console.hpp"
#include "cli/files.hpp"
#include "core/base/error.hpp"
#include "reports/compare/compare.hpp"
#include "reports/verdicts/region.hpp"

namespace gin::cli {
namespace {

using reports::NamedRun;

std::vector<NamedRun> read(const std::vector<std::string>& paths) {
  constexpr std::size_t letters = 26;
  if (paths.size() < 2 || paths.size() > letters)
    throw Error(Code::bad_usage, fmt::format("compare: expected two to {} results, got {}", letters, paths.size()));
  std::vector<NamedRun> runs;
  for (const std::string& path : paths)
    runs.push_back({.letter = std::string(1, static_cast<char>('A' + runs.size())),
                    .file = path,
                    .result = read_result(path)});
  return runs;
}

/// Rows that are slower than they may be, or have no time any more: a row that is gone holds no bound.
bool within_bound(const NamedRun& base, const NamedRun& other, std::int64_t percent) {
  const reports::SideBySide found = reports::side_by_side(base, other);
  bool within = true;
  const auto say = [&](const trace::Row& row, const std::string& what) {
    complain(fmt::format("{}: {}: {}", other.file, reports::row_text(row.axes), what));
    within = false;
  };
  for (const reports::RowPair& pair : found.pairs) {
    if (!pair.slower_by_more_than(percent)) continue;
    say(*pair.base, fmt::format("expected at most {} % more than the {} ps of {}, got {} ps", percent,
                                pair.base->p50_ps(), base.file, pair.other->p50_ps()));
  }
  for (const reports::NotCompared& each : found.not_compared)
    if (each.other_is_to_blame)
      say(*each.row, fmt::format("expected a time as in {}, got {}", base.file, each.why));
  for (const trace::Row* row : found.only_in_base)
    say(*row, fmt::format("expected this row of {}, got none", base.file));
  return within;
}

}  // namespace

int carry_out(const CompareOptions& options, const Programs&) {
  const std::vector<NamedRun> runs = read(options.results);
  print(options.json ? reports::to_json(runs) : reports::to_markdown(runs));
  if (!options.fail_over) return 0;
  bool within = true;
  for (std::size_t i = 1; i < runs.size(); ++i)
    within = within_bound(runs.front(), runs[i], *options.fail_over) && within;
  return within ? 0 : 1;
}

}  // namespace gin::cli
