#include "core/topology/gpu_links.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <algorithm>

namespace gin::topology {
namespace {

// What is asked of NVML, after its reference manual (NVML API Reference, R580): its header comes with CUDA, which is not needed here.
using Device = void*;
constexpr int success = 0;
constexpr unsigned links_max = 18, is_active = 1, speed_of_a_link = 164;  // NVML_FI_DEV_NVLINK_GET_SPEED, in MB/s
constexpr unsigned reads = 0, writes = 1;                                 // NVML_P2P_CAPS_INDEX_READ, _WRITE

/// nvmlGpuP2PStatus_t; 0 is that it can.
const char* meaning(unsigned status) {
  constexpr const char* meanings[] = {"",
                                      "the chipset does not let GPUs reach each other",
                                      "one of the GPUs does not support it",
                                      "they hang at different parts of the machine",
                                      "the driver's settings forbid it",
                                      "it is not supported"};
  return status < std::size(meanings) ? meanings[status] : "the driver does not know how";
}

}  // namespace

class GpuLibrary::Impl {
 public:
  explicit Impl(const char* file) : handle_(::dlopen(file, RTLD_NOW | RTLD_LOCAL)) {
    if (!handle_) return;
    find(begin_, "nvmlInit_v2");
    find(end_, "nvmlShutdown");
    find(device_at_, "nvmlDeviceGetHandleByPciBusId_v2");
    find(link_state_, "nvmlDeviceGetNvLinkState");
    find(fields_, "nvmlDeviceGetFieldValues");
    find(peer_status_, "nvmlDeviceGetP2PStatus");
    is_ready_ = begin_ && end_ && device_at_ && link_state_ && fields_ && peer_status_ && begin_() == success;
  }
  ~Impl() {
    if (is_ready_) end_();
    if (handle_) ::dlclose(handle_);
  }
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;

  GpuLinks links(const std::string& address) const {
    GpuLinks found;
    const Device gpu = at(address);
    if (!gpu) return found;
    for (unsigned link = 0; link < links_max; ++link) {
      unsigned state = 0;
      if (link_state_(gpu, link, &state) != success || state != is_active) continue;
      Field speed{};
      speed.id = speed_of_a_link;
      speed.scope = link;
      const bool is_known = fields_(gpu, 1, &speed) == success && speed.status == success;
      const std::uint64_t bytes = is_known ? std::uint64_t{speed.number} * 1'000'000 : 0;
      found.bytes_per_second = found.active == 0 ? bytes : std::min(found.bytes_per_second, bytes);
      ++found.active;
    }
    return found;
  }

  std::string why_apart(const std::string& one, const std::string& other) const {
    const Device from = at(one), to = at(other);
    for (const unsigned what : {reads, writes}) {
      unsigned status = 0;
      if (from && to && peer_status_(from, to, what, &status) == success && status != 0) return meaning(status);
    }
    return "";
  }

 private:
  struct Field {  // nvmlFieldValue_t
    unsigned id;
    unsigned scope;
    long long timestamp, latency;
    int type;  // of the value
    int status;
    union {
      unsigned number;
      unsigned long long big;
      double fraction;
    };
  };

  template <class Function>
  void find(Function& function, const char* name) {
    function = reinterpret_cast<Function>(::dlsym(handle_, name));
  }
  Device at(const std::string& address) const {
    Device found = nullptr;
    return is_ready_ && device_at_(address.c_str(), &found) == success ? found : nullptr;
  }

  void* handle_;
  bool is_ready_ = false;
  int (*begin_)() = nullptr;
  int (*end_)() = nullptr;
  int (*device_at_)(const char*, Device*) = nullptr;
  int (*link_state_)(Device, unsigned, unsigned*) = nullptr;
  int (*fields_)(Device, int, Field*) = nullptr;
  int (*peer_status_)(Device, Device, unsigned, unsigned*) = nullptr;
};

GpuLibrary::GpuLibrary(const char* file) : impl_(std::make_unique<Impl>(file)) {}
GpuLibrary::~GpuLibrary() = default;
GpuLinks GpuLibrary::links(const std::string& address) const {
  return impl_->links(address);
}
std::string GpuLibrary::why_apart(const std::string& one, const std::string& other) const {
  return impl_->why_apart(one, other);
}

std::string sentence(const GpuLinks& links) {
  if (links.active == 0) return "no NVLinks";
  const std::string count = fmt::format("{} NVLink{}", links.active, links.active == 1 ? "" : "s");
  if (links.bytes_per_second == 0) return count;
  return fmt::format("{} of {:.1f} GB/s", count, static_cast<double>(links.bytes_per_second) / 1e9);
}

std::string lack_of(const GpuPair& pair) {
  if (pair.loads_and_stores && pair.atomics) return "";
  const std::string came = pair.loads_and_stores    ? "loads and stores alone, as across PCIe"
                           : pair.why_apart.empty() ? "no way to it"
                                                    : "no way to it, since " + pair.why_apart;
  return fmt::format(
      "GPUs {} and {}: expected loads, stores and atomics in each other's memory, came {}; let CUDA_VISIBLE_DEVICES name one GPU, or "
      "GPUs with NVLink between them",
      pair.one, pair.other, came);
}

}  // namespace gin::topology
