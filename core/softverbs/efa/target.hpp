// The other end of a datagram: no order, no state; what is wrong with a request is its source's matter alone.
#pragma once

#include "core/softverbs/efa/younger.hpp"
#include "core/softverbs/target.hpp"

namespace softverbs::efa {

class DatagramTarget : public Target {
 public:
  DatagramTarget(Process& process, const Address& source) : Target(process, source) {}

  /// To whoever has that key.
  Answer carry_out(const Packet& packet, std::uint32_t queue_key);

 private:
  Answer arrive(const Packet& packet);
  Answer move_in_any_order(const Packet& packet);
  void count(const Request& request);
  bool is_counted() const { return side_->counters[place(younger::writes_by_peers)] != 0; }
};

}  // namespace softverbs::efa
