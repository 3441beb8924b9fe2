#include "core/softverbs/efa/source.hpp"

#include <algorithm>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/efa/counter.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/gather.hpp"

namespace softverbs::efa {
namespace {

// None of these times is published; they are long against everything else that happens on one machine, and short for a test.
constexpr std::uint64_t resend_ns = 500'000;   ///< a packet, or its acknowledgement, that was lost
constexpr std::uint64_t refused_ns = 100'000;  ///< until a receive is looked for again
constexpr std::uint64_t patience_ns = 50'000;  ///< for those that were to overtake

constexpr Ending ending_of(Answer answer) {
  switch (answer) {
    case Answer::acknowledged:
      return Ending::ok;
    case Answer::silence:
      return Ending::unresponsive;
    case Answer::not_ready:
      return Ending::not_ready;
    case Answer::invalid_request:
      return Ending::receive_too_short;
    case Answer::remote_access:
    case Answer::no_device:
      return Ending::bad_remote_address;
    case Answer::no_pair:
      return Ending::no_pair;
    case Answer::remote_operational:
      return Ending::remote_abort;
    case Answer::sequence_error:
      break;
  }
  return Ending::bad_status;
}

/// Devices that cannot write tell no more of what was sent than that it was (libefa as old as they are).
constexpr ibv_wc_opcode completed(const Slot& slot, bool is_told) {
  const auto operation = static_cast<Operation>(slot.control1 & control::operation);
  if (operation == Operation::write) return IBV_WC_RDMA_WRITE;
  return operation == Operation::read && is_told ? IBV_WC_RDMA_READ : IBV_WC_SEND;
}

}  // namespace

Source::Source(const ibv_qp& pair, std::uint32_t requests, const ibv_qp_attr& attr, const ReceiveSide& side)
    : pair_(pair), attr_(attr), side_(side), context_(Context::of(pair.context)), queue_(requests) {}

bool Source::serve() {
  const bool needs_clock = !flying_.empty() || !settings()->is_perfect();
  const std::uint64_t now = needs_clock ? now_ns() : 0;
  while (attr_.qp_state == IBV_QPS_RTS && !queue_.is_empty()) {
    Flight flight = launch(queue_.take(), now);
    if (!is_over(flight, now)) flying_.push_back(flight);
  }
  std::erase_if(flying_, [&](Flight& flight) { return is_over(flight, now); });
  return !has_failed_;
}

Source::Flight Source::launch(const Slot& slot, std::uint64_t now) {
  Flight flight;
  flight.slot = slot;
  flight.number = sent_++;
  if (settings()->is_perfect()) return flight;
  const Attempt attempt{pair_.qp_num, static_cast<std::uint32_t>(flight.number), 0};
  flight.turn = flight.number + draw(settings()->seed, attempt, Mishap::overtaken) % (settings()->reorder + 1);
  flight.patience = now + patience_ns;
  flight.starts = now + way_ns(flight, Mishap::request_lost, Mishap::request_delay);
  return flight;
}

/// How long a packet takes, with those before it that were lost. The device sends them again, and nobody is told.
std::uint64_t Source::way_ns(Flight& flight, Mishap loss, Mishap delay) const {
  Attempt attempt{pair_.qp_num, static_cast<std::uint32_t>(flight.number), flight.refusals << 8};
  std::uint64_t way = delay_ns(attempt, delay);
  for (; happens(settings()->loss, attempt, loss); ++attempt.before) way += resend_ns;
  return way;
}

bool Source::may_go(const Flight& flight, std::uint64_t now) const {
  return now >= flight.starts && (sent_ > flight.turn || now >= flight.patience);
}

bool Source::is_over(Flight& flight, std::uint64_t now) {
  if (!flight.has_arrived) {
    if (!may_go(flight, now)) return false;
    flight.ending = deliver(flight);
    if (flight.ending == Ending::not_ready &&
        (attr_.rnr_retry == rnr_for_ever || flight.refusals < attr_.rnr_retry)) {
      ++flight.refusals;
      flight.starts = (now ? now : now_ns()) + refused_ns;
      return false;
    }
    flight.has_arrived = true;
    if (!settings()->is_perfect()) flight.ends = now + way_ns(flight, Mishap::answer_lost, Mishap::answer_delay);
  }
  if (now < flight.ends) return false;
  finish(flight);
  return true;
}

Ending Source::deliver(Flight& flight) {
  Packet packet;
  Destination to;
  if (!decode(flight.slot, packet.request, to)) return Ending::bad_operation;
  const Request& request = packet.request;
  if (!context_.handles().knows(to.handle)) return Ending::bad_handle;
  if (request.bytes > (request.is_send() ? limits::message : limits::rdma)) return Ending::bad_length;
  if (!gather(context_.nic(), static_cast<Domain*>(pair_.pd)->number, request, pieces_))
    return Ending::bad_local_key;
  packet.bytes = {pieces_.data(), pieces_.size(), request.bytes};
  packet.attempt = {pair_.qp_num, static_cast<std::uint32_t>(flight.number), flight.refusals};
  const auto [target, is_new] =
      targets_.try_emplace({to.handle, to.pair}, context_.process(), context_.nic().address());
  if (is_new) target->second.connect(*address_of(to.handle), to.pair);
  return ending_of(target->second.carry_out(packet, to.queue_key));
}

void Source::count(const Flight& flight) {
  const auto operation = static_cast<Operation>(flight.slot.control1 & control::operation);
  const std::uint64_t counter = side_.counters[place(operation == Operation::write  ? younger::writes
                                                     : operation == Operation::read ? younger::reads
                                                                                    : younger::sends)];
  if (counter == 0) return;
  auto& words = *context_.process().memory().at<CounterWords>(counter);
  words.count(flight.ending == Ending::ok, context_.process(), context_.nic());
}

/// A completion that nobody asked for is written only of what failed.
void Source::finish(const Flight& flight) {
  count(flight);
  if (flight.ending == Ending::ok && !(flight.slot.control2 & control::completes)) return;
  Request request;
  Destination to;
  softverbs_completion completion{};
  if (decode(flight.slot, request, to)) completion.wc.byte_len = static_cast<std::uint32_t>(request.bytes);
  completion.wc.wr_id = queue_.wr_id(flight.slot.id);
  completion.wc.status = status_of(flight.ending);
  completion.wc.vendor_err = static_cast<std::uint32_t>(flight.ending);
  completion.wc.opcode = completed(flight.slot, can(writes));
  completion.wc.qp_num = pair_.qp_num;
  completion.slot = flight.slot.id;
  if (!CompletionQueue::of(pair_.send_cq).push(completion)) has_failed_ = true;
}

void Source::flush() {
  while (!queue_.is_empty()) flying_.push_back(launch(queue_.take(), 0));
  for (Flight& flight : flying_) {
    flight.ending = Ending::flushed;
    finish(flight);
  }
  flying_.clear();
}

void Source::restart() {
  queue_.restart();
  for (const Flight& flight : flying_) queue_.retire(flight.slot.id);
  flying_.clear();
  has_failed_ = false;
}

std::uint64_t Source::next() const {
  std::uint64_t next = never;
  for (const Flight& flight : flying_) {
    const std::uint64_t goes = sent_ > flight.turn ? flight.starts : std::max(flight.starts, flight.patience);
    next = std::min(next, flight.has_arrived ? flight.ends : goes);
  }
  return next;
}

}  // namespace softverbs::efa
