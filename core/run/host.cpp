#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/utsname.h>

#include <chrono>
#include <thread>

#include "core/run/execute.hpp"
#include "core/run/version.hpp"

namespace gin {

trace::Host host() {
  utsname system{};
  uname(&system);
  trace::Host host;
  host.system = fmt::format("{} {} {}", system.sysname, system.release, system.machine);
  host.compiler = build_compiler;
  host.cores = std::thread::hardware_concurrency();
  host.ginlab = build_version;
  host.started_utc = fmt::format(
      "{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(std::chrono::system_clock::now())));
  return host;
}

}  // namespace gin
