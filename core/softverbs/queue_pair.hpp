// A queue pair of any transport, as its program knows it: states, attributes, receives that are posted.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <mutex>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/receive_side.hpp"

namespace softverbs {

class QueuePair : public ibv_qp_ex, public Attended {
 public:
  virtual ~QueuePair();

  static QueuePair& of(ibv_qp* pair) { return of(reinterpret_cast<ibv_qp_ex*>(pair)); }
  static QueuePair& of(ibv_qp_ex* pair) { return static_cast<QueuePair&>(*pair); }

  // What a program does with it: error numbers, or 0.
  int modify(const ibv_qp_attr& attr, int mask);
  void query(ibv_qp_attr& attr, ibv_qp_init_attr& init);
  virtual int post(ibv_send_wr* first, ibv_send_wr** bad) = 0;
  int post(ibv_recv_wr* first, ibv_recv_wr** bad);
  /// The device looks at requests that others wrote by themselves.
  virtual int ring() = 0;

  /// A completion was read: places of the send queue before `slot`, 32 bits of the index, are free.
  virtual void retire(std::uint32_t slot) = 0;

  std::uint64_t attend(std::uint64_t now) final;

 protected:
  QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr);
  /// Gives it a number of so many bits, by which others find it. False, with errno.
  bool open(unsigned number_bits);
  /// What is derived calls it first of all when it is destroyed: nobody looks at it afterwards.
  void leave();

  // What its transport decides, with the lock held.
  virtual bool allows(ibv_qp_state from, const ibv_qp_attr& to, int mask) const = 0;
  virtual void apply(const ibv_qp_attr& attr, int mask) = 0;
  virtual void restart() = 0;
  /// Does what can be done now; returns when there is something to do again.
  virtual std::uint64_t carry_on() = 0;

  void enter(ibv_qp_state state);
  void tell(ibv_event_type event);
  void serve();

  Context& context_;
  ibv_qp_init_attr init_;
  ibv_qp_attr attr_{};
  ReceiveSide* side_ = nullptr;
  std::mutex mutex_;

 private:
  void flush_receives();

  std::uint64_t side_offset_ = 0;
  std::uint64_t wake_at_ = never;
};

}  // namespace softverbs
