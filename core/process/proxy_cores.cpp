#include "core/process/proxy_cores.hpp"

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

}  // namespace

ProxyCores::ProxyCores(bootstrap::Member& member, const std::string& nic, const topology::BusyThreads& each) {
  topology::Cores nearest_first;  // none where hwloc cannot say: then nobody on this machine is pinned
  try {
    machine_ = topology::Machine::here();
    topology::Nearness order = machine_->near(nic);
    if (order.unknown.empty()) near_ = nic;
    nearest_first = std::move(order.cores);
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
  for (const std::uint32_t core : topology::assign(here, me, each).cores) seats_.push_back({core});
}

void ProxyCores::pin(std::uint32_t index) {
  if (index >= seats_.size()) return;
  Seat& seat = seats_[index];
  seat.is_taken = machine_->pin_this_thread(seat.core).empty();
}

std::string ProxyCores::what_was_done(Pe me) const {
  topology::Cores pinned;
  for (const Seat& seat : seats_)
    if (seat.is_taken) pinned.push_back(seat.core);
  if (pinned.empty()) return "";
  const char* s = pinned.size() == 1 ? "" : "s";
  return fmt::format("{}{} of PE {} pinned to core{} {}{}{}", name(trace::Layer::proxy_thread), s, me.value, s,
                     fmt::join(pinned, ", "), near_.empty() ? "" : " near ", near_);
}

}  // namespace gin
