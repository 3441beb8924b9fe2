#include "cli/progress.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace gin::cli {
namespace {

constexpr Milliseconds first_after{1000};
constexpr Milliseconds between{100};
constexpr int whole = 1000;
constexpr std::size_t bar_max = 30;
constexpr std::size_t bar_min = 5;  ///< a shorter one says nothing

std::size_t columns_of_terminal() {
  winsize size{};
  const bool known = ::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return known ? size.ws_col : 80;
}

/// Seconds below a minute, minutes and seconds below an hour, then hours.
std::string short_text(Milliseconds time) {
  const auto seconds = time.count() / 1000;
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

BarredText part_done(int per_mille, const std::string& what, Milliseconds elapsed) {
  std::string text = fmt::format("{:3} %, {}, {}", per_mille / 10, what, short_text(elapsed));
  if (per_mille > 0) text += fmt::format(", about {} left", short_text(elapsed * (whole - per_mille) / per_mille));
  return {.per_mille = per_mille, .text = text};
}

}  // namespace

BarredText text_of(const RunProgress& run, Milliseconds elapsed) {
  const int done = std::clamp(run.per_mille, 0, whole);
  return part_done(done, fmt::format("row {} of {}", run.row, run.rows), elapsed);
}

BarredText text_of(const SeedsProgress& seeds, Milliseconds elapsed) {
  const int done = static_cast<int>(whole * seeds.done / seeds.runs);
  return part_done(done, fmt::format("{} of {} runs", seeds.done, seeds.runs), elapsed);
}

BarredText text_of(const ShorteningProgress& shortening, Milliseconds elapsed) {
  return {.per_mille = {},
          .text = fmt::format("making it shorter: {} runs, {}", shortening.done, short_text(elapsed))};
}

BarredText text_of(const SweepProgress& sweep, Milliseconds elapsed) {
  const std::size_t left = sweep.points - sweep.done;
  const int per_mille = static_cast<int>(sweep.points == 0 ? whole : whole * sweep.done / sweep.points);
  std::string text = fmt::format("{:3} %, {} done, ", per_mille / 10, sweep.done);
  if (sweep.failed > 0) text += fmt::format("{} failed, ", sweep.failed);
  text += fmt::format("{} left, {}", left, short_text(elapsed));
  // What an earlier call left cost nothing now.
  if (const std::size_t now = sweep.done - sweep.before; now > 0)
    text += fmt::format(", about {} to go", short_text(elapsed * left / now));
  return {.per_mille = per_mille, .text = text};
}

std::string with_bar(const BarredText& line, std::size_t columns) {
  const std::size_t room = columns > 0 ? columns - 1 : 0;
  const std::size_t around = std::string_view("[] ").size();
  if (!line.per_mille || room < line.text.size() + around + bar_min) return line.text.substr(0, room);
  const std::size_t bar = std::min(bar_max, room - line.text.size() - around);
  const std::size_t full = bar * static_cast<std::size_t>(*line.per_mille) / whole;
  return fmt::format("[{:#<{}}{:.<{}}] {}", "", full, "", bar - full, line.text);
}

bool Redraws::due(Milliseconds elapsed) {
  if (elapsed < first_after || (drawn_ && elapsed - *drawn_ < between)) return false;
  drawn_ = elapsed;
  return true;
}

ProgressBar::ProgressBar(bool wanted) : watched_(wanted && ::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::draw(const BarredText& line) {
  fmt::print(stderr, "\r\033[K{}", with_bar(line, columns_of_terminal()));
  std::fflush(stderr);
  on_screen_ = true;
}

void ProgressBar::clear() {
  if (on_screen_) std::fputs("\r\033[K", stderr);
  on_screen_ = false;
}

}  // namespace gin::cli
