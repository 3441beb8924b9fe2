// What an EFA device does with requests at their source: each goes its own way, is retried, and ends by itself.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <map>
#include <memory>
#include <utility>
#include <vector>

#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/send_queue.hpp"
#include "core/softverbs/efa/target.hpp"
#include "core/softverbs/timers.hpp"

namespace softverbs::efa {

/// Of one queue pair, whose lock is held.
class Source {
 public:
  /// `attr` is what the program says of the pair, now and later; `side` says what counts its requests.
  Source(const ibv_qp& pair, std::uint32_t requests, const ibv_qp_attr& attr, const ReceiveSide& side);

  SendQueue& queue() { return queue_; }

  /// Does what can be done now. False: the completion queue has overrun.
  bool serve();
  /// Ends what is left as flushed.
  void flush();
  /// Nothing is under way.
  void restart();
  /// When there is something to do again.
  std::uint64_t next() const;

 private:
  /// A request on its way, or whose acknowledgement is.
  struct Flight {
    Slot slot;
    std::uint64_t number = 0;    ///< of all that were sent
    std::uint64_t turn = 0;      ///< it may be overtaken by those before that number
    std::uint64_t starts = 0;    ///< not before
    std::uint64_t patience = 0;  ///< if nobody overtakes it meanwhile, it goes
    std::uint64_t ends = 0;      ///< its acknowledgement is here
    std::uint32_t refusals = 0;  ///< how often it found no receive
    bool has_arrived = false;
    Ending ending = Ending::ok;
  };

  Flight launch(const Slot& slot, std::uint64_t now);
  bool is_over(Flight& flight, std::uint64_t now);
  bool may_go(const Flight& flight, std::uint64_t now) const;
  Ending deliver(Flight& flight);
  std::uint64_t way_ns(Flight& flight, Mishap loss, Mishap delay) const;
  void finish(const Flight& flight);
  void count(const Flight& flight);

  const ibv_qp& pair_;
  const ibv_qp_attr& attr_;
  const ReceiveSide& side_;
  Context& context_;
  SendQueue queue_;
  std::map<std::pair<std::uint16_t, std::uint16_t>, DatagramTarget> targets_;  ///< by address handle and queue pair
  std::vector<Flight> flying_;
  std::vector<iovec> pieces_;  ///< of the request that is delivered, in this process
  std::uint64_t sent_ = 0;
  bool has_failed_ = false;
};

}  // namespace softverbs::efa
