// The least time that traffic can take on a machine, in closed form: bytes over the rate of what carries them,
// messages over the message rate, and the latency of what has to happen one after the other. No run that moves the
// same can be shorter, whatever its software does; how much longer it was is what software, order and contention
// cost.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/profile.hpp"

namespace gin::models {

/// What one resource was given to carry. `late`: of the time that needs, what lies behind the end of the time that
/// the bound is for; a program may end before all it sent is through.
struct Carried {
  std::int64_t amount = 0;  ///< bytes; of pipelines, messages
  Duration late;
};

/// One NIC. Bytes of the line are those on the wire, headers included.
struct NicTraffic {
  Carried line_out, line_in;
  Carried messages_out, messages_in;
  Carried atomics;
};

/// One direction of a GPU's NVLink port, whose loads and stores have rates of their own.
struct LinkTraffic {
  std::int64_t loaded = 0;
  std::int64_t stored = 0;
  Duration late;
};

/// One GPU, and the PCIe link to its NICs: read from its memory, written into it.
struct GpuTraffic {
  Carried l2, hbm;
  LinkTraffic link_out, link_in;
  Carried pcie_read, pcie_written;
};

struct MachineTraffic {
  std::vector<GpuTraffic> gpus;  ///< by PE
  std::vector<NicTraffic> nics;  ///< by PE, then rail
  Duration latency;              ///< of the longest chain in which each had to wait for the one before
};

struct Bound {
  enum class Owner { nic, gpu, nobody };
  /// The busiest of each kind of resource, and the latency; those that had nothing to do are left out.
  struct Need {
    const char* kind;
    Owner owner;
    std::size_t place;  ///< which of the traffic's NICs or GPUs
    Duration time;
  };
  std::vector<Need> needs;
  std::size_t rails = 1;

  /// The largest, the first of equals; null where nothing was to do.
  const Need* binding() const;
  std::string name_of(const Need& need) const;  ///< "nic.line_out of PE 3, rail 1", "pcie.read of PE 0", "latency"
};

Bound bound_of(const Profile& profile, const MachineTraffic& traffic);

}  // namespace gin::models
