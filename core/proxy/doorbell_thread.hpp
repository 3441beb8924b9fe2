// Path gpu-cpu-doorbell: a CPU thread that looks at every queue of its PE in turn and rings the NIC's doorbell for
// agents that may not (NVSHMEM falls back to this without saying so; looking at hundreds of queues is its price).
#pragma once

#include <vector>

#include "core/device/send_queue.hpp"
#include "core/proxy/poll_loop.hpp"

namespace gin {

/// `Queues` answers `SendQueue<Env>* find(station)`: null while nobody has used that queue.
template <class Env, class Queues>
class DoorbellThread {
 public:
  /// `gate` moves whenever an agent leaves a note.
  DoorbellThread(Env& env, const Queues& queues, std::uint32_t stations, typename Env::Gate& gate)
      : env_(env),
        queues_(queues),
        rung_(stations),
        loop_(env, gate, {.rings = stations, .look = Cost::doorbell_poll, .completions = false}) {}

  /// One look at one queue; says whether it found anything. Call it for ever.
  bool step() {
    return loop_.step([this](std::uint32_t station) { return serve(station); });
  }
  /// One look at each.
  bool round() {
    bool found = false;
    for (std::uint32_t i = 0; i < loop_.stations(); ++i) found |= step();
    return found;
  }

 private:
  bool serve(std::uint32_t station) {
    SendQueue<Env>* queue = queues_.find(station);
    if (!queue || !queue->note) return false;
    // Acquire: the work requests before the index are written.
    const std::uint64_t index = load<Order::acquire>(queue->memory.host->announced);
    if (index <= rung_[station]) return false;
    rung_[station] = index;
    env_.charge(Cost::doorbell_ring, 1);
    env_.post(*queue, index);
    return true;
  }

  Env& env_;
  Queues queues_;
  std::vector<std::uint64_t> rung_;  ///< by station: what the NIC was told
  PollLoop<Env> loop_;
};

}  // namespace gin
