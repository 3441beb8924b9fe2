// Runs scenarios inside a test, as `ginlab run` would.
#pragma once

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/run/execute.hpp"

namespace gin::laboratory {

/// A workload as a test parameter.
struct Case {
  std::string name;
  std::string file;
  std::vector<scenario::Assignment> sets;
};

/// Path of a file of the source tree.
std::string source(const std::string& file);

/// All rows of a scenario on a backend. Throws what ginlab would report; but the tests' own scenarios may ask of stack
/// and profile what they do not offer.
trace::Result run(const std::string& file, const std::vector<scenario::Assignment>& sets = {},
                  const std::string& backend = "emulated");

/// The same in virtual time, recorded.
trace::Result record(const std::string& file, const std::vector<scenario::Assignment>& sets,
                     trace::Recordings& recordings);

/// A line for every event that is delivered in the first row, in virtual time.
std::vector<std::string> timeline(const std::string& file, const std::vector<scenario::Assignment>& sets);

/// The one row whose axes have these values.
const trace::Row& row(const trace::Result& result, const std::vector<std::string>& values);

/// p50 of one row over that of another, in percent.
std::int64_t percent(const trace::Row& row, const trace::Row& of);

/// A counter of a row.
std::int64_t counter(const trace::Row& row, const std::string& name);

}  // namespace gin::laboratory
