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

}  // namespace

std::string short_text(Milliseconds time) {
  const auto seconds = time.count() / 1000;
  if (seconds < 60) return fmt::format("{} s", seconds);
  if (seconds < 3600) return fmt::format("{} min {:02} s", seconds / 60, seconds % 60);
  return fmt::format("{} h {:02} min", seconds / 3600, seconds / 60 % 60);
}

std::string with_bar(const BarredText& line) {
  const std::size_t room = line.columns > 0 ? line.columns - 1 : 0;
  const std::size_t around = std::string_view("[] ").size();
  if (room < line.text.size() + around + bar_min) return line.text.substr(0, room);
  const std::size_t bar = std::min(bar_max, room - line.text.size() - around);
  const std::size_t full = bar * static_cast<std::size_t>(line.per_mille) / whole;
  return fmt::format("[{:#<{}}{:.<{}}] {}", "", full, "", bar - full, line.text);
}

std::string text_of(const ProgressLine& line) {
  const int done = std::clamp(line.run.per_mille, 0, whole);
  std::string text =
      fmt::format("{:3} %, row {} of {}, {}", done / 10, line.run.row, line.run.rows, short_text(line.elapsed));
  if (done > 0) text += fmt::format(", about {} left", short_text(line.elapsed * (whole - done) / done));
  return with_bar({.per_mille = done, .text = text, .columns = line.columns});
}

bool Redraws::due(Milliseconds elapsed) {
  if (elapsed < first_after || (drawn_ && elapsed - *drawn_ < between)) return false;
  drawn_ = elapsed;
  return true;
}

ProgressBar::ProgressBar() : watched_(::isatty(STDERR_FILENO) == 1) {}

void ProgressBar::show(const RunProgress& run) {
  show([&](Milliseconds elapsed, std::size_t columns) {
    return text_of({.run = run, .elapsed = elapsed, .columns = columns});
  });
}

void ProgressBar::show(const std::function<std::string(Milliseconds, std::size_t)>& text) {
  const auto elapsed = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started_);
  if (!watched_ || !redraws_.due(elapsed)) return;
  fmt::print(stderr, "\r\033[K{}", text(elapsed, columns_of_terminal()));
  std::fflush(stderr);
  on_screen_ = true;
}

void ProgressBar::clear() {
  if (on_screen_) std::fputs("\r\033[K", stderr);
  on_screen_ = false;
}

}  // namespace gin::cli
