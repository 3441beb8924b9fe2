// The targets by name. Each is one function in the file of its name; it returns 0 whatever the input is, and throws
// a Finding or crashes where the code under test does what it promised not to.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "tests/fuzz/input.hpp"

namespace gin::fuzz {

int scenario_text(Input input);
int result_text(Input input);
int profile_file(Input input);
int stack_file(Input input);
int golden_file(Input input);
int command_slots(Input input);
int ring_memory(Input input);
int completion_record(Input input);
int ordered_signals(Input input);
int number_window(Input input);
int matching(Input input);
int wire_fabric(Input input);
int arrival_codec(Input input);
int bootstrap_frames(Input input);
int bootstrap_port(Input input);
int bootstrap_seat(Input input);
int device_program(Input input);

struct Target {
  std::string name;
  int (*one)(Input) = nullptr;
  std::vector<std::string> corpus = {};  ///< folders of files to start from; none: numbers of `bytes` bytes
  std::size_t bytes = 0;
  int rounds = 0;  ///< inputs that one replay test tries
};

/// What GoogleTest prints of a target when a test fails.
inline std::ostream& operator<<(std::ostream& out, const Target& target) {
  return out << target.name;
}

/// Those whose inputs are cheap enough to try a few thousand of; device programs have a test of their own.
const std::vector<Target>& targets();

}  // namespace gin::fuzz
