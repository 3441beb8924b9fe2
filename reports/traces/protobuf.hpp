// Protocol Buffers' wire format, as much of it as writing takes: numbers, texts and messages within messages
// (docs/decisions/013 says why by hand).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gin::reports {

class ProtobufMessage {
 public:
  /// A bool, an enum or an integer that is not negative.
  ProtobufMessage& number(std::uint32_t field, std::uint64_t value) {
    tag(field, 0);
    varint(value);
    return *this;
  }
  /// As field type int64: one that is negative takes ten bytes.
  ProtobufMessage& signed_number(std::uint32_t field, std::int64_t value) {
    return number(field, static_cast<std::uint64_t>(value));
  }
  ProtobufMessage& fixed64(std::uint32_t field, std::uint64_t value) {
    tag(field, 1);
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<char>(value >> 8 * i));
    return *this;
  }
  ProtobufMessage& text(std::uint32_t field, std::string_view value) {
    tag(field, 2);
    varint(value.size());
    bytes_ += value;
    return *this;
  }
  ProtobufMessage& message(std::uint32_t field, const ProtobufMessage& value) { return text(field, value.bytes_); }

  const std::string& bytes() const { return bytes_; }

 private:
  void tag(std::uint32_t field, std::uint32_t type) { varint(field << 3 | type); }
  void varint(std::uint64_t value) {
    for (; value >= 0x80; value >>= 7) bytes_.push_back(static_cast<char>(value | 0x80));
    bytes_.push_back(static_cast<char>(value));
  }

  std::string bytes_;
};

}  // namespace gin::reports
