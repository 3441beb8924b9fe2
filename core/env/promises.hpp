// What the device API promises of operations that NICs carry, and no more: a message whose turn has not come by that waits
// at its target, whatever way it and others took.
//
//   after a fence    what the same agent issued on the context to the peer before it is there first
//   a signal         its own payload is there first, and nothing else, however strong the signals of the stack are
//   a send           sends of the agent to the peer are matched in their order
//
//   an answer        is there when its issuer has waited for it, not when its completion is; but what fetches the bytes of a send brings
//                    them then, for a receive returns with them
//   a source         may be written again when its issuer has waited for it
//
// Reads wait for writes as others do, and no write waits for them.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
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
  /// It is there: its issuer's gate moves.
  void is_there(const Part& part);
  /// Nothing of the issuer is on its way.
  bool all_there(const Issuer& issuer) { return account(issuer).parts == 0; }
  sim::Gate& progress(const Issuer& issuer) { return account(issuer).progress; }
  /// Messages whose turn has come since.
  std::vector<void*> let_go();

  /// Whether something is promised of it and it is of that kind. Payloads of puts are read as late as their sources may be read.
  bool is(std::uint32_t number, Op op) const;

  /// What a read or an atomic brings back is still to come, though its completion is there; and has come.
  void lands(std::uint32_t number);
  void landed(std::uint32_t number);
  /// Of the issuer's operations from that number on.
  bool is_landing(const Issuer& issuer, std::uint32_t from);
  /// A put is complete, its source still to be read; and was read. `message` is what `read` takes.
  void leaves_unread(std::uint32_t number, void* message);
  void was_read(std::uint32_t number, const void* message);
  /// Reads the sources of the issuer's puts from that number on.
  void read_from(const Issuer& issuer, std::uint32_t from);
  std::function<void(void*)> read;

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
  /// What one issuer issues to one peer.
  struct Stream {
    std::vector<Open> open;  ///< numbers ascend, and epochs with them
    std::vector<Held> held;

    std::vector<Open>::iterator find(std::uint32_t number);
  };
  struct Unread {
    std::uint32_t number;
    void* message;
  };
  struct Account {
    std::uint32_t epoch = 0;  ///< counts fences
    std::uint32_t parts = 0;  ///< on their way
    sim::Gate progress;
    std::deque<Stream> streams;  ///< by peer
    std::vector<std::uint32_t> landing;
    std::vector<Unread> unread;
  };
  struct Known {
    Account* account = nullptr;  ///< none: nothing is promised of it
    Stream* stream = nullptr;
    std::uint32_t epoch = 0;
    Op op{};
  };
  // Nothing that is there moves when more is added.
  Account& account(const Issuer& issuer);
  const Known& known(std::uint32_t number) const;
  bool is_blocked(const Part& part) const;

  std::deque<std::deque<Account>> accounts_;  // by agent and context
  std::vector<Known> known_;                  // by number; grows with the run
  std::vector<void*> free_;
};

}  // namespace gin
