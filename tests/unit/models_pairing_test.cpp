// What library and machine do by themselves, what has to be asked for, and that asking leaves a mark.
#include "models/pairing.hpp"

#include <gtest/gtest.h>

#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::models {
namespace {

std::vector<std::string> marks(const Asked& asked) {
  return load_pairing(asked).not_offered;
}
std::string refused(const Asked& asked) {
  return test::refusal([&] { load_pairing(asked); });
}

Asked ibrc_on_gpu() {
  return {.profile = "dgx-h100-cx7",
          .profile_overrides = {},
          .stack = "nvshmem-ibrc",
          .stack_overrides = {},
          .paths = {"pointer", "gpu"}};
}

TEST(Pairing, WhatTheLibraryHasNeedsNoAskingAndHasNoMark) {
  Asked asked = ibrc_on_gpu();
  asked.paths = {"pointer", "proxy"};
  EXPECT_TRUE(marks(asked).empty());
}

TEST(Pairing, APathThatTheLibraryDoesNotHaveIsRefusedWithTheOverrideThatAsksForIt) {
  EXPECT_EQ(
      refused(ibrc_on_gpu()),
      "stack nvshmem-ibrc has no path gpu (it has pointer, proxy, host); take another, or ask what if by setting "
      "stack.offers.gpu to true");
}

TEST(Pairing, AskedForItIsLoadedAndMarked) {
  Asked asked = ibrc_on_gpu();
  asked.stack_overrides = {{"offers.gpu", "true"}, {"gpu.build_ns", "10"}};
  EXPECT_EQ(marks(asked),
            std::vector<std::string>{"stack nvshmem-ibrc has no path gpu (it has pointer, proxy, host)"});
  EXPECT_EQ(load_pairing(asked).stack.gpu.build, nanoseconds(10));
}

TEST(Pairing, OverridesThatAskForNothingLeaveNoMark) {
  Asked asked = ibrc_on_gpu();
  asked.stack = "lean";
  asked.stack_overrides = {{"gpu.build_ns", "10"}, {"offers.gpu", "true"}};
  EXPECT_TRUE(marks(asked).empty());
}

TEST(Pairing, AGpuPostsOnlyToANicThatTakesIt) {
  Asked asked{
      .profile = "aws-p5-efa", .profile_overrides = {}, .stack = "lean", .stack_overrides = {}, .paths = {"gpu"}};
  EXPECT_EQ(refused(asked),
            "no GPU can post to the NIC of aws-p5-efa; take another, or ask what if by setting "
            "profile.nic.device_posting to 1");
  asked.profile_overrides = {{"nic.device_posting", "1"}};
  EXPECT_EQ(marks(asked), std::vector<std::string>{"no GPU can post to the NIC of aws-p5-efa"});
  asked.paths = {"gpu-cpu-doorbell"};
  asked.profile_overrides = {};
  EXPECT_TRUE(marks(asked).empty()) << "the CPU rings there";
  asked.paths = {"gpu"};
  asked.profile = "aws-p5en-efa-direct";
  EXPECT_TRUE(marks(asked).empty());
}

TEST(Pairing, ALibraryMadeForOrderIsRefusedOnAFabricWithoutUnlessAllStaysInTheNode) {
  Asked asked{.profile = "aws-p5-efa",
              .profile_overrides = {},
              .stack = "mscclpp",
              .stack_overrides = {},
              .paths = {"pointer", "proxy"}};
  EXPECT_EQ(refused(asked),
            "stack mscclpp has no transport for a fabric without order, as aws-p5-efa is; take another, "
            "or ask what if by setting stack.offers.unordered to true");
  asked.paths = {"pointer"};
  EXPECT_TRUE(marks(asked).empty());
  // Whose order an override took away is a fabric without order too, and no more on the library's list.
  asked.profile = "dgx-h100-cx7";
  asked.paths = {"proxy"};
  EXPECT_TRUE(marks(asked).empty());
  asked.profile_overrides = {{"nic.ordering", "none"}};
  EXPECT_NE(refused(asked).find("without order"), std::string::npos);
}

TEST(Pairing, AFileOfOnesOwnSaysWhatItsLibraryHas) {
  const test::TemporaryFile mine("mine.json",
                                 R"({"schema": 1, "name": "mine", "description": "IBRC, and IBGDA beside it.",
                                                "extends": "nvshmem-ibrc", "offers": {"gpu": true}})");
  Asked asked = ibrc_on_gpu();
  asked.stack = mine.path();
  EXPECT_TRUE(marks(asked).empty());
}

TEST(Pairing, EveryShippedStackHasAPathBetweenNodes) {
  for (const Shipped& stack : shipped_stacks()) {
    const Offers offers = load_stack(stack.name).offers;
    EXPECT_TRUE(offers.pointer) << stack.name;
    EXPECT_TRUE(offers.gpu || offers.proxy) << stack.name;
  }
}

}  // namespace
}  // namespace gin::models
