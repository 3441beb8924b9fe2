#include "core/base/text_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "core/base/error.hpp"

namespace gin {
namespace {

class Descriptor {
 public:
  // Not blocking: a pipe without a writer opens too, and is refused for what it is.
  explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK)) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  int number() const { return number_; }

 private:
  int number_;
};

}  // namespace

std::string read_text_file(const FileToRead& file) {
  const auto refuse = [&](const std::string& got) {
    throw Error(Code::bad_input, fmt::format("{}: expected {}, {}", file.path, file.what, got));
  };
  struct stat status {};
  // Asked before it is opened, for opening alone makes some devices act.
  if (::stat(file.path.c_str(), &status) != 0)
    refuse(errno == ENOENT || errno == ENOTDIR
               ? "found none; check the name"
               : fmt::format("found none that can be read: {}", std::strerror(errno)));
  if (S_ISDIR(status.st_mode)) refuse("got a directory; name a file in it");
  if (!S_ISREG(status.st_mode)) refuse("got a pipe or a device; write what comes from it to a plain file first");
  const Descriptor in(file.path);
  if (in.number() < 0) refuse("got one that cannot be opened; check its permissions");
  // What the file says of its size may be old by now: one byte past the limit is enough to know.
  std::string text;
  char piece[1 << 16];
  while (text.size() <= file.bytes_max) {
    const ssize_t count = ::read(in.number(), piece, sizeof piece);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) refuse("got a read error half way");
    if (count == 0) return text;
    text.append(piece, static_cast<std::size_t>(count));
  }
  refuse(fmt::format("got one of more than {} MiB", file.bytes_max >> 20));
  return {};
}

}  // namespace gin
