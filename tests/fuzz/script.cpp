#include "tests/fuzz/script.hpp"

#include <fmt/format.h>

#include "core/device/program.hpp"

namespace gin::fuzz {

std::uint64_t Shape::bytes(Area area) const {
  switch (area) {
    case Area::source:
      return 20'480;
    case Area::board:
      return cell_offset(cell_count);
    case Area::landing:
      return agents * slots_of_agent * slot_bytes;
    case Area::words:
      return word_count * 8;
    case Area::signals:
      return all_agents() * 8;
    case Area::results:
      return agents * results_of_agent * 8;
  }
  return 0;
}

std::uint8_t initial(Area area, std::uint32_t pe, std::uint64_t offset) {
  const bool filled =
      area == Area::source || area == Area::board || (area == Area::words && offset >= counter_count * 8);
  return filled ? static_cast<std::uint8_t>(pattern(static_cast<std::uint64_t>(area) + 1, pe, offset)) : 0;
}

std::string listing(const Script& script) {
  constexpr const char* kinds[] = {"put",  "get",   "value", "atomic", "fetch", "read_word",
                                   "look", "await", "fence", "quiet",  "flush", "barrier"};
  const auto spot = [](const Spot& at) {
    return fmt::format("{}+{}", area_names[static_cast<std::uint32_t>(at.area)], at.offset);
  };
  std::string text;
  for (const Instruction& it : script) {
    text += fmt::format("agent {} context {}: {}{}", it.agent, it.context, it.blocking ? "blocking " : "",
                        kinds[static_cast<std::uint32_t>(it.kind)]);
    if (it.kind < Instruction::Kind::fence)
      text += fmt::format(" PE {} to {} from {}, {} bytes, amo {}, value {:#x}, compare {:#x}, result {}",
                          it.peer.value, spot(it.to), spot(it.from), it.bytes, static_cast<int>(it.amo), it.value,
                          it.compare, it.result);
    if (it.has_signal)
      text += fmt::format(", signal {} {}", it.signal_op == SignalOp::set ? "set" : "add", it.signal_value);
    if (it.lanes > 1) text += fmt::format(" ({} lanes)", it.lanes);
    text += '\n';
  }
  return text;
}

}  // namespace gin::fuzz
