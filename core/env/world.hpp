// What all actors of a virtual-time run share: the clock, the machine, every PE's memory and ports, the record.
#pragma once

#include <algorithm>
#include <map>
#include <memory_resource>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/block_pool.hpp"
#include "core/base/closed_queue.hpp"
#include "core/device/path.hpp"
#include "core/device/place.hpp"
#include "core/device/view.hpp"
#include "core/env/adversary.hpp"
#include "core/env/host_stream.hpp"
#include "core/env/kept_lines.hpp"
#include "core/env/ledger.hpp"
#include "core/env/loads_under_way.hpp"
#include "core/env/machine.hpp"
#include "core/env/operation_numbers.hpp"
#include "core/env/promises.hpp"
#include "core/env/recorder.hpp"
#include "core/env/working_set.hpp"
#include "core/sim/causal_path.hpp"
#include "core/sim/gate.hpp"
#include "core/sim/server.hpp"
#include "core/sim/simulation.hpp"

namespace gin {

class VirtualEnv;

/// One direction of a GPU's NVLink port. Loads and stores share it at their own rates.
struct LinkPort {
  sim::Server server;
  RateClock read;
  RateClock write;
  Bytes loaded, stored;  ///< so far
  LoadsUnderWay loads = {};
  RateClock requests = {};  ///< bytes whose requests it passes; 0: they take nothing
  sim::Service reserve(Instant now, Bytes bytes, bool is_read) {
    Bytes& carried = is_read ? loaded : stored;
    carried = carried + bytes;
    return server.reserve(now, is_read ? read.take(bytes) : write.take(bytes));
  }
  /// Of loads whose bytes come the other way.
  void request(Instant now, Bytes bytes) {
    if (requests.rate.bytes_per_second > 0) server.reserve(now, requests.take(bytes));
  }
};

/// One GPU: its heap, its memory system and NVLink ports, and who waits for words of its heap.
struct PeWorld {
  struct ParkedWord {
    std::uint64_t begin;
    std::uint64_t end;
    sim::Gate* gate;
  };
  unsigned char* heap = nullptr;
  sim::Pipe l2, hbm;
  LoadsUnderWay l2_loads, hbm_loads;
  WorkingSet loaded;  ///< by all, from here
  LinkPort link_out, link_in;
  KeptLines remote_lines;
  HostThread host;
  std::vector<ParkedWord> parked;
};

/// The way of bytes that an actor's own loads and stores move.
struct Route {
  Pe peer;
  std::uint64_t footprint = 0;  ///< decides between L2 and HBM
  bool is_read = false;
  MoveRate rate;             ///< of this actor
  std::uint64_t offset = 0;  ///< of a read: where in that heap `part` bytes begin that it loads
  std::uint64_t part = 0;    ///< 0: nobody has told
  Duration takes = {};       ///< at least, whatever the rate says
};
/// Of what lanes of `me` access; `heap` is its owner's.
inline Route route_of(Pe me, const Access& access, const Pace& pace, const unsigned char* heap) {
  Route route{access.pe, access.footprint_bytes, !access.writes,
              access.writes && access.pe != me ? pace.store : pace.load};
  if (access.lane_ahead > 0 && route.is_read)
    route.rate.in_flight.count =
        std::min(route.rate.in_flight.count, static_cast<std::int64_t>(access.lane_ahead) * pace.lanes);
  if (access.in_use_bytes > 0) route.footprint = std::min(route.footprint, access.in_use_bytes);
  if (access.part_bytes == 0) return route;
  route.offset =
      static_cast<std::uint64_t>(static_cast<const unsigned char*>(access.data) - heap) + access.part_begin;
  route.part = access.part_bytes;
  return route;
}
/// Of the bytes that `me` has kept of such a route.
inline Route within(Pe me, const Route& route, Bytes kept) {
  return {me, static_cast<std::uint64_t>(kept.count), true, route.rate};
}
/// When such bytes have their turn, are through, and are there for whoever waits for them.
struct Passage {
  Instant begin;
  Instant through;
  Instant end;
  Duration alone;  ///< until the end if nobody else were there and ports took no time
  Duration held;   ///< what the ports or the memory are held for
};

/// Switches of a run that tests use.
struct WorldOptions {
  bool poll_for_real = false;
  bool permute_lanes = false;
  bool phantom = false;             ///< bulk bytes of regions marked so are not stored
  std::int64_t flip_payload = 0;    ///< the n-th payload of the last iteration arrives with one bit flipped
  std::int64_t refuse_request = 0;  ///< the n-th work request of each PE is refused by its target
  std::int64_t livelock_calls = 1'000'000;
  std::uint64_t seed = 1;
  Reach adversary = Reach::none;
  std::uint64_t late_one_in = 1;  ///< Adversary::Setup::one_in
};

/// Items of the causal path that are not costs.
struct WorldItems {
  sim::Item cost[cost_count];
  sim::Item posted, link_queue, link_transfer, link_latency, memory_l1, memory_queue, memory_transfer,
      memory_latency;
  sim::Item flush, store_acknowledge, poll_grid, deadline, enqueue, stream_start, memory_write, compute, late;
};

class World {
 public:
  World(const Machine& machine, const WorldOptions& options, std::uint32_t pes);

