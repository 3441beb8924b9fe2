// A reliable-connection queue pair, as its program knows it: states, attributes, requests that are posted.
//
// Who posts carries out what was posted, in the same call; what has to wait for a timer is the engine's.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <mutex>
#include <optional>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/receive_side.hpp"
#include "core/softverbs/requester.hpp"

namespace softverbs {

class QueuePair final : public ibv_qp_ex, public Attended {
 public:
  /// Null, with errno. Writes into `attr.cap` what it got.
  static ibv_qp* create(ibv_pd* domain, ibv_qp_init_attr& attr);
  ~QueuePair();

  static QueuePair& of(ibv_qp* pair) { return of(reinterpret_cast<ibv_qp_ex*>(pair)); }
  static QueuePair& of(ibv_qp_ex* pair) { return static_cast<QueuePair&>(*pair); }

  // What a program does with it: error numbers, or 0.
  int modify(const ibv_qp_attr& attr, int mask);
  void query(ibv_qp_attr& attr, ibv_qp_init_attr& init);
  int post(ibv_send_wr* first, ibv_send_wr** bad);
  int post(ibv_recv_wr* first, ibv_recv_wr** bad);

  // For those who write requests by themselves.
  SendQueue& queue() { return requester_->queue(); }
  int ring();

  std::uint64_t attend(std::uint64_t now) override;

 private:
  QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr);
  bool allocate();

  /// ibv_wr_start() and its kin (extended.cpp): requests one by one, known to the device at the end. The lock is held from begin to
  /// end.
  void set_builders();
  ibv_send_wr& begin(ibv_wr_opcode opcode);
  void end(std::size_t count, const ibv_sge* pieces);
  void end_inline(std::size_t count, const ibv_data_buf* buffers);

  // With the lock held.
  int append(const ibv_send_wr& request);
  void apply(const ibv_qp_attr& attr, int mask);
  void enter(ibv_qp_state state);
  void flush_receives();
  void tell(ibv_event_type event);
  void serve();

  Context& context_;
  ibv_qp_init_attr init_;
  ibv_qp_attr attr_{};
  std::uint64_t side_offset_ = 0;
  ReceiveSide* side_ = nullptr;

  std::mutex mutex_;
  std::optional<Requester> requester_;  ///< once the pair has its number
  std::uint64_t wake_at_ = never;
  ibv_send_wr draft_{};  ///< the request that a program is filling in
  int draft_failed_ = 0;
};

}  // namespace softverbs
