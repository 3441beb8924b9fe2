// What idle NICs and an idle wire make of one work request, and what a NIC that is never short of work carries.
// Items have the names that a run's critical path has, and the sums are the run's to the picosecond.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"

namespace gin::models::cost {

enum class Verb {
  write,
  read,
  atomic,
  message,  ///< to the target's CPU, which comes with the work request
};

struct Work {
  Verb verb = Verb::write;
  Bytes bytes{};         ///< payload; an atomic or a message is of one size whatever this says
  bool inlined = false;  ///< the payload came with the work request
  bool carried = false;  ///< the work request came with its doorbell (BlueFlame)
  bool at_host = false;  ///< the payload is in CPU memory, there and here
  bool by_cpu = false;   ///< a CPU polls for the completion, in its own memory
};

/// From the doorbell's arrival at the NIC until the target's NIC has taken the message.
Itemised taken(const Profile& profile, const Work& work);
/// Until the bytes are visible in the target's memory, or the atomic has executed; a read changes nothing there.
Itemised visible(const Profile& profile, const Work& work);
/// Until the completion, and what a read fetched, is in the source's memory.
Itemised completed(const Profile& profile, const Work& work);

/// What a counter of the target's NIC takes behind `before`, which has just gone the same way into memory: 8 bytes.
Itemised counter_written(const Profile& profile, Bytes before);

/// From one message of a queue that keeps its order to the next, at the least.
Duration of_queue(const NicProfile& nic);

/// What the request carries on the wire besides headers.
Bytes payload_of(const Work& work);
/// From when the target's NIC has an atomic until it has executed.
Duration executed(const Profile& profile, const Work& atomic);
/// From when the NIC has the last packet of a payload until all of it is in memory, where its bytes came within
/// `on_line`, the first and the last included: each packet is written when it has come.
Duration written_behind(const Profile& profile, const Work& work, Duration on_line);

/// From when the target's NIC has a message until the CPU can find it.
Duration told(const Profile& profile);

/// How many connections are in use, and how their messages follow each other.
struct Connections {
  std::int64_t active = 1;
  std::int64_t batch = 1;  ///< messages of one connection in a row at the sender; at the receiver they are mixed
  bool receives = false;   ///< the NIC sends and receives as many
};
/// Contexts that are not in the NIC for each `batch` messages, when connections come in any order: a hit is as
/// likely as the cache is large.
struct Misses {
  std::int64_t number = 0;  ///< of this many in `of` messages
  std::int64_t of = 1;
};
Misses misses(const NicProfile& nic, const Connections& connections);

/// The time that `messages` alike take in the NIC's busiest part, which is the item.
Itemised busiest(const Profile& profile, const Work& work, const Connections& connections, std::int64_t messages);

/// Until the last of `messages` to one peer is complete, where `depth` may be under way at a time and each is
/// posted when one before it has completed.
Itemised windowed(const Profile& profile, const Work& work, std::int64_t depth, std::int64_t messages);

}  // namespace gin::models::cost
