#include "models/cost/nic.hpp"

#include <algorithm>

#include "models/cost/pcie.hpp"
#include "models/cost/wire.hpp"

namespace gin::models::cost {
namespace {

Duration at_rate(std::int64_t rate, std::int64_t count) {
  return RateClock{Bandwidth{rate}}.take(Bytes{count});
}
Way payload_way(const Work& work) {
  return {Device::nic, work.at_host ? Device::cpu : Device::gpu};
}
Bandwidth link_of(const Profile& p, const Work& work) {
  return work.at_host ? p.pcie.bandwidth : peer_bandwidth(p.pcie, p.iommu);
}
Duration over_pcie(const Profile& p, const Work& work, Bytes bytes) {
  return RateClock{link_of(p, work)}.take(bytes);
}
Duration payload_read(const Profile& p, const Work& work) {
  return read(p.pcie, p.iommu, payload_way(work)).total();
}
Duration into_memory(const Profile& p, const Work& work) {
  return posted_time(p, payload_way(work));
}
Duration completion_write(const Profile& p, const Work& work) {
  return posted_time(p, {Device::nic, work.by_cpu ? Device::cpu : Device::gpu});
}

/// Last byte behind the first: the line, or PCIe where it is slower and had no head start of its own.
Duration last_byte(const Profile& p, const Work& work, Bytes on_line, Bytes read, Duration head_start) {
  return std::max(serialize(p.nic, on_line), over_pcie(p, work, read) - head_start);
}

Duration serialized(const Profile& p, const Work& work) {
  const bool reads = work.verb == Verb::write && !work.inlined;
  const Bytes payload = payload_of(work);
  return last_byte(p, work, payload, reads ? payload : Bytes{0}, p.nic.transmit);
}

/// What a write or a message brings, from the target's NIC on.
Duration written(const Profile& p, const Work& work) {
  if (work.verb == Verb::message) return told(p);
  return written_behind(p, work, serialized(p, work));
}

Itemised acknowledged(const Profile& p, const Work& work) {
  return Itemised()
      .add("wire.propagation", p.wire.propagation)
      .add("nic.acknowledge", p.nic.acknowledge)
      .add("pcie.completion_write", completion_write(p, work));
}

}  // namespace

Duration of_queue(const NicProfile& nic) {
  const std::int64_t rate = nic.queue_messages_per_second;
  return rate > 0 ? at_rate(rate, 1) : Duration{};
}

/// Two operands in an atomic, nothing in a read; a message is 32 bytes (core/format/cpu_message.hpp).
Bytes payload_of(const Work& work) {
  if (work.verb == Verb::atomic) return {16};
  if (work.verb == Verb::message) return {32};
  return work.verb == Verb::read ? Bytes{0} : work.bytes;
}

/// The unit's own time holds one bare read of the target's word.
Duration executed(const Profile& p, const Work& atomic) {
  return p.nic.atomic + payload_read(p, atomic) - p.pcie.nic_read;
}

Duration written_behind(const Profile& p, const Work& work, Duration on_line) {
  return behind_line(p.nic, link_of(p, work), work.bytes, on_line) + into_memory(p, work);
}

Duration told(const Profile& p) {
  return posted_time(p, {Device::nic, Device::cpu});
}

Itemised taken(const Profile& p, const Work& work) {
  const bool reads = work.verb == Verb::write && !work.inlined;
  Itemised cost;
  const Device queue = work.by_cpu ? Device::cpu : Device::gpu;
  if (!work.carried) cost.add("nic.wqe_fetch", fetch(p.pcie, p.iommu, p.nic, queue).total());
  cost.add("nic.pipeline_queue", at_rate(p.nic.messages_per_second, 1));
  if (reads) cost.add("pcie.payload_read", payload_read(p, work));
  return cost.add("nic.transmit", p.nic.transmit)
      .add("wire.propagation", p.wire.propagation)
      .add("wire.serialize", serialized(p, work))
      .add("nic.pipeline_queue", at_rate(p.nic.messages_per_second, 1))
      .add("nic.receive", p.nic.receive);
}

Itemised visible(const Profile& p, const Work& work) {
  Itemised cost = taken(p, work);
  if (work.verb == Verb::write || work.verb == Verb::message) cost.add("pcie.memory_write", written(p, work));
  if (work.verb == Verb::atomic) cost.add("nic.atomic", executed(p, work));
  return cost;
}

Itemised completed(const Profile& p, const Work& work) {
  if (work.verb == Verb::atomic) return visible(p, work).add(acknowledged(p, work));
  Itemised cost = taken(p, work);
  if (work.verb == Verb::write || work.verb == Verb::message) {
    // The acknowledgement left before PCIe had the bytes; of a long message they may still be later.
    const Duration answer = acknowledged(p, work).total();
    return cost.add(acknowledged(p, work)).add("nic.earlier_work", std::max(Duration{}, written(p, work) - answer));
  }
  const Duration answered = last_byte(p, work, work.bytes, work.bytes, {});
  return cost.add("pcie.payload_read", payload_read(p, work))
      .add("wire.propagation", p.wire.propagation)
      .add("wire.serialize", answered)
      .add("nic.pipeline_queue", at_rate(p.nic.messages_per_second, 1))
      .add("nic.acknowledge", p.nic.acknowledge)
      .add("pcie.completion_write", written_behind(p, work, answered));
}

Itemised counter_written(const Profile& p, Bytes before) {
  return Itemised().add("nic.counter", over_pcie(p, {}, {before.count + 8}) - over_pcie(p, {}, before));
}

Misses misses(const NicProfile& nic, const Connections& connections) {
  if (nic.connections == 0 || connections.active <= nic.connections) return {};
  const std::int64_t lookups = 1 + (connections.receives ? connections.batch : 0);
  return {lookups * (connections.active - nic.connections), connections.active * connections.batch};
}

Itemised busiest(const Profile& p, const Work& work, const Connections& connections, std::int64_t messages) {
  const Misses missing = misses(p.nic, connections);
  // One context after another begins to be fetched, each so long after the last that `connection_fetches` overlap.
  const auto fetched = static_cast<__int128>(messages) * missing.number * p.nic.connection_miss.ps;
  const bool is_read = work.verb == Verb::read;
  const Bytes payload = is_read ? work.bytes : payload_of(work);  // what comes back is longer than what was sent
  const bool over = is_read || (work.verb == Verb::write && !work.inlined);
  const Item parts[] = {
      {"nic.pipeline_queue", at_rate(p.nic.messages_per_second, messages)},
      {"nic.port_queue", at_rate(p.nic.line.bytes_per_second, on_wire(p.nic, payload).count * messages)},
      {"pcie.read_queue", over ? over_pcie(p, work, {payload.count * messages}) : Duration{}},
      {"nic.context_fetch", {saturated::from(fetched / missing.of / p.nic.connection_fetches)}},
      {"nic.atomic_queue", work.verb == Verb::atomic ? at_rate(p.nic.atomics_per_second, messages) : Duration{}},
  };
  const Item* most = std::ranges::max_element(parts, {}, &Item::time);
  return Itemised().add(most->name, most->time);
}

Itemised windowed(const Profile& p, const Work& work, std::int64_t depth, std::int64_t messages) {
  const Itemised one = completed(p, work);
  const std::int64_t rounds = (messages + depth - 1) / depth;
  const Duration by_window = one.total() * rounds;
  const Itemised most = busiest(p, work, {}, messages);
  return by_window >= most.total() ? Itemised().add("nic.window", by_window) : most;
}

}  // namespace gin::models::cost
