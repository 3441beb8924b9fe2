#include "reports/glossary/glossary.hpp"

namespace gin::reports {
namespace {

constexpr Term counter_table[] = {
    {"puts", "Puts that agents issued, those with a signal among them.", "program", "core/device/context_issue.hpp",
     "Larger puts: the program's parameters say how its bytes are divided."},
    {"gets", "Gets that agents issued, fetches of single values (g) among them.", "program",
     "core/device/context_issue.hpp", "Larger gets, or puts by whoever has the data."},
    {"values", "Single values that agents wrote to a peer (p).", "program", "core/device/context_issue.hpp",
     "A put of several values at once."},
    {"signals", "Puts that carried a signal; a signal by itself counts as an atomic.", "program signalling",
     "core/device/context_issue.hpp", "One signal for several puts to a peer."},
    {"atomics", "Atomics of all kinds, signals that travel by themselves among them.", "program signalling",
     "core/device/context_issue.hpp", "Signals that travel with their data: put_signal."},
    {"sends", "Two-sided sends that agents issued.", "program", "core/device/context_issue.hpp",
     "Larger messages."},
    {"receives", "Two-sided receives that agents issued.", "program", "core/device/context_issue.hpp",
     "Larger messages."},
    {"fences", "Fences that agents asked for, whether they had to wait or not.", "program signalling",
     "core/device/context_wait.hpp", "put_signal, which keeps its own order."},
    {"fences_that_waited",
     "Fences that found operations under way which a later one could have overtaken, and waited for them.",
     "stack.queues.per_peer stack.queues.map profile.nic.rails profile.nic.ordering", "core/device/gpu_path.hpp",
     "One queue for each peer or agent on a NIC that keeps order: then a fence is free."},
    {"strong_signals_that_waited",
     "Signals that have to follow all earlier puts to their peer, and waited for some in another queue.",
     "stack.strong_signals stack.queues.per_peer stack.queues.map profile.nic.ordering", "core/device/gpu_path.hpp",
     "Weak signals, or one queue for each peer; stack.arrivals.signals that reorder at the receiver."},
    {"quiets", "Waits of agents for all their operations; a barrier begins with one.", "program signalling",
     "core/device/context_wait.hpp", "put_signal: the receiver knows without the sender having waited."},
    {"doorbells", "Doorbells that agents and proxies rang; of path gpu-cpu-doorbell, notes for who rings.",
     "stack.gpu.doorbell_batch stack.proxy.doorbell_batch", "core/device/gpu_submission.hpp",
     "Larger batches, where several work requests are ready at once."},
    {"commands", "Commands that agents pushed into rings for proxies.", "path.same_node path.other_node",
     "core/device/proxy_path.hpp", "Fewer and larger operations; a path without a proxy."},
    {"ring_full_stalls", "Looks of agents at a ring that had no room for their command.",
     "stack.proxy.ring_slots stack.proxy.credit stack.proxy.threads", "core/device/proxy_path.hpp",
     "More ring slots, or proxy threads that keep up."},
    {"queue_full_stalls", "Waits of agents for room in a send queue.", "stack.queues.depth",
     "core/device/gpu_submission.hpp", "Deeper queues, or more of them."},
    {"number_stalls",
     "Waits of agents because too many operations are under way that the target's CPU carries out.",
     "stack.queues.depth stack.arrivals.signals", "core/device/gpu_submission.hpp",
     "Target CPUs that keep up (stack.proxy.threads), or a NIC that keeps order and has atomics."},
    {"signals_held", "Calls whose signals waited at the source until their data was acknowledged.",
     "stack.arrivals.signals profile.nic.ordering", "core/device/gpu_path.hpp",
     "stack.arrivals.signals that count or reorder at the receiver; a NIC that keeps order."},
    {"arrivals", "Messages and immediates that CPU threads took, acknowledgements among them.",
     "profile.nic.ordering profile.nic.native_atomics profile.nic.message_max_bytes profile.nic.rails",
     "core/fabric/wire_arriving.hpp", "Fewer operations; a NIC that keeps order and has atomics."},
    {"acknowledgements", "Messages in which a target's CPU told a source what it has carried out.",
     "stack.arrivals.acknowledge stack.arrivals.acknowledge_most", "core/fabric/wire_numbers.hpp",
     "A larger stack.arrivals.acknowledge_most; a NIC that keeps order and has atomics."},
    {"messages", "Messages of operations, and answers to them, that a proxy handed to a wire.",
     "stack.arrivals.acknowledge stack.arrivals.eager_max_bytes profile.nic.message_max_bytes program",
     "core/fabric/wire_sending.hpp", "Fewer operations; a signal that adds one and rides on its data."},
    {"questions", "Messages in which a source asked a target what it has carried out.",
     "stack.arrivals.acknowledge", "core/fabric/wire_numbers.hpp",
     "Waiting less often: quiet once for many operations."},
    {"proxy_busy_posts", "Commands that a proxy had to leave in the ring because its queues had no room.",
     "stack.queues.depth stack.proxy.completions_max", "core/proxy/proxy.hpp",
     "Deeper queues, or fewer operations at once."},
    {"deadlines_missed", "Waits that ended at their deadline instead of with what they waited for.", "program",
     "core/device/environment.hpp", "A longer Deadline in the program, or a faster peer."},
};

}  // namespace

std::span<const Term> counter_terms() {
  return counter_table;
}

}  // namespace gin::reports
