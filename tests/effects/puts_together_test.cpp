// Puts that the lanes of an agent issue side by side: one reservation and one doorbell for all of them, and every
// put where it belongs.
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

trace::Row puts(const std::string& together, const std::string& scope = "thread") {
  const trace::Result result =
      laboratory::run("tests/effects/one_put.json", {{"params.together", together}, {"launch.scope", scope}});
  EXPECT_TRUE(result.rows.at(0).verified) << together;
  return result.rows.at(0);
}

TEST(PutsTogether, ShareADoorbell) {
  for (const char* together : {"1", "2", "16", "32"})
    EXPECT_EQ(laboratory::counter(puts(together), "doorbells"), 1);
}

TEST(PutsTogether, OfAThreadAreBuiltOneByOneAndOfAWarpSideBySide) {
  const std::int64_t build = 155'000;  // stack lean
  const std::int64_t of_thread = puts("16").p50_ps(), of_warp = puts("16", "warp").p50_ps();
  EXPECT_EQ(of_thread - of_warp, 15 * build);
}

}  // namespace
}  // namespace gin
