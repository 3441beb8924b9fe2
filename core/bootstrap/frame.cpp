#include "core/bootstrap/frame.hpp"

#include <fmt/format.h>

#include "core/bootstrap/body.hpp"

namespace gin::bootstrap {
namespace {

constexpr std::string_view magic = "GINB";
// A reader that has seen one large frame does not sit on its memory for the rest of the job.
constexpr std::size_t room_kept = std::size_t{1} << 20;

}  // namespace

std::string framed(Kind kind, std::string_view body) {
  BodyWriter frame;
  frame.raw(magic).u16(protocol).u16(static_cast<std::uint16_t>(kind));
  return frame.u32(static_cast<std::uint32_t>(body.size())).raw(body).take();
}

void FrameReader::feed(std::string_view bytes) {
  if (!fault_.empty()) return;
  if (read_ > 0 && read_ >= bytes_.size() / 2) {
    bytes_.erase(0, read_);
    read_ = 0;
  }
  bytes_ += bytes;
}

std::optional<Frame> FrameReader::next() {
  const std::string_view rest = std::string_view(bytes_).substr(read_);
  if (!fault_.empty() || rest.size() < header_bytes) return std::nullopt;
  BodyReader header(rest.substr(0, header_bytes));
  if (header.raw(magic.size()) != magic)
    return refuse("expected a frame of ginlab's bootstrap, came other bytes; is this another program's port?");
  if (const std::uint16_t came = header.u16(); came != protocol)
    return refuse(fmt::format("expected bootstrap protocol {}, came {}; use one build of ginlab for all PEs",
                              protocol, came));
  const auto kind = static_cast<Kind>(header.u16());
  const std::size_t length = header.u32();
  if (length > body_max_)
    return refuse(fmt::format("expected a message of at most {} bytes, came one of {}", body_max_, length));
  if (rest.size() < header_bytes + length) return std::nullopt;
  Frame frame{kind, std::string(rest.substr(header_bytes, length))};
  read_ += header_bytes + length;
  if (read_ == bytes_.size() && bytes_.capacity() > room_kept) {
    std::string().swap(bytes_);
    read_ = 0;
  }
  return frame;
}

std::nullopt_t FrameReader::refuse(std::string why) {
  fault_ = std::move(why);
  std::string().swap(bytes_);
  read_ = 0;
  return std::nullopt;
}

}  // namespace gin::bootstrap
