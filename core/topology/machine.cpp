#include "core/topology/machine.hpp"

#include <fmt/format.h>
#include <hwloc.h>

#include <cerrno>
#include <cstring>
#include <mutex>

#include "core/base/error.hpp"

namespace gin::topology {
namespace {

static_assert(HWLOC_API_VERSION >= 0x00020100,
              "expected hwloc 2.1 or later, came an older one; install libhwloc-dev");

struct Free {
  void operator()(hwloc_bitmap_t one) const { hwloc_bitmap_free(one); }
};
using Bitmap = std::unique_ptr<hwloc_bitmap_s, Free>;

/// The first processor of `object` that may be used, or -1.
int first_of(hwloc_obj_t object, const Bitmap& usable) {
  const Bitmap both(hwloc_bitmap_alloc());
  hwloc_bitmap_and(both.get(), object->cpuset, usable.get());
  return hwloc_bitmap_first(both.get());
}

/// What new threads may run on: the allowed processors, and of those what the calling thread is bound to.
Bitmap usable_on(hwloc_topology_t machine, bool is_here) {
  Bitmap usable(hwloc_bitmap_dup(hwloc_topology_get_allowed_cpuset(machine)));
  const Bitmap bound(hwloc_bitmap_alloc());
  if (is_here && hwloc_get_cpubind(machine, bound.get(), HWLOC_CPUBIND_THREAD) == 0)
    hwloc_bitmap_and(usable.get(), usable.get(), bound.get());
  return usable;
}

}  // namespace

void Machine::Destroy::operator()(hwloc_topology* one) const {
  hwloc_topology_destroy(one);
}

Machine::Handle Machine::fresh() {
  hwloc_topology_t made = nullptr;
  if (hwloc_topology_init(&made) != 0)
    throw Error(Code::unavailable, "hwloc: expected a new topology, came a failure; is there memory left?");
  Handle handle(made);
  hwloc_topology_set_io_types_filter(made, HWLOC_TYPE_FILTER_KEEP_IMPORTANT);  // no NICs without
  // These start a GPU's driver to ask it for its place, which nobody here wants to know.
  for (const char* gpu : {"cuda", "nvml", "opencl", "rsmi", "levelzero", "gl"})
    hwloc_topology_set_components(made, HWLOC_TOPOLOGY_COMPONENTS_FLAG_BLACKLIST, gpu);
  return handle;
}

Machine Machine::here() {
  // hwloc asks libudev for the devices, which keeps state of its own for all threads.
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  Handle handle = fresh();
  if (hwloc_topology_load(handle.get()) != 0)
    throw Error(Code::unavailable,
                fmt::format("hwloc: expected to learn the cores of this machine, came: {}; lstopo"
                            " says more",
                            std::strerror(errno)));
  // hwloc would "pin" to the cores of another machine, and say that it worked.
  if (!hwloc_topology_is_thissystem(handle.get()))
    throw Error(Code::unavailable,
                "hwloc: expected this machine, came another; unset HWLOC_XMLFILE and HWLOC_SYNTHETIC");
  return {std::move(handle), true};
}

Machine Machine::described(const std::string& xml) {
  Handle handle = fresh();
  // From a variable of the environment hwloc would take this machine instead of a broken description.
  const int bytes = static_cast<int>(xml.size()) + 1;  // with the zero behind it
  if (hwloc_topology_set_xmlbuffer(handle.get(), xml.c_str(), bytes) != 0 ||
      hwloc_topology_load(handle.get()) != 0 || hwloc_topology_is_thissystem(handle.get()))
    throw Error(Code::bad_input,
                fmt::format("machine in XML: expected a description as lstopo writes it (hwloc {}.x), came {} bytes"
                            " that hwloc refuses; write it anew with lstopo FILE.xml",
                            HWLOC_API_VERSION >> 16, xml.size()));
  return {std::move(handle), false};
}

Machine::Machine(Handle loaded, bool is_here) : handle_(std::move(loaded)), is_here_(is_here) {
  const Bitmap usable = usable_on(handle_.get(), is_here);
  // Some virtual machines hide which processors share a core.
  const bool has_cores = hwloc_get_nbobjs_by_type(handle_.get(), HWLOC_OBJ_CORE) > 0;
  const hwloc_obj_type_t type = has_cores ? HWLOC_OBJ_CORE : HWLOC_OBJ_PU;
  for (hwloc_obj_t core = nullptr; (core = hwloc_get_next_obj_by_type(handle_.get(), type, core));)
    if (const int first = first_of(core, usable); first >= 0) cores_.push_back(static_cast<std::uint32_t>(first));
}

std::string Machine::pin_this_thread(std::uint32_t core) const {
  if (!is_here_) return fmt::format("core {}: expected a core of this machine, came one of a description", core);
  const Bitmap only(hwloc_bitmap_alloc());
  hwloc_bitmap_only(only.get(), core);
  if (hwloc_set_cpubind(handle_.get(), only.get(), HWLOC_CPUBIND_THREAD) == 0) return "";
  return fmt::format("core {}: expected the OS to keep a thread there, came: {}; the thread runs where it may",
                     core, std::strerror(errno));
}

}  // namespace gin::topology
