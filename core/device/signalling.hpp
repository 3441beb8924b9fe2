// The three ways to tell a peer that its data is there. A scenario chooses; programs call `deliver`.
#pragma once

#include "core/device/context.hpp"

namespace gin {

enum class Signalling : std::uint8_t {
  put_signal,      ///< one call
  put_quiet_flag,  ///< put, quiet, flag, quiet: what programs without put_signal do
  put_fence_flag,  ///< put, fence, flag
};

template <DeviceContext Ctx>
GIN_DEVICE void deliver(Ctx& ctx, Signalling style, const PutSignal& s) {
  if (style == Signalling::put_signal) {
    ctx.put_signal_nbi(s);
    return;
  }
  ctx.put_nbi({s.to, s.from, s.bytes, s.peer});
  if (style == Signalling::put_quiet_flag)
    ctx.quiet();
  else
    ctx.fence();
  ctx.signal_op({s.signal, s.value, s.op, s.peer});
  if (style == Signalling::put_quiet_flag) ctx.quiet();
}

}  // namespace gin
