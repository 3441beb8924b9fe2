// What an agent's calls take more because its lanes make them together.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using JointSets = std::vector<scenario::Assignment>;

trace::Row called_by(const std::string& scope, const std::string& stack, const JointSets& more = {}) {
  JointSets sets = {{"launch.scope", scope},    {"launch.agents", "1"}, {"stack", stack},
                    {"params.until", "issued"}, {"params.count", "1"},  {"params.bytes", "8"}};
  sets.insert(sets.end(), more.begin(), more.end());
  return laboratory::run("tests/effects/one_call.json", sets).rows.at(0);
}

const scenario::Assignment joint = {"override.stack.gpu.joint_ns", "2000"};

std::int64_t more_than_a_threads(const std::string& scope, const std::string& op) {
  const JointSets sets = {{"params.op", op}, joint};
  return called_by(scope, "lean", sets).p50_ps() - called_by("thread", "lean", sets).p50_ps();
}

TEST(JointCalls, TakeWhatTheStackSaysMoreThanAThreadsForTheNic) {
  for (const char* scope : {"warp", "block"}) {
    EXPECT_EQ(called_by(scope, "lean").p50_ps(), called_by("thread", "lean").p50_ps()) << scope;
    EXPECT_EQ(more_than_a_threads(scope, "put"), 2000000) << scope;
    EXPECT_EQ(more_than_a_threads(scope, "get"), 2000000) << scope;
    EXPECT_EQ(more_than_a_threads(scope, "add"), 0) << scope;
    const JointSets proxied = {{"path", "proxy"}, joint};
    EXPECT_EQ(called_by(scope, "lean", proxied).p50_ps(), called_by("thread", "lean", proxied).p50_ps()) << scope;
  }
}

}  // namespace
}  // namespace gin
