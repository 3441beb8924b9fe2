// A pipe whose users take turns: a port that several queues send through, a PCIe link.
//
// Each user has it for a quantum, then the next one that waits. What is short passes what others have begun, and what is long
// begins after one round and takes as many rounds as it needs. Nothing is done per quantum: a transfer is told its begin
// and end when it asks, and keeps them. Those that come between it leave the pipe busy for as much longer, which whoever
// asks next finds: all together they take what they would take one after the other.
#pragma once

#include <boost/container/flat_map.hpp>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/base/units.hpp"
#include "core/sim/server.hpp"

namespace gin::sim {

class SharedPipe {
 public:
  /// What one user asks for is carried one after the other.
  using User = std::uint64_t;
  struct Turns {
    Instant begin;
    Instant end;
    Service work;  ///< when it would be carried if nobody passed anybody

    /// How much longer it takes because others have their turns meanwhile.
    Duration spread() const { return (end - begin) - (work.end - work.begin); }
  };

  /// A quantum of 0: whole transfers, in the order in which they ask.
  SharedPipe(Bandwidth rate, Bytes quantum);

  Turns reserve(Instant now, Bytes bytes, User user);

  Bandwidth rate() const { return whole_.rate(); }
  Bytes carried() const { return whole_.carried(); }
  Duration late(Instant when) const { return whole_.late(when); }

 private:
  using Waiting = std::pair<Instant, User>;

  Instant own_end(User user) const;
  std::int64_t others_than(User user) const;
  void wait(User user, Instant until);
  void push(User user, Instant until);
  void through(Instant now);

  Pipe whole_;  ///< as if nobody passed anybody, which says when everything so far is through
  Bytes quantum_;
  Duration turn_;
  // Who waits until when. The only one, as most often, is in neither of the others.
  Waiting alone_;
  boost::container::flat_map<User, Instant> ends_;
  std::vector<Waiting> by_end_;  ///< a heap, the earliest on top; who has asked again stands with an earlier end
};

}  // namespace gin::sim
