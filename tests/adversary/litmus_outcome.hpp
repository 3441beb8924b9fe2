// What one run of a litmus script leaves.
#pragma once

#include "core/run/program_of.hpp"
#include "tests/adversary/litmus_program.hpp"
#include "tests/adversary/placing.hpp"

namespace gin::adversary {

inline std::string outcome_of(const Script& script, Keeps keeps, scenario::Adversary adversary,
                              std::uint64_t seed) {
  static const ProgramEntry program = program_entry<Litmus>();
  Litmus::script = &script;
  run(scenario_of(keeps, adversary, script.pes, script.agents_of_pe), program, seed);
  return Litmus::outcome;
}

}  // namespace gin::adversary
