// The other end of a connection, as the device of the source reaches it: what a responder does with a request that came in.
// The source's thread does it; the target's CPU takes no part.
#pragma once

#include <cstdint>
#include <memory>

#include "core/softverbs/chance.hpp"
#include "core/softverbs/completions.hpp"
#include "core/softverbs/copy.hpp"
#include "core/softverbs/process.hpp"
#include "core/softverbs/receive_side.hpp"
#include "core/softverbs/request.hpp"

namespace softverbs {

/// How a responder answers (IBTA Vol. 1, 9.7.5.2, AETH syndromes).
enum class Answer : std::uint8_t {
  acknowledged,
  silence,             ///< nobody there, or nobody who listens: packets for such a queue pair are dropped
  not_ready,           ///< RNR NAK: no receive is posted; `wait` says when to try again
  sequence_error,      ///< NAK: a packet before this one is missing
  invalid_request,     ///< NAK: too long for the receive, an atomic that is not aligned
  remote_access,       ///< NAK: key, bounds or rights
  remote_operational,  ///< NAK: the target cannot carry it out, as when a receive's own memory is not there
};

/// A request on its way.
struct Packet {
  Request request;
  Pieces bytes;  ///< in this process
  Attempt attempt;
  std::uint32_t count = 1;  ///< packets that it takes
};

struct Answered {
  Answer answer = Answer::silence;
  std::uint32_t wait = 0;   ///< not_ready: the timer field
  std::uint64_t value = 0;  ///< of an atomic: what was there
};

class Target {
 public:
  /// As a device at `source` reaches it.
  Target(Process& process, const Address& source) : process_(process), source_(source) {}

  /// Where packets go from now on. Whether somebody is there is found out by sending.
  void connect(const Address& address, std::uint32_t number);

  Answered carry_out(const Packet& packet);

 private:
  bool find();
  Answered arrive(const Packet& packet);
  Answered duplicate(const Packet& packet);
  Answered fresh(const Packet& packet);
  Answered access_memory(const Packet& packet);
  Answered fetch(const Packet& packet, const Place& place);
  Answered receive(const Packet& packet);
  Answer fill(const Packet& packet, const Receive& receive);
  void complete(const Packet& packet, std::uint64_t id, ibv_wc_status status);
  Answered refuse(Answer answer);
  void fail(ibv_event_type event);

  Process& process_;
  Address source_;
  Address address_;
  std::uint32_t number_ = 0;
  std::shared_ptr<NicMemory> nic_;
  std::shared_ptr<PeerMemory> peer_;
  ReceiveSide* side_ = nullptr;
};

}  // namespace softverbs
