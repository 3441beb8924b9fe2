// What an agent is about to do, for environments that refuse what breaks a rule of the API: the host's do, in the
// sentences of core/env/agent_checks; a GPU does not look.
#pragma once

#include <cstdint>

#include "core/base/ids.hpp"
#include "core/device/place.hpp"
#include "core/device/post_rules.hpp"
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
};

/// A queue of `depth` must take all work requests of the operation at once.
struct PostUse {
  const Operation& operation;
  const PostRules& rules;
  std::uint32_t depth = 0;
};

/// What lanes declare about a view: the part of it must lie within.
struct PartUse {
  const Access& access;
  const char* call = "";
};

/// A context must be below the number that the program declares.
struct ContextUse {
  std::uint32_t context = 0;
  std::uint32_t declared = 1;
};

}  // namespace gin
