// The screen of ginlab accuracy, and everything behind it.
#include "cli/accuracy_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

namespace gin::cli {
namespace {

std::size_t longest_line(const std::string& text) {
  std::istringstream lines(text);
  std::size_t longest = 0;
  for (std::string line; std::getline(lines, line);) longest = std::max(longest, line.size());
  return longest;
}

/// One table of two figures, of which the model has one and is half off the other.
struct Figures {
  std::string cause =
      "a cause that is too long for a screen because it says all that is known about the machine, "
      "its network and what else was going on there";
  std::vector<models::ValidationTable> tables;
  std::vector<PredictedCase> all;
  std::vector<models::Family> families;

  Figures() {
    models::ValidationTable table;
    table.name = "t";
    table.family = "puts";
    table.source = "somebody";
    table.falls_short = cause;
    table.cases = {
        {"one", {}, 1'000'000, ""}, {"two", {}, 2'000'000, ""}, {"three", {}, 3'000'000, "stack.call_ns"}};
    table.left_out = {{"four", "too large"}};
    tables.push_back(table);
    for (const models::ValidationCase& figure : tables[0].cases)
      all.push_back({&tables[0], &figure, "p", "p + s", figure.id == "two" ? 1'000'000 : figure.expected});
    families = {{"puts", "time of a put", "somebody", {"t"}, ""}, {"gets", "", "a paper", {}, "no such machine"}};
  }
  AccuracyReport report(bool details) const {
    return {.tables = tables, .all = all, .families = families, .details = details, .uncovered = true};
  }
};

TEST(AccuracyReport, TheScreenHasALineForEachFamilyAndMachineAndForWhatFallsShort) {
  const Figures figures;
  const std::string text = text_of(figures.report(false));
  EXPECT_NE(text.find("| puts   | time of a put |       2 |   1 |  0.0 % | 50.0 % | 50.0 % | 0.0 % |\n"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("| p + s           |       2 |   1 |  0.0 % | 50.0 % |"), std::string::npos) << text;
  EXPECT_NE(text.find("\n- puts: a cause that is too long for a screen"), std::string::npos) << text;
  EXPECT_EQ(text.find("going on there"), std::string::npos) << text;
  EXPECT_EQ(text.find("| one "), std::string::npos) << text;
  EXPECT_LE(longest_line(text), 120U);
}

TEST(AccuracyReport, DetailsHaveEachFigureWholeCausesAndWhatIsNotPredicted) {
  const Figures figures;
  std::string text = text_of(figures.report(true));
  std::ranges::replace(text, '\n', ' ');
  EXPECT_NE(text.find("| two    |        2 |         1 | -50.0 % | prediction         |"), std::string::npos)
      << text;
  EXPECT_NE(text.find("- puts (90 % within 50.0 %, 0.0 % in order): a cause"), std::string::npos) << text;
  EXPECT_NE(text.find("going on there"), std::string::npos) << text;
  EXPECT_NE(text.find("- not predicted: four: too large"), std::string::npos) << text;
}

TEST(AccuracyReport, AFamilyWithoutATableIsUncovered) {
  Figures figures;
  EXPECT_NE(text_of(figures.report(false)).find("Uncovered, published figures that no table has: gets.\n"),
            std::string::npos);
  EXPECT_NE(text_of(figures.report(true)).find("- uncovered: gets: no such machine (a paper)\n"),
            std::string::npos);
  figures.families.back() = {"gets", "time of a get", "a paper", {"u"}, ""};
  EXPECT_EQ(text_of(figures.report(true)).find("ncovered: gets"), std::string::npos);
}

TEST(AccuracyReport, WhatShippedFamiliesMeasureFitsTheScreen) {
  Figures figures;
  figures.families = models::shipped_families();
  for (const models::Family& family : figures.families) {
    figures.tables[0].family = family.name;
    EXPECT_LE(longest_line(text_of(figures.report(false))), 120U) << family.name;
  }
}

}  // namespace
}  // namespace gin::cli
