// What it makes for an agent's calls that it has lanes, which make them together.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

using JointSets = std::vector<scenario::Assignment>;

trace::Row put_by(const std::string& scope, const std::string& stack, const JointSets& more = {}) {
  JointSets sets = {{"launch.scope", scope},    {"launch.agents", "1"}, {"stack", stack},
                    {"params.until", "issued"}, {"params.count", "1"},  {"params.bytes", "8"}};
  sets.insert(sets.end(), more.begin(), more.end());
  return laboratory::run("tests/effects/one_call.json", sets).rows.at(0);
}

TEST(JointCalls, TakeWhatTheStackSaysMoreThanAThreadsForTheNic) {
  for (const char* scope : {"warp", "block"}) {
    // At the clock at which the stack's costs hold.
    EXPECT_EQ(put_by(scope, "nvshmem-ibgda").p50_ps() - put_by("thread", "nvshmem-ibgda").p50_ps(), 2020000)
        << scope;
    EXPECT_EQ(put_by(scope, "lean").p50_ps(), put_by("thread", "lean").p50_ps()) << scope;
    const JointSets proxied = {{"path", "proxy"}, {"override.stack.gpu.joint_ns", "2000"}};
    EXPECT_EQ(put_by(scope, "lean", proxied).p50_ps(), put_by("thread", "lean", proxied).p50_ps()) << scope;
  }
}

}  // namespace
}  // namespace gin
