#include "core/process/kernel_rings.hpp"

#include <fmt/format.h>

namespace gin {

std::string what_failed_of(Pe me, const Failure& failure) {
  return fmt::format(
      "PE {}: expected what its agents issued to complete, got \"{}\" from PE {}; a call with a deadline returns "
      "Status::failed instead, and the program may go on",
      me.value, name(failure.status), failure.peer.value);
}

KernelRings::KernelRings(const ProcessPlan& plan) : plan_(plan) {
  const std::uint32_t start = plan.scenario.test.start_near_wrap ? 0xffffffff - 20 : 0;
  for (std::uint32_t i = 0; i < plan.stack.rings; ++i) rings_.emplace_back(plan.stack.ring_slots, start);
}

void KernelRings::give_to(gpu::AgentsOf& agents) const {
  agents.rings_per_context = rings_of_agent(plan_.stack);
  const std::uint32_t of_agent = agents.contexts * agents.rings_per_context;
  for (std::uint32_t agent = 0; agent < plan_.launch.agents; ++agent)
    for (std::uint32_t at = 0; at < of_agent; ++at)
      agents.rings.push_back(&rings_[ring_at(plan_.stack, agent, agents.contexts, at)]);
}

Ring<WallEnv> KernelRings::ring(std::uint32_t index, WallEnv::Gate& pushed, WallEnv::Gate& told) const {
  Ring<WallEnv> ring = rings_[index].ring<WallEnv>();
  ring.pushed = &pushed;
  ring.credit = ring.completion = &told;
  return ring;
}

bool KernelRings::are_complete() const {
  for (const gpu::CommandRing& ring : rings_)
    if (!ring.is_complete()) return false;
  return true;
}

std::string KernelRings::what_failed(Pe me) const {
  for (const gpu::CommandRing& ring : rings_) {
    const Failure failure = unpack_failure(load<Order::acquire>(ring.answers().failure));
    if (failure.status != CompletionStatus::ok) return what_failed_of(me, failure);
  }
  return "";
}

}  // namespace gin
