#include "core/ofi/tidy_up.hpp"

#include <signal.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <charconv>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <regex>
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

/// Provider efa of libfabric 1.17 opens an endpoint of provider shm beside each of its own, used or not, and names it GID_QP_KEY_UID.
/// Whose it is stands in the file: a byte with the number 4 of its layout, three others, then the process (smr_region, smr_util.h).
bool read_owner(const std::filesystem::path& file, Named& named) {
  static const std::regex by_address("[0-9a-f:]+_[0-9a-f]{4}_[0-9a-f]{8}_([0-9a-f]{4,8})");
  std::smatch parts;
  const std::string name = file.filename().string();
  if (!std::regex_match(name, parts, by_address)) return false;
  struct Head {
    unsigned char layout = 0;
    unsigned char others[3] = {};
    std::int32_t pid = 0;
  } head;
  std::ifstream in(file, std::ios::binary);
  if (!in.read(reinterpret_cast<char*>(&head), sizeof head) || head.layout != 4 || head.pid <= 0) return false;
  named = {.pid = head.pid, .uid = static_cast<uid_t>(std::stoul(parts[1].str(), nullptr, 16))};
  return true;
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
    if (::lstat(entry.path().c_str(), &file) != 0 || !S_ISREG(file.st_mode) || file.st_uid != ::geteuid()) continue;
    const bool is_one = parse(entry.path().filename().string(), named) || read_owner(entry.path(), named);
    if (!is_one || named.uid != ::geteuid()) continue;
    if (is_gone(named.pid) && ::unlink(entry.path().c_str()) == 0) ++removed;
  }
  return removed;
}

}  // namespace gin::ofi
