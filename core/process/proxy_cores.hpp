// The proxy threads of a PE stay on cores near its NIC, where this machine has a core for every busy thread of its
// PEs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/ids.hpp"
#include "core/bootstrap/member.hpp"
#include "core/topology/assignment.hpp"
#include "core/topology/machine.hpp"

namespace gin {

class ProxyCores {
 public:
  /// All PEs of the job at once, with the same `each`: those of one machine tell each other which cores they may
  /// use.
  ProxyCores(bootstrap::Member& member, const std::string& nic, const topology::BusyThreads& each);

  /// Called by proxy thread `index` before it starts. Where nothing is pinned, or the OS refuses, it runs anywhere.
  void pin(std::uint32_t index);
  /// Once the threads have ended: "proxy threads of PE 1 pinned to cores 4, 5 near mlx5_0". Empty when none was.
  std::string what_was_done(Pe me) const;

 private:
  struct Seat {
    std::uint32_t core;
    bool is_taken = false;  // written by its own thread only
  };

  std::optional<topology::Machine> machine_;
  std::string near_;  // the NIC, if the machine knows it
  std::vector<Seat> seats_;
};

}  // namespace gin
