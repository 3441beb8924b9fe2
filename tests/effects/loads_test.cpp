// What a row says of who carried how much, and of what agents did meanwhile, fits what else it says.
#include <algorithm>

#include "tests/effects/laboratory.hpp"

namespace gin {
namespace {

std::int64_t sum(const trace::PeTraffic& traffic) {
  std::int64_t sum = 0;
  for (const auto& line : traffic.bytes)
    for (const std::int64_t cell : line) sum += cell;
  return sum;
}

std::int64_t by_path(const trace::Row& row) {
  std::int64_t sum = 0;
  for (const trace::Traffic& path : row.by_path) sum += path.bytes;
  return sum;
}

using Sets = std::vector<scenario::Assignment>;

TEST(Loads, EveryByteThatWasAskedForCrossedBetweenTwoPes) {
  // 8 bytes of a signal count where they are asked for, and as an atomic where they arrive.
  for (const char* path : {"gpu", "proxy"}) {
    const trace::Result result = laboratory::run("tests/effects/alltoall.json", {{"path", path}});
    for (const trace::Row& row : result.rows) EXPECT_EQ(sum(row.pe_traffic), by_path(row)) << path;
  }
}

TEST(Loads, AnAllToAllIsEvenAndNobodySendsToItself) {
  const trace::Result result = laboratory::run("tests/effects/alltoall.json");
  const auto& bytes = result.rows.front().pe_traffic.bytes;
  ASSERT_EQ(static_cast<std::int64_t>(bytes.size()), result.rows.front().pes);
  for (std::size_t from = 0; from < bytes.size(); ++from)
    for (std::size_t to = 0; to < bytes.size(); ++to)
      EXPECT_EQ(bytes[from][to], from == to ? 0 : bytes[0][1]) << from << " " << to;
}

TEST(Loads, AGetCountsFromThePeThatIsReadToTheOneThatAsked) {
  // Only PE 0 asks.
  for (const char* path : {"gpu", "proxy"}) {
    const trace::Result result =
        laboratory::run("tests/effects/one_call.json", {{"params.op", "get"}, {"path", path}});
    const auto& bytes = result.rows.front().pe_traffic.bytes;
    EXPECT_GT(bytes[1][0], 0) << path;
    EXPECT_EQ(bytes[0][1], 0) << path;
  }
}

TEST(Loads, WhatNicsSendNicsReceive) {
  const trace::Row row = laboratory::run("tests/effects/alltoall.json").rows.front();
  trace::NicLoad all;
  for (const trace::NicLoad& nic : row.nics) {
    all.bytes_out += nic.bytes_out, all.bytes_in += nic.bytes_in;
    all.messages_out += nic.messages_out, all.messages_in += nic.messages_in;
  }
  EXPECT_GT(all.bytes_out, sum(row.pe_traffic));  // headers
  EXPECT_EQ(all.bytes_out, all.bytes_in);
  EXPECT_EQ(all.messages_out, all.messages_in);
}

TEST(Loads, PhasesOfEveryPeLastFromTheStartToTheEndOfTheIteration) {
  for (const char* path : {"gpu", "proxy"}) {
    const trace::Row row = laboratory::run("tests/effects/pipeline.json", {{"path", path}}).rows.front();
    std::vector<std::int64_t> end(static_cast<std::size_t>(row.pes));
    for (const trace::Phase& phase : row.phases) {
      std::int64_t& so_far = end[static_cast<std::size_t>(phase.pe)];
      EXPECT_EQ(phase.begin_ps, so_far);
      so_far = phase.end_ps;
    }
    for (const std::int64_t each : end) EXPECT_EQ(each, row.critical_path_total_ps) << path;
    const auto waits = [](const trace::Phase& phase) { return phase.name == "wait: signal_wait_until"; };
    EXPECT_TRUE(std::ranges::any_of(row.phases, waits)) << path;
  }
}

TEST(Loads, WhatStaysWithinNodesTakesNoNic) {
  const trace::Row row =
      laboratory::run("tests/effects/transpose.json", {{"cluster.nodes", "1"}, {"path", "pointer"}}).rows.front();
  EXPECT_TRUE(row.nics.empty());
  EXPECT_GT(sum(row.pe_traffic), 0);
}

}  // namespace
}  // namespace gin
