// Numbers and texts in a message, least significant byte first whatever the machine's order is.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace gin::bootstrap {

class BodyWriter {
 public:
  BodyWriter& u16(std::uint16_t number) { return number_of(number, 2); }
  BodyWriter& u32(std::uint32_t number) { return number_of(number, 4); }
  BodyWriter& u64(std::uint64_t number) { return number_of(number, 8); }
  /// As long as it is; the reader has to know.
  BodyWriter& raw(std::string_view bytes) {
    bytes_ += bytes;
    return *this;
  }
  /// With its length in front.
  BodyWriter& text(std::string_view bytes) { return u32(static_cast<std::uint32_t>(bytes.size())).raw(bytes); }
  std::string take() { return std::move(bytes_); }

 private:
  BodyWriter& number_of(std::uint64_t number, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) bytes_ += static_cast<char>(number >> 8 * i);
    return *this;
  }

  std::string bytes_;
};

/// Beyond the end everything reads as nothing; whoever reads asks whole() before believing any of it.
class BodyReader {
 public:
  explicit BodyReader(std::string_view bytes) : rest_(bytes) {}

  std::uint16_t u16() { return static_cast<std::uint16_t>(number_of(2)); }
  std::uint32_t u32() { return static_cast<std::uint32_t>(number_of(4)); }
  std::uint64_t u64() { return number_of(8); }
  std::string_view raw(std::size_t bytes) {
    if (bytes > rest_.size()) {
      short_ = true;
      rest_ = {};
      return {};
    }
    const std::string_view taken = rest_.substr(0, bytes);
    rest_.remove_prefix(bytes);
    return taken;
  }
  std::string_view text() { return raw(u32()); }
  std::string_view rest() { return std::exchange(rest_, {}); }
  std::size_t left() const { return rest_.size(); }
  /// Everything that was read was there, and nothing is left over.
  bool whole() const { return !short_ && rest_.empty(); }

 private:
  std::uint64_t number_of(unsigned bytes) {
    const std::string_view taken = raw(bytes);
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < taken.size(); ++i)
      number |= std::uint64_t{static_cast<unsigned char>(taken[i])} << 8 * i;
    return number;
  }

  std::string_view rest_;
  bool short_ = false;
};

}  // namespace gin::bootstrap
