// The PEs of one process, each on a thread of its own.
#pragma once

#include <cstdint>
#include <functional>

namespace gin {

/// Numbers from `begin` up to `end`.
struct PeRange {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// Of `n_pes`, those of process `index` of so many: neighbours, as equally many as it goes.
constexpr PeRange pes_of_process(std::uint32_t index, std::uint32_t processes, std::uint32_t n_pes) {
  const auto first = [&](std::uint32_t process) { return (process * n_pes + processes - 1) / processes; };
  return {first(index), first(index + 1)};
}
/// And the other way.
constexpr std::uint32_t process_of(std::uint32_t pe, std::uint32_t processes, std::uint32_t n_pes) {
  return pe * processes / n_pes;
}

/// Calls body(pe) for all of them at once, the first on this thread; returns the greatest of what they return.
int on_threads(PeRange pes, const std::function<int(std::uint32_t pe)>& body);

}  // namespace gin
