// Operations as commands in a ring that a CPU thread serves.
#pragma once

#include "core/device/agent_view.hpp"
#include "core/device/environment.hpp"

namespace gin {

template <class Env>
class ProxyPath {
 public:
  GIN_DEVICE explicit ProxyPath(Env& env) : env_(env) {}

  GIN_DEVICE void issue(IssueState<Env>& state, Ring<Env>& ring, const Operation* operations, std::uint32_t count,
                        std::uint32_t lanes) {
    if (env_.leader()) {
      std::uint32_t slots = 0;
      for (std::uint32_t i = 0; i < count; ++i) slots += encode(operations[i]).count;
      env_.charge(Cost::proxy_push, (count + lanes - 1) / lanes);
      std::uint32_t position = fetch_add(ring.words->head, slots);
      for (std::uint32_t i = 0; i < count; ++i) {
        const Command command = encode(operations[i]);
        wait_for_room(ring, position, command.count);
        env_.post(ring, position, command);
        position += command.count;
      }
      env_.count(Count::commands, count);
      state.push_end = position;
      state.pushed = true;
    }
    env_.sync();
  }

  /// Returns when everything this agent pushed is complete at the fabric.
  GIN_DEVICE Status wait(IssueState<Env>& state, Ring<Env>& ring, typename Env::Limit limit, const char* call) {
    Status status = Status::ok;
    if (env_.leader() && state.pushed) {
      const std::uint32_t end = state.push_end;
      status = gin::wait(env_, Cost::proxy_poll, *ring.completion, limit,
                         Waiting{call, "commands completed by the proxy", 0, 0, end}, [&](Waiting& why) {
                           // Acquire: what completed before the word was written (the bytes of a get) is
                           // visible after it.
                           const std::uint32_t completed = load_acquire(ring.words->completed);
                           why.seen = completed;
                           return reached(completed, end);
                         });
      if (status == Status::ok) state.pushed = false;
    }
    env_.sync();
    return status;
  }

 private:
  GIN_DEVICE void wait_for_room(Ring<Env>& ring, std::uint32_t position, std::uint32_t count) {
    if (has_room(position, count, load_relaxed(ring.words->tail_cache), ring.capacity)) return;
    gin::wait(env_, Cost::proxy_credit_read, *ring.credit, env_.forever(),
              Waiting{"push", "room in the ring: tail", 0, 0, position + count - ring.capacity}, [&](Waiting& why) {
                // Acquire: the consumer has read the slots before the tail, they may be overwritten.
                const std::uint32_t tail = load_acquire(ring.words->tail);
                store_relaxed(ring.words->tail_cache, tail);
                why.seen = tail;
                const bool room = has_room(position, count, tail, ring.capacity);
                if (!room) env_.count(Count::ring_full_stalls, 1);
                return room;
              });
  }

  Env& env_;
};

}  // namespace gin
