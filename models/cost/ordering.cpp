#include "models/cost/ordering.hpp"

#include <string_view>

#include "models/cost/in_turn.hpp"
#include "models/cost/pcie.hpp"
#include "models/cost/put.hpp"

namespace gin::models::cost {
namespace {

Itemised operator+(Itemised cost, const Itemised& more) {
  return cost.add(more);
}

/// By name, in the order of first appearance.
Itemised operator-(const Itemised& all, const Itemised& part) {
  std::vector<Item> sums;
  const auto count = [&](const Item& item, std::int64_t sign) {
    for (Item& sum : sums) {
      if (std::string_view(sum.name) != item.name) continue;
      sum.time += item.time * sign;
      return;
    }
    sums.push_back({item.name, item.time * sign});
  };
  for (const Item& item : all.items()) count(item, 1);
  for (const Item& item : part.items()) count(item, -1);
  Itemised rest;
  for (const Item& sum : sums) rest.add(sum.name, sum.time);
  return rest;
}

/// Call by call: the agent's time, and that of the CPU threads that its operations meet. Streams of one peer are
/// dealt out to the target's threads, so the operation of a second stream may meet another.
class Telling {
 public:
  Telling(const Profile& p, const Stack& stack, const Told& put)
      : p_(p),
        stack_(stack),
        put_(put),
        order_(ordering_of(p, stack, put.handing)),
        source_(looking(p, stack.proxy), by_proxy() ? served(stack.proxy, put.ring).rings : 0, put.looks),
        target_(source_),
        second_target_(source_) {}

  Itemised put_signal() {
    if (order_.counted) return with_count(post(1) + visible(p_, data(With::itself)));
    if (order_.holds_signals) return held();
    const Itemised rung = post(2);
    const BothVisible both = both_visible(p_, {data(With::others), signal(With::others)});
    return order_.numbered ? counted(rung + both.data, rung + both.signal) : rung + both.signal;
  }

  Itemised put_fence_flag() {
    if (!order_.overtakes) return by_proxy() ? two_commands() : two_posts();
    wait_for_put();
    if (order_.counted) return with_count(post(1) + visible(p_, put_work(p_, stack_, put_.handing, {0})));
    const bool other_stream = order_.spans_queues && stack_.proxy.threads > 1;
    return carried_out(other_stream ? second_target_ : target_, post(1) + visible(p_, signal(With::itself)));
  }

  /// Until the agent knows that nothing overtakes the put any more; less its call.
  Itemised waited() {
    wait_for_put();
    return agent_ - issue(p_, stack_, put_.handing);
  }

 private:
  /// Only what is posted by itself may come with its doorbell.
  enum class With { itself, others };

  bool by_proxy() const { return put_.handing == Handing::proxy; }
  bool carries() const { return by_proxy() && p_.nic.blueflame != 0; }
  Work data(With with) const {
    Work work = put_work(p_, stack_, put_.handing, put_.bytes);
    work.carried = with == With::itself && carries();
    return work;
  }
  Work signal(With with) const {
    return {.verb = order_.numbered ? Verb::message : Verb::atomic,
            .carried = with == With::itself && carries(),
            .by_cpu = by_proxy()};
  }
  Itemised posted(Device from, Device to) const {
    return Itemised().add("pcie.posted_write", posted_time(p_, {from, to}));
  }
  /// The agent's calls so far, and the last one's command where its proxy may find it.
  Itemised commanded() const {
    Itemised cost = agent_;
    return cost.add("pcie.posted_write", command_posted(p_, stack_.proxy));
  }
  std::int64_t place() const { return served(stack_.proxy, put_.ring).place; }
  Itemised rung_by(const PollingThread& thread) const { return thread.chain() + posted(Device::cpu, Device::nic); }

  /// One call of the agent, until the NIC knows of its work requests.
  Itemised post(std::int64_t requests) {
    agent_.add(issue(p_, stack_, put_.handing, requests));
    if (!by_proxy()) return agent_ + posted(Device::gpu, Device::nic);
    source_.find_command(place(), commanded());
    return rung_by(source_.work(serve(stack_.proxy, requests)));
  }

  /// Two calls of which neither waits. Each rings; the NIC may still be busy with the first.
  Itemised two_posts() {
    const Itemised first = post(1);
    const Itemised second = post(1);
    return second +
           both_visible(p_, {data(With::itself), signal(With::itself), false, second.total() - first.total()})
               .signal;
  }

  /// The thread takes both commands in one look where the second is there in time.
  Itemised two_commands() {
    agent_.add(issue(p_, stack_, Handing::proxy));
    const Itemised first = commanded();
    agent_.add(issue(p_, stack_, Handing::proxy));
    const Itemised second = commanded();
    source_.find_command(place(), first);
    source_.work("proxy.decode", stack_.proxy.decode).work("proxy.post", stack_.proxy.post);
    if (stack_.proxy.doorbell_batch > 1 && second.total() <= source_.now())
      return rung_by(source_.work(serve(stack_.proxy))) +
             both_visible(p_, {data(With::others), signal(With::others)}).signal;
    const Duration rung = rung_by(source_.work("proxy.doorbell", stack_.proxy.doorbell)).total();
    source_.find_command(place(), second);
    const Itemised again = rung_by(source_.work(serve(stack_.proxy)));
    return again + both_visible(p_, {data(With::itself), signal(With::itself), false, again.total() - rung}).signal;
  }

