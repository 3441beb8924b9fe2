#include "core/process/thread_cores.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <sstream>

#include "core/base/error.hpp"
#include "core/topology/host.hpp"
#include "core/trace/layer.hpp"

namespace gin {
namespace {

/// What a PE tells the others: its machine, and its cores on a line of their own.
std::string told(const std::string& host, const topology::Cores& cores) {
  return fmt::format("{}\n{}", host, fmt::join(cores, " "));
}

/// Into `cores`, if it was told on machine `host`.
bool heard(const std::string& text, const std::string& host, topology::Cores& cores) {
  std::istringstream in(text);
  std::string line;
  if (!std::getline(in, line) || line != host) return false;
  for (std::uint32_t core = 0; in >> core;) cores.push_back(core);
  return true;
}

std::string on_cores(const char* who, const topology::Cores& cores) {
  return fmt::format("{} on core{} {}", who, cores.size() == 1 ? "" : "s", fmt::join(cores, ", "));
}

}  // namespace

ThreadCores::ThreadCores(bootstrap::Member& member, const std::vector<std::string>& devices,
                         const topology::BusyThreads& each) {
  topology::Cores nearest_first;  // none where hwloc cannot say: then nobody on this machine is pinned
  try {
    machine_ = topology::Machine::here();
    nearest_first = machine_->cores();
    for (const std::string& device : devices) {
      topology::Nearness order = machine_->near(device);
      if (!order.unknown.empty()) continue;
      near_ = device;
      nearest_first = std::move(order.cores);
      break;
    }
  } catch (const Error&) {
  }
  const std::string host = topology::host_identity();
  std::vector<topology::Cores> here;
  std::uint32_t me = 0;
  std::uint32_t rank = 0;
  for (const std::string& text : member.all_gather("cores", told(host, nearest_first)).take()) {
    if (rank++ == member.rank()) me = static_cast<std::uint32_t>(here.size());
    if (topology::Cores cores; heard(text, host, cores)) here.push_back(std::move(cores));
  }
  const topology::Assignment mine = topology::assign(here, me, each);
  one_for_each_ = mine.because.empty();
  for (const std::uint32_t core : mine.proxies) proxies_.push_back({core});
  for (const std::uint32_t core : mine.others) agents_.push_back({core});
}

topology::Cores ThreadCores::taken(const Seats& seats) {
  topology::Cores cores;
  for (const Seat& seat : seats)
    if (seat.is_taken) cores.push_back(seat.core);
  return cores;
}

void ThreadCores::pin(Seats& seats, std::uint32_t index) {
  if (index >= seats.size()) return;
  Seat& seat = seats[index];
  seat.is_taken = machine_->pin_this_thread(seat.core).empty();
}

std::string ThreadCores::what_was_done(Pe me) const {
  const std::string near = near_.empty() ? "" : " near " + near_;
  std::vector<std::string> who;
  if (const topology::Cores cores = taken(proxies_); !cores.empty())
    who.push_back(on_cores("proxies", cores) + near);
  if (const topology::Cores cores = taken(agents_); !cores.empty()) who.push_back(on_cores("agents", cores));
  if (who.empty()) return "";
  return fmt::format("{}(PE {}: {})", name(trace::Layer::pinned), me.value, fmt::join(who, ", "));
}

}  // namespace gin
