// Network: what is recorded of a message. It is one strand on two tracks: at the source from when its work request
// is in the NIC until its completion is written, at the target from when it arrives until its bytes, or its answer,
// leave.
#include <algorithm>

#include "nic/network.hpp"

namespace gin::emulated {
namespace {

using Show = Recorder::Show;
using Stage = trace::Recording::Stage;

Recorder::Key of_queue(const NicQueue& queue, Show show) {
  return {queue.source, show, queue.stream, queue.rail, queue.send.peer.value};
}

}  // namespace

/// Whose line it stands at: that of the source, unless it goes back from the target or has come there.
Recorder::Key Network::at_nic(const Message& message, Show show) const {
  const NicQueue& queue = *message.queue;
  const bool at_source = (show == Show::line_out) != message.answering;
  return {at_source ? queue.source : queue.send.peer, show, 0, queue.rail};
}

std::uint32_t Network::lane_of(const Message& message) const {
  const NicQueue& queue = *message.queue;
  if (!message.at_target) return world_.recorder()->track(of_queue(queue, Show::queue));
  return world_.recorder()->track({queue.send.peer, Show::from_peer, queue.stream, queue.rail, queue.source.value});
}

/// A trail that has forgotten the iteration before says less than we know: it was not here earlier than it came.
void Network::record(Message& message, sim::Item item, Instant end) {
  const Instant came = message.at_target ? message.arrived : message.began;
  const Instant begin = std::max(message.trail.end(world_.path), came);
  world_.recorder()->span({lane_of(message), message.strand}, item, begin, end);
}

void Network::record_doorbell(const NicQueue& queue, std::uint64_t requests) {
  world_.recorder()->change(of_queue(queue, Show::occupancy), world_.now(), static_cast<std::int64_t>(requests));
}

void Network::record_fetch(const NicQueue& queue, sim::Item item, Instant end) {
  Recorder& recorder = *world_.recorder();
  const std::uint32_t track = recorder.track(of_queue(queue, Show::queue));
  recorder.span({track, recorder.strand()}, item, world_.path.end(queue.fetch_chain), end);
}

void Network::record_start(Message& message) {
  Recorder& recorder = *world_.recorder();
  const NicQueue& queue = *message.queue;
  message.at_target = false;
  message.strand = recorder.strand();
  message.began = world_.now();
  recorder.change({queue.source, Show::under_way, 0, queue.rail}, world_.now(), 1);
}

void Network::record_leg(const Message& message, Instant begin, Instant end) {
  Recorder& recorder = *world_.recorder();
  const NicQueue& queue = *message.queue;
  const Pe other = message.at_target ? queue.source : queue.send.peer;
  const std::uint32_t leg =
      recorder.span({lane_of(message), message.strand}, name_of(message.request.verb), begin, end,
                    {.bytes = static_cast<std::int64_t>(message.request.bytes), .peer = other.value});
  recorder.join(message.operation, leg, Stage::way);
}

void Network::record_departure(Message& message, Instant when) {
  record_leg(message, message.arrived, when);
  message.at_target = false;
}

void Network::record_into_memory(const Message& message) {
  world_.recorder()->span({lane_of(message), message.strand}, items_.memory_write, message.taken, world_.now());
}

void Network::record_end(const Message& message, Instant when) {
  Recorder& recorder = *world_.recorder();
  const NicQueue& queue = *message.queue;
  record_leg(message, message.began, when);
  recorder.change({queue.source, Show::under_way, 0, queue.rail}, when, -1);
  recorder.change(of_queue(queue, Show::occupancy), when, -1);
}

}  // namespace gin::emulated
