// Bytes that agents of one GPU move themselves: what each keeps in flight over the latency, what an SM issues, and
// what memory, L2 or port give all of them together.
#pragma once

#include "core/base/copy_loop.hpp"
#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

enum class Scope : std::uint32_t { thread, warp, block };

/// Threads of the blocks that a profile's numbers are of: smaller ones have as much less under way.
inline constexpr std::int64_t whole_block = 1024;

/// Who loads and stores together.
struct Lanes {
  Scope scope;
  std::int64_t of_block;

  constexpr Lanes(Scope of, std::int64_t threads = whole_block) : scope(of), of_block(threads) {}
};

/// `agents` of one scope, each on an SM of its own, move `bytes` together, each its share at the same time.
struct Transfer {
  Bytes bytes;
  Bytes footprint;  ///< of all of it: what the L2 does not hold comes from the HBM
  std::int64_t agents = 1;
  Scope scope = Scope::block;
  bool remote = false;  ///< at a peer, over NVLink
  bool writes = false;
  std::int64_t passes = 1;  ///< over the same bytes, one behind another, with no acquire in between
};

/// Until the last byte of one agent is issued, which has `in_flight` under way and is no faster than `most`. The
/// machine's own is MoveRate in core/env/machine.hpp; core includes no model, so a test holds them together.
struct MoveRate {
  Bytes in_flight;
  Bandwidth most = {};  ///< 0: no limit
};
Duration paced(const MoveRate& rate, Bytes bytes, Duration latency);

/// Of loads within a footprint, of which such a run is in flight at once.
struct Load {
  Bytes run;
  Bytes footprint;
  bool remote = false;
};
Duration load_latency(const Profile& profile, const Load& of);

/// What the own memory gives all agents together: the L2, or the HBM where that does not hold the footprint.
Bandwidth home_rate(const GpuProfile& gpu, Bytes footprint);
/// What one channel of the HBM gives.
Bandwidth hbm_channel(const GpuProfile& gpu);
/// What one of so many agents has of an L1: those beyond the SMs share.
Bytes l1_of_agent(const GpuProfile& gpu, std::int64_t agents);

MoveRate load_rate(const GpuProfile& gpu, Lanes lanes);
/// Of stores to a peer, for which nobody waits: what its SM or, for few lanes, their instructions let through.
Bandwidth store_rate(const GpuProfile& gpu, Lanes lanes);
/// Of a library's put or get, whose loads wait for their stores.
CopyLoop copy_loop(const GpuProfile& gpu, Lanes lanes);

/// Until the last byte is through, and that of a read there. A pass leaves an agent's share in its L1 where it fits, and over a
/// peer's bytes that fit into the L2 it leaves them there where the machine keeps remote lines.
Itemised transfer(const Profile& profile, const Transfer& of);

}  // namespace gin::models::cost
