// A work request on its way.
//
// It goes through these stages; each is one event, named after the function that runs it:
//
//   source NIC   rung        the doorbell: the NIC learns that work requests are ready
//                fetched     it has read them from memory: message pipeline, then the payload is read over PCIe
//                read        where several NICs share a GPU's link: the message is through the pipeline
//   memory       staged      without GPUDirect: the payload has been copied beside the CPU (read at this moment)
//   source NIC   transmit    payload is in the NIC (this is the moment at which it is read); source port
//   wire         climb       only from leaf to leaf: one of the leaf's uplinks
//   target NIC   arrive      first packet is at the target: target port, message pipeline
//                accept      it has the connection's context, most often at once: processing
//   memory       deliver     bytes are in the target's memory, packet by packet as they came: visible
//                counted     where the NIC counts: so is the counter of the word that the message names, a message by itself
//   target NIC   respond     reads only: payload read at the target, its port, back over the wire
//   source NIC   come_back   reads only: at the source's port again
//                complete    acknowledged: the completion is in memory
#pragma once

#include "core/sim/trail.hpp"
#include "nic/nic.hpp"

namespace gin::emulated {

struct Message {
  NicQueue* queue;
  std::uint64_t index;
  Instant last_byte;        // of the payload, where the stage now under way can have it at the earliest
  std::uint64_t old_value;  // of an atomic
  Instant taken;            // by the target's NIC; the acknowledgement leaves then
  Duration spread;          // how much longer its source's port has it, because others have turns meanwhile
  Duration on_line;    // from its first byte to its last, where they come; its packets go into memory one by one
  Instant translated;  // where the payload goes is known
  Instant beside;      // the payload is in memory, without GPUDirect in the CPU's
  Instant could_be_visible;  // had nothing been in the way
  bool stored;               // false: phantom payload
  bool answering;            // a read's response is on its way back
  bool is_told;              // its completion went ahead
  bool is_read;              // its source was read since it was told
  bool is_part_there;        // of a put whose parts come apart
  CompletionStatus status;   // not ok: its target refuses it
  // Where it is recorded:
  bool at_target;
  std::uint32_t operation;
  std::uint32_t strand;
  Instant began, arrived;  // in the source's NIC, in the target's
  WorkRequest request;
  sim::Trail trail;
  Payload payload;
};

}  // namespace gin::emulated
