#include "core/process/agreement.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/env/heap_map.hpp"
#include "core/topology/host.hpp"

namespace gin {
namespace {

StartLine::Time now() {
  return WallEnv::Clock::now().time_since_epoch();
}

}  // namespace

Agreement::Agreement(bootstrap::Member& member, std::chrono::seconds hang_after, const HeapMap& heap,
                     std::function<bool()> are_complete)
    : member_(member),
      hang_after_(hang_after),
      heap_(heap),
      are_complete_(std::move(are_complete)),
      start_line_(topology::host_identity()) {}

void Agreement::arrive(std::uint64_t line) {
  const std::string where = fmt::format("{} of iteration {}", line % 2 == 0 ? "start" : "end", line / 2);
  member_.stand(stand_.passes(where));
  // Who comes first waits as long as for anything else; but it hears of the others' hang from themselves.
  is_start_ = line % 2 == 0;
  const std::string told = is_start_ ? start_line_.arrive(now()) : "";
  gathering_.emplace(member_.all_gather(where, told, hang_after_ + std::chrono::seconds(5)));
  begin_ = {};
}

bool Agreement::are_there() {
  if (gathering_) {
    if (!gathering_->ready()) return false;
    const std::vector<std::string> told = gathering_->take();
    gathering_.reset();
    if (is_start_) begin_ = start_line_.begin(told, now());
  }
  return now() >= begin_;
}

bool Agreement::are_through() {
  if (!is_leaving_) {
    refuse_to_wait_for_the_dead();  // some operations will never be complete
    if (!are_complete_()) return false;
    gathering_.emplace(member_.all_gather("last operations", ""));
    is_start_ = false;
    begin_ = {};
    is_leaving_ = true;
  }
  return are_there();
}

void Agreement::waits(std::uint32_t agent, const Waiting* why) {
  if (why) member_.stand(stand_.waits(agent, describe(*why, heap_)));
  refuse_to_wait_for_the_dead();
}

void Agreement::refuse_to_wait_for_the_dead() {
  if (member_.aborted()) throw Error(Code::failed, member_.abort_reason());
}

}  // namespace gin
