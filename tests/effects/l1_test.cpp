// What an SM has loaded it finds again in its L1, until it acquires.
#include "models/cost/memory.hpp"
#include "models/load.hpp"
#include "tests/effects/items.hpp"
#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

struct Reading {
  std::string mode;
  std::int64_t bytes = 65536;
  std::int64_t passes = 2;
  std::string iterations = "1";
};

trace::Row reading(const Reading& r) {
  const trace::Result result =
      laboratory::run("tests/effects/one_copy.json", {{"params.mode", r.mode},
                                                      {"params.bytes", std::to_string(r.bytes)},
                                                      {"params.passes", std::to_string(r.passes)},
                                                      {"measure.iterations", r.iterations}});
  EXPECT_TRUE(result.rows.at(0).verified) << result.rows.at(0).mismatch;
  return result.rows.at(0);
}

std::int64_t in_l1(const trace::Row& row) {
  for (const trace::PathItem& one : row.critical_path)
    if (one.item == "memory.l1") return one.ps;
  return 0;
}

TEST(L1, FurtherPassesOverWhatFitsTakeWhatTheFunctionSays) {
  const models::Profile profile = models::load_profile("dgx-h100-cx7");
  for (const std::int64_t bytes : {4096, 65536, 229376}) {
    const auto time = [&](bool remote, std::int64_t passes) {
      return models::cost::transfer(profile,
                                    {{bytes}, {bytes}, 1, models::cost::Scope::block, remote, false, passes})
          .total()
          .ps;
    };
    for (const char* mode : {"local", "read"}) {
      const bool remote = mode == std::string("read");
      const std::int64_t further = time(remote, 2) - time(remote, 1);
      EXPECT_EQ(in_l1(reading({mode, bytes, 3})), 2 * further) << mode << " " << bytes;
    }
  }
}

TEST(L1, HoldsNothingOfWhatIsLargerAndNothingForALibrarysCopies) {
  EXPECT_EQ(in_l1(reading({"read", 229376 + 8})), 0);
  EXPECT_EQ(in_l1(reading({"local", 1 << 20})), 0);
  EXPECT_EQ(in_l1(reading({"get"})), 0);
}

TEST(L1, IsForgottenAtTheLineBetweenIterations) {
  const trace::Row row = reading({"read", 65536, 1, "3"});
  EXPECT_EQ(in_l1(row), 0);
  EXPECT_EQ(row.samples_ps[1], row.samples_ps[0]);
}

}  // namespace
}  // namespace gin
