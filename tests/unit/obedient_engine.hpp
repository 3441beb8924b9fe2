// A GPU's copy engines that carry out what they are given when a test says so.
#pragma once

#include <cstdint>
#include <vector>

#include "core/format/work_request.hpp"

namespace gin::test {

class ObedientEngine {
 public:
  explicit ObedientEngine(std::uint32_t streams) : marked_(streams), reached_(streams) {}

  std::uint32_t streams() const { return static_cast<std::uint32_t>(marked_.size()); }
  std::uint32_t stream_to(std::uint32_t peer) const { return peer % streams(); }
  void carry_out(const WorkRequest& request) { given.push_back(request); }
  void mark(std::uint32_t stream, std::uint64_t number) { marked_[stream] = number; }
  std::uint64_t reached(std::uint32_t stream) const { return reached_[stream]; }

  /// All that the stream was given before its newest mark is done.
  void finish(std::uint32_t stream) { reached_[stream] = marked_[stream]; }
  std::uint64_t marks(std::uint32_t stream) const { return marked_[stream]; }

  std::vector<WorkRequest> given;

 private:
  std::vector<std::uint64_t> marked_, reached_;
};

}  // namespace gin::test
