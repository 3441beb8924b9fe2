// Requests and completions as mlx5 adapters have them, for those who write queues by hand and have no such adapter.
#pragma once

#include "core/softverbs/request.hpp"

namespace softverbs {

/// Entries of completion queues that were not written yet.
constexpr std::uint8_t mlx5_unwritten = 0xf0;

/// As decode(), of requests that take one slot.
bool decode_mlx5(const Slots& slots, std::uint64_t index, Request& request);

/// A mlx5_cqe64 of a request that was sent, in place of `completion`; `owner` is 0 on the first lap, 1 on the second.
softverbs_completion as_mlx5(const softverbs_completion& completion, std::uint8_t owner);

}  // namespace softverbs
