// How a PE's agents keep step with those of other processes: lines that all reach, who is stuck where, whose operations
// are still under way.
#pragma once

#include <chrono>
#include <functional>
#include <optional>
#include <utility>

#include "core/bootstrap/member.hpp"
#include "core/env/heap_map.hpp"
#include "core/env/wall_env.hpp"
#include "core/process/start_line.hpp"
#include "core/run/stand.hpp"
#include "core/run/wall_job.hpp"

namespace gin {

class Agreement final : public OtherPes, public Watcher {
 public:
  /// `heap` is looked at later, and outlives this. `are_complete`: whether this PE's operations are; once its agents are
  /// through.
  Agreement(bootstrap::Member& member, std::chrono::seconds hang_after, const HeapMap& heap,
            std::function<bool()> are_complete);

  void arrive(std::uint64_t line) override;
  bool are_there() override;
  void progressed() override { member_.progress(); }
  std::uint64_t progress_heard() override { return member_.progress_heard(); }
  bool are_through() override;

  void waits(std::uint32_t agent, const Waiting* why) override;
  void goes_on(std::uint32_t agent) override { member_.stand(stand_.goes_on(agent)); }

 private:
  void refuse_to_wait_for_the_dead();

  bootstrap::Member& member_;
  const std::chrono::seconds hang_after_;
  const HeapMap& heap_;
  std::function<bool()> are_complete_;
  std::optional<bootstrap::Gathering> gathering_;  ///< under way
  StartLine start_line_;
  bool is_start_ = false;  ///< the line that is waited at
  StartLine::Time begin_{};
  Stand stand_;
  bool is_leaving_ = false;
};

}  // namespace gin
