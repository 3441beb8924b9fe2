// Every number and rule of a stack file and the member it fills. What they mean in the model is told in
// models/stack.hpp; the texts here are what `ginlab explain` and the schema say.
#include "models/field_member.hpp"
#include "models/load.hpp"

namespace gin::models {

std::vector<FieldMember> members_of(Stack& s) {
  return {
      {"offers.pointer", &s.offers.pointer, "The library has path pointer."},
      {"offers.gpu", &s.offers.gpu, "The library has path gpu."},
      {"offers.gpu_cpu_doorbell", &s.offers.gpu_cpu_doorbell, "The library has path gpu-cpu-doorbell."},
      {"offers.proxy", &s.offers.proxy, "The library has path proxy."},
      {"offers.host", &s.offers.host, "The library has path host."},
      {"offers.unordered", &s.offers.unordered, "The library has a transport for a fabric that keeps no order."},

      {"call_ns", &s.call, "Entering any communication call on the device, before the path is known."},
      {"wait_return_ns", &s.wait_return,
       "Of a call that waits for a word: from the look that sees it until the program goes on; entering it passes while nothing is there."},
      {"agent.clock_hz", &s.agent.clock_hz, "Clock of the SMs on which the costs of this stack's agents hold.",
       limit::clock},
      {"agent.cycles_percent", &s.agent.cycles_percent, "How much of those costs goes by that clock.",
       limit::share},
      {"strong_signals", &s.strong_signals,
       "put_signal orders after all earlier puts to that peer, not after its own only."},

      {"queues.per_peer", &s.queues.per_peer, "Queues to each peer.", limit::few},
      {"queues.map", &s.queues.map, "How an agent's operations to one peer map to the queues of that peer."},
      {"queues.depth", &s.queues.depth, "Work requests outstanding in one queue.", limit::queue_depth},
      {"queues.quiet", &s.queues.quiet,
       "Which queues a quiet polls: those used since the last one, or every configured one."},
      {"queues.stripe_min_bytes", &s.queues.stripe_min,
       "Transfers from this size on are spread over all rails of the NIC.", limit::one_or_more},

      {"gpu.queue_memory", &s.gpu.queue_memory, "In whose memory the send queues and completions of agents lie."},
      {"gpu.build_ns", &s.gpu.build, "Writing one work request."},
      {"gpu.publish_ns", &s.gpu.publish, "Making it visible to the NIC: fence and producer record."},
      {"gpu.doorbell_ns", &s.gpu.doorbell,
       "The doorbell's store itself and its record; a lock around it costs by itself."},
      {"gpu.joint_ns", &s.gpu.joint, "More for a put or get that the lanes of a warp or block call together."},
      {"gpu.doorbell_batch", &s.gpu.doorbell_batch, "Work requests of one reservation that share a doorbell.",
       limit::many},
      {"gpu.doorbells", &s.gpu.doorbells, "What an agent does whose queue somebody else rings for at the moment."},
      {"gpu.poll_ns", &s.gpu.poll, "One look at a completion queue."},
      {"gpu.inline_max_bytes", &s.gpu.inline_max, "What this library inlines, at most the NIC's own limit."},

      {"cpu_doorbell.note_ns", &s.cpu_doorbell.note,
       "GPU: writing how far a queue is filled to where a CPU thread looks."},
      {"cpu_doorbell.poll_ns", &s.cpu_doorbell.poll, "CPU: one look at one queue's index."},
      {"cpu_doorbell.ring_ns", &s.cpu_doorbell.ring, "CPU: ringing once."},

      {"proxy.rings", &s.proxy.rings, "Command rings per PE.", limit::few},
      {"proxy.threads", &s.proxy.threads, "Proxy threads per PE; ring r is served by thread r mod threads.",
       limit::few},
      {"proxy.ring_slots", &s.proxy.ring_slots, "16-byte slots of one ring.", limit::ring_slots},
      {"proxy.ring_map", &s.proxy.ring_map, "Which ring a command goes to: one of the agent's own, or the peer's."},
      {"proxy.ring_memory", &s.proxy.ring_memory,
       "In whose memory command rings lie: the CPU looks at them, the GPU writes them."},
      {"proxy.credit", &s.proxy.credit,
       "When a slot is given back: when the proxy took the command, or when it completed."},
      {"proxy.push_ns", &s.proxy.push, "GPU: reserving and storing one command."},
      {"proxy.poll_ring_ns", &s.proxy.poll_ring, "CPU: one look at one ring."},
      {"proxy.decode_ns", &s.proxy.decode, "CPU: taking one command apart."},
      {"proxy.post_ns", &s.proxy.post, "CPU: building one work request."},
      {"proxy.doorbell_ns", &s.proxy.doorbell, "CPU: ringing once."},
      {"proxy.doorbell_batch", &s.proxy.doorbell_batch, "Commands taken from one ring that share a doorbell.",
       limit::many},
      {"proxy.poll_completions_ns", &s.proxy.poll_completions, "CPU: one look at the completion queue."},
      {"proxy.turn_ns", &s.proxy.turn,
       "CPU: what each pass over rings and completions takes beside its looks: locks, offering the core to others."},
      {"proxy.complete_ns", &s.proxy.complete, "CPU: handling one completion."},
      {"proxy.completions_batch", &s.proxy.completions_batch, "Completions taken in one look at the queue at most.",
       limit::many},
      {"proxy.publish_ns", &s.proxy.publish,
       "CPU: writing the completion or credit word to where the GPU reads it."},
      {"proxy.poll_ns", &s.proxy.poll, "GPU: one look at the completion word."},
      {"proxy.budget_operations", &s.proxy.budget_operations, "Commands in flight per thread.", limit::many},
      {"proxy.budget_bytes", &s.proxy.budget_bytes, "Payload in flight per thread.", limit::one_or_more},
      {"proxy.completions_max", &s.proxy.completions_max, "Entries of a thread's completion queue.", limit::many},
      {"proxy.inline_max_bytes", &s.proxy.inline_max, "What the CPU inlines, at most the NIC's own limit."},

      {"arrivals.signals", &s.arrivals.signals,
       "How a signal comes after its data where the fabric keeps no order. nic_counter: a counter of the target's NIC goes up "
       "by one for each message that names it; no CPU has a part in it, so agents post, and to NICs that have counters."},
      {"arrivals.acknowledge", &s.arrivals.acknowledge,
       "When the CPU of the target tells the source what it has carried out: after each look, or when the source asks; the "
       "latter on path proxy, whose threads then take the NIC for a wire that keeps no order."},
      {"arrivals.handle_ns", &s.arrivals.handle, "CPU of the target: taking one arrived message or immediate."},
      {"arrivals.apply_ns", &s.arrivals.apply,
       "CPU of the target: reading, changing or writing one word of GPU memory."},
      {"arrivals.acknowledge_most", &s.arrivals.acknowledge_most,
       "Operations that one acknowledgement to the source covers at most.", limit::few},
      {"arrivals.match_ns", &s.arrivals.match,
       "CPU: finding the receive that a message belongs to, or the other way round."},
      {"arrivals.eager_max_bytes", &s.arrivals.eager_max,
       "A send up to it carries its bytes; a longer one is fetched once it is matched."},

      {"host.call_ns", &s.host.call, "Path host: entering a communication call, enqueueing included."},
      {"host.group_ns", &s.host.group, "Path host: opening and closing a group of calls."},
      {"host.post_ns", &s.host.post, "Path host: building one work request once the stream is there."},
      {"host.doorbell_ns", &s.host.doorbell, "Path host: ringing once."},
      {"host.poll_ns", &s.host.poll, "Path host: one look for completions."},
  };
}

FieldTable stack_fields() {
  Stack stack{};
  return table_of("Name of the library; scenarios say it in stack.", members_of(stack));
}

}  // namespace gin::models
