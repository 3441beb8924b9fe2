#include "core/bootstrap/frame.hpp"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include "core/bootstrap/body.hpp"

namespace gin::bootstrap {
namespace {

TEST(BootstrapFrame, FramesComeOutWhateverPiecesTheirBytesComeIn) {
  EXPECT_TRUE(rc::check([](const std::vector<std::string>& bodies) {
    std::string stream;
    for (const std::string& body : bodies) stream += framed(Kind::stand, body);
    FrameReader reader(10'000);
    std::vector<std::string> came;
    for (std::size_t at = 0; at < stream.size();) {
      const auto piece = *rc::gen::inRange<std::size_t>(1, 40);
      reader.feed(std::string_view(stream).substr(at, piece));
      at += piece;
      while (std::optional<Frame> frame = reader.next()) came.push_back(frame->body);
    }
    RC_ASSERT(came == bodies);
    RC_ASSERT(reader.fault().empty());
  }));
}

TEST(BootstrapFrame, TheLimitHoldsToTheByte) {
  FrameReader reader(4);
  reader.feed(framed(Kind::stand, "1234"));
  EXPECT_EQ(reader.next()->body, "1234");
  reader.feed(framed(Kind::stand, "12345"));
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.fault(), "expected a message of at most 4 bytes, came one of 5");
}

TEST(BootstrapFrame, AnAnnouncedLengthCostsNothingUntilTheBytesAreThere) {
  FrameReader reader(UINT32_MAX);
  const std::string header = framed(Kind::gather, "").substr(0, 8) + "\xff\xff\xff\xff";
  reader.feed(header);
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.fault(), "");
  EXPECT_LT(reader.room(), 1000U);
}

TEST(BootstrapFrame, RoomForOneLargeFrameIsGivenBack) {
  FrameReader reader(std::size_t{8} << 20);
  reader.feed(framed(Kind::gather, std::string(std::size_t{8} << 20, 'x')));
  EXPECT_GT(reader.room(), std::size_t{8} << 20);
  EXPECT_TRUE(reader.next());
  EXPECT_LT(reader.room(), 1000U);
}

TEST(BootstrapFrame, ManySmallFramesNeedNoMoreRoomThanOneRead) {
  FrameReader reader(100);
  const std::string two = framed(Kind::stand, "1234") + framed(Kind::stand, "567");
  for (int i = 0; i < 1000; ++i) {
    reader.feed(two.substr(0, 20));
    ASSERT_TRUE(reader.next());
    reader.feed(two.substr(20));
    ASSERT_TRUE(reader.next());
  }
  EXPECT_LT(reader.room(), 1000U);
}

TEST(BootstrapFrame, AnotherProgramIsToldApart) {
  FrameReader reader(1000);
  reader.feed("GET / HTTP/1.1\r\n\r\n");
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.fault(),
            "expected a frame of ginlab's bootstrap, came other bytes; is this another program's port?");
  reader.feed(framed(Kind::stand, "too late"));
  EXPECT_FALSE(reader.next());
}

TEST(BootstrapFrame, AnotherProtocolIsNamed) {
  FrameReader reader(1000);
  reader.feed(BodyWriter().raw("GINB").u16(protocol + 1).u16(1).u32(0).take());
  EXPECT_FALSE(reader.next());
  EXPECT_EQ(reader.fault(), "expected bootstrap protocol 3, came 4; use one build of ginlab for all PEs");
}

}  // namespace
}  // namespace gin::bootstrap
