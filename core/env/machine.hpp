// What virtual time needs to know of a machine and a stack. The models fill it in; core knows no profile.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>
#include <vector>

#include "core/base/copy_loop.hpp"
#include "core/base/ids.hpp"
#include "core/base/units.hpp"
#include "core/device/cost.hpp"
#include "core/device/in_halves.hpp"

namespace gin {

/// Translations that are kept. Of loads from a larger footprint, those beyond the reach wait; each place is as
/// likely as any other, so every load waits for its share.
struct Tlb {
  Bytes reach;
  Duration miss;

  constexpr Duration wait(std::uint64_t footprint) const {
    const auto whole = static_cast<std::int64_t>(footprint);
    if (miss.ps == 0 || whole <= reach.count) return {};
    return {saturated::from(static_cast<__int128>(whole - reach.count) * miss.ps / whole)};
  }
};

/// Neighbouring bytes lie in one channel of the HBM, whose pace is a small share of the whole. Whoever loads a run
/// of bytes at once waits for that channel, on top of what a load takes.
struct Interleave {
  Bytes bytes = {};
  Bandwidth channel = {};  ///< 0: bytes come as fast as the whole memory gives them

  constexpr Duration wait(Bytes run) const {
    if (channel.bytes_per_second == 0) return {};
    return RateClock{channel}.take(std::min(run, bytes));
  }
};

/// What one agent has of an SM's L1.
struct L1Model {
  Bytes size;     ///< what it has loaded stays there until it acquires
  Duration load;  ///< latency of a dependent load
  Bandwidth rate;
};

/// One GPU's memory as its agents see it.
struct MemoryModel {
  Bytes l2_size;     ///< views with a larger footprint are served by the HBM
  Duration l2_load;  ///< latency of a dependent load
  Duration hbm_load;
  Bandwidth l2;  ///< all agents of the GPU together
  Bandwidth hbm;
  Tlb tlb = {};               ///< of loads
  Tlb walk = {};              ///< the level behind it, on top
  bool keeps_remote = false;  ///< lines of peers stay in the L2 until an agent acquires (KeptLines)
  Interleave interleave = {};
  L1Model l1 = {};
};

/// Loads and stores between the GPUs of a node. Reads and writes have different ceilings on the same port.
struct LinkModel {
  Duration load;   ///< round trip of a dependent load
  Duration store;  ///< from issue until visible at the peer
  Bandwidth read;  ///< per port and direction
  Bandwidth write;
  Tlb tlb = {};             ///< of loads
  Duration from_hbm = {};   ///< what a load takes longer that the peer's L2 does not hold
  Bandwidth requests = {};  ///< of loads whose requests fill the other direction; 0: they take nothing
};

/// GPUs of a node that are joined by links between pairs of them instead of ports to a switch. A link's directions
/// are apart; everybody whose way crosses it shares it.
struct LinkMesh {
  struct Link {
    Bandwidth read;
    Bandwidth write;
  };
  struct Way {
    std::vector<std::uint32_t> links;  ///< that bytes cross, each a direction of its own
    Duration load;                     ///< as in LinkModel
    Duration store;
  };
  std::uint32_t gpus = 0;  ///< of a node; 0: there is no mesh
  std::vector<Link> links;
  std::vector<Way> ways;  ///< of bytes, by where they come from and where they go

  const Way& way(Pe from, Pe to) const { return ways[from.value % gpus * gpus + to.value % gpus]; }
};

/// How fast one actor moves bytes by itself: what it keeps in flight over the latency, and no faster than its SM
/// issues.
struct MoveRate {
  Bytes in_flight;
  Bandwidth most = {};  ///< 0: no limit
  Bytes run = {};       ///< of neighbouring bytes that it asks for at once; 0: all that is in flight

