// Where programs of this folder run: kinds of machine by what they promise of order.
#pragma once

#include "core/run/program_entry.hpp"
#include "core/scenario/scenario.hpp"
#include "core/trace/result.hpp"

namespace gin::adversary {

/// What keeps what an agent issues to one peer in order, if anything.
enum class Keeps : std::uint8_t {
  pointer,  ///< stores by pointer: places their own order, a drain all before it
  queue,    ///< one queue of a NIC that keeps order
  spread,   ///< such queues in turn
  count,    ///< a fabric without order, whose targets count what belongs to a signal
  reorder,  ///< whose targets apply signals and atomics in the order of issue, behind everything before them
};
inline constexpr std::uint32_t keeps_count = 5;
constexpr const char* name(Keeps keeps) {
  constexpr const char* names[keeps_count] = {"Pointer", "Queue", "Spread", "Count", "Reorder"};
  return names[static_cast<std::uint32_t>(keeps)];
}

/// So many PEs on such a machine, with signals that follow their own payload only.
scenario::Scenario scenario_of(Keeps keeps, scenario::Adversary adversary, std::uint32_t pes, std::uint32_t agents);

/// At that seed, with the parameters that have no default left as `scenario` has them.
trace::Row run(scenario::Scenario scenario, const ProgramEntry& program, std::uint64_t seed);

}  // namespace gin::adversary
