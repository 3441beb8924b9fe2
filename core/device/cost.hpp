// The named pieces of work that take time on an agent or a proxy thread. In virtual time each moves the clock
// by what the profile or stack says; on a wall clock each is a point that can be measured instead.
#pragma once

#include <cstdint>

namespace gin {

enum class Cost : std::uint8_t {
  call,                    ///< entering a communication call
  wait_return,             ///< from the look that sees what is waited for until the agent goes on
  word_poll,               ///< one look at a word in local memory
  local_atomic,            ///< an atomic on a word in local memory
  fence_system,            ///< a system-scope fence with nothing outstanding
  fence_device,            ///< a device-scope fence, between the agents of one GPU
  gpu_build,               ///< agent: one work request written
  joint_call,              ///< agent: what a put or get of the NIC takes more when all lanes call it together
  gpu_publish,             ///< agent: work requests made visible to the NIC
  queue_turn,              ///< agent: one look at, or change of, an index that agents of a queue hand on
  gpu_doorbell,            ///< agent: the doorbell store
  gpu_poll,                ///< agent: one look at a completion queue
  doorbell_note,           ///< agent: telling the CPU thread that rings
  kernel,                  ///< path host: launching a kernel; nothing on an agent that runs on the GPU
  grouped_call,            ///< the same within a group
  group,                   ///< path host: opening a group, whose calls are enqueued together; nothing on the GPU
  synchronise,             ///< path host: the CPU waits for what it needs to know; nothing on the GPU
  proxy_push,              ///< agent: one command reserved and stored
  proxy_credit_read,       ///< agent: reading the ring's tail from host memory
  proxy_poll,              ///< agent: one look at the ring's completion word
  proxy_poll_ring,         ///< proxy: one look at one ring
  proxy_decode,            ///< proxy: one command taken apart
  proxy_post,              ///< proxy: one work request built
  proxy_doorbell,          ///< proxy: one doorbell rung
  proxy_poll_completions,  ///< proxy: one look at its completion queue, and what a pass takes beside looks
  proxy_complete,          ///< proxy: one completion handled
  proxy_publish,           ///< proxy: one word written to where the agent reads it
  doorbell_poll,           ///< CPU thread that rings: one look at one queue
  doorbell_ring,           ///< CPU thread that rings: ringing once
  arrival_handle,          ///< CPU of the target: one message or immediate taken
  arrival_apply,           ///< CPU of the target: one word of GPU memory changed
  arrival_match,           ///< CPU of the target: one send or receive matched
};
inline constexpr std::uint32_t cost_count = static_cast<std::uint32_t>(Cost::arrival_match) + 1;

/// As reports write it; the prefix says whose time it is.
constexpr const char* name(Cost cost) {
  constexpr const char* names[cost_count] = {"agent.call",
                                             "agent.wait_return",
                                             "agent.word_poll",
                                             "agent.local_atomic",
                                             "agent.fence_system",
                                             "agent.fence_device",
                                             "agent.build",
                                             "agent.joint_call",
                                             "agent.publish",
                                             "agent.queue_turn",
                                             "agent.doorbell",
                                             "agent.poll_completion",
                                             "agent.note",
                                             "host.launch",
                                             "agent.grouped_call",
                                             "host.group",
                                             "host.synchronise",
                                             "agent.push",
                                             "agent.credit_read",
                                             "agent.poll_word",
                                             "proxy.poll_ring",
                                             "proxy.decode",
                                             "proxy.post",
                                             "proxy.doorbell",
                                             "proxy.poll_completions",
                                             "proxy.complete",
                                             "proxy.publish",
                                             "doorbell.poll",
                                             "doorbell.ring",
                                             "arrival.handle",
                                             "arrival.apply",
                                             "arrival.match"};
  return names[static_cast<std::uint32_t>(cost)];
}

}  // namespace gin
