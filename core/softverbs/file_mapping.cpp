#include "core/softverbs/file_mapping.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace softverbs {
namespace {

const auto page_bytes = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  FileRange range;  ///< of its first byte
};

/// The shared mappings of this process that may be read and written.
std::vector<Mapping> shared_mappings() {
  std::vector<Mapping> found;
  const std::unique_ptr<FILE, int (*)(FILE*)> maps(std::fopen("/proc/self/maps", "re"), &std::fclose);
  char* line = nullptr;
  std::size_t room = 0;
  while (maps && ::getline(&line, &room, maps.get()) > 0) {
    Mapping mapping;
    FileRange& range = mapping.range;
    unsigned device_major = 0, device_minor = 0;
    const int fields =
        std::sscanf(line, "%" SCNx64 "-%" SCNx64 " rw%*1[-x]s %" SCNx64 " %x:%x %" SCNu64, &mapping.begin,
                    &mapping.end, &range.offset, &device_major, &device_minor, &range.file);
    if (fields != 6) continue;
    range.device = makedev(device_major, device_minor);
    found.push_back(mapping);
  }
  std::free(line);
  return found;
}

/// The file, from whichever descriptor of that process has it open; -1 where none has, or we may not.
int open_from(int pid, const FileRange& range) {
  std::error_code over;
  std::filesystem::directory_iterator at("/proc/" + std::to_string(pid) + "/fd", over);
  for (; at != std::filesystem::directory_iterator(); at.increment(over)) {
    struct stat status {};
    if (::stat(at->path().c_str(), &status) != 0 || status.st_dev != range.device || status.st_ino != range.file)
      continue;
    const int file = ::open(at->path().c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0) return file;
  }
  return -1;
}

}  // namespace

unsigned char* map_file(int file, std::uint64_t offset, std::size_t bytes, int rights) {
  const std::uint64_t before = offset % page_bytes;
  void* memory = ::mmap(nullptr, before + bytes, rights, MAP_SHARED, file, static_cast<off_t>(offset - before));
  return memory == MAP_FAILED ? nullptr : static_cast<unsigned char*>(memory) + before;
}

void unmap_file(unsigned char* memory, std::size_t bytes) {
  const std::uint64_t before = reinterpret_cast<std::uint64_t>(memory) % page_bytes;
  ::munmap(memory - before, before + bytes);
}

FileRange file_range_of(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  for (const auto& [first, end, range] : shared_mappings())
    if (first <= begin && begin + bytes <= end) return {range.device, range.file, range.offset + (begin - first)};
  return {};
}

unsigned char* map_here(const FileRange& range, std::size_t bytes, int pid) {
  for (const auto& [begin, end, held] : shared_mappings())
    if (held.device == range.device && held.file == range.file && held.offset <= range.offset &&
        range.offset + bytes <= held.offset + (end - begin))
      return reinterpret_cast<unsigned char*>(begin + (range.offset - held.offset));
  const int file = open_from(pid, range);
  if (file < 0) return nullptr;
  unsigned char* const mapped = map_file(file, range.offset, bytes, PROT_READ | PROT_WRITE);
  ::close(file);
  return mapped;
}

}  // namespace softverbs
