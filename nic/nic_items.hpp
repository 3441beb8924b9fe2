// What the time of a message is spent on, as results and traces name it (docs: `ginlab explain NAME`).
#pragma once

#include "core/format/work_request.hpp"
#include "core/sim/causal_path.hpp"

namespace gin::emulated {

/// Bare are those that have no waiting in them; of what waits and is served, the stages tell which part is which.
struct NicItems {
  sim::CausalPath& path;
  sim::Item wqe_fetch = path.bare_item("nic.wqe_fetch");
  sim::Item fetch_queue = path.item("nic.fetch_queue");
  sim::Item pipeline_queue = path.item("nic.pipeline_queue");
  sim::Item payload_read = path.bare_item("pcie.payload_read");
  sim::Item transmit = path.bare_item("nic.transmit");
  sim::Item port_queue = path.item("nic.port_queue");
  sim::Item serialize = path.bare_item("wire.serialize");
  sim::Item propagation = path.bare_item("wire.propagation");
  sim::Item target_queue = path.item("nic.target_queue");
  sim::Item receive = path.bare_item("nic.receive");
  sim::Item memory_write = path.item("pcie.memory_write");
  sim::Item atomic = path.item("nic.atomic");
  sim::Item counter = path.item("nic.counter");
  sim::Item acknowledge = path.bare_item("nic.acknowledge");
  sim::Item completion_write = path.item("pcie.completion_write");
  sim::Item earlier_work = path.item("nic.earlier_work");
  sim::Item read_queue = path.item("pcie.read_queue");
  sim::Item spray = path.item("wire.spray");
  sim::Item walk = path.item("iommu.walk");
  sim::Item copy_queue = path.item("host.copy_queue");
  sim::Item copy = path.item("host.copy");
  sim::Item context_fetch = path.item("nic.context_fetch");
  sim::Item uplink_queue = path.item("wire.uplink_queue");
};

/// A message from when it is in a NIC until it has left it.
inline const char* name_of(Verb verb) {
  constexpr const char* names[] = {"write", "write inline", "read", "atomic", "send"};
  return names[static_cast<std::uint8_t>(verb)];
}

}  // namespace gin::emulated
