// Keeps every core of this machine busy with nothing. A virtual core that sleeps may wake on another core of its
// host, near its neighbour or far from it, and a round trip between the two differs by five times: raw and ginlab
// would be measured on different machines.
#pragma once

#include <atomic>
#include <thread>
#include <vector>

namespace gin::bench {

class AwakeCores {
 public:
  AwakeCores();
  ~AwakeCores();
  AwakeCores(const AwakeCores&) = delete;
  AwakeCores& operator=(const AwakeCores&) = delete;

 private:
  std::atomic<bool> stop_{false};
  std::vector<std::thread> idlers_;
};

}  // namespace gin::bench
