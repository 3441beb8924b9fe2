// The points of a sweep: the rows that `ginlab run` would run, each by itself.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "cli/backends.hpp"
#include "core/run/execute.hpp"
#include "sweep/folder.hpp"

namespace gin::cli {

class SweepPoints {
 public:
  struct Of {
    const std::string& file;
    const std::vector<scenario::Variant>& variants;
    const Backend& backend;
    const Backends& backends;
    const Programs& programs;
  };
  /// Everything in `of` must outlive this.
  explicit SweepPoints(const Of& of) : of_(of) {}

  /// What tells this sweep from others: version, backend, every row, the profiles and stacks behind them.
  sweep::SweepIdentity identity() const;

  /// Runs one, and says in a line of points.jsonl how that went. Throws nothing.
  std::string run(std::size_t point) const;
  /// The line of one that went down with its worker.
  std::string lost(std::size_t point, const std::string& why) const;

  /// The result of those rows: what a run of them alone would have left.
  trace::Result result_of(std::vector<trace::Row> rows) const;

 private:
  Of of_;
};

}  // namespace gin::cli
