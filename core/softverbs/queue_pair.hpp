// A reliable-connection queue pair, with what its requester does (IBTA Vol. 1, 9.7.3, 9.7.6), one request after the other.
//
// Who posts carries out what was posted, in the same call; what has to wait for a timer is the engine's.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>
#include <cstdint>
#include <deque>
#include <memory>
#include <mutex>
#include <vector>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/engine.hpp"
#include "core/softverbs/receive_side.hpp"
#include "core/softverbs/request.hpp"
#include "core/softverbs/target.hpp"

namespace softverbs {

class QueuePair final : public Attended {
 public:
  /// Null, with errno. Writes into `attr.cap` what it got.
  static QueuePair* create(ibv_pd* domain, ibv_qp_init_attr& attr);
  ~QueuePair();

  static QueuePair& of(ibv_qp* pair) { return *reinterpret_cast<Handle*>(pair)->owner; }
  static QueuePair& of(ibv_qp_ex* pair) { return *reinterpret_cast<Handle*>(pair)->owner; }
  ibv_qp* verbs() { return &handle_.verbs.qp_base; }
  ibv_qp_ex* extended() { return &handle_.verbs; }

  // What a program does with it: error numbers, or 0.
  int modify(const ibv_qp_attr& attr, int mask);
  void query(ibv_qp_attr& attr, ibv_qp_init_attr& init);
  int post(ibv_send_wr* first, ibv_send_wr** bad);
  int post(ibv_recv_wr* first, ibv_recv_wr** bad);

  // For those who write requests by themselves.
  softverbs_send_queue map();
  int ring();

  /// A completion was read: slots before `slot`, 32 bits of the index, are free.
  void retire(std::uint32_t slot);

  // ibv_wr_start() and its kin: requests one by one, known to the device at the end. The lock is held from begin to end.
  void begin_building();
  void add(const ibv_send_wr& request);
  int end_building();
  void abort_building();
  /// The request that a program is filling in.
  ibv_send_wr& draft() { return draft_; }

  std::uint64_t attend(std::uint64_t now) override;

 private:
  /// What verbs points to, and the way back.
  struct Handle {
    ibv_qp_ex verbs{};
    QueuePair* owner = nullptr;
  };
  /// A request that the target has, and whose answer is on its way, or lost.
  struct Unanswered {
    std::uint64_t index = 0;
    std::uint64_t end = 0;  ///< index of the slot behind it
    std::uint64_t id = 0;
    ibv_wr_opcode opcode = IBV_WR_RDMA_WRITE;
    bool signaled = false;
    bool fetches = false;
    std::uint64_t bytes = 0;
    std::uint32_t packet = 0;
    std::uint32_t packets = 1;
    std::uint32_t attempt = 0;     ///< as chance counts them
    std::uint32_t silences = 0;    ///< attempts that nobody answered
    std::uint64_t due = never;     ///< the answer is here
    std::uint64_t resend = never;  ///< the local timer ends
  };

  QueuePair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr);
  bool allocate();

  void apply(const ibv_qp_attr& attr, int mask);
  void enter(ibv_qp_state state);
  void flush_receives();
  void tell(ibv_event_type event);
  int append(const ibv_send_wr& request);

  // The requester (requester.cpp), with the lock held.
  void serve();
  bool start(std::uint64_t now);
  bool may_start(const Request& request, const Unanswered& one) const;
  bool is_delayed(std::uint64_t now);
  bool settle(const Request& request, Unanswered& one, const Answered& answered, std::uint64_t now);
  void block(std::uint64_t now, std::uint64_t wait);
  void take_answer(const Request& request, Unanswered& one, const Answered& answered, std::uint64_t now);
  void acknowledge(std::uint64_t now);
  void acknowledge_all();
  bool resend(std::uint64_t now);
  void finish(const Unanswered& one, ibv_wc_status status);
  void fail(const Unanswered& one, ibv_wc_status status);
  void flush_requests();
  ibv_wc_status gather(const Request& request);
  Packet packet_of(const Request& request, const Unanswered& one) const;

  Handle handle_;
  Context& context_;
  CompletionQueue& send_completions_;
  CompletionQueue& receive_completions_;
  ibv_qp_init_attr init_;
  ibv_qp_attr attr_{};

  std::uint64_t side_offset_ = 0;
  ReceiveSide* side_ = nullptr;
  std::unique_ptr<Target> target_;

  std::mutex mutex_;
  std::unique_ptr<softverbs_request[]> memory_;
  Slots slots_;
  std::uint64_t doorbell_ = 0;             ///< slots that are written, over all laps
  std::uint64_t register_ = 0;             ///< mlx5's, which is written only
  std::uint32_t record_ = 0;               ///< mlx5's: 16 bits of `doorbell_`
  std::uint64_t announced_ = 0;            ///< of these, those that the device was told of
  std::uint64_t started_ = 0;              ///< of these, those that the target has
  std::atomic<std::uint64_t> retired_{0};  ///< of these, those that are free again
  std::uint32_t packet_ = 0;               ///< number of the next request's first
  std::uint32_t silences_ = 0;             ///< attempts to send the request at `started_` that nobody answered
  std::uint32_t refusals_ = 0;             ///< and those that found no receive
  bool was_delayed_ = false;
  std::uint64_t blocked_until_ = 0;
  std::uint64_t wake_at_ = never;
  std::deque<Unanswered> unanswered_;
  ibv_send_wr draft_{};
  int draft_failed_ = 0;
  std::vector<iovec> pieces_;  ///< of the request under way, in this process
};

}  // namespace softverbs
