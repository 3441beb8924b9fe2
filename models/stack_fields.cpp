// Every number and rule of a stack file and the member it fills. What they mean in the model is told in
// models/stack.hpp; the texts here are what `ginlab explain` and the schema say.
#include "models/field_member.hpp"
#include "models/load.hpp"

namespace gin::models {
namespace {

constexpr auto cost = Limit::zero_or_more;
constexpr auto word = Limit::free_of_choice;

constexpr FieldMember<Stack> members[] = {
    {"offers.pointer", word, "The library has path pointer.", [](Stack& s) -> Member { return &s.offers.pointer; }},
    {"offers.gpu", word, "The library has path gpu.", [](Stack& s) -> Member { return &s.offers.gpu; }},
    {"offers.gpu_cpu_doorbell", word, "The library has path gpu-cpu-doorbell.",
     [](Stack& s) -> Member { return &s.offers.gpu_cpu_doorbell; }},
    {"offers.proxy", word, "The library has path proxy.", [](Stack& s) -> Member { return &s.offers.proxy; }},
    {"offers.host", word, "The library has path host.", [](Stack& s) -> Member { return &s.offers.host; }},
    {"offers.unordered", word, "The library has a transport for a fabric that keeps no order.",
     [](Stack& s) -> Member { return &s.offers.unordered; }},

    {"call_ns", cost, "Entering any communication call on the device, before the path is known.",
     [](Stack& s) -> Member { return &s.call; }},
    {"agent.clock_hz", Limit::clock, "Clock of the SMs on which the costs of this stack's agents hold.",
     [](Stack& s) -> Member { return &s.agent.clock_hz; }},
    {"agent.cycles_percent", Limit::share, "How much of those costs goes by that clock.",
     [](Stack& s) -> Member { return &s.agent.cycles_percent; }},
    {"strong_signals", word, "put_signal orders after all earlier puts to that peer, not after its own only.",
     [](Stack& s) -> Member { return &s.strong_signals; }},

    {"queues.per_peer", Limit::few, "Queues to each peer.", [](Stack& s) -> Member { return &s.queues.per_peer; }},
    {"queues.map", word, "How an agent's operations to one peer map to the queues of that peer.",
     [](Stack& s) -> Member { return &s.queues.map; }},
    {"queues.depth", Limit::queue_depth, "Work requests outstanding in one queue.",
     [](Stack& s) -> Member { return &s.queues.depth; }},
    {"queues.quiet", word, "Which queues a quiet polls: those used since the last one, or every configured one.",
     [](Stack& s) -> Member { return &s.queues.quiet; }},
    {"queues.stripe_min_bytes", Limit::one_or_more,
     "Transfers from this size on are spread over all rails of the NIC.",
     [](Stack& s) -> Member { return &s.queues.stripe_min; }},

    {"gpu.queue_memory", word, "In whose memory the send queues and completions of agents lie.",
     [](Stack& s) -> Member { return &s.gpu.queue_memory; }},
    {"gpu.build_ns", cost, "Writing one work request.", [](Stack& s) -> Member { return &s.gpu.build; }},
    {"gpu.publish_ns", cost, "Making it visible to the NIC: fence and producer record.",
     [](Stack& s) -> Member { return &s.gpu.publish; }},
    {"gpu.doorbell_ns", cost, "The doorbell's store itself, and taking the lock around it.",
     [](Stack& s) -> Member { return &s.gpu.doorbell; }},
    {"gpu.doorbell_batch", Limit::many, "Work requests of one reservation that share a doorbell.",
     [](Stack& s) -> Member { return &s.gpu.doorbell_batch; }},
    {"gpu.poll_ns", cost, "One look at a completion queue.", [](Stack& s) -> Member { return &s.gpu.poll; }},
    {"gpu.inline_max_bytes", cost, "What this library inlines, at most the NIC's own limit.",
     [](Stack& s) -> Member { return &s.gpu.inline_max; }},

    {"cpu_doorbell.note_ns", cost, "GPU: writing how far a queue is filled to where a CPU thread looks.",
     [](Stack& s) -> Member { return &s.cpu_doorbell.note; }},
    {"cpu_doorbell.poll_ns", cost, "CPU: one look at one queue's index.",
     [](Stack& s) -> Member { return &s.cpu_doorbell.poll; }},
    {"cpu_doorbell.ring_ns", cost, "CPU: ringing once.", [](Stack& s) -> Member { return &s.cpu_doorbell.ring; }},

    {"proxy.rings", Limit::few, "Command rings per PE.", [](Stack& s) -> Member { return &s.proxy.rings; }},
    {"proxy.threads", Limit::few, "Proxy threads per PE; ring r is served by thread r mod threads.",
     [](Stack& s) -> Member { return &s.proxy.threads; }},
    {"proxy.ring_slots", Limit::ring_slots, "16-byte slots of one ring.",
     [](Stack& s) -> Member { return &s.proxy.ring_slots; }},
    {"proxy.ring_map", word, "Which ring a command goes to: one of the agent's own, or the peer's.",
     [](Stack& s) -> Member { return &s.proxy.ring_map; }},
    {"proxy.ring_memory", word, "In whose memory command rings lie: the CPU looks at them, the GPU writes them.",
     [](Stack& s) -> Member { return &s.proxy.ring_memory; }},
    {"proxy.credit", word, "When a slot is given back: when the proxy took the command, or when it completed.",
     [](Stack& s) -> Member { return &s.proxy.credit; }},
    {"proxy.push_ns", cost, "GPU: reserving and storing one command.",
     [](Stack& s) -> Member { return &s.proxy.push; }},
    {"proxy.poll_ring_ns", cost, "CPU: one look at one ring.",
     [](Stack& s) -> Member { return &s.proxy.poll_ring; }},
    {"proxy.decode_ns", cost, "CPU: taking one command apart.", [](Stack& s) -> Member { return &s.proxy.decode; }},
    {"proxy.post_ns", cost, "CPU: building one work request.", [](Stack& s) -> Member { return &s.proxy.post; }},
    {"proxy.doorbell_ns", cost, "CPU: ringing once.", [](Stack& s) -> Member { return &s.proxy.doorbell; }},
    {"proxy.doorbell_batch", Limit::many, "Commands taken from one ring that share a doorbell.",
     [](Stack& s) -> Member { return &s.proxy.doorbell_batch; }},
    {"proxy.poll_completions_ns", cost, "CPU: one look at the completion queue.",
     [](Stack& s) -> Member { return &s.proxy.poll_completions; }},
    {"proxy.complete_ns", cost, "CPU: handling one completion.",
     [](Stack& s) -> Member { return &s.proxy.complete; }},
    {"proxy.completions_batch", Limit::many, "Completions taken in one look at the queue at most.",
     [](Stack& s) -> Member { return &s.proxy.completions_batch; }},
    {"proxy.publish_ns", cost, "CPU: writing the completion or credit word to where the GPU reads it.",
     [](Stack& s) -> Member { return &s.proxy.publish; }},
    {"proxy.poll_ns", cost, "GPU: one look at the completion word.",
     [](Stack& s) -> Member { return &s.proxy.poll; }},
    {"proxy.budget_operations", Limit::many, "Commands in flight per thread.",
     [](Stack& s) -> Member { return &s.proxy.budget_operations; }},
    {"proxy.budget_bytes", Limit::one_or_more, "Payload in flight per thread.",
     [](Stack& s) -> Member { return &s.proxy.budget_bytes; }},
    {"proxy.completions_max", Limit::many, "Entries of a thread's completion queue.",
     [](Stack& s) -> Member { return &s.proxy.completions_max; }},
    {"proxy.inline_max_bytes", cost, "What the CPU inlines, at most the NIC's own limit.",
     [](Stack& s) -> Member { return &s.proxy.inline_max; }},

    {"arrivals.signals", word, "How a signal comes after its data where the fabric keeps no order.",
     [](Stack& s) -> Member { return &s.arrivals.signals; }},
    {"arrivals.acknowledge", word,
     "When the CPU of the target tells the source what it has carried out: after each look, or when the source asks; the "
     "latter on path proxy, whose threads then take the NIC for a wire that keeps no order.",
     [](Stack& s) -> Member { return &s.arrivals.acknowledge; }},
    {"arrivals.handle_ns", cost, "CPU of the target: taking one arrived message or immediate.",
     [](Stack& s) -> Member { return &s.arrivals.handle; }},
    {"arrivals.apply_ns", cost, "CPU of the target: reading, changing or writing one word of GPU memory.",
     [](Stack& s) -> Member { return &s.arrivals.apply; }},
    {"arrivals.acknowledge_most", Limit::few, "Operations that one acknowledgement to the source covers at most.",
     [](Stack& s) -> Member { return &s.arrivals.acknowledge_most; }},
    {"arrivals.match_ns", cost, "CPU: finding the receive that a message belongs to, or the other way round.",
     [](Stack& s) -> Member { return &s.arrivals.match; }},
    {"arrivals.eager_max_bytes", cost,
     "A send up to it carries its bytes; a longer one is fetched once it is matched.",
     [](Stack& s) -> Member { return &s.arrivals.eager_max; }},

    {"host.call_ns", cost, "Path host: entering a communication call, enqueueing included.",
     [](Stack& s) -> Member { return &s.host.call; }},
    {"host.group_ns", cost, "Path host: opening and closing a group of calls.",
     [](Stack& s) -> Member { return &s.host.group; }},
    {"host.post_ns", cost, "Path host: building one work request once the stream is there.",
     [](Stack& s) -> Member { return &s.host.post; }},
    {"host.doorbell_ns", cost, "Path host: ringing once.", [](Stack& s) -> Member { return &s.host.doorbell; }},
    {"host.poll_ns", cost, "Path host: one look for completions.", [](Stack& s) -> Member { return &s.host.poll; }},
};

}  // namespace

std::span<const FieldMember<Stack>> stack_members() {
  return members;
}

FieldTable stack_fields() {
  FieldTable table;
  add_head(table, "Name of the library; scenarios say it in stack.");
  Stack stack{};
  for (const auto& field : members) table.add(field_of(field.path, field.limit, field.text, field.member(stack)));
  return table;
}

}  // namespace gin::models
