// What one actor of a wall-clock run does in a paced world: the same transfers and posted writes as VirtualEnv's,
// on the same resources, with due times for the caller to wait for.
#pragma once

#include "core/device/move.hpp"
#include "core/device/ring.hpp"
#include "core/device/send_queue.hpp"
#include "core/device/view.hpp"
#include "core/env/doorbell.hpp"
#include "core/env/in_flight.hpp"
#include "core/env/paced_world.hpp"
#include "core/env/payload.hpp"
#include "core/env/wall_formats.hpp"
#include "core/format/command.hpp"

namespace gin {

class PacedActor {
 public:
  using Time = PacedWorld::Clock::time_point;

  /// Made before there are threads. `hearer`: null where no queues are posted to.
  PacedActor(PacedWorld& world, Pe me, const Pace& pace, DoorbellHearer* hearer = nullptr);

  const PacedWorld& world() const { return world_; }
  PacedWorld::Clock::duration cost(Cost cost, std::uint32_t times) const {
    return world_.stretched(pace_[cost] * times);
  }
  const Pace& pace() const { return pace_; }
  const Machine& machine() const { return machine_; }

  /// Takes its turn on every resource of the route; returns when the bytes are through or, of a read, there.
  Time transfer(const Route& route, std::uint64_t bytes);
  /// The same of a program's own loads, which may find what they look for in the L1.
  Time load(const Route& route, std::uint64_t bytes);
  /// Of a put: when the first of its loads are there and when the last, and what its loop takes from the first on.
  struct Loads {
    Time first, end;
    Duration loop;
  };
  Loads load_source(const Copy& copy);
  /// As World::acquire.
  void acquire();
  /// Lanes have stored to a peer by themselves: a drain waits for them.
  void stored(Pe peer);
  /// When a drain that begins now is over.
  Time drained();

  // These happen later, in order, and nobody waits for them.
  void store(const Copy& copy);
  void store(const StoreValue& store);
  void apply(const AtomicMove& atomic);
  void post(Ring<WallEnv>& ring, std::uint32_t position, const Command& command);
  void post(SendQueue<WallEnv>& queue, std::uint64_t index);
  void publish(std::uint32_t& word, std::uint32_t value);
  /// What is due has happened when this returns.
  void look() { world_.step(); }

 private:
  struct Store {  // or atomic, on its way to a peer
    PacedActor* sender;
    unsigned char* target;
    std::uint64_t bytes;
    bool is_atomic;
    bool is_packets;
    std::uint64_t flag;  ///< of packets
    AtomicMove atomic;
    Payload payload;
    void arrive(std::uint64_t);
  };
  struct PostedCommand {
    PacedActor* sender;
    Ring<WallEnv>* ring;
    std::uint32_t position;
    Command command;
    void arrive(std::uint64_t);
  };
  struct PostedDoorbell {
    PacedActor* sender;
    FabricQueue* queue;
    void arrive(std::uint64_t index);
  };

  Store& launch(World& world, Pe peer, std::uint64_t remote, std::uint64_t bytes);

  PacedWorld& world_;
  Pe me_;
  const Pace pace_;
  const Machine& machine_;
  KeptLines l1_;
  DoorbellHearer* hearer_;
  sim::Lane command_lane_, doorbell_lane_,
      word_lane_;         // PCIe keeps the order of posted writes that take the same way
  sim::Lane store_lane_;  // and NVLink that of stores (World::schedule_store)
  Instant stores_acknowledged_;
  Duration flush_;  ///< of the next drain
  BlockPool& blocks_;
  InFlight<Store> stores_;
  InFlight<PostedCommand> commands_;
  InFlight<PostedDoorbell> doorbells_;
};

}  // namespace gin
