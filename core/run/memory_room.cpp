#include "core/run/memory_room.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <sstream>

#include "core/base/error.hpp"

namespace gin {
namespace {

constexpr std::uint64_t unlimited = std::numeric_limits<std::uint64_t>::max();

std::uint64_t less(std::uint64_t a, std::uint64_t b) {
  return a > b ? a - b : 0;
}

/// The number in a file that holds one; unlimited without one ("max").
std::uint64_t number_in(const std::string& file) {
  std::uint64_t number = 0;
  return std::ifstream(file) >> number ? number : unlimited;
}

/// The number behind a word that begins a line: "MemAvailable:   24000 kB", "inactive_file 4096".
std::uint64_t number_behind(const std::string& file, const std::string& word, std::uint64_t otherwise) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string first;
    std::uint64_t number = 0;
    if (words >> first >> number && first == word) return number;
  }
  return otherwise;
}

struct LimitFiles {
  const char* limit;
  const char* used;
  const char* cached;  ///< a word of memory.stat: file pages that are given back when memory is asked for
};
constexpr LimitFiles v2{"/memory.max", "/memory.current", "inactive_file"};
constexpr LimitFiles v1{"/memory.limit_in_bytes", "/memory.usage_in_bytes", "total_inactive_file"};

void take_limit(const std::string& folder, const LimitFiles& files, MemoryRoom* room) {
  const std::uint64_t limit = number_in(folder + files.limit);
  const std::uint64_t used = number_in(folder + files.used);
  if (limit == unlimited || used == unlimited) return;
  const std::uint64_t cached = number_behind(folder + "/memory.stat", files.cached, 0);
  const std::uint64_t left = less(limit, less(used, cached));
  if (left < room->bytes) *room = {left, folder + files.limit};
}

/// The limits of a group and of those that it lies in.
void take_limits(const std::string& mount, std::string group, const LimitFiles& files, MemoryRoom* room) {
  while (group.size() > 1) {
    take_limit(mount + group, files, room);
    group.resize(std::min(group.rfind('/'), group.size() - 1));  // a path without a slash ends, too
  }
  take_limit(mount, files, room);
}

/// "21.4 GiB".
std::string in_words(std::uint64_t bytes) {
  if (bytes < 1024) return fmt::format("{} bytes", bytes);
  constexpr std::string_view units = "KMGTPE";
  int shift = 10;
  while (shift < 60 && bytes >> shift >= 1024) shift += 10;
  const std::uint64_t rest = bytes & ((std::uint64_t{1} << shift) - 1);
  return fmt::format("{}.{} {}iB", bytes >> shift, (rest >> (shift - 10)) * 10 / 1024, units[shift / 10 - 1]);
}

}  // namespace

MemoryRoom memory_room(const std::string& root) {
  MemoryRoom room{unlimited, ""};
  const std::uint64_t kilobytes = number_behind(root + "/proc/meminfo", "MemAvailable:", unlimited);
  if (kilobytes < unlimited / 1024) room = {kilobytes * 1024, "MemAvailable of /proc/meminfo"};
  std::ifstream groups(root + "/proc/self/cgroup");  // "0::/user/job", or "4:memory:/job" of the first version
  for (std::string line; std::getline(groups, line);) {
    const std::string path = line.substr(std::min(line.size(), line.find(':', line.find(':') + 1) + 1));
    if (line.starts_with("0::")) take_limits(root + "/sys/fs/cgroup", path, v2, &room);
    if (line.find(":memory:") != std::string::npos) take_limits(root + "/sys/fs/cgroup/memory", path, v1, &room);
  }
  return room;
}

SymmetricHeaps::Size heaps_that_fit(const HeapPlan& plan, const Stored& stored, const MemoryRoom& room) {
  const std::uint64_t control = plan.control_bytes();
  std::uint64_t per_pe = control;
  std::string list;
  for (const HeapPlan::Extent& extent : plan.extents()) {
    if (!extent.control && stored.phantom) continue;
    per_pe += extent.bytes;  // all of them lie in less than 2^63 bytes
    list += fmt::format("{} {}, ", extent.name, in_words(extent.bytes));
  }
  const std::uint64_t all = per_pe > unlimited / stored.pes ? unlimited : per_pe * stored.pes;
  const std::uint64_t most = room.bytes / 10 * 9;
  if (all > most)
    throw Error(
        Code::bad_input,
        fmt::format(
            "memory: expected at most {} of heaps (nine tenths of what {} leaves), got {}: {} PEs with {} each "
            "({}control words {}); {} PEs of this size fit, or windows of {} % of it{}",
            in_words(most), room.by, in_words(all), stored.pes, in_words(per_pe), list, in_words(control),
            most / per_pe, 100 * (most / 128) / (all / 128),
            stored.phantom ? "" : "; backend emulated with payload phantom stores no bulk data"));
  return {stored.pes, plan.heap_bytes(), stored.shared};
}

}  // namespace gin
