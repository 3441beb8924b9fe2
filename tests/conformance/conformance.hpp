// The fixture of all conformance tests: a scenario of the harness that a test changes before it runs a program.
#pragma once

#include <gtest/gtest.h>

#include "core/run/program_of.hpp"
#include "tests/conformance/harness.hpp"
#include "tests/lanes/lanes_env.hpp"

namespace gin::conformance {

/// Why a test is left out where signals are counters of the NIC.
inline constexpr const char* counts_ones = "a NIC that counts has no atomics but adding one";

class Conformance : public testing::TestWithParam<Harness> {
 protected:
  explicit Conformance(const Harness& harness) : harness_(harness), scenario(scenario_of(harness)) {}
  Conformance() : Conformance(GetParam()) {}

  /// Skips, with the reason, where the backend does not run.
  void SetUp() override;

  const Harness& on() const { return harness_; }
  void param(const std::string& name, Value value) { scenario.params.set(name, std::move(value)); }
  void override_stack(const std::string& path, const std::string& number) {
    scenario.stack_overrides.push_back({path, number});
  }
  /// What a signal does where every NIC can: a counter only adds.
  const char* set_or_add() const { return on().counts() ? "add" : "set"; }
  /// Programs lean on this, which the API promises on such stacks only.
  void promise_strong_signals() {
    override_stack("strong_signals", "true");
    leans_on_signals_ = true;
  }
  /// What is asked is when things happen on this machine, so nothing may be late.
  void lean_on_times() { leans_on_times_ = true; }
  /// Agents that issue without delay: what can be overtaken is overtaken.
  void hurry();

  template <class P>
  trace::Row run() const {
    return run(program_entry<P, lanes::LanesEnv>());
  }
  /// Runs P and expects that its data is right.
  template <class P>
  trace::Row expect_right() const {
    return expect_right(program_entry<P, lanes::LanesEnv>());
  }
  /// Runs P, which must end with Error(failed); returns its text.
  template <class P>
  std::string failure() const {
    return failure(program_entry<P, lanes::LanesEnv>());
  }

 private:
  trace::Row run(const ProgramEntry& program) const { return run(program, scenario); }
  trace::Row run(const ProgramEntry& program, scenario::Scenario as) const;
  trace::Row expect_right(const ProgramEntry& program) const;
  /// It is right however late everything comes that the rules let come late, in virtual time, which can make it so.
  void expect_right_when_late(const ProgramEntry& program) const;
  std::string failure(const ProgramEntry& program) const;

  Harness harness_;
  const Backend* backend_ = nullptr;
  bool leans_on_signals_ = false;
  bool leans_on_times_ = false;

 protected:
  scenario::Scenario scenario;
};

std::int64_t counter(const trace::Row& row, const std::string& name);
std::string name_of(const testing::TestParamInfo<Harness>& info);

}  // namespace gin::conformance
