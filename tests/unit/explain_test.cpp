#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

std::string explained(const std::string& field) {
  return explain(field, test::test_vocabulary());
}

bool says(const std::string& text, const std::string& words) {
  return text.find(words) != std::string::npos;
}

TEST(Explain, AFieldTellsRangeDefaultMeaningAndHowToSetIt) {
  EXPECT_EQ(explained("cluster.nodes"),
            "cluster.nodes: an integer from 1 to 1024; default 1\n  Machines in the job.\n\n"
            "Set it with --set cluster.nodes=VALUE; compare it with {\"field\": \"cluster.nodes\", \"values\": "
            "[...]} in the file, or\nginlab sweep --axis cluster.nodes=VALUE,VALUE.\n");
}

TEST(Explain, ASectionListsItsFields) {
  const std::string text = explained("cluster");
  EXPECT_TRUE(says(text, "cluster\n  The machines"));
  EXPECT_TRUE(says(text, "cluster.nodes: "));
  EXPECT_TRUE(says(text, "cluster.profile: "));
  EXPECT_FALSE(says(text, "launch.agents"));
  EXPECT_TRUE(says(explained("compare"), "first axis slowest"));
}

TEST(Explain, AParameterIsFoundWithAndWithoutItsProgram) {
  const std::string text = explained("params.block_bytes");
  EXPECT_EQ(text, explained("params.transpose.block_bytes"));
  EXPECT_TRUE(says(text, "params.transpose.block_bytes: an integer from 8 to 1048576 (bytes); default 4096\n"));
  EXPECT_TRUE(says(text, "--set params.block_bytes=VALUE"));
  EXPECT_TRUE(says(explained("params.token_ring"), "params.token_ring.hops: an integer from 1 to 64; required"));
}

TEST(Explain, AnUnknownFieldIsBadUsageWithTheNearest) {
  EXPECT_EQ(test::refusal([] { explained("cluster.node"); }),
            "explain \"cluster.node\": expected a field or section of a scenario; did you mean \"cluster.nodes\"?");
}

TEST(Explain, EveryFieldAndEverySectionHasAnAnswerWithText) {
  const FieldTable table = fields(test::test_vocabulary());
  for (const Field& field : table.fields()) {
    EXPECT_FALSE(field.text.empty()) << field.path;
    EXPECT_TRUE(says(explained(field.path), field.text)) << field.path;
  }
}

TEST(ScenarioSchema, RangesWordsDefaultsAndTextsComeFromTheTable) {
  const Json schema = scenario::schema(test::test_vocabulary());
  const Json& properties = schema["properties"];
  EXPECT_EQ(schema["required"].dump(), R"(["schema","program"])");
  EXPECT_EQ(schema["additionalProperties"], false);
  EXPECT_EQ(properties["cluster"]["properties"]["nodes"].dump(),
            R"({"type":"integer","minimum":1,"maximum":1024,"default":1,"description":"Machines in the job."})");
  EXPECT_EQ(properties["program"]["enum"].dump(), R"(["transpose","token_ring","idle"])");
  EXPECT_EQ(properties["path"]["anyOf"][0].dump(),
            R"({"enum":["pointer","gpu","gpu-cpu-doorbell","proxy","host"]})");
}

TEST(ScenarioSchema, EachProgramBringsItsOwnParameters) {
  const Json rules = scenario::schema(test::test_vocabulary())["allOf"];
  ASSERT_EQ(rules.size(), 3u);
  EXPECT_EQ(rules[0]["if"]["properties"]["program"]["const"], "transpose");
  EXPECT_EQ(rules[0]["then"]["properties"]["params"]["properties"]["block_bytes"]["maximum"], 1048576);
  EXPECT_FALSE(rules[0]["then"].contains("required"));
  EXPECT_EQ(rules[1]["then"]["required"].dump(), R"(["params"])");
}

}  // namespace
}  // namespace gin::scenario
