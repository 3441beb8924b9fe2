// A run that ends early: which row failed, why, and what was there before it.
#include "core/run/execute.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gin {
namespace {

/// Runs every row at once, but for those whose seed names a way to fail.
class FailingBackend : public Backend {
 public:
  std::string name() const override { return "failing"; }
  std::string summary() const override { return ""; }
  Traits traits() const override { return {.time = Traits::Time::modelled}; }
  std::string unavailable_because() const override { return ""; }
  trace::Row run(const RunRequest& request) const override {
    if (request.seed == 8) throw Error(Code::failed, "nobody sends");
    if (request.seed == 9) throw std::runtime_error("out of paper");
    trace::Row row;
    row.seed = request.seed;
    return row;
  }
};

scenario::Variant row_of_seed(std::uint64_t seed) {
  scenario::Variant variant;
  variant.coordinates = {{"seed", std::to_string(seed)}};
  variant.scenario.program = "any";
  variant.scenario.seed = seed;
  return variant;
}

RunFailed failure_of(const std::vector<scenario::Variant>& variants) {
  const Programs programs = {{.name = "any", .summary = "", .params = {}}};
  try {
    execute(FailingBackend(), programs, variants, {});
  } catch (const RunFailed& failed) {
    return failed;
  }
  ADD_FAILURE() << "it did not fail";
  return RunFailed(Code::failed, "", {});
}

TEST(Execute, ARowThatFailsIsNamedAndTheRowsBeforeItAreKept) {
  const RunFailed failed = failure_of({row_of_seed(3), row_of_seed(4), row_of_seed(8), row_of_seed(5)});
  EXPECT_EQ(failed.code(), Code::failed);
  EXPECT_STREQ(failed.what(), "row seed=8: nobody sends");
  ASSERT_EQ(failed.before().rows.size(), 2u);
  EXPECT_EQ(failed.before().rows[1].seed, 4u);
  EXPECT_EQ(failed.before().backend, "failing");
}

/// Each run says another bound.
class BoundedBackend : public Backend {
 public:
  explicit BoundedBackend(std::vector<std::int64_t> bounds) : bounds_(std::move(bounds)) {}
  std::string name() const override { return "bounded"; }
  std::string summary() const override { return ""; }
  Traits traits() const override { return {.time = Traits::Time::modelled}; }
  std::string unavailable_because() const override { return ""; }
  trace::Row run(const RunRequest&) const override {
    trace::Row row;
    row.samples_ps = {10};
    row.bound_ps = bounds_.at(runs_++);
    row.bound_by = row.bound_ps > 0 ? "latency " + std::to_string(row.bound_ps) : "";
    return row;
  }

 private:
  std::vector<std::int64_t> bounds_;
  mutable std::size_t runs_ = 0;
};

TEST(Execute, TheBoundOfRepeatsIsTheLeast) {
  const Programs programs = {{.name = "any", .summary = "", .params = {}}};
  scenario::Variant thrice = row_of_seed(1);
  thrice.scenario.measure.repeat = 3;
  const auto bound_of = [&](std::vector<std::int64_t> bounds) {
    return execute(BoundedBackend(std::move(bounds)), programs, {thrice}, {}).rows.at(0).bound_by;
  };
  EXPECT_EQ(bound_of({7, 5, 6}), "latency 5");
  EXPECT_EQ(bound_of({3, 5, 6}), "latency 3");
  EXPECT_EQ(bound_of({7, 5, 4}), "latency 4");
  EXPECT_EQ(bound_of({0, 5, 4}), "");
}

TEST(Execute, AnExceptionOfAnotherKindFailsTheRowToo) {
  const RunFailed failed = failure_of({row_of_seed(3), row_of_seed(9)});
  EXPECT_EQ(failed.exit_code(), 1);
  EXPECT_STREQ(failed.what(), "row seed=9: internal error: out of paper");
  EXPECT_EQ(failed.before().rows.size(), 1u);
}

TEST(Execute, TwoProgramsOfOneNameAreRefused) {
  const Programs programs = {{.name = "copy", .summary = "", .params = {}},
                             {.name = "other", .summary = "", .params = {}},
                             {.name = "copy", .summary = "", .params = {}}};
  try {
    refuse_same_names(programs);
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.exit_code(), 2);
    EXPECT_STREQ(error.what(),
                 "program copy: expected a name that no other program of this command has, got it twice; "
                 "change `name` in the struct of yours (ginlab ships: ginlab list programs)");
  }
}

TEST(Execute, TheOnlyRowNeedsNoName) {
  scenario::Variant only = row_of_seed(8);
  only.coordinates.clear();
  EXPECT_STREQ(failure_of({only}).what(), "nobody sends");
}

/// Each run moves so many bytes from PE 0 to PE 1.
class MovingBackend : public FailingBackend {
 public:
  trace::Row run(const RunRequest& request) const override {
    trace::Row row = FailingBackend::run(request);
    row.samples_ps = {1, 1};
    row.pe_traffic.bytes = {{0, 100}, {3, 0}};
    row.nics = {{.pe = 0, .rail = 1, .bytes_out = 140, .bytes_in = 5, .messages_out = 2, .messages_in = 1}};
    return row;
  }
};

TEST(Execute, WhatCrossedBetweenPesIsOfAllRepeatsAsTheSamplesAre) {
  scenario::Variant thrice = row_of_seed(3);
  thrice.scenario.measure.repeat = 3;
  const Programs programs = {{.name = "any", .summary = "", .params = {}}};
  const trace::Row row = execute(MovingBackend(), programs, {thrice}, {}).rows.front();
  EXPECT_EQ(row.samples_ps.size(), 6U);
  EXPECT_EQ(row.pe_traffic.bytes, (std::vector<std::vector<std::int64_t>>{{0, 300}, {9, 0}}));
  const trace::NicLoad& nic = row.nics.at(0);
  EXPECT_EQ(nic.rail, 1);
  EXPECT_EQ(nic.bytes_out, 420);
  EXPECT_EQ(nic.bytes_in, 15);
  EXPECT_EQ(nic.messages_out, 6);
  EXPECT_EQ(nic.messages_in, 3);
}

}  // namespace
}  // namespace gin
