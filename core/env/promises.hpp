// What the device API promises of operations that NICs carry, and no more: a message whose turn has not come by that waits
// at its target, whatever way it and others took.
//
//   after a fence    what the same agent issued on the context to the peer before it is there first
//   a signal         its own payload is there first, and nothing else, however strong the signals of the stack are
//   a send           sends of the agent to the peer are matched in their order
//
// Reads wait as others do, and nobody waits for them: who issued one knows when it is done.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "core/format/operation.hpp"
#include "core/sim/gate.hpp"

namespace gin {

class Promises {
 public:
  /// Who issued an operation, and on which context.
  struct Issuer {
    sim::ActorId agent;
    std::uint32_t context = 0;
  };
  /// A message of an operation.
  struct Part {
    std::uint32_t number = 0;  ///< of the operation; 0: nothing is promised of it
    bool is_read = false;
    bool is_signal = false;  ///< that follows the operation's payload
  };

  /// Operations have ascending numbers.
  void issued(const Issuer& issuer, const Operation& operation);
  void fence(const Issuer& issuer);

  /// The source's NIC has it. Parts of a stream come here in the order of issue.
  void taken(const Part& part);
  /// Its turn has come. If not, `message` is kept and comes back from let_go().
  bool may_come(const Part& part, void* message);
  /// It is there.
  void is_there(const Part& part);
  /// Nothing of the issuer is on its way.
  bool all_there(const Issuer& issuer) const;
  /// Moves whenever something is there.
  sim::Gate& progress() { return progress_; }
  /// Messages whose turn has come since.
  std::vector<void*> let_go();

  /// The payload of a put, which is read as late as its source may be read.
  bool is_put(std::uint32_t number) const;

 private:
  struct Open {
    std::uint32_t number;
    std::uint32_t epoch;
    std::uint32_t parts;
    std::uint32_t payload;  ///< of the parts
  };
  struct Held {
    Part part;
    void* message;
  };
  /// What one agent issues on one context to one peer.
  struct Stream {
    std::uint32_t epoch = 0;             ///< counts fences
    std::vector<Open> open;              ///< numbers ascend, and epochs with them
    std::vector<std::uint32_t> through;  ///< whose parts so far are there
    std::vector<Held> held;

    std::vector<Open>::iterator find(std::uint32_t number);
  };
  struct Known {
    Stream* stream;
    std::uint32_t epoch;
    Op op;
  };
  bool is_blocked(const Part& part) const;

  std::map<std::tuple<sim::ActorId, std::uint32_t, std::uint32_t>, Stream> streams_;  // by agent, context, peer
  std::unordered_map<std::uint32_t, Known> known_;                                    // by number
  std::vector<void*> free_;
  sim::Gate progress_;
};

}  // namespace gin
