// Whether this machine has a core for every busy thread of its PEs. There each may stay on one, proxies near their NIC or GPU, and
// nobody need let go of it while they wait.
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

class ThreadCores {
 public:
  /// All PEs of the job at once, with the same `each`: those of one machine tell each other which cores they may
  /// use. Proxies stay near the first of `devices` that the machine lists, by name or PCI address.
  ThreadCores(bootstrap::Member& member, const std::vector<std::string>& devices,
              const topology::BusyThreads& each);

  bool one_for_each() const { return one_for_each_; }
  /// Called by proxy thread or agent `index` before it starts. Where nothing is pinned, or the OS refuses, it runs
  /// anywhere.
  void pin_proxy(std::uint32_t index) { pin(proxies_, index); }
  void pin_agent(std::uint32_t index) { pin(agents_, index); }
  /// Once the threads have ended: "Pinned(PE 1: proxies on cores 4, 5 near mlx5_0, agents on core 6)". Empty when
  /// none was.
  std::string what_was_done(Pe me) const;

 private:
  struct Seat {
    std::uint32_t core;
    bool is_taken = false;  // written by its own thread only
  };

  using Seats = std::vector<Seat>;
  void pin(Seats& seats, std::uint32_t index);
  static topology::Cores taken(const Seats& seats);

  std::optional<topology::Machine> machine_;
  std::string near_;  // the device, if the machine knows one
  bool one_for_each_ = false;
  Seats proxies_;
  Seats agents_;
};

}  // namespace gin
