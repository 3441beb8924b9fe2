// The environment's words, as a program of its own reads them.
#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <stdlib.h>

#include "core/softverbs/address.hpp"
#include "core/softverbs/chance.hpp"
#include "tests/softverbs/connection.hpp"

namespace softverbs {
namespace {

struct Spoiled {
  const char* variable;
  const char* value;
  const char* sentence;
};

class SoftWords : public testing::TestWithParam<Spoiled> {};

/// Settings are read once, so each is another process.
TEST_P(SoftWords, WhatIsWrongIsSaidAndThereAreNoDevices) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  const Spoiled& spoiled = GetParam();
  EXPECT_EXIT(
      {
        ::setenv(spoiled.variable, spoiled.value, 1);
        int count = -1;
        ibv_device** list = ibv_get_device_list(&count);
        std::exit(list == nullptr && count == 0 && errno == EINVAL ? 0 : 1);
      },
      testing::ExitedWithCode(0), spoiled.sentence);
}

INSTANTIATE_TEST_SUITE_P(
    Of, SoftWords,
    testing::Values(Spoiled{"SOFTVERBS_NICS", "9", "a number from 0 to 8 in SOFTVERBS_NICS, came \"9\""},
                    Spoiled{"SOFTVERBS_HOST", "-1", "a number from 0 to 4095 in SOFTVERBS_HOST, came \"-1\""},
                    Spoiled{"SOFTVERBS_SEED", "1x", "in SOFTVERBS_SEED, came \"1x\""},
                    Spoiled{"SOFTVERBS_LOSS", "1001", "a number from 0 to 1000 in SOFTVERBS_LOSS"},
                    Spoiled{"SOFTVERBS_EFA", "128", "a number from 0 to 127 in SOFTVERBS_EFA, came \"128\""},
                    Spoiled{"SOFTVERBS_REGISTERED", "1k", "in SOFTVERBS_REGISTERED, came \"1k\""},
                    Spoiled{"SOFTVERBS_REORDER", "x", "in SOFTVERBS_REORDER, came \"x\""},
                    Spoiled{"SOFTVERBS_DELAY_US", "", "in SOFTVERBS_DELAY_US, came \"\""},
                    Spoiled{"SOFTVERBS_FABRIC", "a/b",
                            "1 to 32 letters and digits in SOFTVERBS_FABRIC, came \"a/b\""}),
    [](const testing::TestParamInfo<Spoiled>& one) { return std::string(one.param.variable); });

TEST(SoftSettings, RegisteredMemoryIsRefusedBeyondItsLimitUntilOtherIsLetGo) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(
      {
        ::setenv("SOFTVERBS_REGISTERED", "10000", 1);
        const Opened opened;
        std::vector<unsigned char> memory(10'000);
        const auto registered = [&](std::size_t bytes) {
          const int access = IBV_ACCESS_LOCAL_WRITE;  // no enumerator: verbs.h asks it for bits of another
          return ibv_reg_mr(opened.domain, memory.data(), bytes, access);
        };
        const auto refused = [&](std::size_t bytes) { return registered(bytes) == nullptr && errno == ENOMEM; };
        ibv_mr* one = registered(6'000);
        bool is_right = one && refused(4'001);
        ibv_mr* const other = registered(4'000);
        is_right = is_right && other && refused(1) && ibv_dereg_mr(one) == 0 && refused(6'001);
        one = registered(6'000);
        is_right = is_right && one && ibv_dereg_mr(one) == 0 && ibv_dereg_mr(other) == 0;
        std::exit(is_right ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST(SoftAddress, LidAndGidLeadBack) {
  for (std::uint32_t host : {0u, 1u, 300u, hosts_max - 1})
    for (std::uint32_t nic = 0; nic < nics_max; ++nic) {
      const Address address{host, nic};
      EXPECT_EQ(address_of(lid_of(address)), address);
      EXPECT_EQ(address_of(gid_of(address)), address);
    }
  EXPECT_EQ(address_of(std::uint16_t{0}), std::nullopt);
  EXPECT_EQ(address_of(std::uint16_t{0xc000}), std::nullopt);
  EXPECT_EQ(address_of(ibv_gid{}), std::nullopt);
}

TEST(SoftAddress, DevicesOfTwoFabricsHaveOtherNumbersAndDoNotReachEachOther) {
  const Address address{3, 1};
  EXPECT_NE(guid_of(address, "job1"), guid_of(address, "job2"));
  EXPECT_NE(guid_of(address, "job1"), guid_of({3, 2}, "job1"));
  EXPECT_EQ(guid_of(address), guid_of(address, settings()->fabric));
  ibv_gid elsewhere = gid_of(address);
  elsewhere.global.interface_id = htobe64(guid_of(address, settings()->fabric + "2"));
  EXPECT_EQ(address_of(elsewhere), std::nullopt);
}

TEST(SoftChance, RatesAreKeptAndTheSamePacketMeetsTheSame) {
  int lost = 0;
  for (std::uint32_t packet = 0; packet < 100'000; ++packet) {
    const Attempt attempt{7, packet, 0};
    lost += draw(3, attempt, Mishap::request_lost) % 1000 < 100;
    EXPECT_EQ(draw(3, attempt, Mishap::answer_lost), draw(3, attempt, Mishap::answer_lost));
  }
  EXPECT_NEAR(lost, 10'000, 500);
  EXPECT_NE(draw(3, {7, 1, 0}, Mishap::error), draw(3, {7, 1, 1}, Mishap::error));
  EXPECT_NE(draw(3, {7, 1, 0}, Mishap::error), draw(4, {7, 1, 0}, Mishap::error));
}

}  // namespace
}  // namespace softverbs
