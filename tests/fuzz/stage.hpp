// Where scripts run: a backend, paths and the rules of a stack.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "core/scenario/scenario.hpp"
#include "core/trace/result.hpp"
#include "tests/fuzz/draft.hpp"

namespace gin::fuzz {

struct Stage {
  std::string name;
  std::string backend = {};
  bool is_modelled = true;  ///< in virtual time
  scenario::Paths paths;
  bool one_node = true;
  std::string stack = "lean";
  Overrides overrides = {};
};
const std::vector<Stage>& stages();

/// What GoogleTest prints of a stage when a test fails.
inline std::ostream& operator<<(std::ostream& out, const Stage& stage) {
  return out << stage.name;
}

/// A script and how hard the run is pressed: it must leave the same bytes whatever these say.
struct Play {
  Shape shape;
  Length length;
  std::uint64_t script = 1;
  bool hurry = false;      ///< agents issue without delay: what can be overtaken is overtaken
  bool near_wrap = false;  ///< every index starts just below its wrap
  bool permute_lanes = false;
  bool shallow = false;     ///< the shortest queues and rings, and a proxy with little under way
  std::uint32_t batch = 1;  ///< operations that share a doorbell
  bool locked = false;      ///< agents take a lock to ring
};
Play play_of(std::uint64_t seed);

/// Throws a Finding with the script unless every byte is what the sequential model says.
void must_leave_the_bytes_of_the_model(const Stage& stage, const Play& play);

/// The row of one run, for tests that plant a fault.
trace::Row row_of(const Stage& stage, const Play& play, const scenario::TestOptions& options);

}  // namespace gin::fuzz
