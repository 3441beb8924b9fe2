// Requests of a queue pair, from the slot to the completion.
#include <endian.h>

#include <algorithm>
#include <cerrno>

#include "core/softverbs/queue_pair.hpp"

namespace softverbs {
namespace {

constexpr std::uint32_t packets_max = (packet_mask + 1) / 2;  // under way, so that old and new are told apart
constexpr std::uint8_t rnr_for_ever = 7;                      // rnr_retry (IBTA Vol. 1, 9.7.5.2.8)

/// Local ACK timeout: 4.096 us times two to the power of five bits; 0 is for ever (IBTA Vol. 1, 11.2.4.2).
constexpr std::uint64_t timeout_ns(std::uint8_t code) {
  return (code & 31) == 0 ? ~0ull : std::uint64_t{4096} << (code & 31);
}

/// RNR NAK timer (IBTA Vol. 1, table 45 in 9.7.5.2.8), in tens of microseconds.
constexpr std::uint64_t rnr_timer_ns(std::uint32_t code) {
  constexpr std::uint32_t of[] = {65536, 1,    2,    3,    4,    6,     8,     12,    16,    24,   32,
                                  48,    64,   96,   128,  192,  256,   384,   512,   768,   1024, 1536,
                                  2048,  3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152};
  return std::uint64_t{of[code & 31]} * 10'000;
}

constexpr std::uint32_t packets_of(std::uint64_t bytes, ibv_mtu mtu) {
  const std::uint64_t each = std::uint64_t{128} << mtu;
  return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes + each - 1) / each);
}

constexpr ibv_wc_opcode completed(ibv_wr_opcode opcode) {
  switch (opcode) {
    case IBV_WR_SEND:
    case IBV_WR_SEND_WITH_IMM:
      return IBV_WC_SEND;
    case IBV_WR_RDMA_READ:
      return IBV_WC_RDMA_READ;
    case IBV_WR_ATOMIC_CMP_AND_SWP:
      return IBV_WC_COMP_SWAP;
    case IBV_WR_ATOMIC_FETCH_AND_ADD:
      return IBV_WC_FETCH_ADD;
    default:
      return IBV_WC_RDMA_WRITE;
  }
}

/// What a source makes of a NAK (IBTA Vol. 1, 9.9.2.3, 11.6.2).
constexpr ibv_wc_status status_of(Answer answer) {
  if (answer == Answer::invalid_request) return IBV_WC_REM_INV_REQ_ERR;
  return answer == Answer::remote_access ? IBV_WC_REM_ACCESS_ERR : IBV_WC_REM_OP_ERR;
}

}  // namespace

/// Behind what is written; an error number, or 0.
int QueuePair::append(const ibv_send_wr& request) {
  if (slots_.mlx5_pair != 0) return EOPNOTSUPP;
  if (attr_.qp_state != IBV_QPS_RTS && attr_.qp_state != IBV_QPS_SQD && attr_.qp_state != IBV_QPS_ERR)
    return EINVAL;
  const std::uint32_t slots = slots_of(request, init_.cap.max_send_sge, init_.cap.max_inline_data);
  if (slots == 0) return EINVAL;
  if (doorbell_ + slots - retired_.load(std::memory_order_acquire) > slots_.count) return ENOMEM;
  encode(request, slots_, doorbell_);
  doorbell_ += slots;
  return 0;
}

int QueuePair::post(ibv_send_wr* first, ibv_send_wr** bad) {
  const std::lock_guard<std::mutex> guard(mutex_);
  int failed = 0;
  for (; first && (failed = append(*first)) == 0; first = first->next) {
  }
  if (failed != 0 && bad) *bad = first;
  announced_ = doorbell_;
  serve();
  return failed;
}

void QueuePair::begin_building() {
  mutex_.lock();
  draft_failed_ = 0;
}

void QueuePair::add(const ibv_send_wr& request) {
  if (draft_failed_ == 0) draft_failed_ = append(request);
}

int QueuePair::end_building() {
  if (draft_failed_ != 0) doorbell_ = announced_;
  announced_ = doorbell_;
  serve();
  mutex_.unlock();
  return draft_failed_;
}

