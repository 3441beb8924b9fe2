// Contestants: bundles of fields in the place of a product.
#include <gtest/gtest.h>

#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

constexpr const char* two = R"({"bytes": {"field": "params.block_bytes", "values": [8, 16]},
  "contestants": {"IBGDA, warm": {"stack": "lean", "path": "gpu"}, "IBRC": {"stack": "nccl-proxy", "path.other_node": "proxy",
                                                                      "stack.proxy.post_ns": 80}}})";

std::string contest(const std::string& compare) {
  return R"({"schema": 1, "program": "transpose", "cluster": {"nodes": 2}, "seed": 7, "compare": )" + compare + "}";
}

std::vector<Variant> contested(const std::string& compare, const std::vector<Assignment>& sets = {}) {
  return load_text(contest(compare), "s.json", sets, test::test_vocabulary());
}

std::string refusal_of_contest(const std::string& compare, const std::vector<Assignment>& sets = {}) {
  return test::refusal([&] { contested(compare, sets); });
}

TEST(Contestants, AreTheFirstAxisWhereverTheyStand) {
  std::string block = two;
  block.replace(block.find("IBGDA, warm"), 11, "IBGDA (warm)");
  const auto rows = contested(block);
  ASSERT_EQ(rows.size(), 4u);
  EXPECT_EQ(rows[0].coordinates[0].axis, "contestant");
  EXPECT_EQ(rows[0].coordinates[0].value, "IBGDA (warm)");
  EXPECT_EQ(rows[0].coordinates[1].value, "8");
  EXPECT_EQ(rows[2].coordinates[0].value, "IBRC");
}

TEST(Contestants, EachSetsItsOwnFieldsAndLeavesTheOthersAsTheDocumentHasThem) {
  std::string block = two;
  block.replace(block.find("IBGDA, warm"), 11, "IBGDA");
  const auto rows = contested(block);
  const Scenario& ibgda = rows[0].scenario;
  const Scenario& ibrc = rows[2].scenario;
  EXPECT_EQ(ibgda.stack, "lean");
  EXPECT_EQ(ibgda.paths.same_node, Path::gpu);
  EXPECT_TRUE(ibgda.stack_overrides.empty());
  EXPECT_EQ(ibrc.stack, "nccl-proxy");
  EXPECT_EQ(ibrc.paths.same_node, Path::pointer);
  EXPECT_EQ(ibrc.paths.other_node, Path::proxy);
  ASSERT_EQ(ibrc.stack_overrides.size(), 1u);
  EXPECT_EQ(ibrc.stack_overrides[0], (Override{"proxy.post_ns", "80"}));
  EXPECT_EQ(ibrc.seed, 7u);
}

TEST(Contestants, AreRefusedWithTheirPlaceAndWhatIsWrong) {
  const std::string at = "s.json: $.compare.contestants";
  EXPECT_EQ(refusal_of_contest(two),
            at + "[\"IBGDA, warm\"]: expected a name of at most 40 letters, digits, spaces and _-.+/() that "
                 "starts with a letter");
  EXPECT_EQ(
      refusal_of_contest(R"({"contestants": {}})"),
      at + ": expected an object of 1 to 1024 contestants, {\"NAME\": {\"FIELD\": VALUE}}, got an empty object");
  EXPECT_EQ(refusal_of_contest(R"({"contestants": {"A": {"stack": "lean"}, "B": {"stack": "lean"}}})"),
            at + ".B: these are the fields of \"A\" already; keep one");
  EXPECT_NE(refusal_of_contest(R"({"contestants": {"A": {"stac": "lean"}}})")
                .find(".A.stac: unknown field; did you mean \"stack\"?"),
            std::string::npos);
  EXPECT_NE(refusal_of_contest(R"({"contestants": {"A": {"stack": "leen"}}})").find(".A.stack: "),
            std::string::npos);
  EXPECT_EQ(refusal_of_contest(R"({"contestants": {"A": {"path": "gpu", "path.other_node": "proxy"}}})"),
            at + ".A[\"path.other_node\"]: \"path\" says this already; keep one");
  EXPECT_NE(refusal_of_contest(R"({"contestants": {"A": 1}})")
                .find("expected an object of fields and their values, got 1"),
            std::string::npos);
}

TEST(Contestants, WhatTheySetNoOtherAxisAndNoSetMayChange) {
  const std::string block = R"({"contestants": {"A": {"stack": "lean"}, "B": {"path": "gpu"}})";
  EXPECT_NE(refusal_of_contest(block + R"(, "p": {"field": "path.other_node", "values": ["gpu", "proxy"]}})")
                .find("axis \"contestant\" sets path already"),
            std::string::npos);
  EXPECT_NE(refusal_of_contest(block + "}", {{"stack", "lean"}})
                .find("axis \"contestant\" of s.json varies stack already"),
            std::string::npos);
  EXPECT_NE(
      refusal_of_contest(block + R"(, "contestant": {"field": "seed", "values": [1, 2]}})").find("choose another"),
      std::string::npos);
}

}  // namespace
}  // namespace gin::scenario