  /// Until the last byte is issued: what fits into flight at once waits for nothing.
  constexpr Duration time(Bytes bytes, Duration latency) const {
    const auto later = static_cast<__int128>(std::max<std::int64_t>(0, bytes.count - in_flight.count));
    const Duration waiting{saturated::from(later * latency.ps / in_flight.count)};
    if (most.bytes_per_second == 0) return waiting;
    return std::max(waiting, RateClock{most}.take(bytes));
  }
  /// From one time that all of it is in flight to the next, with nobody in the way.
  constexpr Duration round(Duration latency) const {
    return most.bytes_per_second == 0 ? latency : std::max(latency, RateClock{most}.take(in_flight));
  }
};

/// Stores that take their turn at ports and memory, and nobody waits for them.
inline constexpr MoveRate posted_stores{Bytes{std::numeric_limits<std::int64_t>::max()}};

/// What the named pieces of work take on one kind of actor, and how it moves bytes.
struct Pace {
  Duration cost[cost_count] = {};
  MoveRate load;                 ///< from anywhere, and stores to the own memory
  MoveRate store;                ///< to a peer
  CopyLoop copy;                 ///< of a library
  std::int64_t lanes = 1;        ///< of the actor, each of which has its own loads under way
  Bandwidth multiply_adds = {};  ///< a second; 0: they take no time
  Duration instruction = {};  ///< from one of a lane to the next that waits for it, all other lanes issuing theirs

  /// So many multiply-adds, and no memory.
  constexpr Duration computing(std::uint64_t operations) const {
    if (multiply_adds.bytes_per_second == 0) return {};
    constexpr auto most = static_cast<std::uint64_t>(saturated::most);
    return RateClock{multiply_adds}.take({static_cast<std::int64_t>(std::min(operations, most))});
  }
  /// So many instructions for each of `elements`, which the lanes share.
  constexpr Duration issuing(std::uint64_t instructions, std::uint64_t elements) const {
    const std::uint64_t rounds =
        (elements + static_cast<std::uint64_t>(lanes) - 1) / static_cast<std::uint64_t>(lanes);
    return {saturated::from(static_cast<__int128>(rounds) * instructions * instruction.ps)};
  }
  /// The loop of packets: words that a lane loads some ahead.
  constexpr CopyLoop packets() const {
    CopyLoop loop = copy;
    loop.window =
        std::min(copy.window, Bytes{lanes * static_cast<std::int64_t>(loads_ahead * sizeof(std::uint64_t))});
    loop.warps = std::min(copy.warps, std::max<std::int64_t>(1, lanes / 32));
    return loop;
  }
  /// Of a loop's loads, which wait for their stores; its warps fall out of step.
  static constexpr MoveRate loads_of(const CopyLoop& loop) { return {loop.window, {}, loop.run()}; }
  constexpr MoveRate copy_load() const { return loads_of(copy); }
  Duration& operator[](Cost c) { return cost[static_cast<std::uint32_t>(c)]; }
  Duration operator[](Cost c) const { return cost[static_cast<std::uint32_t>(c)]; }
};

/// Posted writes across PCIe, by what is written where.
enum class Posted : std::uint8_t {
  command,       ///< an agent's, in its ring
  doorbell,      ///< an agent's, at the NIC
  note,          ///< an agent's, for the CPU thread that rings
  cpu_doorbell,  ///< a CPU thread's, at the NIC
  word,          ///< a CPU thread's, where agents look
};
inline constexpr std::uint32_t posted_count = 5;

/// Until each of them is visible. Nothing answers a posted write, so a system fence behind an agent's reads back
/// over PCIe.
struct PostedTimes {
  Duration time[posted_count] = {};
  Duration read_back = {};
  bool crosses[posted_count] = {};  ///< PCIe, seen from the GPU

  Duration flush(Posted what) const { return crosses[static_cast<std::uint32_t>(what)] ? read_back : Duration{}; }
  Duration& operator[](Posted what) { return time[static_cast<std::uint32_t>(what)]; }
  Duration operator[](Posted what) const { return time[static_cast<std::uint32_t>(what)]; }
};

struct Machine {
  Pace gpu;   ///< agents on the GPU, and the CPU threads that serve them
  Pace host;  ///< agents that are streams of path host
  MemoryModel memory;
  LinkModel link;
  LinkMesh mesh;
  PostedTimes posted;
  Duration stream_start;  ///< from the end of a launch until the kernel runs on an idle stream
  Duration copy_start;    ///< from the end of a call until what it asks for begins on an idle stream
  Duration stream_gap;    ///< between two kernels of a stream that is behind the CPU

  /// Of loads and stores of `me` at a peer of its node.
  Duration load_latency(Pe me, Pe peer) const { return mesh.gpus == 0 ? link.load : mesh.way(peer, me).load; }
  Duration store_latency(Pe me, Pe peer) const { return mesh.gpus == 0 ? link.store : mesh.way(me, peer).store; }
};

}  // namespace gin
