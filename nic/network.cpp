#include "nic/network.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>

namespace gin::emulated {
namespace {

std::size_t slot_bytes(std::uint32_t capacity) {
  return capacity * (sizeof(WorkRequest) + sizeof(Finished));
}

/// Slots and what is finished lie in one block, or the latter in one of its own.
Finished* make_finished(std::byte* at, std::uint32_t capacity) {
  auto* finished = reinterpret_cast<Finished*>(at);
  std::uninitialized_default_construct_n(finished, capacity);
  return finished;
}

}  // namespace

Network::Network(World& world, const NicModel& model, const NetworkRules& rules)
    : world_(world), model_(model), times_(model), rules_(rules), items_{world.path} {
  for (std::size_t pe = 0; pe < world.pes.size(); ++pe) {
    for (std::uint32_t rail = 0; rail < rails(); ++rail) nics_.emplace_back(world, model_);
    endpoints_.emplace_back(model_, arena_, world.options.refuse_request).arrivals.resize(rules.threads);
  }
  const auto nodes = static_cast<std::uint32_t>((world.pes.size() + rules.pes_per_node - 1) / rules.pes_per_node);
  leaves_.assign(std::size_t{rules.pes_per_node} * rails(), Leaf(model_, nodes));
  if (world.promises) world.promises->read = [this](void* unread) { read_source(unread); };
}

NicQueue& Network::nic_queue(Pe source, Pe peer, std::uint32_t index) {
  Endpoint& from = endpoint(source);
  const std::uint32_t per_peer = rules_.streams() * rails();
  if (from.known.empty()) from.known.resize(endpoints_.size() * per_peer);
  std::uint32_t& known = from.known[peer.value * per_peer + index];
  if (known == 0) {
    NicQueue& made = from.queues.add();
    known = static_cast<std::uint32_t>(from.queues.size());
    made.source = source;
    made.stream = static_cast<std::uint16_t>(index / rails());
    GIN_ASSERT(made.stream == index / rails());
    made.rail = static_cast<std::uint16_t>((index + rules_.home_rail(source, peer, made.stream)) % rails());
    made.send.peer = peer;
    made.send.fabric = &made;
    made.send.memory.gpu = &made.words;
    made.send.memory.depth = rules_.depth;
    made.words = words_from(rules_.first_index, rules_.first_number);
    made.announced = made.fetched = made.retired = rules_.first_index;
    if (rules_.numbered && index % rails() == 0) made.send.acknowledgement = &from.acknowledgements.emplace_back();
  }
  return from.queues[known - 1];
}

void Network::add_note(NicQueue& queue) {
  Endpoint& from = endpoint(queue.source);
  queue.send.memory.host = &from.notes.emplace_back();
  queue.send.note = &from.note_written;
}

SendQueue<VirtualEnv>* Network::find_agent_queue(Pe source, std::uint32_t station) {
  const std::uint32_t of_agents = rules_.agent_streams * rails();
  const std::uint32_t per_peer = rules_.streams() * rails();
  Endpoint& from = endpoint(source);
  if (from.known.empty()) return nullptr;
  const std::uint32_t known = from.known[station / of_agents * per_peer + station % of_agents];
  return known == 0 ? nullptr : &from.queues[known - 1].send;
}

NicQueue& Network::adopt(Pe source, Pe peer, std::uint32_t index, const SoftQueueFormat::Memory& memory) {
  NicQueue& queue = nic_queue(source, peer, index);
  queue.send.memory = memory;
  queue.finished = make_finished(world_.blocks.take(memory.capacity * sizeof(Finished)), memory.capacity);
  return queue;
}

void Network::grow(FabricQueue& grown, std::uint64_t end) {
  auto& queue = static_cast<NicQueue&>(grown);
  SoftQueueFormat::Memory& memory = queue.send.memory;
  const std::uint64_t first = memory.gpu->completed;
  std::uint32_t larger = std::max<std::uint32_t>(memory.capacity, 2);
  while (end - first > larger) larger *= 2;
  std::byte* block = world_.blocks.take(slot_bytes(larger));
  auto* slots = reinterpret_cast<WorkRequest*>(block);
  Finished* finished = make_finished(block + larger * sizeof(WorkRequest), larger);
  for (std::uint64_t i = first; i < end && i < first + memory.capacity; ++i) {
    slots[i & (larger - 1)] = memory.slot(i);
    finished[i & (larger - 1)] = queue.finished_slot(i);
  }
  give_back_slots(queue);
  memory.slots = slots;
  memory.capacity = larger;
  queue.finished = finished;
}

void Network::idle(NicQueue& queue) {
  if (queue.owns_memory() && queue.words.reserved == queue.retired) give_back_slots(queue);
}

void Network::give_back_slots(NicQueue& queue) {
  SoftQueueFormat::Memory& memory = queue.send.memory;
  if (memory.capacity > 0)
    world_.blocks.give_back(reinterpret_cast<std::byte*>(memory.slots), slot_bytes(memory.capacity));
  memory.slots = nullptr;
  memory.capacity = 0;
}

void Network::count(Instant when, models::MachineTraffic& traffic) const {
  for (std::size_t i = 0; i < endpoints_.size(); ++i) {
    traffic.gpus[i].pcie_read = carried(endpoints_[i].pcie_out, when);
    traffic.gpus[i].pcie_written = carried(endpoints_[i].pcie_in, when);
  }
  for (const Nic& nic : nics_)
    traffic.nics.push_back({carried(nic.port_out, when), carried(nic.port_in, when), carried(nic.sent, when),
                            carried(nic.received, when), carried(nic.atomics, when)});
}

std::vector<std::string> Network::occupancy(Pe source) const {
  constexpr std::size_t idle_shown = 4;
  std::vector<std::string> busy, idle;
  const std::uint64_t first = rules_.first_index;
  const Endpoint& from = endpoints_[source.value];
  for (std::size_t i = 0; i < from.queues.size(); ++i) {
    const NicQueue& queue = from.queues[i];
    const QueueGpuWords& words = queue.send.words();
    const std::string line = fmt::format(
        "queue to PE {}: {} work requests reserved, {} written, {} posted, {} fetched, {} completed; depth {}{}",
        queue.send.peer.value, words.reserved - first, words.ready - first, words.posted - first,
        queue.fetched - first, queue.retired - first, queue.send.memory.depth,
        queue.failed == CompletionStatus::ok ? "" : fmt::format("; {}", name(queue.failed)));
    (words.reserved == queue.retired ? idle : busy).push_back(line);
  }
  const std::size_t shown = std::min(idle.size(), idle_shown);
  busy.insert(busy.end(), idle.begin(), idle.begin() + static_cast<std::ptrdiff_t>(shown));
  if (idle.size() > shown) busy.push_back(fmt::format("{} queues more, all complete", idle.size() - shown));
  return busy;
}

}  // namespace gin::emulated
