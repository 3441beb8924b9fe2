// What comes off the wire: 32 bits of immediate in any layout, 32 bytes of message. Whatever they are, taking them
// apart loses nothing that the layout has a place for, and a field that does not fit is never sent.
#include "core/format/cpu_message.hpp"
#include "core/format/immediate.hpp"
#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/layout.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

bool holds(unsigned bits, std::uint32_t value) {
  return value < ImmediateLayout::values(bits);
}

void any_bits(const ImmediateLayout& layout, std::uint32_t bits) {
  const Immediate immediate = decode(layout, bits);
  const EncodedImmediate again = encode(layout, immediate);
  must(again.too_wide == nullptr, "what was decoded fits");
  must(again.bits == (bits & (ImmediateLayout::values(layout.bits()) - 1)),
       "what was decoded encodes to the same bits");
}

void any_fields(const ImmediateLayout& layout, const Immediate& immediate) {
  const EncodedImmediate encoded = encode(layout, immediate);
  const bool fits = holds(layout.kind_bits, static_cast<std::uint32_t>(immediate.kind)) &&
                    holds(layout.stream_bits, immediate.stream) && holds(layout.count_bits, immediate.count);
  must((encoded.too_wide == nullptr) == fits, "a field that runs over is named");
  if (!fits) return;
  Immediate expected = immediate;
  expected.number &= static_cast<std::uint32_t>(ImmediateLayout::values(layout.number_bits) - 1);
  must(decode(layout, encoded.bits) == expected, "what fits comes back");
}

void any_number(const ImmediateLayout& layout, std::uint32_t low, std::uint32_t near) {
  const std::uint32_t full = full_number(layout, low, near);
  must(((full - low) & (ImmediateLayout::values(layout.number_bits) - 1)) == 0,
       "a full number ends in its low bits");
  must(full - near + layout.window() < ImmediateLayout::values(layout.number_bits),
       "a full number is at most half a circle away");
}

void any_message(const PackedMessage& packed) {
  constexpr std::uint64_t used = (std::uint64_t{1} << 56) - 1;
  const PackedMessage again = pack(unpack(packed));
  must(again.words[0] == (packed.words[0] & used) && again.words[1] == packed.words[1] &&
           again.words[2] == packed.words[2] && again.words[3] == packed.words[3],
       "a message packs into the words that it came in");
}

}  // namespace

int arrival_codec(Input input) {
  Numbers numbers(input);
  const ImmediateLayout layout = take_layout(numbers, 27);
  while (!numbers.empty()) {
    const auto take = [&](std::size_t bytes) { return static_cast<std::uint32_t>(numbers.take(bytes)); };
    any_bits(layout, take(4));
    Immediate immediate;
    immediate.kind = static_cast<ImmediateKind>(take(1) % 16);
    immediate.stream = take(1 + layout.stream_bits / 8);
    immediate.number = take(4);
    immediate.count = take(1 + layout.count_bits / 8);
    any_fields(layout, immediate);
    const std::uint32_t near = take(4);
    any_number(layout, immediate.number, near);
    PackedMessage packed;
    for (std::uint64_t& word : packed.words) word = numbers.take();
    any_message(packed);
  }
  return 0;
}

}  // namespace gin::fuzz
