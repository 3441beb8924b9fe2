// Network, in the source's NIC: from the doorbell to the port.
#include <algorithm>
#include <utility>

#include "nic/network.hpp"

namespace gin::emulated {
void Network::rung(const Doorbell& doorbell) {
  auto& queue = static_cast<NicQueue&>(doorbell.queue);
  if (doorbell.index <= queue.announced) return;  // another agent's has told of more
  const bool carried = doorbell.carries_request && doorbell.index == queue.announced + 1 && !queue.is_fetching();
  if (world_.recorder()) [[unlikely]]
    record_doorbell(queue, doorbell.index - queue.announced);
  queue.announced = doorbell.index;
  queue.doorbell_chain = doorbell.cause;
  if (!queue.is_fetching()) start_fetch(queue, carried);
}

std::uint64_t Network::slot_address(const NicQueue& queue, std::uint64_t index) const {
  constexpr std::uint64_t behind_heaps = std::uint64_t{1} << 62;
  const std::uint64_t number =
      (std::uint64_t{queue.send.peer.value} * rules_.streams() + queue.stream) * rails() + queue.rail;
  return behind_heaps + (number * rules_.depth + index % rules_.depth) * sizeof(WorkRequest);
}

void Network::start_fetch(NicQueue& queue, bool carried) {
  queue.fetch_count = static_cast<std::uint16_t>(queue.announced - queue.fetched);
  Instant done = world_.now();
  queue.fetch_chain = world_.path.extend(queue.doorbell_chain, items_.fetch_queue, done);
  if (!carried) {
    const std::uint64_t bytes = queue.fetch_count * sizeof(WorkRequest);
    done = source_nic(queue).iotlb.translate(done, slot_address(queue, queue.fetched), bytes).last;
    if (world_.recorder()) [[unlikely]]
      record_fetch(queue, items_.walk, done);
    queue.fetch_chain = world_.path.extend(queue.fetch_chain, items_.walk, done);
    done = done + (is_on_gpu(queue) ? times_.fetch_gpu : times_.fetch_cpu);
  }
  if (world_.adversary.is_on()) [[unlikely]]
    done = done + world_.adversary.late(draw_of(queue, queue.fetched, Adversary::Moment::fetch));
  if (world_.recorder()) [[unlikely]]
    record_fetch(queue, items_.wqe_fetch, done);
  queue.fetch_chain = world_.path.extend(queue.fetch_chain, items_.wqe_fetch, done);
  at(source_nic(queue), done, event<&Network::fetched>(queue));
}

void Network::fetched(NicQueue& queue) {
  for (; queue.fetch_count > 0; --queue.fetch_count) take(queue, queue.fetched++, queue.fetch_chain);
  if (queue.announced > queue.fetched) start_fetch(queue, false);
}

/// One work request enters the NIC's message pipeline.
void Network::take(NicQueue& queue, std::uint64_t index, sim::Chain chain) {
  Nic& nic = source_nic(queue);
  Message& message = messages_.take();
  message.queue = &queue;
  message.request = queue.send.memory.slot(index);
  message.index = index;
  message.trail.start(world_.path, chain);
  message.stored = true;
  message.answering = false;
  message.is_told = message.is_read = message.is_part_there = false;
  message.status = endpoint(queue.source).refusal.is_due() ? CompletionStatus::remote_access : CompletionStatus::ok;
  if (world_.numbers()) [[unlikely]]
    message.operation = std::exchange(queue.finished_slot(index).operation, 0);
  if (world_.promises) [[unlikely]]
    world_.promises->taken(part_of(message));
  if (world_.recorder()) [[unlikely]]
    record_start(message);

  const sim::Service slot = nic.sent.reserve(world_.now(), Bytes{1});
  extend(message, items_.pipeline_queue, slot.end, slot.end - slot.begin);
  message.last_byte = slot.end;
  if (reads_payload(message.request) && is_staged(message.request)) return stage(message, queue.source, slot.end);
  // The NICs of a GPU share its link: one asks for it when the message is through, or it would keep those from it
  // that are through before.
  if (rails() > 1 && slot.end > world_.now()) return at(nic, slot.end, event<&Network::read>(message));
  read(message);
}

void Network::read(Message& message) {
  const Instant piped = message.last_byte;
  leave(message, reads_payload(message.request) ? read_payload(message, source_nic(*message.queue), piped) : piped);
}

void Network::leave(Message& message, Instant ready) {
  NicQueue& queue = *message.queue;
  Nic& nic = source_nic(queue);
  ready = std::max(ready, context(message, nic, queue.send.peer));  // fetched beside the payload
  extend(message, items_.context_fetch, ready);
  ready = ready + late(message, Adversary::Moment::payload);
  extend(message, items_.transmit, ready + model_.nic.transmit);
  const Instant turn = in_order(ready + model_.nic.transmit, queue.transmit_ready);
  queue.transmit_ready = turn + times_.queue_message;  // where one queue keeps its order, it is one after the other
  extend(message, items_.earlier_work, turn);
  at(nic, turn, event<&Network::transmit>(message));
}

void Network::transmit(Message& message) {
  const WorkRequest& request = message.request;
  if (request.verb == Verb::write_inline)
    message.payload.assign(world_.blocks, request.payload, request.bytes);
  else if (reads_payload(request))
    read_out(message);
  if (world_.promises) [[unlikely]]
    tell_early(message);
  send(message, source_nic(*message.queue));
}

}  // namespace gin::emulated
