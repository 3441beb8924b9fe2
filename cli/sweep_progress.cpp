#include "cli/sweep_progress.hpp"

#include <fmt/format.h>

namespace gin::cli {

std::string text_of(const SweepProgressLine& line) {
  const SweepProgress& sweep = line.sweep;
  const std::size_t left = sweep.points - sweep.done;
  const int per_mille = static_cast<int>(sweep.points == 0 ? 1000 : 1000 * sweep.done / sweep.points);
  std::string text = fmt::format("{:3} %, {} done, ", per_mille / 10, sweep.done);
  if (sweep.failed > 0) text += fmt::format("{} failed, ", sweep.failed);
  text += fmt::format("{} left, {}", left, short_text(line.elapsed));
  // What an earlier call left cost nothing now.
  if (const std::size_t now = sweep.done - sweep.before; now > 0)
    text += fmt::format(", about {} to go", short_text(line.elapsed * left / now));
  return with_bar({.per_mille = per_mille, .text = text, .columns = line.columns});
}

}  // namespace gin::cli
