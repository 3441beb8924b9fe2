// The lanes of an agent, which go through a program together: a thread has one, a warp 32, a block more. What one of
// them finds out is told to the others here.
//
// A call of a team is made by all of its lanes, and returns when all have made it; what each had written before is
// there for all of them after it.
#pragma once

#include <concepts>
#include <cstdint>

#include "core/device/annotate.hpp"

namespace gin {

/// What the lanes before this one gave, and what all did.
struct Scan {
  std::uint64_t before = 0;
  std::uint64_t total = 0;
};

template <class T>
concept Team = requires(T env, std::uint64_t value, std::uint32_t key) {
  { env.lane() } -> std::same_as<std::uint32_t>;   // this one's number, from 0
  { env.lanes() } -> std::same_as<std::uint32_t>;  // how many there are
  env.sync();
  { env.broadcast(value) } -> std::same_as<std::uint64_t>;  // lane 0's, for all
  { env.scan(value) } -> std::same_as<Scan>;
};

/// An agent as a team. Lanes of its first warp, and nobody else, may ask for those of them that have the same key.
template <class E>
concept AgentTeam = Team<E> && requires(E env, std::uint32_t key) {
  { env.match(key) } -> Team;
  { env.scratch(std::uint64_t{}) } -> std::same_as<void*>;  // bytes that all lanes share until the program returns
};

/// One thread of a host, which plays all lanes in turn.
class OneLane {
 public:
  std::uint32_t lane() const { return 0; }
  std::uint32_t lanes() const { return 1; }
  void sync() {}
  std::uint64_t broadcast(std::uint64_t value) const { return value; }
  Scan scan(std::uint64_t value) const { return {0, value}; }
  OneLane match(std::uint32_t) const { return {}; }
};

/// Whether a lane of this environment plays those of a GPU.
template <class E>
concept PlaysLanes = std::derived_from<E, OneLane>;

/// So many lanes of an agent look at a word that it waits for, where those of a warp ask once for all and see the same. If one looked by
/// itself, the warp would part at each look, and meeting again behind the last takes longer than a load from the L2 (docs/decisions/050).
template <class E>
inline constexpr std::uint32_t lanes_that_look = 1;

}  // namespace gin
