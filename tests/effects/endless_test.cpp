// Any number that a profile or stack may hold, at either end of its range: a run ends, or is refused in a sentence.
#include <fmt/format.h>

#include "core/base/error.hpp"
#include "models/load.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using Sets = std::vector<scenario::Assignment>;

/// Empty if the run ended and its data was right, else what was said.
std::string said_of(const char* file, const Sets& sets) {
  try {
    const trace::Row row = laboratory::run(file, sets).rows.at(0);
    EXPECT_TRUE(row.verified) << row.mismatch;
    EXPECT_GT(row.p50_ps(), 0);
    return "";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2) << error.what();
    return error.what();
  }
}

TEST(Endless, ALineOfAByteASecondIsRefusedByNameWhereItsTimeDoesNotFit) {
  const Sets sets = {{"path", "gpu"}, {"profile.nic.line_bytes_per_second", "1"}};
  EXPECT_EQ(said_of("tests/effects/one_put.json", sets), "");
  Sets longer = sets;
  longer.push_back({"params.bytes", "16777216"});
  const std::string said = said_of("tests/effects/one_put.json", longer);
  EXPECT_NE(said.find("virtual time: expected to end before 2^63 ps, which are 106 days, came "), std::string::npos)
      << said;
  EXPECT_NE(said.find("wire.serialize"), std::string::npos) << said;
}

TEST(Endless, IterationsThatFitByThemselvesMayNotFitTogether) {
  const Sets sets = {{"path", "gpu"},
                     {"profile.nic.line_bytes_per_second", "1"},
                     {"params.bytes", "2097152"},
                     {"measure.warmup", "0"},
                     {"measure.iterations", "3"}};
  EXPECT_EQ(said_of("tests/effects/one_put.json", sets), "");
  Sets more = sets;
  more.back().value = "6";
  EXPECT_NE(said_of("tests/effects/one_put.json", more).find("106 days"), std::string::npos);
}

/// Both ends of every number of a table.
std::vector<scenario::Assignment> extremes(const FieldTable& table, const std::string& prefix) {
  std::vector<scenario::Assignment> all;
  for (const Field& field : table.fields()) {
    if (field.kind != FieldKind::quantity) continue;
    for (const std::int64_t value : {field.min, field.max}) {
      if (field.path.find("ring_slots") != std::string::npos ||
          field.path.find("queues.depth") != std::string::npos)
        continue;  // memory, not time
      all.push_back({prefix + field.path, std::to_string(value)});
    }
  }
  return all;
}

TEST(Endless, EveryNumberAtEitherEndOfItsRangeEndsOrIsRefused) {
  std::vector<scenario::Assignment> all = extremes(models::profile_fields(), "profile.");
  for (scenario::Assignment& one : extremes(models::stack_fields(), "stack.")) all.push_back(std::move(one));
  ASSERT_GT(all.size(), 200u);
  for (const scenario::Assignment& one : all)
    for (const char* path : {"gpu", "proxy", "pointer", "host"}) {
      SCOPED_TRACE(fmt::format("{} = {} on {}", one.path, one.value, path));
      Sets sets = {one,
                   {"path", path},
                   {"cluster.nodes", path == std::string("pointer") ? "1" : "2"},
                   {"cluster.gpus_per_node", "2"},
                   {"payload", "real"}};
      said_of("tests/effects/transpose.json", sets);
    }
}

}  // namespace
}  // namespace gin
