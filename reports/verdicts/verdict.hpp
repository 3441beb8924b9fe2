// Who is fastest, group by group, as data. Sentences are made from it in findings.hpp; other reports may
// make theirs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/units.hpp"
#include "reports/verdicts/group.hpp"

namespace gin::reports {

/// The item of the critical path that separates two rows most.
struct Cause {
  std::string item;
  std::int64_t ps = 0;     ///< how much longer it is in the slower row
  std::int64_t of_ps = 0;  ///< how much longer the whole critical path is; below `ps` when others win time back
};

/// None where critical paths were not recorded or say the opposite of the p50.
struct Pair {
  const trace::Row& faster;
  const trace::Row& slower;
};
std::optional<Cause> cause_of(Pair pair);

struct Trailing {
  std::string contestant;
  std::int64_t p50_ps = 0;
  std::optional<Cause> cause;
};

/// A row that nobody can have: told beside the verdict, and never recommended by it.
struct Imagined {
  std::string contestant;
  std::int64_t p50_ps = 0;
  std::string because;  ///< what library or machine do not do
};

struct Verdict {
  trace::Axes place;
  std::int64_t best_p50_ps = 0;
  std::int64_t leaders_apart_ps = 0;  ///< from the fastest to the last of those level with it; 0: exactly equal
  std::vector<std::string> leaders;   ///< less than 5 % behind the fastest, itself included; contestants' order
  std::vector<Trailing> trailing;     ///< the others, in the same order
  std::vector<Imagined> imagined;     ///< those that library or machine do not offer; their order, too
  bool all_imagined = false;          ///< nobody here is offered: the verdict is among those who are not

  /// The same contestants came out on the same side, whatever the times.
  bool same_outcome(const Verdict& other) const;
};

/// Times that differ by less than 5 % of the shorter are level: no more is claimed of a model or a machine.
bool level(Duration a, Duration b);

/// One per group in which at least two contestants were measured. Rows with wrong data take no part: what
/// they timed is not the work that was asked for.
std::vector<Verdict> verdicts_of(const trace::Result& result);

}  // namespace gin::reports
