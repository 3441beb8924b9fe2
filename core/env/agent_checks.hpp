// What every host environment refuses on behalf of an agent: the sentences are the same whoever keeps time. Throw
// Error(failed), which ends the run.
#pragma once

#include <cstdint>
#include <string>

#include "core/base/ids.hpp"
#include "core/device/use.hpp"
#include "core/device/view.hpp"
#include "core/env/heap_map.hpp"

namespace gin {

struct AgentName {
  Pe pe;
  std::uint32_t number = 0;
};

/// Who is asked about, and what its sentence is made of.
struct Asker {
  AgentName who;
  std::size_t pes = 0;
  const HeapMap& heap;
};

[[noreturn]] void refuse(const Asker& asker, const PlaceUse& use);
[[noreturn]] void refuse(const Asker& asker, const ContextUse& use);
[[noreturn]] void refuse(const Asker& asker, const PostUse& use);
[[noreturn]] void refuse(const Asker& asker, const CountUse& use);
[[noreturn]] void refuse(const Asker& asker, const Undone& undone);

/// Views are pointers: `base` is where the heap of the view's PE begins.
[[noreturn]] void refuse_part(const Asker& asker, const PartUse& use, const unsigned char* base);

/// Where an element was asked for that its view does not have.
struct StrayElement {
  const StrayIndex& stray;
  const char* call = "";  ///< whose lanes did; empty outside of loops
  std::string program;
};
[[noreturn]] void refuse_element(const Asker& asker, const StrayElement& element, const unsigned char* base);

/// More than the `room` bytes that an agent's scratch memory has in all.
struct ScratchUse {
  std::uint64_t bytes = 0;
  std::uint64_t room = 0;
};
[[noreturn]] void refuse_scratch(const AgentName& who, const ScratchUse& use);

}  // namespace gin