void QueuePair::abort_building() {
  doorbell_ = announced_;
  mutex_.unlock();
}

softverbs_send_queue QueuePair::map() {
  return {slots_.of, slots_.count, sizeof(softverbs_request), slots_.mlx5_pair != 0 ? &register_ : &doorbell_,
          &record_};
}

int QueuePair::ring() {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::uint64_t announced = std::atomic_ref<std::uint64_t>(doorbell_).load(std::memory_order_acquire);
  if (slots_.mlx5_pair != 0) {
    const std::uint32_t record = be32toh(std::atomic_ref<std::uint32_t>(record_).load(std::memory_order_acquire));
    announced = announced_ + static_cast<std::uint16_t>(record - announced_);
  }
  // The slots of a request are its own until it has completed.
  if (announced - started_ > slots_.count || announced < announced_) {
    enter(IBV_QPS_ERR);
    tell(IBV_EVENT_QP_FATAL);
    return ENOMEM;
  }
  announced_ = announced;
  serve();
  return 0;
}

void QueuePair::retire(std::uint32_t slot) {
  const std::uint64_t before = retired_.load(std::memory_order_relaxed);
  const auto ahead = static_cast<std::int32_t>(slot - static_cast<std::uint32_t>(before));
  if (ahead > 0) retired_.store(before + static_cast<std::uint32_t>(ahead), std::memory_order_release);
}

