// A CPU thread that serves rings: takes commands, posts them to the fabric, tells the GPU what is complete.
//
// It is a loop of looks: at each ring in turn, then at the completion queue. A look is bounded and never
// blocks; when a whole round found nothing, the environment may sleep until its gate moves.
#pragma once

#include <vector>

#include "core/base/assert.hpp"
#include "core/base/planted.hpp"
#include "core/device/agent_view.hpp"
#include "core/device/cost.hpp"
#include "core/device/count.hpp"
#include "core/fabric/fabric.hpp"
#include "core/proxy/pending.hpp"
#include "core/proxy/poll_loop.hpp"
#include "core/proxy/two_sided.hpp"

namespace gin {

/// What the stack says about its proxy.
struct ProxyRules {
  bool credit_at_completion = false;     ///< a slot is free again when its command completed, not when it was taken
  std::uint32_t batch = 1;               ///< commands taken in one look at a ring; they share doorbells
  std::uint32_t operations_max = 1;      ///< under way per thread
  std::uint64_t bytes_max = 0;           ///< payload under way per thread; one operation may always go
  std::uint32_t completions_batch = 16;  ///< completions taken in one look at the queue
};

template <class Env, Fabric F>
class Proxy {
 public:
  using Gate = typename Env::Gate;
  using Commands = typename Ring<Env>::Format;
  using Command = typename Commands::Command;

  /// `gate` moves whenever a command or a completion arrives for this thread.
  Proxy(Env& env, F& fabric, std::vector<Ring<Env>> rings, Gate& gate, const ProxyRules& rules)
      : env_(env),
        fabric_(fabric),
        rules_(rules),
        told_(rules.completions_batch),
        loop_(env, gate, PollGrid{static_cast<std::uint32_t>(rings.size())}) {
    for (const Ring<Env>& ring : rings) served_.emplace_back(ring);
  }

  /// One look; says whether it found anything. Call it for ever.
  bool step() {
    return loop_.step(
        [this](std::uint32_t station) { return station < served_.size() ? serve(station) : complete(); });
  }
  /// One look at everything.
  bool round() {
    bool found = false;
    for (std::uint32_t i = 0; i < loop_.stations(); ++i) found |= step();
    return found;
  }

  /// For producers in this proxy's own thread: takes a command on the spot instead of from ring `index`, where it
  /// would stand at `position`. False, and nothing has happened, while anything before it is still to be taken or
  /// the fabric has no room.
  bool take_at_once(std::uint32_t index, std::uint32_t position, const Command& command) {
    Served& served = served_[index];
    if (served.failed() || position != served.tail || !take(index, command)) return false;
    for (; position != served.tail; ++position)
      Commands::leave_out(served.ring.slot(position), {position, served.ring.capacity});
    ring_doorbells();
    if (!rules_.credit_at_completion) give_credit(served, served.tail);
    return true;
  }

  std::uint64_t operations_under_way() const { return operations_; }

 private:
  struct Served {
    explicit Served(const Ring<Env>& r)
        : ring(r), pending(load<Order::relaxed>(r.host->tail)), two_sided(r.two_sided) {
      tail = published_tail = completed = asked = load<Order::relaxed>(ring.host->tail);
    }
    Ring<Env> ring;
    Pending pending;
    TwoSidedCount two_sided;
    std::uint32_t tail;            ///< the next position to take
    std::uint32_t completed;       ///< everything before it is complete
    std::uint32_t published_tail;  ///< what the producers were told
    std::uint32_t asked;           ///< everything before it is complete, or the fabric has been asked for it
    bool retired = false;          ///< completed has moved since it was published, or something has failed
    Failure failure;               ///< of the first command that failed; nothing more is taken then
    bool failed() const { return failure.status != CompletionStatus::ok; }
  };

  bool serve(std::uint32_t index) {
    Served& served = served_[index];
    std::uint32_t taken = 0;
    Command command;
    while (!served.failed() && taken < rules_.batch && read_command(served, command) && take(index, command))
      ++taken;
    ring_doorbells();
    if (taken > 0 && !rules_.credit_at_completion) give_credit(served, served.tail);
    return taken > 0;
  }

  void ring_doorbells() {
    while (fabric_.wants_doorbell()) {
      env_.charge(Cost::proxy_doorbell, 1);
      fabric_.ring_doorbell();
      env_.count(Count::doorbells, 1);
    }
  }

  bool take(std::uint32_t index, const Command& command) {
    Served& served = served_[index];
    Posting posting{Commands::decode(command), index, 0};
    const Operation& operation = posting.operation;
    // What waits for a peer's program is not counted: it could keep out what that program waits for.
    const bool waits_for_peer = is_two_sided(operation.op);
    const std::uint64_t payload = is_amo(operation.op) || waits_for_peer ? 0 : operation.bytes;
    const bool too_many = operations_ >= rules_.operations_max;
    if (!waits_for_peer && (too_many || (operations_ > 0 && bytes_ + payload > rules_.bytes_max))) {
      ask_for_many();
      return false;
    }
    posting.operation.number = env_.number_at(served.ring, served.tail);
    env_.charge(Cost::proxy_decode, 1);
    const std::uint32_t number = served.pending.add({command.count, payload, operation.peer});
    posting.tag = waits_for_peer ? to_tag({index, static_cast<std::uint32_t>(operation.remote), operation.peer})
                                 : std::uint64_t{index} << 32 | number;
    if (fabric_.post(posting) == Post::busy) {
      served.pending.take_back();
      env_.count(Count::proxy_busy_posts, 1);
      return false;
    }
    served.tail += command.count;
    env_.took(served.ring, command);
    if (waits_for_peer) {
      served.pending.done(number);
      retire(served);
      return true;
    }
    ++operations_;
    ++unasked_;
    bytes_ += payload;
    // The answer should be there before the budget is used up.
    if (operations_ >= rules_.operations_max / 2 || bytes_ >= rules_.bytes_max / 2) ask_for_many();
    return true;
  }

