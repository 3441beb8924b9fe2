// Bytes for the bootstrap port: frames that are nearly right lead further than chance does.
#pragma once

#include <algorithm>
#include <string>

#include "core/bootstrap/body.hpp"
#include "core/bootstrap/messages.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/input.hpp"

namespace gin::fuzz {

inline void must_be_printable(const std::string& sentence) {
  const auto steers = [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; };
  must(std::none_of(sentence.begin(), sentence.end(), steers), "what is said is one printable line: " + sentence);
}

inline std::string take_bytes(Numbers& numbers, std::size_t count) {
  std::string bytes;
  while (bytes.size() < count && !numbers.empty()) bytes += static_cast<char>(numbers.take(1));
  return bytes;
}

/// A message of any kind, well formed as far as its fields go, but for those that need the secret.
inline std::string take_frame(Numbers& numbers) {
  using namespace bootstrap;
  const std::uint64_t choice = numbers.take(1);
  const auto small = [&] { return take_bytes(numbers, numbers.take(1) % 40); };
  switch (choice % 8) {
    case 0:
      return encode(Gather{numbers.take(1) % 4, small(), small()});
    case 1: {
      Gathered all{numbers.take(1) % 4, {}};
      for (std::uint64_t parts = numbers.take(1) % 4; parts > 0; --parts) all.parts.push_back(small());
      return encode(all);
    }
    case 2: {
      Hello hello;
      hello.rank = static_cast<std::uint32_t>(numbers.take(1) % 4);
      hello.size = static_cast<std::uint32_t>(numbers.take(1) % 4);
      hello.deadline_ms = static_cast<std::uint32_t>(numbers.take(2));
      hello.version = small();
      return encode(hello);
    }
    case 3:  // a header that lies
      return BodyWriter()
          .raw("GINB")
          .u16(protocol)
          .u16(static_cast<std::uint16_t>(numbers.take(1) % 14))
          .u32(static_cast<std::uint32_t>(numbers.take(4)))
          .raw(small())
          .take();
    case 4:
      return small();
    case 5:
      return encode_sentence(Kind::stand, std::string(numbers.take(2) % 5000, 's'));
    default:
      return framed(static_cast<Kind>(numbers.take(1) % 14), small());
  }
}

inline std::string take_stream(Numbers& numbers) {
  std::string stream;
  for (std::uint64_t frames = numbers.take(1) % 8; frames > 0; --frames) stream += take_frame(numbers);
  if (numbers.take(1) % 4 == 0 && !stream.empty()) stream.resize(numbers.take(2) % stream.size());
  return stream;
}

}  // namespace gin::fuzz
