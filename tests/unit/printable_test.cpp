// Text on its way to a terminal.
#include "core/base/printable.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

TEST(Printable, TextStaysAsItIs) {
  const std::string text = "r\u00e9sum\u00e9 \u4e2d \U0001f600\n\tindented";
  EXPECT_EQ(printable(text, 1000), text);
  EXPECT_EQ(first_unprintable(text), std::string::npos);
}

TEST(Printable, WhatSteersATerminalIsWrittenOut) {
  EXPECT_EQ(printable("a\x1b[31mb\x7f\r", 1000), "a\\x1b[31mb\\x7f\\x0d");
  EXPECT_EQ(printable("\xc2\x9b", 1000), "\\xc2\\x9b") << "C1 in UTF-8";
  EXPECT_EQ(first_unprintable(std::string_view("ab\0c", 4)), 2U);
}

TEST(Printable, WhatIsNoUtf8IsWrittenOut) {
  for (const char* bytes :
       {"\xff", "\xc3", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xf8\x88", "\x80"})
    EXPECT_EQ(first_unprintable(bytes), 0U) << printable(bytes, 100);
}

TEST(Printable, ALongLineIsCutAndTheNextIsThereAgain) {
  EXPECT_EQ(printable("short\n" + std::string(1'000'000, 'x') + "\nlast", 8),
            "short\nxxxxxxxx... (999992 bytes more)\nlast");
}

}  // namespace
}  // namespace gin