  /// A question for each few of a steady stream would be one more message for them, and one back. While more than
  /// half of what is under way has been asked for, the budget grows again without one.
  void ask_for_many() {
    if (2 * unasked_ >= operations_) ask();
  }
  void ask() {
    fabric_.request_completions();
    unasked_ = 0;
    for (Served& served : served_) served.asked = served.tail;
  }

  /// All slots of a command must be there; they may become visible in any order.
  bool read_command(Served& served, Command& command) {
    env_.settle();
    const Ring<Env>& ring = served.ring;
    command.count = 1;
    for (std::uint32_t i = 0; i < command.count; ++i) {
      const std::uint32_t position = served.tail + i;
      if (!Commands::try_read(ring.slot(position), {position, ring.capacity}, command.slots[i])) return false;
      if (i == 0) command.count = Commands::slot_count(command.slots[0]);
      GIN_ASSERT(command.count > 0);
    }
    return true;
  }

  /// Completions only mark what is done; posting stays with serve().
  bool complete() {
    for (const Served& served : served_) answer_demand(served);
    const bool progressed = fabric_.progress();
    const std::size_t count = fabric_.poll(told_);
    for (std::size_t i = 0; i < count; ++i) {
      env_.charge(Cost::proxy_complete, 1);
      const CompletionStatus status =
          planted(Fault::failure_counted_as_done) ? CompletionStatus::ok : told_[i].status;
      if (is_two_sided(told_[i].tag))
        ended(to_two_sided(told_[i].tag), status);
      else
        ended(served_[told_[i].tag >> 32], static_cast<std::uint32_t>(told_[i].tag), status);
    }
    for (Served& served : served_) publish(served);
    ring_doorbells();
    return progressed || count > 0;
  }

  void ended(Served& served, std::uint32_t number, CompletionStatus status) {
    const bool failed = status != CompletionStatus::ok;
    const Pending::Command& command = failed ? served.pending.failed(number) : served.pending.done(number);
    bytes_ -= command.bytes;
    --operations_;
    if (failed) fail(served, {status, command.peer});
    retire(served);
  }
  void ended(const TwoSidedName& name, CompletionStatus status) {
    Served& served = served_[name.ring];
    if (status != CompletionStatus::ok) return fail(served, {status, name.peer});
    served.two_sided.is_through(name.agent);
  }
  /// The first that is told counts.
  void fail(Served& served, const Failure& failure) {
    if (!served.failed()) served.failure = failure;
    served.retired = true;
  }
  void retire(Served& served) {
    const std::uint32_t slots = served.pending.retire();
    served.completed += slots;
    // What came by itself need not be asked for.
    if (served.tail - served.completed < served.tail - served.asked) served.asked = served.completed;
    served.retired |= slots > 0;
  }

  void publish(Served& served) {
    served.two_sided.tell([&](std::uint32_t agent, std::uint32_t through) {
      env_.charge(Cost::proxy_publish, 1);
      env_.publish(served.ring.two_sided[agent], through, *served.ring.completion);
    });
    if (!served.retired) return;
    served.retired = false;
    env_.charge(Cost::proxy_publish, 1);
    env_.publish(served.ring.answers->completed, served.completed, *served.ring.completion);
    if (rules_.credit_at_completion) give_credit(served, served.completed);
    if (served.failed()) publish_failure(served);
  }

  /// A ring ends at the first of its commands that is told to have failed. Who waits for room hears of it, too.
  void publish_failure(const Served& served) {
    for (Gate* const gate : {served.ring.completion, served.ring.credit})
      env_.publish(served.ring.answers->failure, pack(served.failure), *gate);
  }

  /// What somebody waits for may be asked for as far as it has been taken.
  void answer_demand(const Served& served) {
    const std::uint32_t wanted = load<Order::relaxed>(served.ring.host->wanted);
    if (served.tail != served.asked && !reached(served.asked, wanted)) ask();
  }

  /// The tail is told to the producers an eighth of the ring at a time. They only look at it when the ring
  /// seems full, and then more than an eighth of it is waiting to be taken.
  void give_credit(Served& served, std::uint32_t tail) {
    if (tail - served.published_tail < served.ring.capacity / 8) return;
    served.published_tail = tail;
    env_.charge(Cost::proxy_publish, 1);
    env_.publish(served.ring.host->tail, tail, *served.ring.credit);
  }

  Env& env_;
  F& fabric_;
  ProxyRules rules_;
  std::vector<Served> served_;
  std::vector<Completion> told_;  // of one look
  PollLoop<Env> loop_;
  std::uint64_t operations_ = 0;  ///< under way, without two-sided ones
  std::uint64_t unasked_ = 0;     ///< operations since completions were asked for
  std::uint64_t bytes_ = 0;
};

}  // namespace gin
