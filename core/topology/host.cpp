#include "core/topology/host.hpp"

#include <unistd.h>

#include <fstream>

namespace gin::topology {

std::string host_identity() {
  std::string boot;  // drawn by the kernel when it starts
  if (std::ifstream("/proc/sys/kernel/random/boot_id") >> boot) return boot;
  char name[256] = "";
  ::gethostname(name, sizeof name - 1);
  return name;
}

}  // namespace gin::topology
