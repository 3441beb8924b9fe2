#include "core/env/agent_checks.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"

namespace gin {
namespace {

using Extent = HeapMap::Extent;

[[noreturn]] void refuse(const AgentName& who, const std::string& what) {
  throw Error(Code::failed, fmt::format("PE {} agent {}: {}", who.pe.value, who.number, what));
}

/// The window that a view is of; null where the view is nobody's.
const Extent* window_at(const Asker& asker, const void* data, const unsigned char* base) {
  if (!data) return nullptr;
  const auto begin = static_cast<std::uint64_t>(static_cast<const unsigned char*>(data) - base);
  return asker.heap.of({begin, 0, begin});
}

/// Elements in front of a window's first come out below zero.
std::int64_t index_of(const Place& place, const Extent& window) {
  return static_cast<std::int64_t>(place.offset - window.begin) / static_cast<std::int64_t>(window.element);
}

}  // namespace

void refuse(const Asker& asker, const PlaceUse& use) {
  if (use.peer.value >= asker.pes)
    refuse(asker.who, fmt::format("{}: expected a PE below {}, got {}", use.call, asker.pes, use.peer.value));
  const Extent* const window = asker.heap.of(use.place);
  if (window && use.place.room == 0)
    refuse(asker.who,
           fmt::format("{}: expected an element of window {} of PE {}, which has {}, got {}[{}]", use.call,
                       window->name, use.peer.value, window->count(), window->name, index_of(use.place, *window)));
  const std::string place = asker.heap.name(use.place.offset);
  if (use.bytes > use.place.room)
    refuse(asker.who, fmt::format("{}: expected at most {} bytes from {} of PE {} to the end of its window, got {}",
                                  use.call, use.place.room, place, use.peer.value, use.bytes));
  refuse(asker.who, fmt::format("{}: expected a word at a multiple of its {} bytes, got {} of PE {}, which lies {} "
                                "behind one; GPUs and NICs have no other",
                                use.call, use.word, place, use.peer.value, use.place.offset % use.word));
}

void refuse(const Asker& asker, const ContextUse& use) {
  refuse(asker.who, fmt::format("ctx.on({}): expected a context below {}, as many as the program's plan declares, "
                                "got {}; plan.contexts({}) declares it",
                                use.context, use.declared, use.context, use.context + 1));
}

void refuse(const Asker& asker, const PostUse& use) {
  const Operation& operation = use.operation;
  refuse(asker.who,
         fmt::format("a transfer of {} bytes to or from PE {}: expected at most {} work requests at once, "
                     "got {}; use smaller transfers, deeper queues or a larger nic.message_max_bytes",
                     operation.bytes, operation.peer.value, work_requests_max(operation, use.rules, use.depth),
                     work_requests_at_once(operation, use.rules)));
}

void refuse(const Asker& asker, const CountUse& use) {
  const Operation& operation = use.operation;
  const bool follows = operation.has_signal;
  const std::string word = asker.heap.name(follows ? operation.signal : operation.remote);
  const bool adds = (follows ? operation.signal_amo : operation.amo) == Amo::add;
  const std::string came = operation.op == Op::fetch_amo ? "one that brings the old value"
                           : adds ? fmt::format("{}", follows ? operation.signal_value : operation.value)
                                  : "one that does not add";
  refuse(asker.who,
         fmt::format("a signal or atomic on {} of PE {}: expected one that adds 1, which is all that a counter of "
                     "the NIC does, got {}; add 1, or use a path or stack that has atomics",
                     word, operation.peer.value, came));
}

void refuse(const Asker& asker, const Undone& undone) {
  refuse(
      asker.who,
      fmt::format("{}: expected what it issued to complete, got \"{}\" from PE {}; a call with a deadline returns "
                  "Status::failed instead, and the program may go on",
                  undone.call, name(undone.failure.status), undone.failure.peer.value));
}

void refuse_part(const Asker& asker, const PartUse& use, const unsigned char* base) {
  const Access& access = use.access;
  const Extent* const window = window_at(asker, access.data, base);
  const std::uint64_t element = window ? window->element : 1;
  refuse(
      asker.who,
      fmt::format("{}: expected a part of window {} of PE {}, which has {} elements, got {} elements from [{}] on",
                  use.call, window ? window->name : "", access.pe.value, access.footprint_bytes / element,
                  access.part_bytes / element, access.part_begin / element));
}

void refuse_element(const Asker& asker, const StrayElement& element, const unsigned char* base) {
  const StrayIndex& stray = element.stray;
  const std::string where =
      fmt::format("{}program {}", *element.call ? fmt::format("{} of ", element.call) : "", element.program);
  const Extent* const window = window_at(asker, stray.data, base);
  if (!window)
    refuse(asker.who, fmt::format("{}: expected a window of PE {} that load and store reach, got [{}] of none; ask "
                                  "what ptr() returned",
                                  where, stray.pe.value, stray.index));
  refuse(asker.who, fmt::format("{}: expected an element of window {} of PE {}, which has {}, got {}[{}]", where,
                                window->name, stray.pe.value, stray.count, window->name, stray.index));
}

void refuse_scratch(const AgentName& who, const ScratchUse& use) {
  refuse(who, fmt::format("scratch: expected at most {} bytes in all, got {}", use.room, use.bytes));
}

}  // namespace gin