void QueuePair::serve() {
  const bool needs_clock = blocked_until_ != 0 || !unanswered_.empty() || !settings()->is_perfect();
  const std::uint64_t now = needs_clock ? now_ns() : 0;
  // A peer may have put it into error.
  if (side_->state == IBV_QPS_ERR && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
  acknowledge(now);
  while (!unanswered_.empty() && unanswered_.front().resend <= now && resend(now)) acknowledge(now);
  while (attr_.qp_state == IBV_QPS_RTS && started_ < announced_ && start(now)) {
  }
  if (attr_.qp_state == IBV_QPS_ERR) flush_requests();

  std::uint64_t next = started_ < announced_ && blocked_until_ != 0 ? blocked_until_ : never;
  for (const Unanswered& one : unanswered_) next = std::min({next, one.due, one.resend});
  if (next < std::exchange(wake_at_, next)) context_.process().engine().wake();
}

/// The next request; false when it has to wait, or has failed.
bool QueuePair::start(std::uint64_t now) {
  if (blocked_until_ > now) return false;
  blocked_until_ = 0;
  Request request;
  const bool is_request = decode(slots_, started_, request);
  Unanswered one;
  one.index = started_;
  one.end = started_ + request.slots;
  one.id = request.id;
  one.opcode = request.opcode;
  one.signaled = init_.sq_sig_all || (request.flags & IBV_SEND_SIGNALED);
  one.fetches = request.fetches();
  one.bytes = request.bytes;
  one.packet = packet_;
  one.packets = packets_of(request.bytes, attr_.path_mtu);
  one.attempt = silences_ + refusals_;
  one.silences = silences_;
  ibv_wc_status bad = is_request ? gather(request) : IBV_WC_LOC_QP_OP_ERR;
  if (bad == IBV_WC_SUCCESS && silences_ > attr_.retry_cnt) bad = IBV_WC_RETRY_EXC_ERR;
  if (bad != IBV_WC_SUCCESS) {
    if (unanswered_.empty()) fail(one, bad);  // what was before it comes first
    return false;
  }
  if (!may_start(request, one) || is_delayed(now)) return false;
  return settle(request, one, target_->carry_out(packet_of(request, one)), now);
}

/// Reads and atomics under way are limited, and a fence waits for them (IBTA Vol. 1, 9.4.4, 10.8.3.3). One whose answer is lost is
/// asked again before anything else is: no later answer stands for it.
bool QueuePair::may_start(const Request& request, const Unanswered& one) const {
  if (unanswered_.empty()) return true;
  std::uint32_t fetching = 0;
  for (const Unanswered& before : unanswered_) {
    if (before.fetches && before.due == never) return false;
    fetching += before.fetches;
  }
  if (fetching > 0 && request.flags & IBV_SEND_FENCE) return false;
  if (one.fetches && fetching >= attr_.max_rd_atomic) return false;
  return ((one.packet - unanswered_.front().packet) & packet_mask) + one.packets < packets_max;
}

bool QueuePair::is_delayed(std::uint64_t now) {
  const std::uint32_t delay_us = settings()->delay_us;
  if (delay_us == 0) return false;
  was_delayed_ = !was_delayed_;
  if (!was_delayed_) return false;
  const Attempt attempt{handle_.verbs.qp_base.qp_num, packet_, silences_ + refusals_};
  blocked_until_ = now + draw(settings()->seed, attempt, Mishap::request_delay) % (delay_us * 1000ull + 1);
  return true;
}

bool QueuePair::settle(const Request& request, Unanswered& one, const Answered& answered, std::uint64_t now) {
  switch (answered.answer) {
    case Answer::acknowledged:
      break;
    case Answer::silence:
    case Answer::sequence_error:
      ++silences_;
      block(now, timeout_ns(attr_.timeout));
      return false;
    case Answer::not_ready:
      acknowledge_all();
      if (attr_.rnr_retry != rnr_for_ever && refusals_ >= attr_.rnr_retry) {
        fail(one, IBV_WC_RNR_RETRY_EXC_ERR);
      } else {
        ++refusals_;
        block(now, rnr_timer_ns(answered.wait));
      }
      return false;
    default:
      acknowledge_all();
      fail(one, status_of(answered.answer));
      return false;
  }
  started_ = one.end;
  packet_ = (packet_ + one.packets) & packet_mask;
  silences_ = refusals_ = 0;
  take_answer(request, one, answered, now);
  if (one.due == 0 && unanswered_.empty())
    finish(one, IBV_WC_SUCCESS);
  else
    unanswered_.push_back(one);
  return true;
}

void QueuePair::block(std::uint64_t now, std::uint64_t wait) {
  blocked_until_ = wait == never ? never : (now ? now : now_ns()) + wait;
}

/// The answer is here at once, later, or never; what an atomic found comes with it.
void QueuePair::take_answer(const Request& request, Unanswered& one, const Answered& answered, std::uint64_t now) {
  const Settings& network = *settings();
  const Attempt attempt{handle_.verbs.qp_base.qp_num, one.packet, one.attempt};
  one.due = 0;
  one.resend = never;
  if (happens(network.loss, attempt, Mishap::answer_lost)) {
    one.due = never;
    const std::uint64_t wait = timeout_ns(attr_.timeout);
    if (wait != never) one.resend = now + wait;
    return;
  }
  if (network.delay_us != 0)
    one.due = now + draw(network.seed, attempt, Mishap::answer_delay) % (network.delay_us * 1000ull + 1);
  if (request.is_atomic())
    copy_words(static_cast<unsigned char*>(pieces_[0].iov_base),
               reinterpret_cast<const unsigned char*>(&answered.value), sizeof answered.value);
}

/// An answer stands for all before it (IBTA Vol. 1, 9.7.5.1.2); behind one that brings something and is lost there is none.
void QueuePair::acknowledge(std::uint64_t now) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < unanswered_.size(); ++i)
    if (unanswered_[i].due <= now) count = i + 1;
  for (; count > 0; --count, unanswered_.pop_front()) finish(unanswered_.front(), IBV_WC_SUCCESS);
}

/// A NAK says that everything before it has arrived.
void QueuePair::acknowledge_all() {
  for (; !unanswered_.empty(); unanswered_.pop_front()) finish(unanswered_.front(), IBV_WC_SUCCESS);
}

/// The oldest whose answer did not come; false when it has failed.
bool QueuePair::resend(std::uint64_t now) {
  Unanswered& one = unanswered_.front();
  Request request;
  decode(slots_, one.index, request);
  ibv_wc_status bad = gather(request);
  if (bad == IBV_WC_SUCCESS && ++one.silences > attr_.retry_cnt) bad = IBV_WC_RETRY_EXC_ERR;
  if (bad == IBV_WC_SUCCESS) {
    ++one.attempt;
    const Answered answered = target_->carry_out(packet_of(request, one));
    if (answered.answer == Answer::acknowledged) {
      take_answer(request, one, answered, now);
      return true;
    }
    one.resend = now + timeout_ns(attr_.timeout);
    if (answered.answer == Answer::silence || answered.answer == Answer::sequence_error) return true;
    bad = status_of(answered.answer);
  }
  const Unanswered failed = one;
  unanswered_.pop_front();
  fail(failed, bad);
  return false;
}

