// Whose model is asked beside which measurement, and what becomes of an answer that there is not.
#include "cli/prediction.hpp"

#include <gtest/gtest.h>

#include "core/base/error.hpp"
#include "tests/unit/made_result.hpp"

namespace gin::cli {
namespace {

class Answering final : public Backend {
 public:
  Answering(std::string name, std::string clock) : name_(std::move(name)), clock_(std::move(clock)) {}
  std::string name() const override { return name_; }
  std::string summary() const override { return ""; }
  Traits traits() const override {
    return {.time = clock_ == "virtual" ? Traits::Time::modelled : Traits::Time::real};
  }
  std::string unavailable_because() const override { return ""; }
  trace::Row run(const RunRequest& request) const override {
    if (request.scenario.stack == "refused") throw Error(Code::unavailable, "not here");
    return made::row({}, request.scenario.measure.iterations * 100);
  }

 private:
  std::string name_;
  std::string clock_;
};

std::vector<std::unique_ptr<Backend>> answering() {
  std::vector<std::unique_ptr<Backend>> backends;
  backends.push_back(std::make_unique<Answering>("shm", "wall"));
  backends.push_back(std::make_unique<Answering>("tcp", "wall"));
  backends.push_back(std::make_unique<Answering>("emulated", "virtual"));
  return backends;
}

scenario::Variant on(const std::string& profile, std::int64_t iterations, const std::string& stack = "lean") {
  scenario::Variant variant;
  variant.scenario.program = "none";
  variant.scenario.cluster.profile = profile;
  variant.scenario.stack = stack;
  variant.scenario.measure.iterations = iterations;
  variant.scenario.measure.repeat = 1;
  return variant;
}

/// What is predicted of each row when backend `index` has measured them.
std::vector<std::int64_t> predictions(std::size_t index, const std::vector<scenario::Variant>& variants) {
  const auto backends = answering();
  Programs programs(1);
  programs[0].name = "none";
  trace::Result result;
  result.rows.resize(variants.size());
  add_predictions(result, *backends[index], backends, programs, variants);
  std::vector<std::int64_t> found;
  for (const trace::Row& row : result.rows) found.push_back(row.predicted_p50_ps);
  return found;
}

TEST(Prediction, OnlyOfRowsWhoseProfileIsOfThisKindOfRun) {
  const std::vector<scenario::Variant> rows = {on("host-shm", 3), on("dgx-h100-cx7", 3), on("host-tcp", 5)};
  EXPECT_EQ(predictions(0, rows), (std::vector<std::int64_t>{300, 0, 0}));
  EXPECT_EQ(predictions(1, rows), (std::vector<std::int64_t>{0, 0, 500}));
}

TEST(Prediction, VirtualTimeNeedsNone) {
  EXPECT_EQ(predictions(2, {on("host-shm", 3)}), std::vector<std::int64_t>{0});
}

TEST(Prediction, ARowThatTheModelRefusesStaysWithout) {
  EXPECT_EQ(predictions(0, {on("host-shm", 3, "refused"), on("host-shm", 4)}), (std::vector<std::int64_t>{0, 400}));
}

}  // namespace
}  // namespace gin::cli
