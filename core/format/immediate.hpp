// The immediate of a message on a fabric without order: 32 bits that the target's CPU finds in its completion
// queue. Which queue of the source the message belongs to, the number of its operation there, and how many
// messages the operation has; or, on the way back, which operations are done.
//
// Layouts are data: the widths of four fields, first field lowest. Encoding checks every field, because a field
// that runs over turns into somebody else's number: hangs at 4096 tokens and at 64 ranks were that.
#pragma once

#include <cstdint>

namespace gin {

enum class ImmediateKind : std::uint32_t {
  part,         ///< one of `count` messages of operation `number`
  acknowledge,  ///< operations number .. number + count - 1 are carried out
  fetched,      ///< operation `number` is carried out; its old value is in the message
  signal,       ///< the only message of operation `number`: it adds one to the 8-byte word `count` of the heap
};

struct Immediate {
  ImmediateKind kind = ImmediateKind::part;
  std::uint32_t stream = 0;
  std::uint32_t number = 0;  ///< modulo 2^bits of the layout
  std::uint32_t count = 1;
  constexpr bool operator==(const Immediate&) const = default;
};

struct ImmediateLayout {
  unsigned kind_bits = 2;
  unsigned stream_bits = 8;
  unsigned number_bits = 16;
  unsigned count_bits = 6;

  constexpr unsigned bits() const { return kind_bits + stream_bits + number_bits + count_bits; }
  static constexpr std::uint64_t values(unsigned bits) { return std::uint64_t{1} << bits; }
  /// Operations of one stream that may be under way: half of the numbers, so that older and newer can be told.
  constexpr std::uint32_t window() const { return static_cast<std::uint32_t>(values(number_bits) / 2); }
  constexpr std::uint32_t count_max() const { return static_cast<std::uint32_t>(values(count_bits) - 1); }
};
static_assert(ImmediateLayout{}.bits() == 32);

/// `too_wide` names the first field that its bits do not hold; the bits mean nothing then.
struct EncodedImmediate {
  std::uint32_t bits = 0;
  const char* too_wide = nullptr;
};

/// The number is taken modulo its width; every other field has to fit.
constexpr EncodedImmediate encode(const ImmediateLayout& layout, const Immediate& immediate) {
  EncodedImmediate out;
  unsigned at = 0;
  const auto put = [&](std::uint32_t value, unsigned bits, const char* name) {
    if (value >= ImmediateLayout::values(bits) && !out.too_wide) out.too_wide = name;
    out.bits |= static_cast<std::uint32_t>((value & (ImmediateLayout::values(bits) - 1)) << at);
    at += bits;
  };
  put(static_cast<std::uint32_t>(immediate.kind), layout.kind_bits, "kind");
  put(immediate.stream, layout.stream_bits, "stream");
  put(static_cast<std::uint32_t>(immediate.number & (ImmediateLayout::values(layout.number_bits) - 1)),
      layout.number_bits, "number");
  put(immediate.count, layout.count_bits, "count");
  if (layout.bits() > 32 && !out.too_wide) out.too_wide = "layout";
  return out;
}

constexpr Immediate decode(const ImmediateLayout& layout, std::uint32_t bits) {
  unsigned at = 0;
  const auto take = [&](unsigned width) {
    const auto value = static_cast<std::uint32_t>(bits >> at & (ImmediateLayout::values(width) - 1));
    at += width;
    return value;
  };
  return {static_cast<ImmediateKind>(take(layout.kind_bits)), take(layout.stream_bits), take(layout.number_bits),
          take(layout.count_bits)};
}

/// The full number that `low` means, given one that is less than half a circle of the layout away.
constexpr std::uint32_t full_number(const ImmediateLayout& layout, std::uint32_t low, std::uint32_t near) {
  const unsigned shift = 32 - layout.number_bits;
  const auto distance = static_cast<std::int32_t>((low - near) << shift) >> shift;
  return near + static_cast<std::uint32_t>(distance);
}

}  // namespace gin
