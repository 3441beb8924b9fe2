// From a plan, a stack's rules and a scenario to what the fabrics of one PE are told of their job.
#pragma once

#include "core/fabric/wire_setup.hpp"
#include "core/run/heap_plan.hpp"
#include "core/run/stack_rules.hpp"
#include "core/scenario/scenario.hpp"

namespace gin {

inline WireFabricSetup fabric_setup(const StackRules& rules, const HeapPlan& plan,
                                    const scenario::Scenario& scenario, const Memory& memory) {
  WireFabricSetup setup;
  setup.me = memory.pe;
  setup.n_pes = static_cast<std::uint32_t>(scenario.cluster.nodes * scenario.cluster.gpus_per_node);
  setup.heap = memory.heap;
  setup.heap_bytes = plan.heap_bytes();
  setup.post.signals = rules.queues.post.signals;
  setup.post.stripe_min = rules.queues.post.stripe_min;
  setup.eager_max = rules.eager_max;
  setup.first_number = scenario.test.start_near_wrap ? 0xffffffe0 : 0;
  return setup;
}

}  // namespace gin
