// A long run says how far it is, to a person who is watching: never into a pipe, never for a short run.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>

#include "core/run/execute.hpp"

namespace gin::cli {

using Milliseconds = std::chrono::milliseconds;

struct ProgressLine {
  RunProgress run;
  Milliseconds elapsed{};
  std::size_t columns = 80;  ///< of the terminal; the line stays below, or it would wrap and not be cleared
};
/// "[####......]  41 %, row 3 of 12, 12 s, about 17 s left"
std::string text_of(const ProgressLine& line);

/// Seconds below a minute, minutes and seconds below an hour, then hours.
std::string short_text(Milliseconds time);

/// The text after a bar that fits before it, cut to less than the terminal's width.
struct BarredText {
  int per_mille = 0;
  std::string text;
  std::size_t columns = 80;
};
std::string with_bar(const BarredText& line);

/// When the line is drawn: not in the first second, then at most ten times in each.
class Redraws {
 public:
  bool due(Milliseconds elapsed);

 private:
  std::optional<Milliseconds> drawn_;
};

/// Draws on the terminal behind standard error, if there is one, and clears the line at the end.
class ProgressBar {
 public:
  ProgressBar();
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  bool watched() const { return watched_; }
  void show(const RunProgress& run);
  /// Draws what `text` makes of the time since the start and the terminal's width, when it is due.
  void show(const std::function<std::string(Milliseconds elapsed, std::size_t columns)>& text);
  void clear();

 private:
  bool watched_;
  bool on_screen_ = false;
  Redraws redraws_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace gin::cli
