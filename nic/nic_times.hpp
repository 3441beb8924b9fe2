// How long what the NIC asks of memory takes on this machine, each a sum of models/cost made once: an address whose
// translation is cached. What a page walk adds depends on the run, and the NIC's Iotlb says it.
#pragma once

#include "models/cost/nic.hpp"
#include "models/cost/pcie.hpp"
#include "nic/nic_model.hpp"

namespace gin::emulated {

struct NicTimes {
  explicit NicTimes(const NicModel& m) {
    using enum models::cost::Device;
    const auto read = [&](models::cost::Way way) { return models::cost::read(m.pcie, m.iommu, way).total(); };
    const auto write = [&](models::cost::Way way) {
      return models::cost::posted_write(m.pcie, m.iommu, way).total();
    };
    const auto fetch = [&](models::cost::Device in) {
      return models::cost::fetch(m.pcie, m.iommu, m.nic, in).total();
    };
    read_gpu = read({nic, gpu});
    read_cpu = read({nic, cpu});
    write_gpu = write({nic, gpu});
    write_cpu = write({nic, cpu});
    cpu_write_gpu = write({cpu, gpu});
    fetch_gpu = fetch(gpu);
    fetch_cpu = fetch(cpu);
    // The unit's own time holds one bare read of the target's word.
    atomic = m.nic.atomic + (read_gpu - m.pcie.nic_read);
    queue_message = models::cost::of_queue(m.nic);
  }
  Duration read_gpu;       ///< payload, until the first byte is in the NIC
  Duration read_cpu;       ///< the same from the CPU's memory
  Duration write_gpu;      ///< payload or completion, until it is visible
  Duration write_cpu;      ///< the same into the CPU's memory
  Duration cpu_write_gpu;  ///< a CPU thread's write
  Duration fetch_gpu;      ///< work requests from a queue in GPU memory
  Duration fetch_cpu;      ///< the same from the CPU's memory
  Duration atomic;         ///< on GPU memory
  Duration queue_message;  ///< from one message of a queue to the next
};

}  // namespace gin::emulated
