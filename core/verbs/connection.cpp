#include "core/verbs/connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace gin::verbs {
namespace {

// Both numbers count packets from zero: connections are made once, and no queue pair has carried another before.
constexpr std::uint32_t first_packet = 0;
// An acknowledgement is missed after 4.096 us * 2^14 = 67 ms (InfiniBand specification, 9.7.6.1.3; devices may take four
// times as long), seven times over: a peer that is gone is known within two seconds. So ibv_rc_pingpong and perftest.
constexpr std::uint8_t ack_timeout = 14;
constexpr std::uint8_t retries = 7;
// 7 says for ever (InfiniBand specification, 9.7.5.2.8): a target that is busy elsewhere has not failed.
constexpr std::uint8_t not_ready_retries = 7;
// And is asked again after 0.64 ms (InfiniBand specification, table of RNR NAK timer codes; IB_RNR_TIMER_000_64 of Linux):
// no flood, and little beside the time slice that a busy target may be away for. So ibv_rc_pingpong.
constexpr std::uint8_t not_ready_timer = 12;
// Reads of one connection under way at a time. 16 is what mlx5 and rxe take by default.
constexpr int reads_max = 16;
// Routers that a packet may pass, where RoCE is routed: what Linux gives packets of its own (net.ipv4.ip_default_ttl).
constexpr std::uint8_t hops_max = 64;

void modify(const Device& device, ibv_qp* pair, ibv_qp_attr& attributes, int which, Code code, const char* to,
            const std::string& whose) {
  if (const int error = device.library->modify_qp(pair, &attributes, which))
    refuse(code, fmt::format("connection over {} to {}, state {}", device.name, whose, to), error,
           "can its address reach the peer's? launch.device, launch.port and launch.gid choose another");
}

ibv_qp_attr in_state(ibv_qp_state state) {
  ibv_qp_attr attributes{};
  attributes.qp_state = state;
  return attributes;
}

ibv_ah_attr route_to(const Device& device, const PeerAddress& peer) {
  ibv_ah_attr route{};
  route.port_num = device.port_number;
  route.dlid = static_cast<std::uint16_t>(peer.lid);
  if (device.gid_index < 0) return route;
  route.is_global = 1;
  std::memcpy(route.grh.dgid.raw, peer.gid.data(), peer.gid.size());
  route.grh.sgid_index = static_cast<std::uint8_t>(device.gid_index);
  route.grh.hop_limit = hops_max;
  return route;
}

}  // namespace

std::uint8_t reads_answered(const Device& device) {
  return static_cast<std::uint8_t>(std::clamp(device.attributes.max_qp_rd_atom, 0, reads_max));
}

Handle<ibv_qp> make_queue_pair(const Device& device, ibv_pd* domain, ibv_cq* sent, ibv_cq* received,
                               const PairShape& shape) {
  ibv_qp_init_attr wanted{};
  wanted.qp_type = IBV_QPT_RC;
  wanted.send_cq = sent;
  wanted.recv_cq = received;
  wanted.cap.max_send_wr = shape.depths.sends;
  wanted.cap.max_recv_wr = shape.depths.receives;
  wanted.cap.max_send_sge = shape.pieces;
  wanted.cap.max_recv_sge = 1;
  wanted.cap.max_inline_data = shape.inline_bytes;
  Handle<ibv_qp> pair(device.library->create_qp(domain, &wanted), {device.library});
  if (!pair)
    refuse(Code::unavailable,
           fmt::format("ibv_create_qp on {} with {} sends, {} receives, {} bytes inline", device.name,
                       shape.depths.sends, shape.depths.receives, shape.inline_bytes),
           errno, "a limit on locked memory (`ulimit -l`) is a common cause; fewer PEs or proxies need less");
  ibv_qp_attr attributes = in_state(IBV_QPS_INIT);
  attributes.port_num = device.port_number;
  attributes.qp_access_flags = shape.access;
  modify(device, pair.get(), attributes, IBV_QP_STATE | IBV_QP_PKEY_INDEX | IBV_QP_PORT | IBV_QP_ACCESS_FLAGS,
         Code::unavailable, "INIT", "nobody yet");
  return pair;
}

void connect(const Device& device, ibv_qp* pair, const PeerAddress& peer, std::uint32_t number, Pe whose) {
  const std::string name = fmt::format("PE {}", whose.value);
  ibv_qp_attr ready = in_state(IBV_QPS_RTR);
  ready.ah_attr = route_to(device, peer);
  // Packets as large as both ends take.
  ready.path_mtu = std::min(device.port.active_mtu, static_cast<ibv_mtu>(peer.mtu));
  ready.dest_qp_num = number;
  ready.rq_psn = first_packet;
  ready.max_dest_rd_atomic = reads_answered(device);
  ready.min_rnr_timer = not_ready_timer;
  modify(device, pair, ready,
         IBV_QP_STATE | IBV_QP_AV | IBV_QP_PATH_MTU | IBV_QP_DEST_QPN | IBV_QP_RQ_PSN | IBV_QP_MAX_DEST_RD_ATOMIC |
             IBV_QP_MIN_RNR_TIMER,
         Code::failed, "RTR", name);
  ibv_qp_attr sends = in_state(IBV_QPS_RTS);
  sends.sq_psn = first_packet;
  sends.timeout = ack_timeout;
  sends.retry_cnt = retries;
  sends.rnr_retry = not_ready_retries;
  // No more reads than this end can ask for and the other answers.
  sends.max_rd_atomic = static_cast<std::uint8_t>(
      std::min<std::uint64_t>(std::max(device.attributes.max_qp_init_rd_atom, 0), peer.reads_answered));
  modify(
      device, pair, sends,
      IBV_QP_STATE | IBV_QP_TIMEOUT | IBV_QP_RETRY_CNT | IBV_QP_RNR_RETRY | IBV_QP_SQ_PSN | IBV_QP_MAX_QP_RD_ATOMIC,
      Code::failed, "RTS", name);
}

}  // namespace gin::verbs
