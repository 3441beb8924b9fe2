// CpuFabric: what a CPU thread does about messages and immediates of other PEs. Handlers never post: what they
// want to send waits in `deferred_` until the look is over and there is room.
#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "core/base/error.hpp"
#include "core/base/planted.hpp"
#include "nic/cpu_fabric.hpp"

namespace gin::emulated {
namespace {

constexpr std::size_t arrivals_a_look = 16;

/// What a sender calls its send: the thread that holds it, and the slot there.
constexpr std::uint64_t send_id(std::uint32_t thread, std::uint32_t slot) {
  return std::uint64_t{thread} << 32 | slot;
}

CpuMessage message_of(const Operation& send, MessageKind kind, std::uint64_t id) {
  CpuMessage message;
  message.kind = kind;
  message.landing = id;
  message.offset = send.local;
  message.value = send.value;
  message.extra = send.bytes;
  return message;
}

}  // namespace

bool CpuFabric::progress() {
  std::size_t taken = 0;
  for (; taken < arrivals_a_look && !arrivals_.empty(); ++taken) handle(arrivals_.pop());
  send_acknowledgements();
  const bool sent = submit_deferred();
  return taken > 0 || sent;
}

CpuFabric::Heard& CpuFabric::heard(Pe peer, std::uint32_t stream) {
  const std::uint32_t streams = network_.rules().streams();
  if (heard_.empty()) heard_.resize(env_.world().pes.size() * streams);
  Heard& heard = heard_[peer.value * streams + stream];
  if (!heard.signals) {
    const std::uint32_t first = network_.rules().first_number;
    heard.signals = std::make_unique<OrderedSignals>(rules_.post.layout, rules_.post.signals, first);
    heard.window = std::make_unique<NumberWindow>(rules_.post.layout, first);
  }
  return heard;
}

void CpuFabric::handle(ArrivalQueue::Entry&& entry) {
  env_.charge(Cost::arrival_handle, 1);
  env_.settle();
  env_.count(Count::arrivals, 1);
  const Pe source = entry.arrival.source;
  if (!entry.arrival.has_immediate) {
    if (entry.arrival.message.kind == MessageKind::finished) return finished(std::move(entry));
    return two_sided(entry.arrival);
  }
  const Immediate immediate = decode(rules_.post.layout, entry.arrival.immediate);
  if (immediate.kind == ImmediateKind::acknowledge)
    return acknowledged(source, immediate.stream, immediate.number, immediate.count);
  if (immediate.kind == ImmediateKind::fetched) {
    carry_out(entry.arrival.message, entry.arrival.number);
    return acknowledged(source, immediate.stream, immediate.number, 1);
  }
  const std::uint32_t stream = entry.stream;
  const auto accepted =
      heard(source, stream).signals->accept(std::move(entry.arrival), [&](std::uint32_t number, Arrival* arrival) {
        if (!arrival) return note_done(source, stream, number);
        const MessageKind kind = arrival->message.kind;
        if (kind == MessageKind::fetch_amo) return answer(*arrival, stream, number);
        if (kind == MessageKind::amo)
          carry_out(arrival->message, arrival->number);
        else
          two_sided(*arrival);
        note_done(source, stream, number);
      });
  if (accepted != OrderedSignals::Accepted::ok)
    throw Error(Code::failed,
                fmt::format("PE {} proxy thread {}: expected one message of operation {} of stream {} "
                            "of PE {}, got one too many or one that was done long ago",
                            me().value, env_.who().number, immediate.number, stream, source.value));
}

/// One word of GPU memory, read, changed and written over PCIe at one moment; returns what was there.
std::uint64_t CpuFabric::carry_out(const CpuMessage& message, std::uint32_t number) {
  const bool lands = message.kind == MessageKind::fetched;
  const std::uint64_t offset = lands ? message.landing : message.offset;
  return env_.change_word(offset, number, [&] {
    auto& word = *reinterpret_cast<std::uint64_t*>(heap() + offset);
    return std::exchange(word, lands ? message.value : applied(message.amo, word, message.value, message.extra));
  });
}

void CpuFabric::answer(const Arrival& asked, std::uint32_t stream, std::uint32_t number) {
  CpuMessage fetched;
  fetched.kind = MessageKind::fetched;
  fetched.landing = asked.message.landing;
  fetched.value = carry_out(asked.message, asked.number);
  WorkRequest request = message_request(fetched);
  request.has_immediate = true;
  request.immediate = encode(rules_.post.layout, {ImmediateKind::fetched, stream, number, 1}).bits;
  Operation operation;
  operation.number = asked.number;
  deferred_.push({asked.source, false, operation, request, nobody, stream_of(0)});
}

void CpuFabric::note_done(Pe source, std::uint32_t stream, std::uint32_t number) {
  if (!acknowledgements_.empty()) {
    Acknowledgement& last = acknowledgements_.back();
    if (last.source == source && last.stream == stream && last.first + last.count == number &&
        last.count < rules_.acknowledge_most) {
      ++last.count;
      return;
    }
  }
  acknowledgements_.push_back({source, stream, number, 1});
}

void CpuFabric::send_acknowledgements() {
  for (const Acknowledgement& done : acknowledgements_) {
    WorkRequest request;  // a write of no bytes: its immediate is all there is
    request.has_immediate = true;
    request.immediate =
        encode(rules_.post.layout, {ImmediateKind::acknowledge, done.stream, done.first, done.count}).bits;
    request.signaled = true;
    env_.count(Count::acknowledgements, 1);
    deferred_.push({done.source, false, {}, request, nobody, stream_of(0)});
  }
  acknowledgements_.clear();
}

/// Operations of our own stream have been carried out by the peer.
void CpuFabric::acknowledged(Pe peer, std::uint32_t stream, std::uint32_t low, std::uint32_t count) {
  NumberWindow& window = *heard(peer, stream).window;
  const std::uint32_t before = window.base();
  if (!window.mark(low, count) || (planted(Fault::completion_counted_twice) && !window.mark(low, count)))
    throw Error(Code::failed,
                fmt::format("PE {} proxy thread {}: expected an acknowledgement of what is under way to "
                            "PE {}, got operation {} of stream {} twice",
                            me().value, env_.who().number, peer.value, low, stream));
  if (window.base() == before) return;
  NicQueue& home = network_.nic_queue(me(), peer, stream * rules_.post.rails);
  if (!home.completions) {  // agents wait for it
    env_.charge(Cost::proxy_publish, 1);
    env_.publish(home.words.numbers_acknowledged, window.base(), *home.send.acknowledgement);
    return;
  }
  home.words.numbers_acknowledged = window.base();
  Fifo<Posted::Mark>& numbers = posted_[home.cpu_slot].numbers;
  while (!numbers.empty() && reached(window.base(), static_cast<std::uint32_t>(numbers.front().end))) {
    const std::uint32_t slot = numbers.pop().slot;
    one_less(slot);
  }
}

/// The CPUs of a node share memory, so the peer's thread of this number finds the message without a NIC.
void CpuFabric::tell_near(const Operation& operation, std::uint32_t slot) {
  ++under_way_.at(slot).waits;  // for `finished`
  env_.charge(Cost::proxy_post, 1);
  env_.settle();
  Arrival told;
  told.source = me();
  told.has_message = true;
  told.message = message_of(operation, MessageKind::ready, send_id(env_.who().number, slot));
  told.number = operation.number;
  network_.hand_over(operation.peer, env_.who().number, {std::move(told), 0, env_.chain()});
}

Post CpuFabric::post_send(const Operation& operation, std::uint32_t stream, std::uint64_t tag) {
  if (is_near(operation.peer)) {
    UnderWay::Entry entry;
    entry.tag = tag;
    tell_near(operation, under_way_.begin(entry));
    return Post::accepted;
  }
  if (flushes(operation.peer, stream, tag)) return Post::accepted;
  // As far as room goes, an atomic is the same: one message, and a number where those are taken.
  Operation alike;
  alike.op = Op::amo;
  if (!has_room(operation.peer, stream, alike)) return Post::busy;
  const bool eager = operation.bytes <= rules_.eager_max;
  UnderWay::Entry entry;
  entry.tag = tag;
  const std::uint32_t slot = under_way_.begin(entry);
  WorkRequest request = message_request(
      message_of(operation, eager ? MessageKind::eager : MessageKind::ready, send_id(env_.who().number, slot)));
  request.local = operation.local;
  request.bytes = eager ? static_cast<std::uint32_t>(operation.bytes) : 0;
  if (!eager) ++under_way_.at(slot).waits;  // for `finished`
  std::uint32_t completes = eager ? slot : nobody;
  if (rules_.post.numbered) {
    Posted& home = posted_to(operation.peer, stream, 0);
    const std::uint32_t number = home.queue->words.numbers_taken++;
    request.has_immediate = true;
    request.immediate = encode(rules_.post.layout, {ImmediateKind::part, stream, number, 1}).bits;
    if (eager) ++under_way_.at(slot).waits;
    home.numbers.push({number + 1, completes});
    completes = nobody;
  }
  submit(operation.peer, stream, request, completes, operation.number);
  return Post::accepted;
}

void CpuFabric::post_receive(const Operation& operation, std::uint32_t stream, std::uint64_t tag) {
  UnderWay::Entry entry;
  entry.tag = tag;
  entry.stream = stream;
  entry.waits = 1;
  const PostedReceive wanted{operation.peer, operation.value, operation.local, operation.bytes,
                             send_id(env_.who().number, under_way_.begin(entry))};
  if (const auto arrival = matching_.post(wanted)) receive(wanted, *arrival);
}

void CpuFabric::two_sided(Arrival& arrival) {
  if (const auto wanted = matching_.arrive(arrival)) receive(*wanted, arrival);
}

void CpuFabric::receive(const PostedReceive& receive, const Arrival& arrival) {
  env_.charge(Cost::arrival_match, 1);
  env_.settle();
  const std::uint64_t bytes = arrival.message.extra;
  if (bytes > receive.bytes)
    throw Error(Code::failed,
                fmt::format("PE {}: receive from PE {} with tag {}: expected at most {} bytes, the send has {}",
                            me().value, receive.peer.value, receive.tag, receive.bytes, bytes));
  if (is_near(arrival.source)) {
    node_copies_.begin({arrival.source, arrival.message.offset, receive.local, bytes, arrival.number,
                        arrival.message.landing, receive.cookie});
    return;
  }
  if (arrival.message.kind == MessageKind::eager) {
    env_.change_bytes(receive.local, bytes, arrival.number,
                      [&] { std::memcpy(heap() + receive.local, arrival.bytes.data(), arrival.bytes.size()); });
    return finished({finished_message(me(), receive.cookie), 0, env_.chain()});
  }
  Operation fetch;
  fetch.op = Op::get;
  fetch.peer = arrival.source;
  fetch.remote = arrival.message.offset;
  fetch.local = receive.local;
  fetch.bytes = bytes;
  fetch.number = arrival.number;
  UnderWay::Entry entry;
  entry.then = UnderWay::Then::release;
  entry.peer = arrival.source;
  entry.send = arrival.message.landing;
  entry.receive = receive.cookie;
  entry.stream = stream_of(0);
  deferred_.push({arrival.source, true, fetch, {}, under_way_.begin(entry), entry.stream});
}

void CpuFabric::release(const UnderWay::Entry& fetched) {
  const Arrival told = finished_message(me(), fetched.send);
  deferred_.push({fetched.peer, false, {}, message_request(told.message), nobody, fetched.stream});
  finished({finished_message(me(), fetched.receive), 0, env_.chain()});
}

/// The operation may be in another thread's hands: that thread is told like of any other arrival.
void CpuFabric::finished(ArrivalQueue::Entry&& entry) {
  const std::uint64_t id = entry.arrival.message.landing;
  const auto thread = static_cast<std::uint32_t>(id >> 32);
  if (thread == env_.who().number) return one_less(static_cast<std::uint32_t>(id));
  network_.hand_over(me(), thread, std::move(entry));
}

}  // namespace gin::emulated
