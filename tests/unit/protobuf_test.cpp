#include "reports/traces/protobuf.hpp"

#include <gtest/gtest.h>

namespace gin::reports {
namespace {

using namespace std::string_literals;

// The examples of protobuf.dev/programming-guides/encoding.
TEST(Protobuf, NumbersTextsAndMessagesAreWrittenAsTheFormatSays) {
  EXPECT_EQ(ProtobufMessage().number(1, 150).bytes(), "\x08\x96\x01");
  EXPECT_EQ(ProtobufMessage().text(2, "testing").bytes(), "\x12\x07testing");
  EXPECT_EQ(ProtobufMessage().message(3, ProtobufMessage().number(1, 150)).bytes(), "\x1a\x03\x08\x96\x01");
}

TEST(Protobuf, EveryWidthOfANumberFits) {
  EXPECT_EQ(ProtobufMessage().number(1, 0).bytes(), "\x08\x00"s);
  EXPECT_EQ(ProtobufMessage().number(1, 127).bytes(), "\x08\x7f");
  EXPECT_EQ(ProtobufMessage().number(60, 128).bytes(), "\xe0\x03\x80\x01");
  EXPECT_EQ(ProtobufMessage().number(1, ~std::uint64_t{0}).bytes(), "\x08" + std::string(9, '\xff') + "\x01");
  EXPECT_EQ(ProtobufMessage().signed_number(1, -2).bytes(), "\x08\xfe" + std::string(8, '\xff') + "\x01");
  EXPECT_EQ(ProtobufMessage().fixed64(47, 0x0102030405060708).bytes(), "\xf9\x02\x08\x07\x06\x05\x04\x03\x02\x01");
}

}  // namespace
}  // namespace gin::reports
