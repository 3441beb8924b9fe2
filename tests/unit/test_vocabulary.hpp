// Programs, profiles and stacks as the run layer would name them, small enough to know by heart.
#pragma once

#include "core/scenario/scenario.hpp"

namespace gin::test {

inline scenario::Vocabulary test_vocabulary() {
  const Field block_bytes{.path = "block_bytes",
                          .unit = "bytes",
                          .min = 8,
                          .max = 1 << 20,
                          .default_value = 4096,
                          .text = "One PE's share of a message."};
  const Field pipelined{
      .path = "pipelined", .kind = FieldKind::boolean, .default_value = false, .text = "Overlaps."};
  const Field hops{.path = "hops", .min = 1, .max = 64, .text = "How far a token goes."};
  return {
      .programs = {{.name = "transpose", .params = {block_bytes, pipelined}},
                   {.name = "token_ring", .params = {hops}},
                   {.name = "idle", .params = {}}},
      .profiles = {"dgx-h100-cx7", "p5-efa"},
      .stacks = {"lean", "nccl-proxy"},
      .default_profile = "dgx-h100-cx7",
      .default_stack = "lean",
      .numbers = {"profile.nic.wqe_fetch_ns", "stack.gpu.poll_ns", "stack.proxy.poll_ns", "stack.queues.depth"}};
}

}  // namespace gin::test
