// A backend with a process per PE over wires of its own: name the rules, bring a factory of wires, and this is the rest.
#pragma once

#include <memory>
#include <utility>

#include "core/process/pe_process.hpp"

namespace gin {

/// `rules` and a carrier as a backend: it starts the PEs, or is one that somebody else started.
std::unique_ptr<Backend> process_backend(ProcessRules rules, std::unique_ptr<Carrier> carrier);

template <WireFactory Factory>
std::unique_ptr<Backend> process_backend(ProcessRules rules, Factory factory) {
  rules.has_queues = QueueFactory<Factory>;
  return process_backend(std::move(rules), std::unique_ptr<Carrier>(new CarrierBy<Factory>(std::move(factory))));
}

}  // namespace gin
