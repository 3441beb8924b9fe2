#include "backends/emulated/cpu_threads.hpp"

#include <fmt/format.h>

namespace gin::emulated {

CpuThreads::CpuThreads(World& world, Network& network, const Rules& rules)
    : world_(world), network_(network), rules_(rules) {
  for (std::size_t pe = 0; pe < world.pes.size(); ++pe) {
    for (std::uint32_t thread = 0; thread < rules.roles.threads; ++thread) gates_.emplace_back();
    for (std::uint32_t ring = 0; ring < rules.roles.rings; ++ring) rings_.emplace_back(rules);
    matching_.emplace_back();
  }
}

Ring<VirtualEnv> CpuThreads::ring(Pe pe, std::uint32_t index) {
  RingSet& set = rings_[pe.value * rules_.roles.rings + index];
  if (world_.recorder()) world_.recorder()->ring(&set.memory.gpu(), pe, index);
  // The proxy thread's own gate: it wakes for any of its rings.
  sim::Gate& pushed = gates_[pe.value * rules_.roles.threads + index % rules_.roles.threads];
  return set.memory.ring<VirtualEnv>(pushed, set.credit, set.completion);
}

void CpuThreads::start(VirtualEnv::Identity who, sim::StackSlab& stacks, std::size_t stack) {
  who.is_agent = false;
  for (who.number = 0; who.number < rules_.roles.threads; ++who.number) {
    who.rings = rings_of(who.number);
    start_thread(envs_.emplace_back(world_, stacks, stack++, who, &network_));
  }
  who.rings = 1;
  if (!rules_.roles.rings_doorbells) return;
  VirtualEnv& env = envs_.emplace_back(world_, stacks, stack, who, &network_);
  Ringer& ringer = ringers_.emplace_back(env, AgentQueues{network_, who.pe}, network_.agent_stations(),
                                         network_.note_written(who.pe));
  env.start(
      [](void* thread) {
        for (;;) static_cast<Ringer*>(thread)->step();
      },
      &ringer);
}

std::uint32_t CpuThreads::rings_of(std::uint32_t thread) const {
  return (rules_.roles.rings + rules_.roles.threads - 1 - thread) / rules_.roles.threads;
}

void CpuThreads::start_thread(VirtualEnv& env) {
  const VirtualEnv::Identity& who = env.who();
  sim::Gate& gate = gates_[who.pe.value * rules_.roles.threads + who.number];
  std::vector<Ring<VirtualEnv>> served;
  for (std::uint32_t index = who.number; index < rules_.roles.rings; index += rules_.roles.threads)
    served.push_back(ring(who.pe, index));
  Serving& made =
      serving_.emplace_back(env, network_, gate, matching_[who.pe.value], rules_.wire(who.pe, who.number),
                            rules_.fabric(who.pe, who.number), std::move(served), rules_.proxy);
  env.start(
      [](void* thread) {
        for (;;) static_cast<Serving*>(thread)->proxy.step();
      },
      &made);
}

std::vector<std::string> CpuThreads::occupancy(Pe pe) const {
  std::vector<std::string> lines;
  for (std::uint32_t i = 0; i < rules_.roles.rings; ++i) {
    const RingMemory& ring = rings_[pe.value * rules_.roles.rings + i].memory;
    const std::uint32_t head = ring.gpu().head, completed = ring.answers().completed;
    lines.push_back(fmt::format("ring {}: {} of {} slots pushed and not complete (head {}, tail {}, completed {})",
                                i, head - completed, ring.capacity(), head, ring.host().tail, completed));
  }
  const Matching& matching = matching_[pe.value];
  if (matching.receives_waiting() + matching.sends_waiting() > 0)
    lines.push_back(fmt::format("two-sided: {} receives wait for a send, {} arrived sends wait for a receive",
                                matching.receives_waiting(), matching.sends_waiting()));
  return lines;
}

}  // namespace gin::emulated
