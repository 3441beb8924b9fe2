// A send queue as a NIC in software serves it.
#pragma once

#include <cstdint>
#include <vector>

namespace gin {

template <class Memory>
struct ServedQueue {
  Memory queue;
  std::uint64_t next = 0;  ///< index of the work request that is to be carried out
  bool has_failed = false;
};

/// From what their agents have announced so far.
template <class Memory>
std::vector<ServedQueue<Memory>> served(const std::vector<Memory>& queues) {
  std::vector<ServedQueue<Memory>> served;
  for (const Memory& queue : queues) served.push_back({queue, queue.host->announced});
  return served;
}

}  // namespace gin
