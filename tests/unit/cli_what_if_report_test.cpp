// The page that `what-if` prints, from runs made by hand.
#include "cli/what_if_report.hpp"

#include <gtest/gtest.h>

namespace gin::cli {
namespace {

models::Number a_number(std::int64_t value, bool power_of_two = false) {
  return {.path = "", .unit = "count", .power_of_two = power_of_two, .value = value};
}
Trial reported(std::int64_t p50_ps, bool same = false) {
  return {.value = "8", .why_not = "", .p50_ps = p50_ps, .same = same};
}
Trial left_out(const std::string& why) {
  return {.value = "", .why_not = why};
}

WhatIf made_findings() {
  const auto with = [](const models::Number& base, const Trial& less, const Trial& more) {
    return std::vector<RowTrials>{{.base = base, .less = less, .more = more}};
  };
  return {.scenario = "s",
          .percent = 20,
          .rows = {{}},
          .base_p50_ps = {1'000'000},
          .numbers = {{"profile.little", with(a_number(5), reported(990'000), reported(1'010'000))},
                      {"profile.idle", with(a_number(9), reported(1'000'000, true), reported(1'000'000, true))},
                      {"stack.much", with(a_number(64, true), left_out("too few"), reported(1'200'000))},
                      {"stack.stuck", with(a_number(1), left_out("same"), left_out("same"))}}};
}

TEST(WhatIfReport, LargestFirstThenWhatChangesNothingThenWhatWasNotVaried) {
  EXPECT_EQ(to_text(made_findings(), 0),
            "# What if: s\n"
            "\n"
            "Changes are of a p50 of 1.00 us.\n"
            "\n"
            "| number         |                      value |   -20 % |    +20 % |\n"
            "|----------------|---------------------------:|--------:|---------:|\n"
            "| stack.much     | 64 count (halved, doubled) |       - | +20.00 % |\n"
            "| profile.little |                    5 count | -1.00 % |  +1.00 % |\n"
            "\n"
            "1 number of 4 changes nothing.\n"
            "\n"
            "Not varied:\n"
            "  stack.much   halved: too few\n"
            "  stack.stuck  same\n");
}

TEST(WhatIfReport, TopHidesTheSmallerOnesAndSaysSo) {
  const std::string text = to_text(made_findings(), 1);
  EXPECT_EQ(text.find("profile.little"), std::string::npos);
  EXPECT_NE(text.find("| stack.much"), std::string::npos);
  EXPECT_NE(text.find("1 number below these; --top shows more.\n1 number of 4 changes nothing.\n"),
            std::string::npos);
}

TEST(WhatIfReport, OfSeveralRowsItNamesTheOneWithTheLargestChange) {
  WhatIf found = made_findings();
  found.rows = {{{"path", "gpu"}}, {{"path", "proxy"}}};
  found.base_p50_ps = {1'000'000, 2'000'000};
  found.numbers = {{"stack.both",
                    {{.base = a_number(5), .less = reported(900'000), .more = reported(1'000'000)},
                     {.base = a_number(7), .less = reported(2'000'000), .more = reported(2'300'000)}}}};
  const std::string text = to_text(found, 0);
  EXPECT_NE(text.find("| stack.both | 7 count |   0 % | +15.00 % | 2.00 us | row path=proxy |"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace gin::cli
