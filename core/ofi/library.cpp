#include "core/ofi/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstdlib>

#include "core/ofi/ofi_version.hpp"
#include "core/ofi/signals_kept.hpp"

// Asked for by the leak sanitizer, in builds that have one. The provider "net" of libfabric 1.17 keeps what it
// copied for each endpoint it opened; shm and tcp;ofi_rxm, opened and closed by the same code, leave nothing.
// hwloc 2.9 (core/topology) keeps the object at which it gave up on a description that it refuses. Said here
// because a program has one such list.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libfabric.so\nleak:hwloc_alloc_setup_object\n";
}
// The same for the thread sanitizer. One proxy thread's look at the provider lands bytes, the acknowledgement goes
// to the other process, and its answer comes back through another proxy thread: the order is there, but leads
// through a process that this sanitizer does not see. Only reports with a frame inside libfabric are left out.
extern "C" const char* __tsan_default_suppressions();
extern "C" const char* __tsan_default_suppressions() {
  return "race:libfabric.so\n";
}
// What a run prints belongs to the run.
extern "C" const char* __lsan_default_options();
extern "C" const char* __lsan_default_options() {
  return "print_suppressions=0";
}

namespace gin::ofi {
namespace {

// The structures of fi_getinfo change with the version of its symbol, so it has to be that of the headers.
template <class Function>
void find(void* handle, Function& function, const char* name, const char* version = nullptr) {
  void* found = version ? ::dlvsym(handle, name, version) : ::dlsym(handle, name);
  if (!found)
    throw Error(
        Code::unavailable,
        fmt::format("libfabric.so.1: expected {} {}, came a library without; ginlab was built with the headers"
                    " of libfabric {}.{}, install that version or a later one",
                    name, version ? version : "", FI_MAJOR_VERSION, FI_MINOR_VERSION));
  function = reinterpret_cast<Function>(found);
}

Library load() {
  const SignalsKept kept;
  ::setenv("FI_SHM_DISABLE_CMA", "1", 0);
  // Never closed: providers leave threads and handlers behind that point into it.
  void* handle = ::dlopen("libfabric.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle)
    throw Error(
        Code::unavailable,
        fmt::format("libfabric: expected libfabric.so.1 to load, came: {}; install libfabric", ::dlerror()));
  Library made{};
  find(handle, made.version, "fi_version");
  if (const std::uint32_t came = made.version(); FI_VERSION_LT(came, api_version))
    throw Error(
        Code::unavailable,
        fmt::format("libfabric.so.1: expected version {}.{} or later, came {}.{}; install a later one, or let "
                    "LD_LIBRARY_PATH begin with its folder (Amazon's: /opt/amazon/efa/lib, of aws-efa-installer)",
                    FI_MAJOR(api_version), FI_MINOR(api_version), FI_MAJOR(came), FI_MINOR(came)));
  find(handle, made.getinfo, "fi_getinfo", GINLAB_LIBFABRIC_SYMBOLS);
  find(handle, made.freeinfo, "fi_freeinfo", GINLAB_LIBFABRIC_SYMBOLS);
  find(handle, made.dupinfo, "fi_dupinfo", GINLAB_LIBFABRIC_SYMBOLS);
  find(handle, made.fabric, "fi_fabric");
  find(handle, made.strerror, "fi_strerror");
  return made;
}

}  // namespace

const Library& library() {
  static const Library loaded = load();
  return loaded;
}

bool is_loaded() {
  void* const handle = ::dlopen("libfabric.so.1", RTLD_NOW | RTLD_NOLOAD);
  if (handle) ::dlclose(handle);  // counted again by asking
  return handle != nullptr;
}

std::string in_words(long error) {
  const int positive = static_cast<int>(error < 0 ? -error : error);
  return fmt::format("{} ({})", error, library().strerror(positive));
}

void refuse(Code code, const std::string& what, const std::string& provider, long error,
            const std::string& advice) {
  throw Error(code,
              fmt::format("{} over {}: expected it to work, came {}; {}", what, provider, in_words(error), advice));
}

}  // namespace gin::ofi
