#include "tests/bench/raw/perftest.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <sstream>
#include <vector>

#include "core/base/error.hpp"

namespace gin::bench {
namespace {

/// What `command` prints.
std::string output_of(const std::string& command) {
  const std::unique_ptr<FILE, int (*)(FILE*)> pipe(::popen(command.c_str(), "r"), &::pclose);
  if (!pipe) throw Error(Code::unavailable, fmt::format("perftest: expected a shell for {}, came none", command));
  std::string text;
  std::array<char, 4096> part;
  while (const std::size_t bytes = std::fread(part.data(), 1, part.size(), pipe.get()))
    text.append(part.data(), bytes);
  return text;
}

/// Memory of one side, in a shared mapping as ginlab's heaps are: elsewhere the kernel would copy for the device.
class SharedBuffer {
 public:
  SharedBuffer() : file_(::memfd_create("perftest", MFD_CLOEXEC)) {
    constexpr off_t enough = 8 << 20;  // perftest takes two messages, or a page for each queue pair
    if (file_ < 0 || ::ftruncate(file_, enough) != 0)
      throw Error(Code::unavailable,
                  fmt::format("perftest: expected {} bytes of memory, came errno {}", enough, errno));
  }
  ~SharedBuffer() { ::close(file_); }
  SharedBuffer(const SharedBuffer&) = delete;
  std::string option() const { return fmt::format("--mmap=/proc/{}/fd/{}", ::getpid(), file_); }

 private:
  int file_;
};

/// The numbers of the line that begins with the size and the count, which is the last one that does.
std::vector<double> figures_of(const std::string& tool, unsigned bytes, unsigned count) {
  static unsigned runs = 0;
  const unsigned port = 20000 + (static_cast<unsigned>(::getpid()) * 16 + ++runs) % 20000;
  const std::string side =
      fmt::format("LD_PRELOAD={} SOFTVERBS_FABRIC=bench{} timeout 60 {} -d soft0 -F -s {} -n {} -p {}",
                  GINLAB_SOFTVERBS, ::getpid(), tool, bytes, count, port);
  const SharedBuffer here, there;
  // The first side listens a moment after it starts; the other asks until it does.
  const std::string said = output_of(fmt::format(
      "{0} {1} >/dev/null 2>&1 & for i in $(seq 100); do {0} {2} localhost 2>/dev/null && break; sleep 0.05; done; wait",
      side, there.option(), here.option()));
  std::istringstream lines(said);
  std::vector<double> found;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    std::vector<double> numbers;
    for (double number = 0; words >> number;) numbers.push_back(number);
    if (numbers.size() >= 5 && numbers[0] == bytes && numbers[1] == count) found = numbers;
  }
  if (found.empty())
    throw Error(
        Code::unavailable,
        fmt::format("{}: expected a line of figures, came \"{}\"; scripts/setup.sh --tests installs perftest", tool,
                    said));
  return found;
}

}  // namespace

RawFigures measure_perftest(const RawSizes& sizes) {
  constexpr unsigned large = 64 << 10, average = 5, bandwidth = 3, rate = 4;  // columns of perftest
  RawFigures raw;
  raw.half_round_trip_us = figures_of("ib_write_lat", 8, sizes.round_trips)[average];
  raw.mega_messages_s = figures_of("ib_write_bw", 8, sizes.messages).at(rate);
  raw.gigabytes_s = figures_of("ib_write_bw", large, sizes.large_messages)[bandwidth] * (1 << 20) / 1e9;
  return raw;
}

}  // namespace gin::bench
