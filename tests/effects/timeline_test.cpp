// What happens in one round of the ping-pong, event by event, against a written timeline: a change of the model
// shows in review as a change of these lines. To write them anew: GINLAB_WRITE_GOLDEN=1 effects_tests
// --gtest_filter=Timeline.*
#include <cstdlib>
#include <fstream>
#include <sstream>

#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

void expect_timeline(const std::string& name, const std::vector<scenario::Assignment>& sets) {
  const std::string file = laboratory::source("tests/golden/ping_pong_" + name + ".txt");
  std::string text;
  for (const std::string& line : laboratory::timeline("tests/effects/ping_pong.json", sets)) text += line + "\n";
  if (std::getenv("GINLAB_WRITE_GOLDEN")) std::ofstream(file) << text;
  std::stringstream golden;
  golden << std::ifstream(file).rdbuf();
  EXPECT_EQ(text, golden.str());
}

const scenario::Assignment one_round = {"params.rounds", "1"};
const scenario::Assignment no_warmup = {"measure.warmup", "0"};

TEST(Timeline, OfTheGpuPathIsAsWritten) {
  expect_timeline("gpu", {one_round, no_warmup, {"path", "gpu"}});
}

TEST(Timeline, OfTheProxyPathIsAsWritten) {
  expect_timeline("proxy", {one_round, no_warmup, {"path", "proxy"}});
}

TEST(Timeline, OfThePointerPathIsAsWritten) {
  expect_timeline(
      "pointer",
      {one_round, no_warmup, {"path", "pointer"}, {"cluster.nodes", "1"}, {"cluster.gpus_per_node", "2"}});
}

}  // namespace
}  // namespace gin
