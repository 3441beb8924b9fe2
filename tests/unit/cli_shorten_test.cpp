// What goes wrong is made smaller for as long as it goes wrong in the same way.
#include "cli/shorten.hpp"

#include <gtest/gtest.h>

#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "core/base/error.hpp"

namespace gin::cli {
namespace {

/// Hangs with two PEs and more; with one, and nobody to wait for, it is wrong in another way.
class HangsInCompany : public Backend {
 public:
  std::string name() const override { return "hangs"; }
  std::string summary() const override { return ""; }
  Traits traits() const override { return {.time = Traits::Time::modelled}; }
  trace::Row run(const RunRequest& request) const override {
    if (request.scenario.n_pes() < 2) throw Error(Code::failed, "expected a PE below 1, got 1");
    throw Error(Code::hung, "hang");
  }
};

TEST(Shortening, KeepsTheKindOfMistake) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("shorten-" + std::to_string(getpid()) + ".json");
  std::ofstream(file) << R"({"schema": 1, "name": "x", "program": "any", "launch": {"agents": 2},
    "cluster": {"nodes": 2, "gpus_per_node": 2, "profile": "dgx-h100-cx7"}})";
  const Programs programs = {{.name = "any", .summary = "", .params = {}}};
  const HangsInCompany backend;
  const RowRunner runner(backend, programs, 1);
  RunOptions options;
  options.quiet = true;
  const scenario::Scenario smallest =
      runner.load_row(shortened({file.string(), {}}, Came::hung, options, runner)).scenario;
  EXPECT_EQ(smallest.n_pes(), 2u);
  EXPECT_EQ(smallest.launch.agents, 1);
  std::filesystem::remove(file);
}

}  // namespace
}  // namespace gin::cli
