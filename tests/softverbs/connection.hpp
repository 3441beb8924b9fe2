// Two queue pairs of one process, connected, with memory each.
#pragma once

#include <gtest/gtest.h>
#include <infiniband/verbs.h>
#include <stdlib.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace softverbs {

/// A fabric of this run's own: queue pairs have the same numbers in every run then, and meet the same weather.
inline const bool has_own_fabric =
    ::setenv("SOFTVERBS_FABRIC", ("tests" + std::to_string(::getpid())).c_str(), 0) == 0;

constexpr int all_access =
    IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_ATOMIC;

inline int post_receive(ibv_qp* pair, std::uint64_t id, std::vector<ibv_sge> pieces) {
  ibv_recv_wr request{};
  request.wr_id = id;
  request.sg_list = pieces.data();
  request.num_sge = static_cast<int>(pieces.size());
  ibv_recv_wr* bad = nullptr;
  return ibv_post_recv(pair, &request, &bad);
}

/// The next completion. A test that waits for one that does not come fails by name.
inline std::optional<ibv_wc> next_of(ibv_cq* queue) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  ibv_wc completion{};
  while (std::chrono::steady_clock::now() < end)
    if (ibv_poll_cq(queue, 1, &completion) == 1) return completion;
  ADD_FAILURE() << "no completion came";
  return std::nullopt;
}

/// The device as a program opens it.
struct Opened {
  Opened() {
    ibv_device** list = ibv_get_device_list(nullptr);
    context = list ? ibv_open_device(list[0]) : nullptr;
    ibv_free_device_list(list);
    if (!context) throw std::runtime_error("there is no device");
    domain = ibv_alloc_pd(context);
  }
  ~Opened() {
    ibv_dealloc_pd(domain);
    ibv_close_device(context);
  }
  ibv_context* context = nullptr;
  ibv_pd* domain = nullptr;
};

/// What one is made with, where a test wants something else.
struct Wishes {
  std::uint32_t send_requests = 64;
  std::uint32_t receives = 64;
  std::uint32_t pieces = 4;
  std::uint32_t inline_bytes = 128;
  int completions = 256;
  bool signals_all = false;
  int pair_access = all_access;
  int memory_access = all_access;
  std::uint8_t rnr_retry = 7;
  std::uint8_t retries = 7;
  std::uint8_t timeout = 8;  ///< 1 ms: long for this device, short for a test
  std::uint32_t first_packet = 0;
  ibv_mtu mtu = IBV_MTU_1024;
  ibv_comp_channel* channel = nullptr;
  ibv_cq* receive_queue = nullptr;  ///< null: the one of what is sent
};

/// One end: queues, memory, and the verbs that tests use most.
struct End {
  End(Opened& device, const Wishes& wanted, std::size_t bytes = 1 << 16) : wishes(wanted), memory(bytes) {
    queue = ibv_create_cq(device.context, wishes.completions, nullptr, wishes.channel, 0);
    ibv_qp_init_attr attr{};
    attr.send_cq = queue;
    attr.recv_cq = wishes.receive_queue ? wishes.receive_queue : queue;
    attr.cap = {wishes.send_requests, wishes.receives, wishes.pieces, wishes.pieces, wishes.inline_bytes};
    attr.qp_type = IBV_QPT_RC;
    attr.sq_sig_all = wishes.signals_all;
    pair = ibv_create_qp(device.domain, &attr);
    region = ibv_reg_mr(device.domain, memory.data(), memory.size(), wishes.memory_access);
    ibv_port_attr port{};
    ibv_query_port(device.context, 1, &port);
    lid = port.lid;
    has_lids = port.link_layer != IBV_LINK_LAYER_ETHERNET;
    if (!has_lids) ibv_query_gid(device.context, 1, ipv4, &gid);
  }
  ~End() {
    if (pair) ibv_destroy_qp(pair);
    ibv_destroy_cq(queue);
    if (region) ibv_dereg_mr(region);
  }

