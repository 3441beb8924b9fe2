// What follows from a wire and the number of PEs on it: the layout of immediates, and how operations become work
// requests. Agents need the same rules as the fabric: they say when a fence has to wait.
#pragma once

#include <fmt/format.h>

#include <bit>

#include "core/base/error.hpp"
#include "core/device/post_rules.hpp"
#include "core/fabric/wire.hpp"
#include "core/fabric/wire_setup.hpp"
#include "core/format/work_request.hpp"

namespace gin {

/// Two bits of kind, as many for the source PE as it takes (the field `stream`), numbers, and the rest for how many
/// messages an operation has, or which word a signal adds one to. With many PEs the numbers give way first, down to
/// a window of 256 operations; at least 63 messages are left.
inline ImmediateLayout layout_for(std::uint32_t n_pes) {
  constexpr unsigned number_bits_max = 12, number_bits_min = 10, count_bits_wanted = 10, count_bits_min = 6;
  ImmediateLayout layout;
  layout.stream_bits = n_pes < 2 ? 1 : static_cast<unsigned>(std::bit_width(n_pes - 1));
  layout.number_bits = number_bits_max;
  const auto rest = [&] { return 32 - layout.kind_bits - layout.stream_bits - layout.number_bits; };
  while (rest() < count_bits_wanted && layout.number_bits > number_bits_min) --layout.number_bits;
  if (32 < layout.kind_bits + layout.stream_bits + layout.number_bits + count_bits_min)
    throw Error(
        Code::unavailable,
        fmt::format("wire: expected at most {} PEs, which the 32 bits of an immediate can tell apart beside "
                    "the numbers of their operations, got {}",
                    1u << (32 - layout.kind_bits - number_bits_min - count_bits_min), n_pes));
  layout.count_bits = rest();
  return layout;
}

/// Operations of one source that may be under way to one target: a quarter of the circle of numbers, so that what
/// was done one window ago cannot be taken for new.
constexpr std::uint32_t wire_window(const ImmediateLayout& layout) {
  return layout.window() / 2;
}

/// Of a stack's rules only its signals and what it stripes count here.
inline PostRules rules_for_wire(const WireLimits& limits, std::uint32_t n_pes, const PostRules& of_stack) {
  if (of_stack.signals == UnorderedSignals::sender_hold)
    throw Error(
        Code::unavailable,
        "wire: expected receiver_count or receiver_reorder, got sender_hold: targets count all that comes over "
        "a wire, so holding a signal back at its source gains nothing");
  if (limits.inline_max < 8 || limits.message_max == 0)
    throw Error(Code::unavailable,
                fmt::format("wire: expected at least 8 bytes inline and 1 byte a message, got {} "
                            "and {}: choose another provider",
                            limits.inline_max, limits.message_max));
  PostRules rules;
  rules.inline_max = limits.inline_max < WorkRequest::inline_bytes ? limits.inline_max : WorkRequest::inline_bytes;
  if (limits.message_max < rules.message_max) rules.message_max = limits.message_max;
  rules.numbered = true;
  rules.all_numbered = true;
  rules.signals = of_stack.signals;
  rules.stripe_min = of_stack.stripe_min;
  rules.rails = limits.rails;
  rules.layout = layout_for(n_pes);
  return rules;
}

/// The job of `setup` over a wire of these limits, signals as it says. Throws Error(unavailable) where the wire or so many
/// PEs cannot carry it.
inline WireFabricSetup over_wire(WireFabricSetup setup, const WireLimits& limits) {
  setup.post = rules_for_wire(limits, setup.n_pes, setup.post);
  setup.window = wire_window(setup.post.layout);
  if (limits.arrivals_max == 0) return setup;
  constexpr std::uint64_t messages = 2;  // of most operations: data, and a signal that does not ride
  const std::uint64_t of_a_peer = limits.arrivals_max / messages / setup.n_pes;
  if (of_a_peer == 0)
    throw Error(
        Code::unavailable,
        fmt::format("wire: expected at most {} PEs, for whose messages a completion queue of {} has room, got {}",
                    limits.arrivals_max / messages, limits.arrivals_max, setup.n_pes));
  if (of_a_peer < setup.window) setup.window = static_cast<std::uint32_t>(of_a_peer);
  return setup;
}

}  // namespace gin