  sim::Simulation simulation;
  sim::CausalPath path;
  const Machine machine;
  const WorldOptions options;
  const Adversary adversary;
  std::optional<Promises> promises;  ///< where nothing but the API's are kept
  WorldItems items;
  Ledger ledger;
  std::vector<PeWorld> pes;
  std::pmr::unsynchronized_pool_resource pool;  ///< of the small things that come and go

  /// The chain of whatever is waking others right now; see VirtualEnv::woken.
  sim::Chain waker;
  BlockPool blocks;  ///< for what is under way

  /// Null unless the run is recorded. Whoever finds it must not take time or change what happens.
  Recorder* recorder() const { return ledger.recorder; }
  /// Null where nobody asks which operation something belongs to.
  OperationNumbers* numbers() { return recorder() || promises ? &numbers_ : nullptr; }

  Instant now() const { return simulation.now(); }

  /// Queues bytes of an actor of `me` on every resource of the route; a read also waits for its latency. One actor
  /// cannot be faster than the bytes it keeps in flight per latency allow, and that grows with what others load
  /// through the same ports.
  Passage transfer(Pe me, const Route& asked, Bytes bytes);
  /// What a copy takes beyond its loads, each of which takes `latency`.
  Duration stores_behind(const CopyLoop& loop, Bytes bytes, Duration latency);

  /// Of the bytes that an agent is about to read, how many it finds in its L1, which has all of them then.
  static Bytes near(KeptLines& l1, const Route& route, Bytes bytes);
  /// How long those take. Nobody else loads through an SM's L1.
  Duration near_time(const Route& route, Bytes bytes) const;
  /// Of the bytes that `me` is about to read from a peer, how many it finds in its own L2.
  Bytes kept(Pe me, const Route& route, Bytes bytes) {
    return route.peer == me ? Bytes{} : near(pes[me.value].remote_lines, route, bytes);
  }
  /// What an agent of `me` loads from now on has to be as new as what it has just seen.
  void acquire(Pe me) {
    if (machine.memory.keeps_remote) pes[me.value].remote_lines.forget();
  }

  /// A store is at its peer at `when`. Over a switch all take the same time, so that those of an actor keep a lane;
  /// on a mesh a later one to a nearer peer comes first.
  void schedule_store(sim::Lane& lane, Instant when, sim::Action action) {
    if (machine.mesh.gpus == 0)
      simulation.schedule(lane, when, action);
    else
      simulation.schedule(lane.cause(), when, action);
  }

  /// Bytes of a payload that are not stored: more than 16 of a bulk window in a phantom run.
  bool phantom(std::uint64_t offset, std::uint64_t bytes) const {
    if (!options.phantom || bytes <= 16) return false;
    const HeapMap::Extent* const window = ledger.heap.holding(offset);
    return window && !window->control;
  }

  /// Memory of `pe` changed at this moment: recorded, and whoever waits for a word in the range is woken by
  /// `cause`, the chain that ends now. Where nobody of the PE waits for a word, nobody asks for it.
  bool watched(Pe pe) const { return !pes[pe.value].parked.empty(); }
  void written(Pe pe, std::uint64_t offset, std::uint64_t bytes, Delivery kind, sim::Chain cause,
               std::uint32_t operation = 0);
  /// A payload was stored at `to`, or lanes are about to read it there: plants the fault, if this is the one.
  void payload_passed(unsigned char* to, std::uint64_t bytes) {
    if (faults_armed && bytes > 0 && ++payloads_ == options.flip_payload) to[bytes / 2] ^= 0x10;
  }
  /// With an adversary: by queue, when the newest note of an agent arrives there. Only ever looked up.
  std::map<const void*, Instant> newest_note;
  bool agents_done = false;   ///< nobody is left to poll for: proxies that poll for real go to sleep too
  bool faults_armed = false;  ///< in the last iteration, where nothing overwrites what went wrong

 private:
  /// Takes its turn on every port or link between two GPUs of a node.
  sim::Service cross(Pe from, Pe to, Bytes bytes, bool is_read);
  std::uint64_t footprint(const Route& route);
  /// How much longer each round of such loads takes because of the others.
  Duration queueing(Pe me, const Route& route, Bytes bytes, Duration latency);
  ClosedQueue& queue(Duration service, Duration away) {
    return queues_.try_emplace({service, away}, service, away).first->second;
  }
  template <class Visit>
  void share(Pe me, const Route& route, Visit visit);
  bool in_l2(const Route& route) const {
    return route.footprint <= static_cast<std::uint64_t>(machine.memory.l2_size.count);
  }
  LinkPort* mesh_links(Pe of_node) {
    return mesh_links_.data() + of_node.value / machine.mesh.gpus * machine.mesh.links.size();
  }

  std::vector<LinkPort> mesh_links_;                             ///< node by node
  std::map<std::pair<Duration, Duration>, ClosedQueue> queues_;  ///< by service and time away
  std::int64_t payloads_ = 0;
  OperationNumbers numbers_;
};

}  // namespace gin
