#include "core/softverbs/requester.hpp"

#include <algorithm>

#include "core/softverbs/engine.hpp"
#include "core/softverbs/gather.hpp"

namespace softverbs {
namespace {

constexpr std::uint32_t packets_max = (packet_mask + 1) / 2;  // under way, so that old and new are told apart

constexpr std::uint32_t packets_of(std::uint64_t bytes, ibv_mtu mtu) {
  const std::uint64_t each = std::uint64_t{128} << mtu;
  return bytes == 0 ? 1 : static_cast<std::uint32_t>((bytes + each - 1) / each);
}

/// `now` is 0 where nobody had to look at the clock before.
std::uint64_t after(std::uint64_t now, std::uint64_t wait) {
  return wait == never ? never : (now ? now : now_ns()) + wait;
}

/// By ibv_wr_opcode, up to the last that a request may have.
constexpr ibv_wc_opcode completed[] = {IBV_WC_RDMA_WRITE, IBV_WC_RDMA_WRITE, IBV_WC_SEND,     IBV_WC_SEND,
                                       IBV_WC_RDMA_READ,  IBV_WC_COMP_SWAP,  IBV_WC_FETCH_ADD};

/// After either a source waits for its own timer.
constexpr bool is_silence(Answer answer) {
  return answer == Answer::silence || answer == Answer::sequence_error;
}

/// What a source makes of a NAK in the end (IBTA Vol. 1, 9.9.2.3, 11.6.2).
constexpr ibv_wc_status status_of(Answer answer) {
  if (answer == Answer::not_ready) return IBV_WC_RNR_RETRY_EXC_ERR;
  if (answer == Answer::invalid_request) return IBV_WC_REM_INV_REQ_ERR;
  return answer == Answer::remote_access ? IBV_WC_REM_ACCESS_ERR : IBV_WC_REM_OP_ERR;
}

}  // namespace

Requester::Requester(const ibv_qp& pair, const ibv_qp_init_attr& init, const ibv_qp_attr& attr)
    : pair_(pair),
      init_(init),
      attr_(attr),
      nic_(Context::of(pair.context).nic()),
      queue_(init.cap, Context::of(pair.context).uses_mlx5() ? pair.qp_num : 0),
      target_(Context::of(pair.context).process(), nic_.address()) {}

bool Requester::serve() {
  const bool needs_clock = blocked_until_ != 0 || !unanswered_.empty() || !settings()->is_perfect();
  const std::uint64_t now = needs_clock ? now_ns() : 0;
  acknowledge(now);
  while (!unanswered_.empty() && unanswered_.front().resend <= now && resend(now)) acknowledge(now);
  while (!has_failed_ && attr_.qp_state == IBV_QPS_RTS && !queue_.is_empty() && start(now)) {
  }
  return !has_failed_;
}

void Requester::flush() {
  for (; !unanswered_.empty(); unanswered_.pop_front()) finish(unanswered_.front().request, IBV_WC_WR_FLUSH_ERR);
  while (!queue_.is_empty()) {
    Request request;
    queue_.read(request);
    queue_.take(request);
    finish(request, IBV_WC_WR_FLUSH_ERR);
  }
  blocked_until_ = 0;
}

void Requester::restart() {
  queue_.restart();
  unanswered_.clear();
  blocked_until_ = silences_ = refusals_ = 0;
  has_failed_ = false;
}

std::uint64_t Requester::next() const {
  std::uint64_t next = !queue_.is_empty() && blocked_until_ != 0 ? blocked_until_ : never;
  for (const Sent& one : unanswered_) next = std::min({next, one.due, one.resend});
  return next;
}

/// The next request; false when it has to wait, or has failed.
bool Requester::start(std::uint64_t now) {
  if (blocked_until_ > now) return false;
  blocked_until_ = 0;
  Sent one;
  const bool is_request = queue_.read(one.request);
  one.attempt = {pair_.qp_num, packet_, silences_ + refusals_};
  one.count = packets_of(one.request.bytes, attr_.path_mtu);
  one.silences = silences_;
  ibv_wc_status bad = is_request ? gather(one) : IBV_WC_LOC_QP_OP_ERR;
  if (bad == IBV_WC_SUCCESS && silences_ > attr_.retry_cnt) bad = IBV_WC_RETRY_EXC_ERR;
  if (bad != IBV_WC_SUCCESS) {
    if (unanswered_.empty()) fail(one.request, bad);  // what was before it comes first
    return false;
  }
  return may_start(one) && !is_delayed(one.attempt, now) && settle(one, target_.carry_out(one), now);
}

/// Reads and atomics under way are limited, and a fence waits for them (IBTA Vol. 1, 9.4.4, 10.8.3.3). One whose answer is lost is
/// asked again before anything else is: no later answer stands for it.
bool Requester::may_start(const Sent& one) const {
  if (unanswered_.empty()) return true;
  std::uint32_t fetching = 0;
  for (const Sent& before : unanswered_) {
    const bool fetches = before.request.fetches();
    if (fetches && before.due == never) return false;
    fetching += fetches;
  }
  if (fetching > 0 && one.request.flags & IBV_SEND_FENCE) return false;
  if (one.request.fetches() && fetching >= attr_.max_rd_atomic) return false;
  return ((one.attempt.packet - unanswered_.front().attempt.packet) & packet_mask) + one.count < packets_max;
}

bool Requester::is_delayed(const Attempt& attempt, std::uint64_t now) {
  if (settings()->delay_us == 0) return false;
  was_delayed_ = !was_delayed_;
  if (was_delayed_) blocked_until_ = now + delay_ns(attempt, Mishap::request_delay);
  return was_delayed_;
}

bool Requester::settle(Sent& one, const Answered& answered, std::uint64_t now) {
  if (answered.answer == Answer::acknowledged) {
    queue_.take(one.request);
    packet_ = (packet_ + one.count) & packet_mask;
    silences_ = refusals_ = 0;
    take_answer(one, answered, now);
    if (one.due == 0 && unanswered_.empty())
      finish(one.request, IBV_WC_SUCCESS);
    else
      unanswered_.push_back(one);
    return true;
  }
  if (is_silence(answered.answer)) {
    ++silences_;
    blocked_until_ = after(now, timeout_ns(attr_.timeout));
    return false;
  }
  acknowledge(never);
  const bool may_again = attr_.rnr_retry == rnr_for_ever || refusals_ < attr_.rnr_retry;
  if (answered.answer != Answer::not_ready || !may_again) {
    fail(one.request, status_of(answered.answer));
    return false;
  }
  ++refusals_;
  blocked_until_ = after(now, rnr_timer_ns(answered.wait));
  return false;
}

/// The answer is here at once, later, or never; what an atomic found comes with it.
void Requester::take_answer(Sent& one, const Answered& answered, std::uint64_t now) {
  one.due = 0;
  one.resend = never;
  if (happens(settings()->loss, one.attempt, Mishap::answer_lost)) {
    one.due = never;
    one.resend = after(now, timeout_ns(attr_.timeout));
    return;
  }
  if (settings()->delay_us != 0) one.due = now + delay_ns(one.attempt, Mishap::answer_delay);
  if (one.request.is_atomic())
    copy_words(static_cast<unsigned char*>(pieces_[0].iov_base),
               reinterpret_cast<const unsigned char*>(&answered.value), sizeof answered.value);
}

/// An answer stands for all before it (IBTA Vol. 1, 9.7.5.1.2); behind one that brings something and is lost there is none. A NAK,
/// which says that everything before it has arrived, is `never`.
void Requester::acknowledge(std::uint64_t now) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < unanswered_.size(); ++i)
    if (unanswered_[i].due <= now) count = i + 1;
  for (; count > 0; --count, unanswered_.pop_front()) finish(unanswered_.front().request, IBV_WC_SUCCESS);
}

