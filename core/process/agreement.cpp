#include "core/process/agreement.hpp"

#include <fmt/format.h>

#include "core/base/error.hpp"
#include "core/env/heap_map.hpp"

namespace gin {

void Agreement::arrive(std::uint64_t line) {
  const std::string where = fmt::format("{} of iteration {}", line % 2 == 0 ? "start" : "end", line / 2);
  member_.stand(stand_.passes(where));
  // Who comes first waits as long as for anything else; but it hears of the others' hang from themselves.
  gathering_.emplace(member_.all_gather(where, "", hang_after_ + std::chrono::seconds(5)));
}

bool Agreement::are_there() {
  if (!gathering_->ready()) return false;
  gathering_->take();
  return true;
}

bool Agreement::are_through() {
  if (!is_leaving_) {
    refuse_to_wait_for_the_dead();  // some operations will never be complete
    if (!are_complete_()) return false;
    gathering_.emplace(member_.all_gather("last operations", ""));
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