void QueuePair::finish(const Unanswered& one, ibv_wc_status status) {
  if (!one.signaled && status == IBV_WC_SUCCESS) return;
  softverbs_completion completion{};
  completion.wr_id = one.id;
  completion.qp_num = handle_.verbs.qp_base.qp_num;
  completion.byte_len = static_cast<std::uint32_t>(one.bytes);
  completion.slot = static_cast<std::uint32_t>(one.end);
  completion.opcode = static_cast<std::uint8_t>(completed(one.opcode));
  completion.status = static_cast<std::uint8_t>(status);
  if (!send_completions_.push(completion) && attr_.qp_state != IBV_QPS_ERR) enter(IBV_QPS_ERR);
}

/// Whatever fails puts a reliable connection into error (IBTA Vol. 1, 10.3.1.7).
void QueuePair::fail(const Unanswered& one, ibv_wc_status status) {
  started_ = std::max(started_, one.end);
  finish(one, status);
  enter(IBV_QPS_ERR);
}

void QueuePair::flush_requests() {
  for (; !unanswered_.empty(); unanswered_.pop_front()) finish(unanswered_.front(), IBV_WC_WR_FLUSH_ERR);
  Request request;
  while (started_ < announced_) {
    const bool is_request = decode(slots_, started_, request);
    started_ += request.slots;
    Unanswered one;
    one.end = started_;
    one.id = request.id;
    one.opcode = is_request ? request.opcode : IBV_WR_RDMA_WRITE;
    finish(one, IBV_WC_WR_FLUSH_ERR);
  }
  blocked_until_ = 0;
}

/// Its pieces in this process: keys, protection domain, rights and bounds are checked (IBTA Vol. 1, 10.6.3.3).
ibv_wc_status QueuePair::gather(const Request& request) {
  if (request.bytes > limits::message || (request.is_atomic() && request.bytes != sizeof(std::uint64_t)))
    return IBV_WC_LOC_LEN_ERR;
  pieces_.clear();
  for (std::uint32_t i = 0; i < request.count; ++i) {
    const ibv_sge& piece = request.pieces[i];
    auto* at = reinterpret_cast<unsigned char*>(piece.addr);
    if (piece.length == 0) continue;
    if (!(request.flags & IBV_SEND_INLINE)) {
      const RegionEntry& entry = context_.nic().region(piece.lkey);
      const bool fits = piece.lkey != 0 && entry.key.load(std::memory_order_acquire) == piece.lkey &&
                        entry.domain == side_->domain && entry.holds(piece.addr, piece.length) &&
                        (!request.fetches() || entry.access & IBV_ACCESS_LOCAL_WRITE);
      if (!fits) return IBV_WC_LOC_PROT_ERR;
      at = reinterpret_cast<unsigned char*>(entry.address + (piece.addr - entry.start));
    }
    pieces_.push_back({at, piece.length});
  }
  return IBV_WC_SUCCESS;
}

Packet QueuePair::packet_of(const Request& request, const Unanswered& one) const {
  return {request, {pieces_.data(), pieces_.size(), request.bytes}, one.packet, one.packets, one.attempt};
}

std::uint64_t QueuePair::attend(std::uint64_t) {
  const std::lock_guard<std::mutex> guard(mutex_);
  const std::uint32_t event = side_->event.exchange(0, std::memory_order_acquire);
  if (event != 0) tell(static_cast<ibv_event_type>(event - 1));
  serve();
  return wake_at_;
}

void QueuePair::tell(ibv_event_type what) {
  ibv_async_event event{};
  event.element.qp = verbs();
  event.event_type = what;
  context_.tell(event);
}

}  // namespace softverbs