/// The oldest whose answer did not come; false when it has failed.
bool Requester::resend(std::uint64_t now) {
  Sent& one = unanswered_.front();
  ibv_wc_status bad = gather(one);
  if (bad == IBV_WC_SUCCESS && ++one.silences > attr_.retry_cnt) bad = IBV_WC_RETRY_EXC_ERR;
  if (bad == IBV_WC_SUCCESS) {
    ++one.attempt.before;
    const Answered answered = target_.carry_out(one);
    one.resend = after(now, timeout_ns(attr_.timeout));
    if (answered.answer == Answer::acknowledged) take_answer(one, answered, now);
    if (answered.answer == Answer::acknowledged || is_silence(answered.answer)) return true;
    bad = status_of(answered.answer);
  }
  fail(one.request, bad);
  unanswered_.pop_front();
  return false;
}

void Requester::finish(const Request& request, ibv_wc_status status) {
  const bool is_signaled = init_.sq_sig_all || request.flags & IBV_SEND_SIGNALED;
  if (!is_signaled && status == IBV_WC_SUCCESS) return;
  softverbs_completion completion{};
  completion.wc.wr_id = request.id;
  completion.wc.status = status;
  completion.wc.opcode = completed[request.opcode];
  completion.wc.byte_len = static_cast<std::uint32_t>(request.bytes);
  completion.wc.qp_num = pair_.qp_num;
  completion.slot = static_cast<std::uint32_t>(request.end);
  if (!CompletionQueue::of(pair_.send_cq).push(completion)) has_failed_ = true;
}

/// Whatever fails puts a reliable connection into error (IBTA Vol. 1, 10.3.1.7).
void Requester::fail(const Request& request, ibv_wc_status status) {
  queue_.take(request);
  finish(request, status);
  has_failed_ = true;
}

/// Its pieces in this process.
ibv_wc_status Requester::gather(Packet& packet) {
  const Request& request = packet.request;
  if (request.bytes > limits::message || (request.is_atomic() && request.bytes != sizeof(std::uint64_t)))
    return IBV_WC_LOC_LEN_ERR;
  if (!softverbs::gather(nic_, static_cast<Domain*>(pair_.pd)->number, request, pieces_))
    return IBV_WC_LOC_PROT_ERR;
  packet.bytes = {pieces_.data(), pieces_.size(), request.bytes};
  return IBV_WC_SUCCESS;
}

}  // namespace softverbs
