// How fast messages could go if they were nothing but their events: the least that this simulator spends on a
// message, and what the speed of whole runs is measured against.
//
// A message is six events through the heap, as a put has on the emulated NIC (doorbell, fetch, transmit, arrive,
// deliver, complete), and two fiber switches (the agent is resumed, it parks). There is no NIC, no memory, no
// record.
#pragma once

#include <deque>
#include <vector>

#include "core/sim/fiber.hpp"
#include "core/sim/simulation.hpp"

namespace gin::bench {

class Limit {
 public:
  struct Shape {
    std::uint32_t pes = 1024;    ///< each has a NIC and an agent, both actors
    std::size_t pending = 6000;  ///< events in the heap, all the time
  };
  explicit Limit(const Shape& shape);
  ~Limit();

  /// Until that many messages more are complete.
  void run(std::uint64_t messages);
  std::uint64_t messages() const { return messages_; }
  const sim::Simulation& simulation() const { return simulation_; }

  static constexpr std::uint32_t events_per_message = 6;

 private:
  /// One PE: its agent's fiber hands messages to its NIC.
  struct Pe {
    Limit* limit;
    sim::ActorId agent;
    sim::ActorId nic;
    sim::Fiber fiber;
    std::uint64_t handed = 0;  ///< the message that the fiber was resumed for
    Pe(Limit& l, sim::StackSlab& stacks, std::size_t stack);
  };
  /// A message on its way; when it is complete its agent sends the next one at once.
  struct Message {
    Limit* limit;
    std::uint32_t source;
    std::uint32_t peer;
    void stage(std::uint64_t number);
  };

  static void agent(void* pe);
  void go_on(Message& message, sim::ActorId cause, std::uint64_t number);

  sim::Simulation simulation_;
  sim::StackSlab stacks_;
  std::deque<Pe> pes_;
  std::vector<Message> under_way_;
  std::uint64_t messages_ = 0;
  std::uint64_t steps_ = 0;
  bool over_ = false;
};

}  // namespace gin::bench
