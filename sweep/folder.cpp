// The lock is a record lock: it ends with the process however that ends, workers do not inherit it, and network
// file systems have it. Whoever holds it must not open sweep.json a second time, for closing that would release it.
#include "sweep/folder.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/base/error.hpp"
#include "core/base/json.hpp"
#include "core/base/json_path.hpp"
#include "core/base/text_file.hpp"
#include "core/trace/result.hpp"

namespace gin::sweep {
namespace {

namespace fs = std::filesystem;

constexpr const char* schema = "ginlab/sweep/2";  // 2: lines of points.jsonl end with a checksum
constexpr std::size_t identity_bytes_max = std::size_t{16} << 20;

Json to_json(const SweepIdentity& sweep) {
  return {{"schema", schema},         {"ginlab", sweep.ginlab}, {"scenario", sweep.scenario},
          {"backend", sweep.backend}, {"points", sweep.points}, {"rows", sweep.rows}};
}

/// 0, or the errno of what failed.
int write_all(int file, std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(file, text.data(), text.size());
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) return errno;
    text.remove_prefix(static_cast<std::size_t>(count));
  }
  return 0;
}

/// At most some bytes more than JSON may have.
std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t count = 0; text.size() <= identity_bytes_max &&
                          (count = ::pread(file, buffer, sizeof buffer, static_cast<off_t>(text.size()))) > 0;)
    text.append(buffer, static_cast<std::size_t>(count));
  return text;
}

bool is_plain(int file) {
  struct stat status {};
  return ::fstat(file, &status) == 0 && S_ISREG(status.st_mode);
}

}  // namespace

SweepFolder::SweepFolder(const Options& options) : options_(options) {
  std::error_code error;
  fs::create_directories(options_.path, error);
  if (!error && !fs::is_directory(options_.path, error)) error = std::make_error_code(std::errc::not_a_directory);
  if (error) refuse(fmt::format("expected a folder or a place to make one, got: {}", error.message()));
  if (!fs::exists(file("sweep.json")))
    for (const char* name : {"points.jsonl", "points.csv", "result.json"})
      if (fs::exists(file(name)))
        refuse(fmt::format("expected a new folder or that of a sweep, got one with a {} of something else", name));
  identity_ = ::open(file("sweep.json").c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (identity_ < 0) refuse(fmt::format("expected a place to write to, got: {}", std::strerror(errno)));
  if (!is_plain(identity_)) {
    ::close(identity_);
    refuse("expected sweep.json to be a plain file, got a pipe or a device; name another folder");
  }
  try {
    lock();
    if (options_.restart) throw_away();
    identify();
    open_points();
  } catch (...) {
    ::close(identity_);
    if (points_ >= 0) ::close(points_);
    throw;
  }
}

SweepFolder::~SweepFolder() {
  ::close(points_);
  ::close(identity_);
}

std::string SweepFolder::file(const std::string& name) const {
  return (fs::path(options_.path) / name).string();
}

void SweepFolder::refuse(const std::string& message) const {
  throw Error(Code::bad_usage, fmt::format("sweep --out {}: {}", in_quotes(options_.path), message));
}

void SweepFolder::lock() {
  struct flock whole {};
  whole.l_type = F_WRLCK;
  whole.l_whence = SEEK_SET;
  if (::fcntl(identity_, F_SETLK, &whole) == 0) return;
  if (errno != EACCES && errno != EAGAIN)
    refuse(fmt::format("expected a file system that can lock files, got: {}", std::strerror(errno)));
  struct flock holder = whole;
  const bool known = ::fcntl(identity_, F_GETLK, &holder) == 0 && holder.l_type != F_UNLCK && holder.l_pid > 0;
  refuse(
      fmt::format("expected a folder of its own, got one that another sweep is writing to{}; wait for it or name "
                  "another",
                  known ? fmt::format(" (process {})", holder.l_pid) : ""));
}

void SweepFolder::throw_away() {
  if (::ftruncate(identity_, 0) != 0)
    refuse(fmt::format("expected to empty sweep.json, got: {}", std::strerror(errno)));
  for (const char* name : {"points.jsonl", "points.csv", "result.json"}) {
    std::error_code error;
    fs::remove(file(name), error);
    if (error) refuse(fmt::format("expected to remove {}, got: {}", name, error.message()));
  }
}

void SweepFolder::identify() {
  const Json ours = to_json(options_.sweep);
  const std::string text = read_all(identity_);
  if (text.empty()) {
    if (const int error = write_all(identity_, ours.dump() + "\n"); error != 0)
      refuse(fmt::format("expected a place to write to, got: {}", std::strerror(error)));
    return;
  }
  const std::string advice = "name another folder, or throw away what is there with --restart";
  Json theirs;
  try {
    theirs = parse_json(text, "sweep.json");
  } catch (const Error& error) {
    refuse(fmt::format("expected the folder of a sweep, got: {}; {}", error.what(), advice));
  }
  for (const auto& [key, value] : ours.items()) {
    if (theirs.is_object() && theirs.contains(key) && theirs[key] == value) continue;
    const Json found = theirs.is_object() && theirs.contains(key) ? theirs[key] : Json();
    if (key == "rows")
      refuse(fmt::format("expected a folder of this sweep, got one whose points differ from these in a value; {}",
                         advice));
    refuse(fmt::format("expected a folder of this sweep ({} {}), got one of another ({}); {}", key, shown(value),
                       shown(found), advice));
  }
}

void SweepFolder::open_points() {
  points_ = ::open(file("points.jsonl").c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0666);
  if (points_ < 0) refuse(fmt::format("expected to open points.jsonl, got: {}", std::strerror(errno)));
  const std::string text = points_text();
  const auto end = text.rfind('\n');
  const std::size_t whole = end == std::string::npos ? 0 : end + 1;
  if (whole == text.size()) return;
  if (::ftruncate(points_, static_cast<off_t>(whole)) != 0)
    refuse(fmt::format("expected to cut off the torn end of points.jsonl, got: {}", std::strerror(errno)));
}

/// As much as a result may have: each point's row stands in it once, or a few times where points failed before.
std::string SweepFolder::points_text() const {
  return read_text_file(
      {.path = file("points.jsonl"), .what = "the points of a sweep", .bytes_max = trace::result_bytes_max});
}

std::vector<PointLine> SweepFolder::lines() const {
  std::vector<PointLine> lines;
  std::istringstream in(points_text());
  for (std::string line; std::getline(in, line);) {
    const std::string where = fmt::format("{}:{}", file("points.jsonl"), lines.size() + 1);
    lines.push_back(read_point_line(line, where));
    if (lines.back().point >= options_.sweep.points)
      throw Error(Code::bad_input, fmt::format("{}: $.point: expected one of {} points, counted from 0, got {}",
                                               where, options_.sweep.points, lines.back().point));
  }
  return lines;
}

void SweepFolder::append(const std::string& line) {
  const int error = write_all(points_, line + "\n");
  if (error == 0) return;
  throw Error(Code::failed, fmt::format("{}: expected to append a point, got: {}; the same command goes on once "
                                        "there is room",
                                        file("points.jsonl"), std::strerror(error)));
}

}  // namespace gin::sweep
