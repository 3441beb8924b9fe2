#include "tests/fuzz/mutation.hpp"

#include <algorithm>
#include <iterator>
#include <string_view>

namespace gin::fuzz {
namespace {

// clang-format off
constexpr std::string_view tokens[] = {
    "{", "}", "[", "]", ",", ":", "\"", "\\", "\n", "null", "true", "false", "{}", "[]", "\"\"", "\"x\"",
    "\"schema\"", "\\u0000", "\\ud800", "\xc3\xa9", "\xff", "\x1b[2J", "\x7f", "//", "\"a\": 1,", "[[[[[[[["};
constexpr std::string_view numbers[] = {
    "0", "-1", "1", "2.0", "1e3", "1e400", "-0", "0.0005", "65536", "2147483648", "9223372036854775807",
    "9223372036854775808", "18446744073709551616", "0x10", "00", "NaN", "1000000000000000000000000000000"};
// clang-format on

struct Piece {
  std::size_t begin;
  std::size_t end;
};

Piece any_piece(Random& random, const Buffer& of) {
  const std::size_t begin = random.below(of.size() + 1);
  return {begin, begin + std::min(random.below(64), of.size() - begin)};
}

auto at(Buffer& buffer, std::size_t index) {
  return buffer.begin() + static_cast<std::ptrdiff_t>(index);
}
auto at(const Buffer& buffer, std::size_t index) {
  return buffer.begin() + static_cast<std::ptrdiff_t>(index);
}

void put_text(Buffer& buffer, Piece over, std::string_view text) {
  buffer.erase(at(buffer, over.begin), at(buffer, over.end));
  buffer.insert(at(buffer, over.begin), text.begin(), text.end());
}

bool is_digit(std::uint8_t byte) {
  return byte >= '0' && byte <= '9';
}

/// The first run of digits behind a random place; an empty piece where there is none.
Piece any_number(Random& random, const Buffer& of) {
  const auto begin = std::find_if(at(of, random.below(of.size() + 1)), of.end(), is_digit);
  const auto end = std::find_if_not(begin, of.end(), is_digit);
  return {static_cast<std::size_t>(begin - of.begin()), static_cast<std::size_t>(end - of.begin())};
}

/// One line, for JSON is laid out so that most members have their own.
Piece any_line(Random& random, const Buffer& of) {
  const auto middle = at(of, random.below(of.size() + 1));
  const auto end = std::find(middle, of.end(), '\n');
  const auto begin = std::find(std::make_reverse_iterator(middle), of.rend(), '\n').base();
  return {static_cast<std::size_t>(begin - of.begin()), static_cast<std::size_t>(end - of.begin())};
}

void change(Random& random, Buffer& buffer, const Buffer& other) {
  if (buffer.empty()) buffer.push_back(0);
  const std::size_t place = random.below(buffer.size());
  switch (random.below(9)) {
    case 0:
      buffer[place] ^= static_cast<std::uint8_t>(1U << random.below(8));
      break;
    case 1:
      buffer[place] = static_cast<std::uint8_t>(random.next());
      break;
    case 2:
      put_text(buffer, any_number(random, buffer), numbers[random.below(std::size(numbers))]);
      break;
    case 3:
      put_text(buffer, {place, place}, tokens[random.below(std::size(tokens))]);
      break;
    case 4:
      put_text(buffer, any_piece(random, buffer), "");
      break;
    case 5:
      put_text(buffer, any_line(random, buffer), "");
      break;
    case 6: {
      const Piece piece = any_line(random, other);
      buffer.insert(at(buffer, any_line(random, buffer).begin), at(other, piece.begin), at(other, piece.end));
      break;
    }
    case 7: {
      const Piece piece = any_piece(random, other);
      buffer.insert(at(buffer, place), at(other, piece.begin), at(other, piece.end));
      break;
    }
    default:
      buffer.resize(place);
      break;
  }
}

}  // namespace

Buffer mutated(Random& random, const std::vector<Buffer>& corpus) {
  const std::size_t which = random.below(corpus.size());
  Buffer buffer = corpus[which];
  for (std::uint64_t changes = 1 + random.below(4); changes > 0; --changes) {
    // Half of what is taken from elsewhere comes from the same text, where it means something.
    const std::size_t other = random.chance({1, 2}) ? which : random.below(corpus.size());
    change(random, buffer, corpus[other]);
  }
  return buffer;
}

Buffer made_up(Random& random, std::size_t bytes) {
  Buffer buffer(random.chance({1, 8}) ? random.below(bytes + 1) : bytes);
  for (std::uint8_t& byte : buffer) {
    const std::uint64_t kind = random.below(8);
    byte = kind == 0 ? 0 : kind == 1 ? 0xff : static_cast<std::uint8_t>(random.next());
  }
  return buffer;
}

}  // namespace gin::fuzz
