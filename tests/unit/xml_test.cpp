// Text in XML: whatever comes in, what goes out is well formed and loses nothing that XML can hold.
#include "reports/base/xml.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace gin::reports {
namespace {

const std::string gone = "\xEF\xBF\xBD";

TEST(Xml, MarkupBecomesReferences) {
  EXPECT_EQ(xml_text("a < b && c > \"d\" 'e'"), "a &lt; b &amp;&amp; c &gt; \"d\" 'e'");
  EXPECT_EQ(xml_quoted("a < b && c > \"d\" 'e'"), "a &lt; b &amp;&amp; c &gt; &quot;d&quot; 'e'");
}

TEST(Xml, LineEndsStayBetweenTagsAndAreSpelledOutBetweenQuotes) {
  EXPECT_EQ(xml_text("a\n\tb\r\n"), "a\n\tb&#13;\n");
  EXPECT_EQ(xml_quoted("a\n\tb\r\n"), "a&#10;&#9;b&#13;&#10;");
}

TEST(Xml, EveryControlCharacterThatXmlForbidsIsReplaced) {
  for (char c = 0; c < 0x20; ++c) {
    if (c == '\t' || c == '\n' || c == '\r') continue;
    EXPECT_EQ(xml_text(std::string("a") + c + "b"), "a" + gone + "b") << int{c};
    EXPECT_EQ(xml_quoted(std::string("a") + c + "b"), "a" + gone + "b") << int{c};
  }
  EXPECT_EQ(xml_text("\x7F"), "\x7F");
}

TEST(Xml, CharactersOfEverySizeStayAsTheyAre) {
  const std::string text =
      "\xC2\x80 \xC3\xA9 \xE0\xA0\x80 \xED\x9F\xBF \xEE\x80\x80 \xEF\xBF\xBD \xF0\x90\x80\x80 \xF4\x8F\xBF\xBF";
  EXPECT_EQ(xml_text(text), text);
  EXPECT_EQ(xml_quoted(text), text);
}

TEST(Xml, CharactersThatXmlLeavesOutAreReplacedWhole) {
  EXPECT_EQ(xml_text("\xEF\xBF\xBEz"), gone + "z");  // U+FFFE
  EXPECT_EQ(xml_text("\xEF\xBF\xBFz"), gone + "z");  // U+FFFF
}

TEST(Xml, WhatIsNoCharacterIsReplacedByteByByte) {
  EXPECT_EQ(xml_text("\x80z"), gone + "z");                            // a middle without a beginning
  EXPECT_EQ(xml_text("\xC3z"), gone + "z");                            // a beginning without a middle
  EXPECT_EQ(xml_text("\xC3"), gone);                                   // cut off
  EXPECT_EQ(xml_text("\xE2\x82"), gone + gone);                        // cut off
  EXPECT_EQ(xml_text("\xC0\xBC"), gone + gone);                        // "<", overlong
  EXPECT_EQ(xml_text("\xE0\x80\xBC"), gone + gone + gone);             // "<", overlong
  EXPECT_EQ(xml_text("\xF0\x80\x80\xBC"), gone + gone + gone + gone);  // "<", overlong
  EXPECT_EQ(xml_text("\xED\xA0\x80"), gone + gone + gone);             // half of a surrogate pair
  EXPECT_EQ(xml_text("\xF4\x90\x80\x80"), gone + gone + gone + gone);  // beyond the last
  EXPECT_EQ(xml_text("\xFF"), gone);
}

RC_GTEST_PROP(Xml, NoBytesWhateverLeaveMarkupOrControlCharacters, (const std::string& bytes)) {
  const std::string quoted = xml_quoted(bytes);
  RC_ASSERT(quoted.find_first_of("<>\"") == quoted.npos);
  for (const char c : quoted) RC_ASSERT(static_cast<unsigned char>(c) >= 0x20);
}

}  // namespace
}  // namespace gin::reports
