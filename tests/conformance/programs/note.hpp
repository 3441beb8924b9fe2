// What a program finds out on the device, written down where verify can look, and how verify says what is wrong.
#pragma once

#include "core/device/program.hpp"

namespace gin::conformance {

using Byte = unsigned char;

/// Writes one value into this PE's copy of a window.
template <DeviceContext Ctx, class T>
GIN_DEVICE void note(Ctx& ctx, const Window<T>& window, std::uint64_t index, T value) {
  const auto view = ctx.local(window);
  ctx.for_lanes(1, views(writes(view)), [=](std::uint64_t) { view[index] = value; });
}

/// One element of this PE's copy, for all lanes.
template <DeviceContext Ctx, class T>
GIN_DEVICE T read(Ctx& ctx, const Window<T>& window, std::uint64_t index) {
  const auto view = ctx.local(window);
  return static_cast<T>(ctx.broadcast(views(reads(view)), [=] { return static_cast<std::uint64_t>(view[index]); }));
}

/// How many of the `count` elements of this PE's copy from `begin` on are not expected(i).
template <DeviceContext Ctx, class T, class F>
GIN_DEVICE std::uint64_t differences(Ctx& ctx, const Window<T>& window, std::uint64_t begin, std::uint64_t count,
                                     F expected) {
  const auto view = ctx.local(window);
  return ctx.lane_sum(count, views(reads(view)),
                      [=](std::uint64_t i) { return view[begin + i] == expected(i) ? 0 : 1; });
}

/// The first element of `window` that is not expected(i); for verify.
template <class T, class F>
Mismatch first_wrong(const char* name, const Window<T>& window, const Memory& memory, F expected) {
  const T* data = memory.of(window);
  for (std::uint64_t i = 0; i < window.count; ++i) {
    const auto wanted = static_cast<T>(expected(i));
    if (data[i] != wanted)
      return {true, name, i, static_cast<std::uint64_t>(wanted), static_cast<std::uint64_t>(data[i])};
  }
  return {};
}

}  // namespace gin::conformance
