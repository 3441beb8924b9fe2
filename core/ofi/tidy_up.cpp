#include "core/ofi/tidy_up.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <system_error>

namespace gin::ofi {
namespace {

struct Named {
  pid_t pid = 0;
  uid_t uid = 0;
};

/// Reads PID:UID:NUMBER, where the number may be a word of the provider.
bool parse(const std::string& name, Named& named) {
  const char* end = name.data() + name.size();
  const auto pid = std::from_chars(name.data(), end, named.pid);
  if (pid.ec != std::errc{} || named.pid <= 0 || pid.ptr == end || *pid.ptr != ':') return false;
  const auto uid = std::from_chars(pid.ptr + 1, end, named.uid);
  return uid.ec == std::errc{} && uid.ptr != end && *uid.ptr == ':';
}

/// One that has ended is gone even while its parent has not asked how: where nobody adopts orphans, that is for
/// ever.
bool is_gone(pid_t pid) {
  if (::kill(pid, 0) != 0) return errno == ESRCH;
  std::ifstream stat("/proc/" + std::to_string(pid) + "/stat");
  std::string line;
  std::getline(stat, line);
  const std::size_t name_end = line.rfind(')');  // "PID (NAME) STATE ..."
  return name_end != std::string::npos && name_end + 2 < line.size() && line[name_end + 2] == 'Z';
}

}  // namespace

unsigned tidy_up(const std::string& folder) {
  unsigned removed = 0;
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    Named named;
    struct stat file {};
    if (!parse(entry.path().filename().string(), named) || named.uid != ::geteuid()) continue;
    if (::lstat(entry.path().c_str(), &file) != 0 || !S_ISREG(file.st_mode) || file.st_uid != ::geteuid()) continue;
    if (is_gone(named.pid) && ::unlink(entry.path().c_str()) == 0) ++removed;
  }
  return removed;
}

}  // namespace gin::ofi
