#include "core/softverbs/target.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>

namespace softverbs {
namespace {

constexpr ibv_access_flags access_of(const Request& request) {
  if (request.opcode == IBV_WR_RDMA_READ) return IBV_ACCESS_REMOTE_READ;
  return request.is_atomic() ? IBV_ACCESS_REMOTE_ATOMIC : IBV_ACCESS_REMOTE_WRITE;
}

/// Behind the expected one: half of the circle (IBTA Vol. 1, 9.7.1).
constexpr bool is_behind(std::uint32_t packet, std::uint32_t expected) {
  return ((packet - expected) & packet_mask) >= (packet_mask + 1) / 2;
}

std::uint64_t combine(const Request& request, std::uint64_t was) {
  if (request.opcode == IBV_WR_ATOMIC_FETCH_AND_ADD) return was + request.compare_add;
  return was == request.compare_add ? request.swap : was;
}

}  // namespace

void Target::connect(const Address& address, std::uint32_t number) {
  address_ = address;
  number_ = number;
  side_ = nullptr;
}

/// Where it is has to be looked up again when it was not there, or another has its place.
bool Target::find() {
  if (side_ && side_->number.load(std::memory_order_acquire) == number_) return true;
  side_ = nullptr;
  nic_ = process_.nic(address_);
  const Pairs::Entry* entry = nic_ ? nic_->pairs().find(number_) : nullptr;
  if (!entry) return false;
  peer_ = process_.peer(entry->process);
  side_ = peer_->at<ReceiveSide>(entry->offset);
  return side_ && side_->number.load(std::memory_order_acquire) == number_;
}

Answered Target::carry_out(const Packet& packet) {
  if (happens(settings()->loss, packet.attempt, Mishap::request_lost)) return {Answer::silence};
  if (!find() || !peer_->lives()) return {Answer::silence};
  const std::lock_guard<RobustLock> guard(side_->lock);
  return arrive(packet);
}

Answered Target::arrive(const Packet& packet) {
  const bool is_for_it = side_->number.load(std::memory_order_relaxed) == number_ && side_->takes_packets() &&
                         side_->peer == source_ && side_->peer_number == packet.attempt.number;
  if (!is_for_it) return {Answer::silence};  // IBTA Vol. 1, 9.6.1: dropped without a word
  if (is_behind(packet.attempt.packet, side_->expected)) return duplicate(packet);
  if (packet.attempt.packet != side_->expected) return {Answer::sequence_error};
  if (packet.request.takes_receive() && happens(settings()->not_ready, packet.attempt, Mishap::not_ready))
    return {Answer::not_ready, side_->rnr_timer};
  if (happens(settings()->errors, packet.attempt, Mishap::error)) return refuse(Answer::remote_operational);
  const Answered answered = fresh(packet);
  if (answered.answer == Answer::acknowledged)
    side_->expected = (packet.attempt.packet + packet.count) & packet_mask;
  return answered;
}

/// What was carried out before is not again, except reads, which have changed nothing (IBTA Vol. 1, 9.7.5.1.5).
Answered Target::duplicate(const Packet& packet) {
  const Request& request = packet.request;
  if (request.opcode == IBV_WR_RDMA_READ) return access_memory(packet);
  if (!request.is_atomic()) return {Answer::acknowledged};
  for (const ReceiveSide::Answered& one : side_->answered)
    if (one.packet == packet.attempt.packet) return {Answer::acknowledged, 0, one.value};
  return {Answer::silence};
}

Answered Target::fresh(const Packet& packet) {
  const bool has_receive = side_->posted != side_->taken;
  if (packet.request.takes_receive() && !has_receive) return {Answer::not_ready, side_->rnr_timer};
  if (packet.request.is_send()) return receive(packet);
  const Answered answered = access_memory(packet);
  if (answered.answer == Answer::acknowledged && packet.request.has_immediate())
    complete(packet, side_->receive(side_->taken++).id, IBV_WC_SUCCESS);
  return answered;
}

Answered Target::access_memory(const Packet& packet) {
  const Request& request = packet.request;
  const ibv_access_flags access = access_of(request);
  // Not what this queue pair was made for (IBTA Vol. 1, 9.7.5.2.2: invalid request).
  if (!(side_->access & access)) return refuse(Answer::invalid_request);
  // A request without bytes names no memory (IBTA Vol. 1, 9.4.3, 9.4.4).
  if (request.bytes == 0) return {Answer::acknowledged};
  if (request.is_atomic() && request.remote % 8 != 0) return refuse(Answer::invalid_request);
  const ibv_sge wanted{request.remote, static_cast<std::uint32_t>(request.bytes), request.key};
  const Regions::Entry* entry = nic_->region(wanted, side_->domain, access);
  if (!entry) return refuse(Answer::remote_access);
  const Place place = process_.place(address_, *entry, request.remote);
  if (request.is_atomic()) return fetch(packet, place);
  const bool moved = request.is_write() ? copy_to(place, packet.bytes) : copy_from(place, packet.bytes);
  return moved ? Answered{Answer::acknowledged} : refuse(Answer::remote_operational);
}

/// Atomics of one device exclude each other; where the word is mapped here they are those of the CPU, too.
Answered Target::fetch(const Packet& packet, const Place& place) {
  const std::lock_guard<RobustLock> guard(nic_->atomics(place.there));
  std::uint64_t was = 0;
  if (place.here) {
    const std::atomic_ref<std::uint64_t> word(*reinterpret_cast<std::uint64_t*>(place.here));
    was = word.load(std::memory_order_relaxed);
    while (!word.compare_exchange_weak(was, combine(packet.request, was), std::memory_order_acq_rel)) {
    }
  } else {
    iovec piece{&was, sizeof was};
    if (!copy_from(place, {&piece, 1, sizeof was})) return refuse(Answer::remote_operational);
    std::uint64_t is = combine(packet.request, was);
    piece.iov_base = &is;
    if (!copy_to(place, {&piece, 1, sizeof is})) return refuse(Answer::remote_operational);
  }
  side_->answered[side_->answered_next++ % ReceiveSide::answers] = {packet.attempt.packet, was};
  return {Answer::acknowledged, 0, was};
}

Answered Target::receive(const Packet& packet) {
  const Receive& receive = side_->receive(side_->taken++);
  const Answer answer = fill(packet, receive);
  if (answer == Answer::acknowledged) {
    complete(packet, receive.id, IBV_WC_SUCCESS);
    return {answer};
  }
  // The receive that could not take it ends in error, and so does the queue pair (IBTA Vol. 1, 9.9.3, 10.3.1).
  complete(packet, receive.id, answer == Answer::invalid_request ? IBV_WC_LOC_LEN_ERR : IBV_WC_LOC_PROT_ERR);
  return refuse(answer);
}

/// The message into the receive's pieces, in turn.
Answer Target::fill(const Packet& packet, const Receive& receive) {
  std::uint64_t room = 0;
  for (std::uint32_t i = 0; i < receive.count; ++i) room += receive.pieces[i].length;
  if (room < packet.bytes.bytes) return Answer::invalid_request;
  std::uint64_t done = 0;
  for (std::uint32_t i = 0; i < receive.count && done < packet.bytes.bytes; ++i) {
    ibv_sge into = receive.pieces[i];
    into.length = static_cast<std::uint32_t>(std::min<std::uint64_t>(into.length, packet.bytes.bytes - done));
    if (into.length == 0) continue;
    const Regions::Entry* entry = nic_->region(into, side_->domain, IBV_ACCESS_LOCAL_WRITE);
    iovec memory[pieces_max];
    if (!entry ||
        !copy_to(process_.place(address_, *entry, into.addr), part_of(packet.bytes, done, into.length, memory)))
      return Answer::remote_operational;
    done += into.length;
  }
  return Answer::acknowledged;
}

void Target::complete(const Packet& packet, std::uint64_t id, ibv_wc_status status) {
  const Request& request = packet.request;
  softverbs_completion completion{};
  completion.wc.wr_id = id;
  completion.wc.status = status;
  completion.wc.opcode = request.is_send() ? IBV_WC_RECV : IBV_WC_RECV_RDMA_WITH_IMM;
  completion.wc.byte_len = static_cast<std::uint32_t>(packet.bytes.bytes);
  completion.wc.imm_data = request.has_immediate() ? request.immediate : 0;
  completion.wc.qp_num = number_;
  completion.wc.src_qp = packet.attempt.number;
  completion.wc.wc_flags = request.has_immediate() ? IBV_WC_WITH_IMM : 0;
  completion.is_solicited = (request.flags & IBV_SEND_SOLICITED) != 0;
  if (!peer_->at<Completions>(side_->completions)->push(completion, peer_->header())) fail(IBV_EVENT_QP_FATAL);
}

/// A NAK, after which the queue pair is in error.
Answered Target::refuse(Answer answer) {
  if (answer == Answer::invalid_request)
    fail(IBV_EVENT_QP_REQ_ERR);
  else
    fail(answer == Answer::remote_access ? IBV_EVENT_QP_ACCESS_ERR : IBV_EVENT_QP_FATAL);
  return {answer};
}

/// The queue pair goes into error; its own device flushes what is in it and tells the program.
void Target::fail(ibv_event_type event) {
  side_->state = IBV_QPS_ERR;
  side_->event.store(static_cast<std::uint32_t>(event) + 1, std::memory_order_release);
  peer_->header().wake();
}

}  // namespace softverbs
