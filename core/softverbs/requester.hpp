// What a source does with its requests, from the slot to the completion: order, answers, retries, errors (IBTA Vol. 1, 9.7.3, 9.7.6).
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <deque>
#include <vector>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/connected_target.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/send_queue.hpp"
#include "core/softverbs/timers.hpp"

namespace softverbs {

/// Of one queue pair, whose lock is held.
class Requester {
 public:
  /// `attr` is what the program says of the connection, now and later.
  Requester(const ibv_qp& pair, const ibv_qp_init_attr& init, const ibv_qp_attr& attr);

  SendQueue& queue() { return queue_; }
  void connect(const Address& address, std::uint32_t number) { target_.connect(address, number); }
  /// The next packet's number.
  void number_from(std::uint32_t packet) { packet_ = packet; }

  /// Does what can be done now. False: the connection has failed, and its queue pair goes into error.
  bool serve();
  /// Ends what is left as flushed.
  void flush();
  /// Nothing is under way.
  void restart();
  /// When there is something to do again.
  std::uint64_t next() const;

 private:
  /// A request that the target has, and whose answer is on its way, or lost.
  struct Sent : Packet {
    std::uint32_t silences = 0;    ///< attempts that nobody answered
    std::uint64_t due = never;     ///< the answer is here
    std::uint64_t resend = never;  ///< the local timer ends
  };

  bool start(std::uint64_t now);
  bool may_start(const Sent& one) const;
  bool is_delayed(const Attempt& attempt, std::uint64_t now);
  bool settle(Sent& one, const Answered& answered, std::uint64_t now);
  void take_answer(Sent& one, const Answered& answered, std::uint64_t now);
  void acknowledge(std::uint64_t now);
  bool resend(std::uint64_t now);
  void finish(const Request& request, ibv_wc_status status);
  void fail(const Request& request, ibv_wc_status status);
  ibv_wc_status gather(Packet& packet);

  const ibv_qp& pair_;
  const ibv_qp_init_attr& init_;
  const ibv_qp_attr& attr_;
  NicMemory& nic_;
  SendQueue queue_;
  ConnectedTarget target_;

  std::uint32_t packet_ = 0;    ///< number of the next request's first
  std::uint32_t silences_ = 0;  ///< attempts to send the next request that nobody answered
  std::uint32_t refusals_ = 0;  ///< and those that found no receive
  bool was_delayed_ = false;
  bool has_failed_ = false;
  std::uint64_t blocked_until_ = 0;
  std::deque<Sent> unanswered_;
  std::vector<iovec> pieces_;  ///< of the request under way, in this process
};

}  // namespace softverbs
