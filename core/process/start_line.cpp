#include "core/process/start_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>

namespace gin {

std::string StartLine::arrive(Time now) const {
  return fmt::format("{} {} {}", host_, now.count(), waited_.count());
}

StartLine::Time StartLine::begin(const std::vector<std::string>& told, Time now) {
  Time all_came{}, slowest{};
  for (const std::string& text : told) {
    std::istringstream in(text);
    std::string host;
    std::int64_t came = 0, waited = 0;
    if (!(in >> host >> came >> waited) || host != host_) continue;
    all_came = std::max(all_came, std::min(Time(came), now + most));
    slowest = std::max(slowest, std::min(Time(waited), most));
  }
  waited_ = std::clamp(now - all_came, Time(0), most / 2);
  return std::clamp(all_came + slowest * 2, now, now + most);
}

}  // namespace gin
