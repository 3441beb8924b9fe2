// What an agent is about to do, for hosts, which refuse what breaks a rule of the API: they throw the use, and whoever
// runs the agent makes a sentence of it (core/run/guarded). A GPU does not look.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/agent_view.hpp"
#include "core/device/place.hpp"
#include "core/device/requests.hpp"
#include "core/device/view.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// An access of `bytes` bytes at `place` of `peer`: the PE must exist and the window go that far.
struct PlaceUse {
  Pe peer;
  Place place;
  std::uint64_t bytes = 0;
  const char* call = "";
  std::uint64_t word = 1;  ///< of a word, its bytes: it must begin at a multiple of them

  constexpr bool is_sound(std::uint32_t pes) const {
    return peer.value < pes && bytes <= place.room && (place.offset & (word - 1)) == 0;
  }
};

/// A queue of `depth` must take all work requests of the operation at once.
struct PostUse {
  Operation operation;
  PostRules rules;
  std::uint32_t depth = 0;

  constexpr bool is_sound(std::uint32_t) const {
    return work_requests_at_once(operation, rules) <= work_requests_max(operation, rules, depth);
  }
};

/// A NIC that counts has no atomics but adding one, and brings no old value.
struct CountUse {
  Operation operation;

  constexpr bool is_sound(std::uint32_t) const {
    if (operation.has_signal) return counts_one(operation.signal_amo, operation.signal_value);
    return operation.op != Op::fetch_amo && (operation.op != Op::amo || counts_one(operation.amo, operation.value));
  }
};

/// What lanes declare about a view: the part of it must lie within.
struct PartUse {
  Access access;
  const char* call = "";

  constexpr bool is_sound(std::uint32_t) const {
    return access.part_begin <= access.footprint_bytes &&
           access.part_bytes <= access.footprint_bytes - access.part_begin;
  }
};

/// A context must be below the number that the program declares.
struct ContextUse {
  std::uint32_t context = 0;
  std::uint32_t declared = 1;

  constexpr bool is_sound(std::uint32_t) const { return context < declared; }
};

/// A call that says nothing of how it ended waited for what failed.
struct Undone {
  Failure failure;
  const char* call = "";
};

template <class Use>
[[noreturn, gnu::cold, gnu::noinline]] inline void refuse_use(const Use& use) {
  throw use;
}
template <class Env, class Use>
GIN_DEVICE inline void check(const AgentView<Env>& view, const Use& use) {
  GIN_ON_HOST(if (!use.is_sound(view.n_pes)) [[unlikely]] refuse_use(use));
  static_cast<void>(view);
  static_cast<void>(use);
}

/// The agent goes no further. On a GPU the kernel ends; the words that its NIC or proxy wrote tell the launcher why.
GIN_DEVICE inline void end_agent(const Undone& undone) {
  GIN_ON_HOST(refuse_use(undone));
  static_cast<void>(undone);
  GIN_END_KERNEL();
}

}  // namespace gin
