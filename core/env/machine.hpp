// What virtual time needs to know of a machine and a stack. The models fill it in; core knows no profile.
#pragma once

#include "core/base/units.hpp"
#include "core/device/cost.hpp"

namespace gin {

/// One GPU's memory as its agents see it.
struct MemoryModel {
  Bytes l2_size;     ///< views with a larger footprint are served by the HBM
  Duration l2_load;  ///< latency of a dependent load
  Duration hbm_load;
  Bandwidth l2;  ///< all agents of the GPU together
  Bandwidth hbm;
};

/// Loads and stores between the GPUs of a node. Reads and writes have different ceilings on the same port.
struct LinkModel {
  Duration load;   ///< round trip of a dependent load
  Duration store;  ///< from issue until visible at the peer
  Bandwidth read;  ///< per port and direction
  Bandwidth write;
};

/// What the named pieces of work take on one kind of actor, and how many bytes one keeps in flight.
struct Pace {
  Duration cost[cost_count] = {};
  Bytes in_flight;      ///< an agent's own bandwidth is this over the latency
  Bytes get_in_flight;  ///< the same for a copy from a peer, whose loads wait for their stores

  Duration& operator[](Cost c) { return cost[static_cast<std::uint32_t>(c)]; }
  Duration operator[](Cost c) const { return cost[static_cast<std::uint32_t>(c)]; }
};

struct Machine {
  Pace gpu;   ///< agents on the GPU, and the CPU threads that serve them
  Pace host;  ///< agents that are streams of path host
  MemoryModel memory;
  LinkModel link;
  Duration posted;        ///< a posted write across PCIe
  Duration stream_start;  ///< from the end of a launch until the kernel runs on an idle stream
  Duration stream_gap;    ///< between two kernels of a stream that is behind the CPU
};

}  // namespace gin
