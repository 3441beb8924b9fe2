#include "models/cost/in_turn.hpp"

#include <algorithm>

#include "models/cost/pcie.hpp"
#include "models/cost/wire.hpp"

namespace gin::models::cost {
namespace {

/// Serves one transfer after another at a rate, as sim::Pipe does for the machine.
class Turns {
 public:
  explicit Turns(Bandwidth rate) : clock_{rate} {}
  struct Turn {
    Duration begin, end;
  };
  Turn take(Duration when, Bytes bytes) {
    const Duration begin = std::max(when, free_);
    free_ = begin + clock_.take(bytes);
    return {begin, free_};
  }

 private:
  RateClock clock_;
  Duration free_;
};

/// One of the two on its way; times are counted from the first doorbell's arrival.
struct Flight {
  const Work& work;
  Bytes payload;
  Duration now;
  Duration last_byte = {};
  Duration on_line = {};
  Itemised items = {};

  void until(const char* name, Duration when) {
    items.add(name, when - now);
    now = when;
  }
};

/// What both pass through.
class Stages {
 public:
  explicit Stages(const Profile& p)
      : p_(p),
        sent_({p.nic.messages_per_second}),
        received_({p.nic.messages_per_second}),
        port_out_(p.nic.line),
        port_in_(p.nic.line),
        from_memory_(peer_bandwidth(p.pcie, p.iommu)) {}

  void pipeline(Flight& one) {
    one.until("nic.pipeline_queue", sent_.take(one.now, {1}).end);
    one.last_byte = one.now;
    if (one.work.verb == Verb::write && !one.work.inlined) {
      const Duration latency = read(p_.pcie, p_.iommu, {Device::nic, Device::gpu}).total();
      one.last_byte = from_memory_.take(one.now, one.work.bytes).end + latency;
      one.until("pcie.payload_read", one.now + latency);
    }
    one.until("nic.transmit", one.now + p_.nic.transmit);
  }

  void send(Flight& one) {
    const Turns::Turn turn = port_out_.take(one.now, on_wire(p_.nic, one.payload));
    one.until("nic.port_queue", turn.begin);
    one.last_byte = std::max(turn.end, one.last_byte) + p_.wire.propagation;
    one.until("wire.propagation", one.now + p_.wire.propagation);
  }

  void receive(Flight& one) {
    const Turns::Turn line = port_in_.take(one.now, on_wire(p_.nic, one.payload));
    one.until("nic.target_queue", line.begin);
    one.until("wire.serialize", std::max(line.end, one.last_byte));
    one.on_line = one.now - line.begin;
    const Turns::Turn slot = received_.take(line.begin, {1});
    one.until("nic.pipeline_queue", std::max(one.now, slot.begin) + (slot.end - slot.begin));
    one.until("nic.receive", one.now + p_.nic.receive);
  }

  Duration written(const Flight& data) { return data.now + written_behind(p_, data.work, data.on_line); }

 private:
  const Profile& p_;
  Turns sent_, received_, port_out_, port_in_, from_memory_;
};

/// Both in the NIC.
void fetch_both(const Profile& p, const Following& two, Flight& data, Flight& signal) {
  const Device queue = two.data.by_cpu ? Device::cpu : Device::gpu;
  const Duration takes = fetch(p.pcie, p.iommu, p.nic, queue).total();
  const bool carried = two.data.carried && !two.one_doorbell;
  data.until("nic.wqe_fetch", carried ? Duration{} : takes);
  if (two.one_doorbell) return signal.until("nic.wqe_fetch", takes);
  const bool busy = signal.now < data.now;
  signal.until("nic.fetch_queue", std::max(signal.now, data.now));
  if (busy || !two.signal.carried) signal.until("nic.wqe_fetch", signal.now + takes);
}

}  // namespace

BothVisible both_visible(const Profile& p, const Following& two) {
  const bool in_order = p.nic.ordering == NicOrdering::per_queue;
  const auto behind = [&](Duration when, Duration data) { return in_order ? std::max(when, data) : when; };
  Flight data{.work = two.data, .payload = payload_of(two.data), .now = {}};
  Flight signal{
      .work = two.signal, .payload = payload_of(two.signal), .now = two.one_doorbell ? Duration{} : two.apart};
  Stages stages(p);
  fetch_both(p, two, data, signal);
  stages.pipeline(data);
  stages.pipeline(signal);
  signal.until("nic.earlier_work", behind(signal.now, data.now + of_queue(p.nic)));
  // Whose payload is there first goes first, where nobody keeps order.
  Flight& first = signal.now < data.now ? signal : data;
  Flight& second = &first == &data ? signal : data;
  stages.send(first);
  stages.send(second);
  stages.receive(first);
  stages.receive(second);
  signal.until("nic.earlier_work", behind(signal.now, data.now));
  data.until("pcie.memory_write", stages.written(data));
  const bool executes = two.signal.verb == Verb::atomic;
  const Duration alone = executes ? executed(p, two.signal) : told(p);
  signal.until(executes ? "nic.atomic" : "pcie.memory_write", behind(signal.now + alone, data.now));
  return {data.items, signal.items};
}

}  // namespace gin::models::cost
