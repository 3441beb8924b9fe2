#include "core/softverbs/connected_target.hpp"

#include <atomic>
#include <mutex>

namespace softverbs {
namespace {

/// Behind the expected one: half of the circle (IBTA Vol. 1, 9.7.1).
constexpr bool is_behind(std::uint32_t packet, std::uint32_t expected) {
  return ((packet - expected) & packet_mask) >= (packet_mask + 1) / 2;
}

std::uint64_t combine(const Request& request, std::uint64_t was) {
  if (request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) return was + request.compare_add;
  return was == request.compare_add ? request.swap : was;
}

}  // namespace

Answered ConnectedTarget::carry_out(const Packet& packet) {
  if (happens(settings()->loss, packet.attempt, Mishap::request_lost)) return {Answer::silence};
  if (find() != Answer::acknowledged) return {Answer::silence};
  const std::lock_guard<RobustLock> guard(side_->lock);
  return arrive(packet);
}

Answered ConnectedTarget::arrive(const Packet& packet) {
  const bool is_for_it = is_numbered() && side_->takes_packets() && side_->peer == source_ &&
                         side_->peer_number == packet.attempt.number;
  if (!is_for_it) return {Answer::silence};  // IBTA Vol. 1, 9.6.1: dropped without a word
  if (is_behind(packet.attempt.packet, side_->expected)) return duplicate(packet);
  if (packet.attempt.packet != side_->expected) return {Answer::sequence_error};
  if (packet.request.takes_receive() && happens(settings()->not_ready, packet.attempt, Mishap::not_ready))
    return {Answer::not_ready, side_->rnr_timer};
  if (happens(settings()->errors, packet.attempt, Mishap::error)) return settled(Answer::remote_operational);
  const Answered answered = fresh(packet);
  if (answered.answer == Answer::acknowledged)
    side_->expected = (packet.attempt.packet + packet.count) & packet_mask;
  return answered;
}

/// What was carried out before is not again, except reads, which have changed nothing (IBTA Vol. 1, 9.7.5.1.5).
Answered ConnectedTarget::duplicate(const Packet& packet) {
  const Request& request = packet.request;
  if (request.opcode == IBV_WR_RDMA_READ) return access_memory(packet);
  if (!request.is_atomic()) return {Answer::acknowledged};
  for (const ReceiveSide::Answered& one : side_->answered)
    if (one.packet == packet.attempt.packet) return {Answer::acknowledged, 0, one.value};
  return {Answer::silence};
}

Answered ConnectedTarget::fresh(const Packet& packet) {
  const bool has_receive = side_->posted != side_->taken;
  if (packet.request.takes_receive() && !has_receive) return {Answer::not_ready, side_->rnr_timer};
  if (packet.request.is_send()) return settled(receive(packet));
  const Answered answered = access_memory(packet);
  if (answered.answer == Answer::acknowledged && packet.request.has_immediate())
    complete(packet, side_->receive(side_->taken++).id, IBV_WC_SUCCESS);
  return answered;
}

Answered ConnectedTarget::access_memory(const Packet& packet) {
  const Request& request = packet.request;
  // Not what this queue pair was made for (IBTA Vol. 1, 9.7.5.2.2: invalid request).
  if (!(side_->access & access_of(request))) return settled(Answer::invalid_request);
  // A request without bytes names no memory (IBTA Vol. 1, 9.4.3, 9.4.4).
  if (request.bytes == 0) return {Answer::acknowledged};
  if (!request.is_atomic()) return settled(move(packet));
  if (request.remote % 8 != 0) return settled(Answer::invalid_request);
  const Regions::Entry* entry = named_by(request);
  return entry ? fetch(packet, process_.place(address_, *entry, request.remote)) : settled(Answer::remote_access);
}

/// Atomics of one device exclude each other; where the word is mapped here they are those of the CPU, too.
Answered ConnectedTarget::fetch(const Packet& packet, const Place& place) {
  const std::lock_guard<RobustLock> guard(nic_->atomics(place.there));
  std::uint64_t was = 0;
  if (place.here) {
    const std::atomic_ref<std::uint64_t> word(*reinterpret_cast<std::uint64_t*>(place.here));
    was = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(was, combine(packet.request, was), std::memory_order_acq_rel)) {
    }
  } else {
    iovec piece{&was, sizeof was};
    if (!copy_from(place, {&piece, 1, sizeof was})) return settled(Answer::remote_operational);
    std::uint64_t is = combine(packet.request, was);
    piece.iov_base = &is;
    if (!copy_to(place, {&piece, 1, sizeof is})) return settled(Answer::remote_operational);
  }
  side_->answered[side_->answered_next++ % ReceiveSide::answers] = {packet.attempt.packet, was};
  return {Answer::acknowledged, 0, was};
}

/// After a NAK the queue pair is in error (IBTA Vol. 1, 10.3.1).
Answered ConnectedTarget::settled(Answer answer) {
  if (answer == Answer::invalid_request)
    fail(IBV_EVENT_QP_REQ_ERR);
  else if (answer != Answer::acknowledged)
    fail(answer == Answer::remote_access ? IBV_EVENT_QP_ACCESS_ERR : IBV_EVENT_QP_FATAL);
  return {answer};
}

}  // namespace softverbs
