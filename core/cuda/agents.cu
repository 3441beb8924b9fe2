// Only nvcc knows the environment of kernels, and so the layout of their agents' views.
#include "core/cuda/agents.hpp"

#include <cstring>

#include "core/cuda/env.cuh"

namespace gin::gpu {
namespace {

/// A piece of the GPU's memory that is written here and copied in one go.
class Blob {
 public:
  /// Where `count` of them lie; zero.
  template <class T>
  std::size_t add(std::size_t count) {
    const std::size_t at = (bytes_.size() + 127) / 128 * 128;
    bytes_.resize(at + count * sizeof(T));
    return at;
  }
  template <class T>
  T* here(std::size_t at) {
    return reinterpret_cast<T*>(bytes_.data() + at);
  }
  std::size_t size() const { return bytes_.size(); }
  const unsigned char* data() const { return bytes_.data(); }

 private:
  std::vector<unsigned char> bytes_;
};

/// Where one agent's memory lies in it.
struct Place {
  std::size_t issue = 0;
  std::size_t rings = 0;
  std::vector<std::size_t> used, used_slot, pushed;  // by context
};

template <class Env>
DeviceMemory made(const AgentsOf& of) {
  const std::size_t connections = std::size_t{of.launch.n_pes} * of.rules.per_peer * of.rules.post.rails;
  const std::uint32_t agents = of.launch.agents;
  Blob blob;
  const std::size_t views = blob.add<AgentView<Env>>(agents);
  const std::size_t peers = blob.add<unsigned char*>(of.peers.size());
  const std::size_t gate = blob.add<typename Env::Gate>(1);
  const std::size_t queues = blob.add<SendQueue<Env>>(of.queues.size());
  std::vector<Place> places(agents);
  for (Place& place : places) {
    place.issue = blob.add<IssueState<Env>>(of.contexts);
    place.rings = blob.add<Ring<Env>>(of.contexts * of.rings_per_context);
    for (std::uint32_t context = 0; context < of.contexts; ++context) {
      place.used.push_back(blob.add<typename IssueState<Env>::Used>(connections));
      place.used_slot.push_back(blob.add<std::uint32_t>(connections));
      place.pushed.push_back(blob.add<typename IssueState<Env>::Pushed>(of.rings_per_context));
    }
  }
  DeviceMemory memory(blob.size());
  const auto there = [&]<class T>(T*, std::size_t at) { return reinterpret_cast<T*>(memory.data() + at); };
  std::memcpy(blob.here<unsigned char*>(peers), of.peers.data(), of.peers.size() * sizeof(unsigned char*));
  for (std::uint32_t i = 0; i < of.queues.size(); ++i) {
    auto& queue = *new (blob.here<SendQueue<Env>>(queues) + i) SendQueue<Env>;
    queue.memory = of.queues[i];
    queue.peer = Pe{i / of.queues_per_peer};
  }
  for (std::uint32_t agent = 0; agent < agents; ++agent) {
    const Place& place = places[agent];
    for (std::uint32_t context = 0; context < of.contexts; ++context) {
      auto& state = *new (blob.here<IssueState<Env>>(place.issue) + context) IssueState<Env>;
      state.used = there(state.used, place.used[context]);
      state.used_slot = there(state.used_slot, place.used_slot[context]);
      state.pushed = there(state.pushed, place.pushed[context]);
    }
    const std::uint32_t rings = of.contexts * of.rings_per_context;
    for (std::uint32_t i = 0; i < rings; ++i) {
      Ring<Env>& ring = blob.here<Ring<Env>>(place.rings)[i] = of.rings[agent * rings + i]->template ring<Env>();
      ring.pushed = ring.credit = ring.completion = there(ring.pushed, gate);
    }
    auto& view = *new (blob.here<AgentView<Env>>(views) + agent) AgentView<Env>;
    view.me = of.me;
    view.n_pes = of.launch.n_pes;
    view.agent = agent;
    view.agents = agents;
    view.lanes = of.launch.lanes;
    view.contexts = of.contexts;
    view.heap = of.heap;
    view.peers = reinterpret_cast<unsigned char* const*>(memory.data() + peers);
    view.rules = of.rules;
    view.issue = there(view.issue, place.issue);
    view.word_gate = there(view.word_gate, gate);
    view.rings = there(view.rings, place.rings);
    view.rings_per_context = of.rings_per_context;
    view.paths.pes_per_node = of.near_count;
    view.paths.first_of_node = of.near_begin;
    view.queues = {there(view.queues.queues, queues), of.queues_per_peer};
    view.completes_on_demand = true;
  }
  memory.write(blob.data(), blob.size());
  return memory;
}

}  // namespace

Agents::Agents(Ways ways, const AgentsOf& of)
    : memory_(with_paths(ways, [&]<class Paths>(Paths) { return made<CudaEnv<Paths>>(of); })),
      greetings_(of.peers.size() * sizeof(Greeting*)) {
  if (of.meeting_at == 0) return;
  std::vector<Greeting*> places;
  for (unsigned char* heap : of.peers) places.push_back(reinterpret_cast<Greeting*>(heap + of.meeting_at));
  greetings_.write(places.data(), places.size() * sizeof(Greeting*));
  meeting_ = {reinterpret_cast<Greeting* const*>(greetings_.data()), of.me.value, of.launch.n_pes};
}

}  // namespace gin::gpu
