// Time, where an environment keeps it, and words that others share with this agent, which are looked at and changed at
// this agent's own time.
//
// On a GPU, and on threads that wait for nothing, there is no clock, and nothing is left of any of this but the
// accesses.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/device/atomic.hpp"
#include "core/device/cost.hpp"
#include "core/device/view.hpp"

namespace gin {

/// How far a clock follows at once what it is charged is its own affair, so long as nobody can tell.
template <class E>
concept Clock = requires(E env) {
  env.charge(Cost::call, 1u);  // named work: takes its time
  env.settle(Scope::system);   // what those of that scope share is about to be looked at or changed
  // What so many lanes declare about a view; false: nobody keeps time after all.
  { env.touch(Access{}, std::uint64_t{}) } -> std::same_as<bool>;
};

template <class Env>
GIN_DEVICE inline void charge(Env& env, Cost cost, std::uint32_t times = 1) {
  if constexpr (Clock<Env>) env.charge(cost, times);
}
/// Before a look at plain memory that others write.
template <Scope scope = Scope::system, class Env>
GIN_DEVICE inline void settle(Env& env) {
  if constexpr (Clock<Env>) env.settle(scope);
}
/// False: it took the time that it took.
template <class Env>
GIN_DEVICE inline bool touch(Env& env, const Access& access, std::uint64_t lanes) {
  if constexpr (Clock<Env>)
    return env.touch(access, lanes);
  else
    return false;
}

// As without an environment (atomic.hpp), by an agent.
template <Order order, Scope scope = Scope::system, class Env, class T>
GIN_DEVICE inline T load(Env& env, T& word) {
  settle<scope>(env);
  return load<order, scope>(word);
}
template <Order order, Scope scope = Scope::system, class Env, class T>
GIN_DEVICE inline T fetch_add(Env& env, T& word, std::type_identity_t<T> value) {
  settle<scope>(env);
  return fetch_add<order, scope>(word, value);
}
template <Order order, Scope scope = Scope::system, class Env, class T>
GIN_DEVICE inline bool replace(Env& env, T& word, T& seen, std::type_identity_t<T> value) {
  settle<scope>(env);
  return replace<order, scope>(word, seen, value);
}
template <Order order, Scope scope = Scope::system, class Env>
GIN_DEVICE inline void raise(Env& env, std::uint64_t& word, std::uint64_t value) {
  settle<scope>(env);
  raise<order, scope>(word, value);
}

}  // namespace gin
