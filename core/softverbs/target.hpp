// The other end, as the device of the source reaches it: what a responder does with a request that came in. The source's thread
// does it; the target's CPU takes no part.
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

/// How a responder answers (IBTA Vol. 1, 9.7.5.2, AETH syndromes; what only datagrams are told stands at the end).
enum class Answer : std::uint8_t {
  acknowledged,
  silence,             ///< nobody there, or nobody who listens: packets for such a queue pair are dropped
  not_ready,           ///< RNR NAK: no receive is posted; `wait` says when to try again
  sequence_error,      ///< NAK: a packet before this one is missing
  invalid_request,     ///< NAK: too long for the receive, an atomic that is not aligned
  remote_access,       ///< NAK: key, bounds or rights
  remote_operational,  ///< NAK: the target cannot carry it out, as when a receive's own memory is not there
  no_device,           ///< nobody has that address
  no_pair,             ///< no queue pair of that number and key takes packets there
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

/// What is the same for every transport.
class Target {
 public:
  /// Where packets go from now on. Whether somebody is there is found out by sending.
  void connect(const Address& address, std::uint32_t number);

 protected:
  /// As a device at `source` reaches it.
  Target(Process& process, const Address& source) : process_(process), source_(source) {}

  /// Silence, no_device and no_pair say who is missing.
  Answer find();
  bool is_numbered() const { return side_->number.load(std::memory_order_relaxed) == number_; }

  static ibv_access_flags access_of(const Request& request);

  // With its lock held.
  /// The memory that a request names, if its key, bounds and rights are right; null, or where it is.
  const Regions::Entry* named_by(const Request& request) const;
  /// Bytes to it, or from it.
  Answer move(const Packet& packet);
  /// The next receive takes the message.
  Answer receive(const Packet& packet);
  /// Tells the target's program. One whose queue runs over fails.
  void complete(const Packet& packet, std::uint64_t id, ibv_wc_status status, bool is_unsolicited = false);
  /// The queue pair goes into error; its own device flushes what is in it and tells the program.
  void fail(ibv_event_type event);

  Process& process_;
  Address source_;
  Address address_;
  std::uint32_t number_ = 0;
  std::shared_ptr<NicMemory> nic_;
  std::shared_ptr<PeerMemory> peer_;
  ReceiveSide* side_ = nullptr;

 private:
  Answer fill(const Packet& packet, const Receive& receive);
};

}  // namespace softverbs
