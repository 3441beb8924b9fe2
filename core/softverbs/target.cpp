#include "core/softverbs/target.hpp"

#include <algorithm>

namespace softverbs {

ibv_access_flags Target::access_of(const Request& request) {
  if (request.opcode == IBV_WR_RDMA_READ) return IBV_ACCESS_REMOTE_READ;
  return request.is_atomic() ? IBV_ACCESS_REMOTE_ATOMIC : IBV_ACCESS_REMOTE_WRITE;
}

void Target::connect(const Address& address, std::uint32_t number) {
  address_ = address;
  number_ = number;
  side_ = nullptr;
}

namespace {

bool is_down(const Address& device) {
  return settings()->down == device.nic + 1;
}

}  // namespace

/// Where it is has to be looked up again when it was not there, or another has its place.
Answer Target::find() {
  if (!side_ || side_->number.load(std::memory_order_acquire) != number_) {
    side_ = nullptr;
    nic_ = process_.nic(address_);
    if (!nic_) return Answer::no_device;
    const Pairs::Entry* entry = nic_->pairs().find(number_);
    if (!entry) return Answer::no_pair;
    peer_ = process_.peer(entry->process);
    side_ = peer_->at<ReceiveSide>(entry->offset);
    if (!side_ || side_->number.load(std::memory_order_acquire) != number_) return Answer::no_pair;
  }
  const bool hears = peer_->lives() && !is_down(source_) && !is_down(address_);
  return hears ? Answer::acknowledged : Answer::silence;
}

const Regions::Entry* Target::named_by(const Request& request) const {
  const ibv_sge wanted{request.remote, static_cast<std::uint32_t>(request.bytes), request.key};
  return nic_->region(wanted, side_->domain, access_of(request));
}

Answer Target::move(const Packet& packet) {
  const Request& request = packet.request;
  const Regions::Entry* entry = named_by(request);
  if (!entry) return Answer::remote_access;
  const Place place = process_.place(address_, *entry, request.remote);
  const bool moved = request.is_write() ? copy_to(place, packet.bytes) : copy_from(place, packet.bytes);
  return moved ? Answer::acknowledged : Answer::remote_operational;
}

/// One that cannot take it ends in error (IBTA Vol. 1, 9.9.3).
Answer Target::receive(const Packet& packet) {
  const Receive& receive = side_->receive(side_->taken++);
  const Answer answer = fill(packet, receive);
  const auto status = answer == Answer::acknowledged      ? IBV_WC_SUCCESS
                      : answer == Answer::invalid_request ? IBV_WC_LOC_LEN_ERR
                                                          : IBV_WC_LOC_PROT_ERR;
  complete(packet, receive.id, status);
  return answer;
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

void Target::complete(const Packet& packet, std::uint64_t id, ibv_wc_status status, bool is_unsolicited) {
  const Request& request = packet.request;
  softverbs_completion completion{};
  completion.wc.wr_id = id;
  completion.wc.status = status;
  completion.wc.opcode = request.is_send() ? IBV_WC_RECV : IBV_WC_RECV_RDMA_WITH_IMM;
  completion.wc.byte_len = static_cast<std::uint32_t>(packet.bytes.bytes);
  completion.wc.imm_data = request.has_immediate() ? request.immediate : 0;
  completion.wc.qp_num = number_;
  completion.wc.src_qp = packet.attempt.number;
  completion.wc.slid = lid_of(source_);
  completion.wc.wc_flags = request.has_immediate() ? IBV_WC_WITH_IMM : 0;
  completion.is_solicited = (request.flags & IBV_SEND_SOLICITED) != 0;
  completion.is_unsolicited = is_unsolicited;
  if (!peer_->at<Completions>(side_->completions)->push(completion, peer_->header())) fail(IBV_EVENT_QP_FATAL);
}

void Target::fail(ibv_event_type event) {
  side_->state = IBV_QPS_ERR;
  side_->event.store(static_cast<std::uint32_t>(event) + 1, std::memory_order_release);
  peer_->header().wake();
}

}  // namespace softverbs
