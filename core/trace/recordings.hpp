// The recordings of a run, one for each row. Rows share what the file may hold, so that each has something in it.
#pragma once

#include <deque>
#include <string>
#include <utility>

#include "core/trace/recording.hpp"

namespace gin::trace {

class Recordings {
 public:
  struct Named {
    std::string name;
    Recording recording;
  };

  explicit Recordings(RecordingRules rules) : rules_(std::move(rules)), left_(rules_.events_max) {}

  /// For the next row of `rows_left`, itself included; called when the one before it has run.
  Recording& add(const std::string& name, std::size_t rows_left) {
    if (!rows_.empty()) left_ -= rows_.back().recording.events().size();
    RecordingRules rules = rules_;
    rules.events_max = left_ / rows_left;
    return rows_.emplace_back(Named{name, Recording(std::move(rules))}).recording;
  }
  const std::deque<Named>& rows() const { return rows_; }

 private:
  RecordingRules rules_;
  std::size_t left_;
  std::deque<Named> rows_;
};

}  // namespace gin::trace
