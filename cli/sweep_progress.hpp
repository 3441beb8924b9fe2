// How far a sweep is, for a person who is watching.
#pragma once

#include <cstddef>
#include <string>

#include "cli/progress.hpp"

namespace gin::cli {

struct SweepProgress {
  std::size_t before = 0;  ///< of those done, what an earlier call of the sweep left
  std::size_t done = 0;    ///< failed ones too
  std::size_t failed = 0;
  std::size_t points = 0;
};

struct SweepProgressLine {
  SweepProgress sweep;
  Milliseconds elapsed{};
  std::size_t columns = 80;
};
/// "[####......]  41 %, 410 done, 2 failed, 590 left, 12 s, about 17 s to go"
std::string text_of(const SweepProgressLine& line);

}  // namespace gin::cli
