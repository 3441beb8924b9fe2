// Embedded files must come back byte for byte; the samples are written by embed_samples.cmake.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "core/base/embedded.hpp"

namespace gin::embedded {
std::span<const File> samples();

namespace {

std::string text_of(std::string_view name) {
  for (const File& file : samples()) {
    if (file.name == name) return std::string(file.text);
  }
  ADD_FAILURE() << "no sample named " << name;
  return {};
}

std::string every_byte() {
  std::string bytes;
  for (int code = 1; code < 256; ++code) bytes.push_back(static_cast<char>(code));
  return bytes;
}

TEST(Embed, FilesStandInTheOrderGivenUnderTheirNameWithoutExtensions) {
  std::vector<std::string_view> names;
  for (const File& file : samples()) names.push_back(file.name);
  EXPECT_EQ(names, (std::vector<std::string_view>{"every_byte", "quotes", "line_ends", "large", "empty"}));
}

TEST(Embed, EveryByteSurvives) {
  EXPECT_EQ(text_of("every_byte"), every_byte());
}

TEST(Embed, QuotesEscapesAndTrigraphsAreText) {
  EXPECT_EQ(text_of("quotes"), "{\"a\": \"b\\\"c\"} )\" R\"( ?\?/ \\x41 \\0 // /* " + every_byte());
}

TEST(Embed, LineEndsAreNotTranslated) {
  EXPECT_EQ(text_of("line_ends"), "one\r\ntwo\n\n\tthree");
}

TEST(Embed, TextsBeyondTheLengthOfALiteralAreWhole) {
  const std::string text = text_of("large");
  ASSERT_EQ(text.size(), 16u * 8192);
  for (std::size_t i = 0; i < text.size(); i += 16) ASSERT_EQ(text.substr(i, 16), "0123456789abcdef") << "at " << i;
}

TEST(Embed, AnEmptyFileIsAnEmptyText) {
  EXPECT_EQ(text_of("empty"), "");
}

}  // namespace
}  // namespace gin::embedded
