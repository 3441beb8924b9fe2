#include "tests/conformance/conformance.hpp"

#include <cstdlib>

#include "core/base/error.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/lanes/lanes_backend.hpp"

namespace gin::conformance {
namespace {

/// Each test of each place has one; more by night.
std::uint64_t seeds_when_late() {
  const char* const asked = std::getenv("GINLAB_ADVERSARY_SEEDS");
  return asked ? std::strtoull(asked, nullptr, 10) : 1;
}

}  // namespace

void Conformance::SetUp() {
  static const std::unique_ptr<Backend> on_lanes = lanes::make_lanes_backend();
  backend_ = harness_.backend == on_lanes->name() ? on_lanes.get() : test::find_backend(harness_.backend);
  const std::string reason = backend_->unavailable_because();
  if (!reason.empty()) GTEST_SKIP() << harness_.backend << ": " << reason;
}

void Conformance::hurry() {
  for (const char* cost :
       {"call_ns", "gpu.build_ns", "gpu.publish_ns", "gpu.doorbell_ns", "gpu.joint_ns", "proxy.push_ns"})
    override_stack(cost, "0");
}

trace::Row Conformance::run(const ProgramEntry& program, scenario::Scenario filled) const {
  filled.program = program.name;
  for (const Field& field : program.params)
    if (!filled.params.has(field.path)) filled.params.set(field.path, *field.default_value);
  return backend_->run({filled, program, filled.seed, {}});
}

trace::Row Conformance::expect_right(const ProgramEntry& program) const {
  trace::Row row;
  try {
    row = run(program);
  } catch (const Error& error) {
    ADD_FAILURE() << error.what();
    return row;
  }
  EXPECT_TRUE(row.verified) << row.mismatch;
  // What a failure takes with it depends on what is under way at that time.
  const bool fails = scenario.test.refuse_request != 0;
  if (on().is_virtual() && !leans_on_times_ && !fails) expect_right_when_late(program);
  return row;
}

void Conformance::expect_right_when_late(const ProgramEntry& program) const {
  const std::uint64_t seeds = seeds_when_late();
  for (const scenario::Adversary adversary : {scenario::Adversary::machine, scenario::Adversary::contract}) {
    const bool is_contract = adversary == scenario::Adversary::contract;
    if (is_contract && leans_on_signals_) continue;
    for (std::uint64_t seed = 1; seed <= seeds; ++seed) {
      scenario::Scenario late = scenario;
      late.test.adversary = adversary;
      late.seed = seed;
      try {
        const trace::Row row = run(program, late);
        EXPECT_TRUE(row.verified) << row.mismatch << " (by the " << (is_contract ? "contract" : "machine")
                                  << "'s order, seed " << seed << ")";
      } catch (const Error& error) {
        ADD_FAILURE() << error.what() << " (by the " << (is_contract ? "contract" : "machine") << "'s order, seed "
                      << seed << ")";
      }
    }
  }
}

std::string Conformance::failure(const ProgramEntry& program) const {
  try {
    run(program);
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 1);
    return error.what();
  }
  ADD_FAILURE() << program.name << " ended without an error";
  return "";
}

std::int64_t counter(const trace::Row& row, const std::string& name) {
  for (const trace::Counter& one : row.counters)
    if (one.name == name) return one.value;
  ADD_FAILURE() << "expected a counter " << name << " in the row";
  return -1;
}

std::string name_of(const testing::TestParamInfo<Harness>& info) {
  return info.param.name;
}

}  // namespace gin::conformance
