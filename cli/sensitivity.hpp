// What a scenario's times do when one number of its profile or stack changes, and which numbers matter most.
// Nothing runs here: the runs come in, an order comes out.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "models/numbers.hpp"

namespace gin::cli {

/// One row with one number changed.
struct Trial {
  std::string value = {};    ///< as written in a file; empty: not run
  std::string why_not = {};  ///< why it was not run
  std::int64_t p50_ps = 0;
  bool same = true;  ///< every sample as before, not the median alone
};

/// One row and one number. Rows may differ in what the number is: their profiles and stacks may.
struct RowTrials {
  models::Number base;
  Trial less;
  Trial more;
};

struct Sensitivity {
  std::string field;  ///< as --set names it: "profile.nic.wqe_fetch_ns"
  std::vector<RowTrials> rows;
};

/// A share of the time before, exact, so that an order of them is too.
struct TimeChange {
  std::int64_t ps = 0;
  std::int64_t base_ps = 1;  ///< above 0

  std::int64_t size_ps() const { return ps < 0 ? -ps : ps; }
  bool larger_than(const TimeChange& other) const;
};
/// "+1.25 %", "-<0.01 %", "0 %"; half a hundredth rounds away from 0.
std::string percent_text(const TimeChange& change);

/// Numbers in three lots; each number is in one.
struct Ranking {
  struct Mover {
    std::size_t number = 0;  ///< index of the sensitivity
    std::size_t row = 0;     ///< where it changes most
  };
  std::vector<Mover> changing;                ///< largest change first, then in the order of the tables
  std::vector<std::size_t> changing_nothing;  ///< every sample of every row as before
  std::vector<std::size_t> not_varied;        ///< no value of it could be tried in any row
};
/// `base_p50_ps` of each row, all above 0.
Ranking ranking_of(const std::vector<Sensitivity>& all, const std::vector<std::int64_t>& base_p50_ps);

}  // namespace gin::cli
