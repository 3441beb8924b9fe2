// A long run or sweep says how far it is, to a person who is watching: never into a pipe, never for a short run.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "core/run/execute.hpp"

namespace gin::cli {

using Milliseconds = std::chrono::milliseconds;

struct SweepProgress {
  std::size_t before = 0;  ///< of those done, what an earlier call of the sweep left
  std::size_t done = 0;    ///< failed ones too
  std::size_t failed = 0;
  std::size_t points = 0;
};

/// Of --seeds: runs of rows at seeds.
struct SeedsProgress {
  std::size_t done = 0;
  std::size_t runs = 0;
};

/// Of a failing run that is made shorter: nobody knows how many runs that takes.
struct ShorteningProgress {
  std::size_t done = 0;
};

/// How full a bar is, none where nobody knows, and the text behind it.
struct BarredText {
  std::optional<int> per_mille;
  std::string text;
};

/// " 41 %, row 3 of 12, 12 s, about 17 s left"
BarredText text_of(const RunProgress& run, Milliseconds elapsed);

/// " 41 %, 410 done, 2 failed, 590 left, 12 s, about 17 s to go"
BarredText text_of(const SweepProgress& sweep, Milliseconds elapsed);

/// " 41 %, 410 of 1000 runs, 12 s, about 17 s left"
BarredText text_of(const SeedsProgress& seeds, Milliseconds elapsed);

/// "making it shorter: 410 runs, 12 s"
BarredText text_of(const ShorteningProgress& shortening, Milliseconds elapsed);

/// "[####......]  41 %, ...": the text after a bar that fits before it, cut to less than the terminal's width, or it
/// would wrap and not be cleared.
std::string with_bar(const BarredText& line, std::size_t columns);

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
  /// Unless it is `wanted` nothing is drawn.
  explicit ProgressBar(bool wanted = true);
  ~ProgressBar() { clear(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  bool watched() const { return watched_; }

  /// Draws how far a run or a sweep is, when that is due.
  template <class Progress>
  void show(const Progress& progress) {
    const auto elapsed = std::chrono::duration_cast<Milliseconds>(std::chrono::steady_clock::now() - started_);
    if (watched_ && redraws_.due(elapsed)) draw(text_of(progress, elapsed));
  }

  void clear();

 private:
  void draw(const BarredText& line);

  bool watched_;
  bool on_screen_ = false;
  Redraws redraws_;
  std::chrono::steady_clock::time_point started_ = std::chrono::steady_clock::now();
};

}  // namespace gin::cli
