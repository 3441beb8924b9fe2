// How GPUs are connected, as their driver's management library says (NVML, which comes with it): by which links, and what keeps one from
// the memory of another. Nothing of CUDA starts by asking.
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace gin::topology {

/// NVLinks of a GPU.
struct GpuLinks {
  std::uint32_t active = 0;
  std::uint64_t bytes_per_second = 0;  ///< of the slowest of them, each way; 0: not known
};

class GpuLibrary {
 public:
  /// Where there is no such library, or it does not start, nothing is known.
  explicit GpuLibrary(const char* file = "libnvidia-ml.so.1");
  ~GpuLibrary();
  GpuLibrary(const GpuLibrary&) = delete;
  GpuLibrary& operator=(const GpuLibrary&) = delete;

  /// Of the GPU at this address on PCI, "0000:53:00.0"; none where they are not known.
  GpuLinks links(const std::string& address) const;
  /// What keeps the GPU at `one` from loading and storing in the memory of that at `other`, after "since ": "the chipset does not let GPUs
  /// reach each other". Empty: nothing, or it is not known.
  std::string why_apart(const std::string& one, const std::string& other) const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

/// "18 NVLinks of 26.6 GB/s"; "no NVLinks".
std::string sentence(const GpuLinks& links);

/// Two GPUs, by their numbers, whose PEs are to work in each other's memory.
struct GpuPair {
  std::uint32_t one = 0, other = 0;
  bool loads_and_stores = false;
  bool atomics = false;
  std::string why_apart = {};  ///< as above
};
/// What they lack, and what to do; "": nothing. Signals are atomics, which PCIe has none of between GPUs.
std::string lack_of(const GpuPair& pair);

}  // namespace gin::topology
