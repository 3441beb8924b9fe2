// The other end of a reliable connection: order, duplicates, atomics, and a queue pair that fails with its first bad request.
#pragma once

#include "core/softverbs/target.hpp"

namespace softverbs {

class ConnectedTarget : public Target {
 public:
  ConnectedTarget(Process& process, const Address& source) : Target(process, source) {}

  Answered carry_out(const Packet& packet);

 private:
  Answered arrive(const Packet& packet);
  Answered duplicate(const Packet& packet);
  Answered fresh(const Packet& packet);
  Answered access_memory(const Packet& packet);
  Answered fetch(const Packet& packet, const Place& place);
  Answered settled(Answer answer);
};

}  // namespace softverbs
