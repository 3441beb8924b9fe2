// The emulated NICs of all PEs and the wire between them.
//
// A work request goes through these stages; each is one event, named after the function that runs it:
//
//   doorbell   the NIC learns that work requests are ready
//   fetch      it has read them from memory: message pipeline, then the payload is read over PCIe
//   transmit   payload is in the NIC (this is the moment at which it is read); source port
//   arrive     first packet is at the target: target port, message pipeline, processing
//   deliver    bytes are in the target's memory: visible
//   respond    reads only: payload read at the target, its port, back over the wire
//   come_back  reads only: at the source's port again
//   complete   acknowledged: the completion is in memory
#pragma once

#include <deque>
#include <memory>
#include <vector>

#include "backends/shm-emulated/nic_model.hpp"
#include "backends/shm-emulated/nic_queue.hpp"

namespace gin::emulated {

struct NetworkRules {
  std::uint32_t queues_per_peer = 1;  ///< contexts included
  std::uint32_t depth = 1024;
  std::uint64_t first_index = 0;  ///< where queue indices start; tests start them near a wrap
};

class Network;

/// A work request on its way.
struct Message {
  Network* network;
  NicQueue* queue;
  WorkRequest request;
  std::uint64_t index;
  sim::Chain chain;
  Instant last_byte;        // of the payload, where the stage now under way can have it at the earliest
  std::uint64_t old_value;  // of an atomic
  bool stored;              // false: phantom payload
  std::vector<unsigned char> payload;
  void transmit(std::uint64_t);
  void arrive(std::uint64_t);
  void deliver(std::uint64_t);
  void respond(std::uint64_t);
  void come_back(std::uint64_t);
  void complete(std::uint64_t);
};

class Network final : public QueueSource {
 public:
  Network(World& world, const NicModel& model, const NetworkRules& rules);

  SendQueue<VirtualEnv>& queue(Pe source, Pe peer, std::uint32_t index) override {
    return nic_queue(source, peer, index).send;
  }
  void grow(SendQueue<VirtualEnv>& queue, std::uint64_t end) override;

  /// The connection of `source` to `peer`; made on first use.
  NicQueue& nic_queue(Pe source, Pe peer, std::uint32_t index);

  /// A line for every queue of `source` with work in it and for some of those without.
  std::vector<std::string> occupancy(Pe source) const;

 private:
  friend struct Message;

  struct Nic {
    explicit Nic(World& world, const NicModel& model);
    sim::ActorId actor;
    sim::Pipe sent, received;          // messages through the pipeline; a message counts as one byte
    sim::Pipe port_out, port_in;       // the line
    sim::Pipe pcie_out, pcie_in;       // reads of this GPU's memory, writes into it
    sim::Pipe atomics;                 // each counts as one byte
    std::vector<std::uint32_t> known;  // by peer and queue of the peer: 1 + index into queues, or 0
    std::deque<NicQueue> queues;
  };
  struct Items {
    sim::Item wqe_fetch, fetch_queue, pipeline_queue, payload_read, transmit, port_queue, serialize, propagation,
        target_queue, receive, memory_write, atomic, acknowledge, completion_write, earlier_work, read_queue;
  };

  void doorbell(NicQueue& queue);
  void start_fetch(NicQueue& queue, Duration latency);
  void fetched(NicQueue& queue);
  void take(NicQueue& queue, std::uint64_t index, sim::Chain chain);
  void transmit(Message& message);
  void arrive(Message& message);
  void deliver(Message& message);
  void respond(Message& message);
  void come_back(Message& message);
  void complete(Message& message);

  Bytes request_payload(const WorkRequest& request) const;
  /// Puts bytes on `nic`'s line from now on; returns when their first byte is at the other end.
  Instant send(Message& message, Nic& nic, Bytes wire_bytes);
  /// Takes bytes off the line; returns when the last is in.
  Instant take_off(Message& message, Nic& nic, Bytes wire_bytes);
  /// The target has answered at `answered`: the acknowledgement goes back.
  void acknowledge(Message& message, Instant answered);
  /// The completion can be in memory at `at`; it and those that waited for it are written in order.
  void finish(Message& message, Instant at);
  Nic& nic(Pe pe) { return *nics_[pe.value]; }
  unsigned char* memory(Pe pe, std::uint64_t offset) { return world_.pes[pe.value].heap + offset; }
  void extend(Message& message, sim::Item item, Instant end) {
    message.chain = world_.path.extend(message.chain, item, end);
  }
  void at(Nic& cause, Instant when, sim::Action action) { world_.simulation.schedule(cause.actor, when, action); }

  World& world_;
  const NicModel model_;
  const NetworkRules rules_;
  Items items_;
  std::vector<std::unique_ptr<Nic>> nics_;
  InFlight<Message> messages_;
};

}  // namespace gin::emulated