  /// The signal is posted when the data is acknowledged, by whoever posted the data.
  Itemised held() {
    const Itemised complete = post(1) + completed(p_, data(With::itself));
    const Itemised message = visible(p_, signal(With::itself));
    if (by_proxy()) {
      source_.find_arrival(complete);
      source_.work("proxy.post", stack_.proxy.post).work("proxy.doorbell", stack_.proxy.doorbell);
      return carried_out(target_, rung_by(source_) + message);
    }
    agent_ = complete;
    agent_.add("agent.poll_completion", stack_.gpu.poll).add(issue(p_, stack_, Handing::gpu) - entered());
    return carried_out(target_, agent_ + posted(Device::gpu, Device::nic) + message);
  }
  Itemised entered() const { return Itemised().add("agent.call", stack_.call); }

  /// Its counter follows what the message brings.
  Itemised with_count(Itemised arrived) const { return arrived.add(counter_written(p_, put_.bytes)); }

  void wait_for_put() {
    const Itemised rung = post(1);
    const char* const look = by_proxy() ? "agent.poll_word" : "agent.poll_completion";
    const Duration poll = by_proxy() ? stack_.proxy.poll : stack_.gpu.poll;
    if (order_.acknowledges_puts) {
      source_.find_arrival(acknowledged(rung + visible(p_, data(With::itself))));
      source_.work("arrival.handle", stack_.arrivals.handle);
    } else {
      const Itemised complete = rung + completed(p_, data(With::itself));
      if (by_proxy())
        source_.find_arrival(complete);
      else
        agent_ = complete;
    }
    if (by_proxy()) source_.work("proxy.complete", stack_.proxy.complete);
    if (by_proxy() || order_.acknowledges_puts) {
      source_.work("proxy.publish", stack_.proxy.publish);
      agent_ = source_.chain() + posted(Device::cpu, Device::gpu);
    }
    agent_.add(look, poll);
    if (!by_proxy()) agent_.add(look, idle_looks(p_, stack_));
  }

  /// The target's CPU has the put's number, and a write of no bytes that says so is at the source's.
  Itemised acknowledged(const Itemised& arrived) {
    const Work answer{.bytes = {0}, .carried = p_.nic.blueflame != 0, .by_cpu = true};
    target_.find_arrival(arrived);
    target_.work("arrival.handle", stack_.arrivals.handle)
        .work("proxy.post", stack_.proxy.post)
        .work("proxy.doorbell", stack_.proxy.doorbell);
    return rung_by(target_) + visible(p_, answer);
  }

  /// The target's CPU takes both; whichever comes first wakes it.
  Itemised counted(const Itemised& data, const Itemised& signal) {
    const bool data_first = data.total() <= signal.total();
    const Itemised& later = data_first ? signal : data;
    target_.find_arrival(data_first ? data : signal);
    target_.work("arrival.handle", stack_.arrivals.handle);
    if (later.total() > target_.now()) target_.find_arrival(later);
    return target_.work("arrival.handle", stack_.arrivals.handle)
        .work("arrival.apply", stack_.arrivals.apply)
        .chain();
  }

  /// A signal that came alone.
  Itemised carried_out(PollingThread& thread, const Itemised& arrived) {
    if (!order_.numbered) return arrived;
    thread.find_arrival(arrived);
    return thread.work("arrival.handle", stack_.arrivals.handle)
        .work("arrival.apply", stack_.arrivals.apply)
        .chain();
  }

  const Profile& p_;
  const Stack& stack_;
  const Told& put_;
  const Ordering order_;
  Itemised agent_;  ///< until the agent goes on
  PollingThread source_, target_, second_target_;
};

}  // namespace

Ordering ordering_of(const Profile& p, const Stack& stack, Handing handing) {
  const bool several_rails = p.nic.rails > 1;
  Ordering order;
  order.spans_queues =
      handing != Handing::proxy && stack.queues.map == QueueMap::round_robin && stack.queues.per_peer > 1;
  order.counted = counts_at_nic(p, stack);
  order.numbered =
      !order.counted && (p.nic.ordering == NicOrdering::none || p.nic.native_atomics == 0 || p.pcie.gpudirect == 0);
  const UnorderedSignals mode = stack.arrivals.signals;
  order.acknowledges_puts = order.numbered && mode == UnorderedSignals::receiver_reorder;
  order.holds_signals = order.numbered && mode == UnorderedSignals::sender_hold;
  order.overtakes = order.spans_queues || order.numbered || order.counted || several_rails;
  order.signals_overtake = order.spans_queues || order.counted ||
                           (order.numbered && mode == UnorderedSignals::receiver_count) ||
                           (several_rails && !order.acknowledges_puts);
  return order;
}

Itemised put_signal_visible(const Profile& p, const Stack& stack, const Told& put) {
  return Telling(p, stack, put).put_signal();
}

Itemised put_fence_flag_visible(const Profile& p, const Stack& stack, const Told& put) {
  return Telling(p, stack, put).put_fence_flag();
}

Itemised fence_wait(const Profile& p, const Stack& stack, const Told& put) {
  if (!ordering_of(p, stack, put.handing).overtakes) return {};
  return Telling(p, stack, put).waited();
}

Itemised strong_signal_wait(const Profile& p, const Stack& stack, const Told& put) {
  if (!stack.strong_signals || !ordering_of(p, stack, put.handing).signals_overtake) return {};
  return Telling(p, stack, put).waited();
}

Itemised layer_adds(const Profile& p, const Stack& stack, const Told& put) {
  Profile ordered = p;
  ordered.nic.ordering = NicOrdering::per_queue;
  ordered.nic.native_atomics = 1;
  ordered.nic.counters = 0;
  ordered.pcie.gpudirect = 1;
  return put_signal_visible(p, stack, put) - put_signal_visible(ordered, stack, put);
}

}  // namespace gin::models::cost
