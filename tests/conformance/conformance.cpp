#include "tests/conformance/conformance.hpp"

#include "core/base/error.hpp"
#include "tests/conformance/declared.hpp"
#include "tests/lanes/lanes_backend.hpp"

namespace gin::conformance {

void Conformance::SetUp() {
  static const std::unique_ptr<Backend> on_lanes = lanes::make_lanes_backend();
  backend_ = harness_.backend == on_lanes->name() ? on_lanes.get() : test::find_backend(harness_.backend);
  const std::string reason = backend_->unavailable_because();
  if (!reason.empty()) GTEST_SKIP() << harness_.backend << ": " << reason;
}

void Conformance::hurry() {
  for (const char* cost : {"call_ns", "gpu.build_ns", "gpu.publish_ns", "gpu.doorbell_ns", "proxy.push_ns"})
    override_stack(cost, "0");
}

trace::Row Conformance::run(const ProgramEntry& program) const {
  scenario::Scenario filled = scenario;
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
  return row;
}

std::string Conformance::failure(const ProgramEntry& program) const {
  try {
    run(program);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::failed);
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
