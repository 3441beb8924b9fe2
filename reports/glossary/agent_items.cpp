// Time of agents: threads of a GPU, or streams of path host. A stack's costs of agents hold at one clock of the
// SMs, and those that go by it are longer or shorter on another (models/cost/clock.hpp).
#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr Term agent_table[] = {
    {"agent.call", "An agent enters a communication call, before the path to the peer is known.",
     "stack.call_ns stack.agent.cycles_percent profile.gpu.clock_hz", "core/device/context_issue.hpp",
     "Fewer and larger operations; what many lanes ask for in one call is entered once."},
    {"agent.grouped_call", "The same within a group of calls.",
     "stack.call_ns stack.agent.cycles_percent profile.gpu.clock_hz", "core/device/context_issue.hpp",
     "Fewer and larger operations."},
    {"agent.wait_return", "A call that waits for a word goes on to the program once a look has seen it.",
     "stack.wait_return_ns stack.agent.cycles_percent profile.gpu.clock_hz", "core/device/context_wait.hpp",
     "Fewer waits: one word that counts what comes instead of a word for each."},
    {"agent.word_poll",
     "One look at a word in the GPU's own memory: the last one of a wait, which finds what it waits for, and "
     "each of a program that tests by itself.",
     "profile.gpu.load_ns", "core/device/context_wait.hpp",
     "Fewer words to wait for: one signal for several transfers."},
    {"agent.local_atomic",
     "An atomic on a word of the agent's own GPU, such as the meeting of its agents in a barrier.",
     "profile.gpu.atomic_ns", "core/env/virtual_moves.cpp", "Fewer barriers and shared counters."},
    {"agent.fence_device",
     "A fence between the agents of one GPU: before an atomic by which an agent tells the others what it has written.",
     "profile.gpu.fence_device_ns", "core/device/context_issue.hpp", "Fewer barriers and shared counters."},
    {"agent.fence_system",
     "A system-scope fence with nothing outstanding: before a signal that follows stores over NVLink, and in "
     "fence and quiet.",
     "profile.gpu.fence_system_ns", "core/env/virtual_moves.cpp",
     "One signal after several stores instead of one each; put_signal instead of quiet and flag."},
    {"agent.build", "An agent writes a work request.",
     "stack.gpu.build_ns stack.host.post_ns stack.agent.cycles_percent profile.gpu.clock_hz",
     "core/device/gpu_submission.hpp",
     "Fewer and larger operations; a launch.scope with more lanes, which write side by side; a proxy, which "
     "builds on the CPU."},
    {"agent.joint_call",
     "The lanes of a warp or block agree on a put or get of the NIC that they call together, and wait for each other.",
     "stack.gpu.joint_ns stack.agent.cycles_percent profile.gpu.clock_hz", "core/device/context_issue.hpp",
     "Calls of single threads, or operations that each lane has for itself."},
    {"agent.publish",
     "An agent makes work requests visible to the NIC: a fence and the producer's record. Where queues lie in "
     "the CPU's memory they have to arrive over PCIe first; on path host the stream tells the CPU.",
     "stack.gpu.publish_ns stack.gpu.queue_memory profile.pcie.posted_ns profile.host.trigger_ns "
     "stack.agent.cycles_percent profile.gpu.clock_hz",
     "core/device/gpu_submission.hpp", "Operations of one call share it; queues in the GPU's memory."},
    {"agent.queue_turn",
     "Agents share a queue: one looks until its index is next and moves it on, or until the doorbell's lock is free, which "
     "is taken where nobody else wants it, too.",
     "profile.gpu.atomic_ns stack.gpu.doorbells stack.queues.per_peer stack.queues.map",
     "core/device/gpu_submission.hpp",
     "A queue for each agent; fewer agents that post, with more operations each."},
    {"agent.doorbell", "An agent's store to the NIC's doorbell.",
     "stack.gpu.doorbell_ns stack.gpu.doorbell_batch stack.host.doorbell_ns stack.agent.cycles_percent "
     "profile.gpu.clock_hz",
     "core/device/gpu_submission.hpp",
     "A larger stack.gpu.doorbell_batch, where agents that reserve together share a doorbell."},
    {"agent.poll_completion",
     "An agent looks at a completion queue: in quiet, flush, a fence that waits, or for room in a full queue. "
     "Where queues lie in the CPU's memory each look crosses PCIe.",
     "stack.gpu.poll_ns stack.host.poll_ns stack.queues.quiet stack.gpu.queue_memory profile.pcie.gpu_read_host_ns "
     "stack.agent.cycles_percent profile.gpu.clock_hz",
     "core/device/gpu_submission.hpp",
     "put_signal instead of put, quiet and flag; a stack whose quiet looks at used queues only."},
    {"agent.note",
     "Path gpu-cpu-doorbell: an agent notes how far its queue is filled for the CPU thread that rings.",
     "stack.cpu_doorbell.note_ns stack.agent.cycles_percent profile.gpu.clock_hz", "core/device/gpu_submission.hpp",
     "Path gpu, where the NIC lets a GPU ring."},
    {"agent.push", "Path proxy: an agent reserves and stores one command; on path host the stream tells the CPU.",
     "stack.proxy.push_ns profile.host.trigger_ns stack.agent.cycles_percent profile.gpu.clock_hz",
     "core/device/proxy_path.hpp",
     "Fewer and larger operations; a launch.scope with more lanes, which store side by side."},
    {"agent.credit_read", "The ring seems full: an agent reads from the CPU's memory how far the proxy has come.",
     "profile.pcie.gpu_read_host_ns profile.pcie.socket_ns stack.proxy.ring_slots stack.proxy.credit",
     "core/device/proxy_path.hpp",
     "More ring slots, credit that is given when a command is taken, or proxy threads that keep up."},
    {"agent.poll_word", "An agent looks at the word in which the proxy says how many commands are complete.",
     "stack.proxy.poll_ns profile.host.trigger_ns stack.agent.cycles_percent profile.gpu.clock_hz",
     "core/device/proxy_path.hpp", "put_signal instead of put, quiet and flag."},
    {"agent.compute",
     "An agent computes, in ctx.compute, for longer than it loads what it computes with: so much of the time shows as "
     "this and nothing of the loads. And what lanes issue in their loops for what they have loaded.",
     "profile.gpu.sm_multiply_adds_per_second profile.gpu.instruction_cycles profile.gpu.clock_hz profile.gpu.sm_count launch.scope "
     "launch.block_threads launch.agents",
     "core/env/virtual_moves.cpp",
     "What is put before it travels meanwhile; more agents, as long as there are SMs, each with less to compute."},
    {"agent.deadline", "An agent waited for nothing but its own deadline, and gave up.", "",
     "core/env/virtual_env.cpp", "A shorter Deadline in the program, or whatever brings what it waited for."},
    {"agent.late", "An adversary let an agent or a CPU thread go on later than it could.", "test.adversary",
     "core/env/virtual_lateness.cpp", "test.adversary none; it says nothing about time."},
    {"host.launch",
     "Path host: the CPU launches a kernel. A stream that waits for it shows host.enqueue; agents on the GPU "
     "launch nothing.",
     "profile.host.launch_ns", "core/device/context_lanes.hpp", "Fewer kernels; a device-initiated path."},
    {"host.group",
     "Path host: opening and closing a group of calls. A stream that waits for it shows host.enqueue.",
     "stack.host.group_ns", "core/device/context_issue.hpp", "Larger groups."},
    {"host.synchronise",
     "Path host: the CPU waits for the end of a stream's work, because it needs a value or the iteration is over.",
     "profile.host.synchronise_ns", "core/device/context_wait.hpp",
     "Fewer values that the CPU has to know; a device-initiated path."},
    {"host.enqueue",
     "Path host: a stream has nothing to do until the CPU has enqueued the next call, group or kernel; one CPU "
     "thread enqueues for all streams of a PE.",
     "stack.host.call_ns stack.host.group_ns profile.host.launch_ns", "core/env/virtual_env.cpp",
     "Fewer calls and kernels, grouped calls, fewer streams (launch.agents); a device-initiated path."},
    {"host.stream_start",
     "Path host: from what was enqueued until the GPU begins with it, on an idle stream or behind earlier work.",
     "profile.host.start_ns profile.host.copy_start_ns profile.host.gap_ns", "core/env/virtual_env.cpp",
     "Fewer kernels and copies, and a CPU that is ahead of its streams."},
};

std::span<const Term> agent_items() {
  return agent_table;
}

}  // namespace gin::reports
