// Where a sweep leaves what it has found out, point by point, and finds it again after it was interrupted.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "sweep/point_line.hpp"

namespace gin::sweep {

/// What makes two sweeps the same one: all of it has to agree before one goes on where the other stopped.
struct SweepIdentity {
  std::string ginlab;  ///< version
  std::string scenario;
  std::string backend;
  std::size_t points = 0;
  std::string rows;  ///< digest of all that is to run
};

/// DIR/sweep.json says which sweep this is, DIR/points.jsonl what is known of its points.
class SweepFolder {
 public:
  struct Options {
    std::string path;
    SweepIdentity sweep;
    bool restart = false;  ///< throw away what an earlier sweep left
  };

  /// Makes the folder, or opens that of the same sweep, and keeps others out as long as it lives. A last line that
  /// was not written to its end is dropped. Throws Error(bad_usage) where the folder is another sweep's, somebody
  /// is writing to it, or it cannot be used.
  explicit SweepFolder(const Options& options);
  ~SweepFolder();
  SweepFolder(const SweepFolder&) = delete;
  SweepFolder& operator=(const SweepFolder&) = delete;

  /// What earlier calls of this sweep left, in the order in which it was written. A later line of a point counts.
  std::vector<PointLine> lines() const;
  /// Out of this process's hands when it returns: a kill costs no point that was appended. Throws Error(failed).
  void append(const std::string& line);

  std::string file(const std::string& name) const;

 private:
  void lock();
  void identify();
  void open_points();
  std::string points_text() const;
  void throw_away();
  [[noreturn]] void refuse(const std::string& message) const;

  Options options_;
  int identity_ = -1;  ///< sweep.json; the lock is on it
  int points_ = -1;
};

}  // namespace gin::sweep
