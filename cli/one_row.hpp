// One row of a scenario file by itself, as --set makes it: what --seeds tries, shortens and tells how to run again.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/run/execute.hpp"

namespace gin::cli {

struct OneRow {
  std::string file;
  std::vector<scenario::Assignment> sets;  ///< each path once

  /// The same with that assignment in the place of an earlier one.
  OneRow with(const scenario::Assignment& set) const;
  OneRow with_seed(std::uint64_t seed) const { return with({"seed", std::to_string(seed)}); }
};

/// The row of the file that is `variant`.
OneRow row_of(const OneRow& file, const scenario::Variant& variant);

/// What a run of it came to. Mistakes of different kinds are different mistakes.
enum class Came : std::int64_t { right, refused, wrong_data, hung, failed };

/// What is wrong with a run.
struct Wrong {
  Came kind;
  std::string what;
};

/// Runs single rows, several at a time, each in a process of its own.
class RowRunner {
 public:
  RowRunner(const Backend& backend, const Programs& programs, std::size_t jobs)
      : backend_(backend), programs_(programs), jobs_(jobs) {}

  scenario::Variant load_row(const OneRow& row) const;
  const ProgramEntry& program_of(const scenario::Scenario& scenario) const;

  /// Is told now and then how many runs are done.
  using Progress = std::function<void(std::size_t done)>;

  /// Throws Error(failed) for one whose process ends.
  std::vector<Came> try_all(const std::vector<scenario::Variant>& variants, const Progress& progress) const;
  /// The same of rows, of which some may not go together: those are refused.
  std::vector<Came> try_all(const std::vector<OneRow>& rows, const Progress& progress) const;
  /// What is wrong with a run of it, if anything is. Throws Error of exit code 2 where it is refused.
  std::optional<Wrong> wrong_with(const scenario::Variant& variant) const;

 private:
  Came came_to(const scenario::Variant& variant) const;

  const Backend& backend_;
  const Programs& programs_;
  std::size_t jobs_;
};

}  // namespace gin::cli
