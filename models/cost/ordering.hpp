// What it takes that a signal comes after its data, and that a fence holds back what follows: nothing but the
// queue's own order, or a wait at the source, or a CPU at the target that counts. One agent, one put, an idle
// machine.
//
// Left out: transfers cut into pieces or spread over rails, spraying, staging, queues and rings in another memory.
// A fence is the library's, which waits: the fence bit of a work request holds it back behind earlier reads and
// atomics of its own queue only, and no stack here sets it.
#pragma once

#include "models/cost/agent.hpp"
#include "models/cost/polling_thread.hpp"

namespace gin::models::cost {

/// What this machine does not keep in order with this library, and what is done about it. The runtime's own rules
/// are PostRules and QueueRules in core/device; a test holds them together.
struct Ordering {
  bool spans_queues = false;       ///< an agent's calls to one peer take several queues in turn
  bool numbered = false;           ///< the target's CPU carries signals and atomics out
  bool counted = false;            ///< the target's NIC counts signals: no CPU, no atomics, no order
  bool acknowledges_puts = false;  ///< and acknowledges every put: all retire in the order of issue
  bool holds_signals = false;      ///< the source posts a signal when its data is acknowledged
  bool overtakes = false;          ///< a later operation may overtake an earlier one: fences wait
  bool signals_overtake = false;   ///< a signal may overtake an earlier put: strong signals wait
};
/// Handing gpu or proxy, here and below.
Ordering ordering_of(const Profile& profile, const Stack& stack, Handing handing);

/// A put, who posts it and when CPU threads look.
struct Told {
  Handing handing = Handing::gpu;
  Bytes bytes{8};
  Looks looks = Looks::best;
  std::int64_t ring = 0;  ///< of a proxy, the agent's
};

/// One put_signal, from the call until the signal's word has changed at the target.
Itemised put_signal_visible(const Profile& profile, const Stack& stack, const Told& put);
/// The same by a put, a fence and a signal of its own.
Itemised put_fence_flag_visible(const Profile& profile, const Stack& stack, const Told& put);

/// What a fence waits behind a put that has just been handed over; nothing where nothing overtakes.
Itemised fence_wait(const Profile& profile, const Stack& stack, const Told& put);
/// What a strong signal waits behind such a put to the same peer.
Itemised strong_signal_wait(const Profile& profile, const Stack& stack, const Told& put);

/// What the layer adds to a put_signal: what it takes here, less what it would take if the NIC kept order and had
/// atomics. An item that the layer spares is negative.
Itemised layer_adds(const Profile& profile, const Stack& stack, const Told& put);

}  // namespace gin::models::cost
