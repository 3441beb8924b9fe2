// Whether what a run stores fits into this machine, asked before anything starts: memory is handed out when it is
// touched, and what touches too much of it is killed without a word.
#pragma once

#include <cstdint>
#include <string>

#include "core/fabric/heap.hpp"
#include "core/run/heap_plan.hpp"

namespace gin {

/// What this process may still take.
struct MemoryRoom {
  std::uint64_t bytes = 0;
  std::string by;  ///< who says so: "MemAvailable of /proc/meminfo"
};

/// The least of what the kernel calls available (Linux, Documentation/filesystems/proc.rst) and what the limits of
/// this process's control groups leave (admin-guide/cgroup-v2.rst, cgroup-v1/memory.rst), whose file caches count
/// as free. Where nobody says, there is room for everything. `root` stands in for / in tests.
MemoryRoom memory_room(const std::string& root = "");

/// What of a plan lies in memory.
struct Stored {
  std::uint32_t pes = 1;  ///< whose heaps this machine holds
  bool phantom = false;   ///< bulk windows are left out
  bool shared = false;    ///< between processes
};

/// The heaps to make. Nine tenths of the room are theirs: a tenth is for what is on its way, queues and fibers (a
/// transpose of 3 and of 12 GiB on backend emulated took 10 % and less on top of its heaps). Throws
/// Error(bad_input) with the sum by window and what would fit.
SymmetricHeaps::Size heaps_that_fit(const HeapPlan& plan, const Stored& stored,
                                    const MemoryRoom& room = memory_room());

}  // namespace gin
