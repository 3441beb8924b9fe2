// A reliable connection. Who posts carries out what was posted, in the same call; what has to wait for a timer is the engine's.
#pragma once

#include <optional>

#include "core/softverbs/queue_pair.hpp"
#include "core/softverbs/requester.hpp"

namespace softverbs {

class RcPair final : public QueuePair {
 public:
  /// Null, with errno. Writes into `attr.cap` what it got.
  static ibv_qp* create(ibv_pd* domain, ibv_qp_init_attr& attr);
  ~RcPair() { leave(); }

  /// Null where it is of another transport.
  static RcPair* from(ibv_qp* pair) { return dynamic_cast<RcPair*>(&QueuePair::of(pair)); }

  int post(ibv_send_wr* first, ibv_send_wr** bad) override;
  using QueuePair::post;
  int ring() override;
  void retire(std::uint32_t slot) override { queue().retire(slot); }

  /// For those who write requests by themselves.
  SendQueue& queue() { return requester_->queue(); }

 private:
  RcPair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr);
  static RcPair& of(ibv_qp_ex* pair) { return static_cast<RcPair&>(*pair); }

  bool allows(ibv_qp_state from, const ibv_qp_attr& to, int mask) const override;
  void apply(const ibv_qp_attr& attr, int mask) override;
  void restart() override;
  std::uint64_t carry_on() override;
  int append(const ibv_send_wr& request);

  /// ibv_wr_start() and its kin (extended.cpp): requests one by one, known to the device at the end. The lock is held from begin to
  /// end.
  void set_builders();
  ibv_send_wr& begin(ibv_wr_opcode opcode);
  void end(std::size_t count, const ibv_sge* pieces);
  void end_inline(std::size_t count, const ibv_data_buf* buffers);

  std::optional<Requester> requester_;  ///< once the pair has its number
  ibv_send_wr draft_{};                 ///< the request that a program is filling in
  int draft_failed_ = 0;
};

}  // namespace softverbs