  int initialise() {
    ibv_qp_attr attr{};
    attr.qp_state = IBV_QPS_INIT;
    attr.port_num = 1;
    attr.qp_access_flags = static_cast<unsigned>(wishes.pair_access);
    return ibv_modify_qp(pair, &attr, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS);
  }
  int receive_from(std::uint16_t peer_lid, std::uint32_t peer_number) {
    ibv_qp_attr attr{};
    attr.qp_state = IBV_QPS_RTR;
    attr.path_mtu = wishes.mtu;
    attr.dest_qp_num = peer_number;
    attr.rq_psn = wishes.first_packet;
    attr.max_dest_rd_atomic = 16;
    attr.min_rnr_timer = 1;  // 10 us
    attr.ah_attr.dlid = peer_lid;
    attr.ah_attr.port_num = 1;
    if (!has_lids) {
      attr.ah_attr.is_global = 1;
      attr.ah_attr.grh.dgid = gid;  // the peer is at the same port
      attr.ah_attr.grh.sgid_index = ipv4;
      attr.ah_attr.grh.hop_limit = 1;
    }
    return ibv_modify_qp(pair, &attr,
                         IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN |
                             IBV_QP_MAX_DEST_RD_ATOMIC | IBV_QP_MIN_RNR_TIMER);
  }
  int send() {
    ibv_qp_attr attr{};
    attr.qp_state = IBV_QPS_RTS;
    attr.timeout = has_lids ? wishes.timeout : std::max(wishes.timeout, patient);
    attr.retry_cnt = wishes.retries;
    attr.rnr_retry = wishes.rnr_retry;
    attr.sq_psn = wishes.first_packet;
    attr.max_rd_atomic = 16;
    return ibv_modify_qp(pair, &attr,
                         IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN |
                             IBV_QP_MAX_QP_RD_ATOMIC);
  }
  void connect(std::uint16_t peer_lid, std::uint32_t peer_number) {
    ASSERT_EQ(initialise(), 0);
    ASSERT_EQ(receive_from(peer_lid, peer_number), 0);
    ASSERT_EQ(send(), 0);
  }
  int move_to(ibv_qp_state state) {
    ibv_qp_attr attr{};
    attr.qp_state = state;
    return ibv_modify_qp(pair, &attr, IBV_QP_STATE);
  }
  ibv_qp_state state() {
    ibv_qp_attr attr{};
    ibv_qp_init_attr init{};
    ibv_query_qp(pair, &attr, IBV_QP_STATE, &init);
    return attr.qp_state;
  }

  std::uint64_t at(std::size_t offset) const { return reinterpret_cast<std::uint64_t>(memory.data() + offset); }
  std::uint64_t& word(std::size_t offset) { return *reinterpret_cast<std::uint64_t*>(memory.data() + offset); }
  ibv_sge piece(std::size_t offset, std::uint32_t bytes) const { return {at(offset), bytes, region->lkey}; }

  int post(ibv_send_wr request, std::vector<ibv_sge> pieces) {
    request.sg_list = pieces.data();
    request.num_sge = static_cast<int>(pieces.size());
    ibv_send_wr* bad = nullptr;
    return ibv_post_send(pair, &request, &bad);
  }
  int receive(std::uint64_t id, std::vector<ibv_sge> pieces) { return post_receive(pair, id, std::move(pieces)); }
  std::optional<ibv_wc> wait() { return next_of(queue); }
  ibv_wc_status wait_status() {
    const auto completion = wait();
    return completion ? completion->status : IBV_WC_GENERAL_ERR;
  }
  bool is_idle() {
    ibv_wc completion{};
    return ibv_poll_cq(queue, 1, &completion) == 0;
  }

  Wishes wishes;
  std::vector<unsigned char> memory;
  ibv_cq* queue = nullptr;
  ibv_qp* pair = nullptr;
  ibv_mr* region = nullptr;
  std::uint16_t lid = 0;
  bool has_lids = true;
  union ibv_gid gid {};  ///< of a port without

 private:
  static constexpr int ipv4 = 1;               // index of that GID (scripts/rxe/devices.sh)
  static constexpr std::uint8_t patient = 14;  // 67 ms: a kernel's thread answers, on an emulated processor
};

/// A request to `remote` of the other end's memory.
inline ibv_send_wr request_to(const End& target, std::size_t offset, ibv_wr_opcode opcode, std::uint64_t id = 1,
                              unsigned flags = IBV_SEND_SIGNALED) {
  ibv_send_wr request{};
  request.wr_id = id;
  request.opcode = opcode;
  request.send_flags = flags;
  if (opcode == IBV_WR_ATOMIC_FETCH_AND_ADD || opcode == IBV_WR_ATOMIC_CMP_AND_SWP) {
    request.wr.atomic.remote_addr = target.at(offset);
    request.wr.atomic.rkey = target.region->rkey;
  } else {
    request.wr.rdma.remote_addr = target.at(offset);
    request.wr.rdma.rkey = target.region->rkey;
  }
  return request;
}

/// `a` sends to `b`, and back.
struct Connection {
  explicit Connection(const Wishes& wishes = {}) : Connection(wishes, wishes) {}
  Connection(const Wishes& of_a, const Wishes& of_b) : a(device, of_a), b(device, of_b) {
    a.connect(b.lid, b.pair->qp_num);
    b.connect(a.lid, a.pair->qp_num);
  }
  Opened device;
  End a;
  End b;
};

}  // namespace softverbs
