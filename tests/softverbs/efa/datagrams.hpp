// Two queue pairs of one process that send each other datagrams, with memory each.
#pragma once

#include <infiniband/efadv.h>

#include <functional>
#include <map>
#include <set>

#include "tests/softverbs/connection.hpp"

namespace softverbs::efa {

/// All that this device can do, unless a run says something else.
inline const bool is_efa = ::setenv("SOFTVERBS_EFA", "95", 0) == 0;

constexpr std::uint32_t queue_key = 0x11111111;
constexpr std::uint32_t can_write = 8, can_take_unsolicited = 16;  // of device_caps; younger than some headers

inline std::uint32_t capabilities(ibv_context* context) {
  efadv_device_attr attr{};
  return efadv_query_device(context, &attr, sizeof attr) == 0 ? attr.device_caps : 0;
}

struct Asked {
  std::uint32_t sends = 64;
  std::uint32_t receives = 64;
  std::uint8_t rnr_retry = 7;
  bool unsolicited = false;
  std::function<void(ibv_qp*)> before_init = [](ibv_qp*) {};
  int access = IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_READ | IBV_ACCESS_REMOTE_WRITE;
};

inline ibv_qp* make_pair(Opened& device, ibv_cq* queue, const Asked& asked, std::uint64_t operations = 0) {
  ibv_qp_init_attr_ex attr{};
  attr.send_cq = attr.recv_cq = queue;
  attr.cap = {asked.sends, asked.receives, 2, 2, 0};
  attr.qp_type = IBV_QPT_DRIVER;
  attr.pd = device.domain;
  attr.comp_mask = IBV_QP_INIT_ATTR_PD | IBV_QP_INIT_ATTR_SEND_OPS_FLAGS;
  attr.send_ops_flags = IBV_QP_EX_WITH_SEND | IBV_QP_EX_WITH_SEND_WITH_IMM | operations;
  efadv_qp_init_attr wanted{};
  wanted.driver_qp_type = EFADV_QP_DRIVER_TYPE_SRD;
  wanted.reserved[0] = asked.unsolicited ? 1 : 0;  // `flags` of younger headers
  return efadv_create_qp_ex(device.context, &attr, &wanted, sizeof wanted);
}

struct Party {
  explicit Party(Opened& opened, const Asked& wishes = {}) : device(opened), asked(wishes), memory(1 << 16) {
    ibv_cq_init_attr_ex of_queue{};
    of_queue.cqe = 1024;
    of_queue.wc_flags = IBV_WC_STANDARD_FLAGS;
    efadv_cq_init_attr with_source{};
    with_source.wc_flags = EFADV_WC_EX_WITH_SGID;
    queue = efadv_create_cq(device.context, &of_queue, &with_source, sizeof with_source);
    pair = make_pair(device, cq(), asked);
    const bool is_old =
        !(capabilities(device.context) & can_write);  // such a device registers no memory to be written
    region = ibv_reg_mr(device.domain, memory.data(), memory.size(),
                        is_old ? asked.access & ~IBV_ACCESS_REMOTE_WRITE : asked.access);
    asked.before_init(pair);
    move(IBV_QPS_INIT, IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_QKEY);
    move(IBV_QPS_RTR, 0);
    move(IBV_QPS_RTS, IBV_QP_SQ_PSN | IBV_QP_RNR_RETRY);
    ibv_query_gid(device.context, 1, 0, &gid);
  }
  ~Party() {
    ibv_destroy_qp(pair);
    ibv_destroy_cq(cq());
    ibv_dereg_mr(region);
  }

  ibv_cq* cq() const { return ibv_cq_ex_to_cq(queue); }
  void move(ibv_qp_state state, int mask) {
    ibv_qp_attr attr{};
    attr.qp_state = state;
    attr.port_num = 1;
    attr.qkey = queue_key;
    attr.rnr_retry = asked.rnr_retry;
    EXPECT_EQ(ibv_modify_qp(pair, &attr, IBV_QP_STATE | mask), 0);
  }
  std::uint64_t at(std::size_t offset) const { return reinterpret_cast<std::uint64_t>(memory.data() + offset); }
  ibv_sge piece(std::size_t offset, std::uint32_t bytes) const { return {at(offset), bytes, region->lkey}; }

  int receive(std::uint64_t id, std::vector<ibv_sge> pieces) { return post_receive(pair, id, std::move(pieces)); }
  std::optional<ibv_wc> wait() { return next_of(cq()); }
  /// How the next request ended, in the device's number.
  unsigned wait_ending() {
    const auto completion = wait();
    return completion ? completion->vendor_err : ~0u;
  }

  Opened& device;
  Asked asked;
  std::vector<unsigned char> memory;
  ibv_cq_ex* queue = nullptr;
  ibv_qp* pair = nullptr;
  ibv_mr* region = nullptr;
  ibv_gid gid{};
};

/// Where a datagram goes, and what with.
struct Way {
  Way(Party& from, const Party& to) : Way(from, to.gid, to.pair->qp_num) {}
  Way(Party& from, const ibv_gid& gid, std::uint32_t to) : source(from), number(to) {
    ibv_ah_attr attr{};
    attr.is_global = 1;
    attr.port_num = 1;
    attr.grh.dgid = gid;
    handle = ibv_create_ah(from.device.domain, &attr);
  }
  ~Way() {
    if (handle) ibv_destroy_ah(handle);
  }

  /// `say` names the operation, and what it is done with.
  template <class Say>
  int post(std::uint64_t id, Say say) {
    ibv_qp_ex* const pair = ibv_qp_to_qp_ex(source.pair);
    ibv_wr_start(pair);
    pair->wr_id = id;
    say(pair);
    ibv_wr_set_ud_addr(pair, handle, number, key);
    return ibv_wr_complete(pair);
  }
  int send(std::uint64_t id, const ibv_sge& from) {
    return post(id, [&](ibv_qp_ex* pair) {
      ibv_wr_send(pair);
      ibv_wr_set_sge(pair, from.lkey, from.addr, from.length);
    });
  }
  int write(std::uint64_t id, const ibv_sge& from, const ibv_sge& to, std::optional<std::uint32_t> immediate = {}) {
    return post(id, [&](ibv_qp_ex* pair) {
      if (immediate)
        ibv_wr_rdma_write_imm(pair, to.lkey, to.addr, *immediate);
      else
        ibv_wr_rdma_write(pair, to.lkey, to.addr);
      ibv_wr_set_sge(pair, from.lkey, from.addr, from.length);
    });
  }
  int read(std::uint64_t id, const ibv_sge& into, const ibv_sge& from) {
    return post(id, [&](ibv_qp_ex* pair) {
      ibv_wr_rdma_read(pair, from.lkey, from.addr);
      ibv_wr_set_sge(pair, into.lkey, into.addr, into.length);
    });
  }

  Party& source;
  ibv_ah* handle = nullptr;
  std::uint32_t number;
  std::uint32_t key = queue_key;
};

/// `a` sends to `b`.
struct Couple {
  explicit Couple(const Asked& of_a = {}) : Couple(of_a, of_a) {}
  Couple(const Asked& of_a, const Asked& of_b) : a(device, of_a), b(device, of_b), way(a, b) {}
  Opened device;
  Party a;
  Party b;
  Way way;
};

}  // namespace softverbs::efa
