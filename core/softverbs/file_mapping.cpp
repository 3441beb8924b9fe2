#include "core/softverbs/file_mapping.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <memory>
#include <string>

namespace softverbs {
namespace {

struct Mapping {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
  FileRange range;  ///< of its first byte
};

/// Calls see(mapping) for each shared mapping of this process that may be read and written, until it says true.
template <class See>
void each_shared_mapping(See see) {
  const std::unique_ptr<FILE, int (*)(FILE*)> maps(std::fopen("/proc/self/maps", "re"), &std::fclose);
  if (!maps) return;
  char* line = nullptr;
  std::size_t room = 0;
  while (::getline(&line, &room, maps.get()) > 0) {
    Mapping mapping;
    char rights[5] = {};
    unsigned device_major = 0, device_minor = 0;
    const int fields =
        std::sscanf(line, "%" SCNx64 "-%" SCNx64 " %4s %" SCNx64 " %x:%x %" SCNu64, &mapping.begin, &mapping.end,
                    rights, &mapping.range.offset, &device_major, &device_minor, &mapping.range.file);
    if (fields != 7 || rights[0] != 'r' || rights[1] != 'w' || rights[3] != 's') continue;
    mapping.range.device = makedev(device_major, device_minor);
    if (see(mapping)) break;
  }
  std::free(line);
}

/// The file, from whichever descriptor of that process has it open; -1 where none has, or we may not.
int open_from(int pid, const FileRange& range) {
  const std::string folder = "/proc/" + std::to_string(pid) + "/fd";
  DIR* const descriptors = ::opendir(folder.c_str());
  if (!descriptors) return -1;
  int file = -1;
  while (const dirent* entry = ::readdir(descriptors)) {
    const std::string path = folder + "/" + entry->d_name;
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0 || status.st_dev != range.device || status.st_ino != range.file)
      continue;
    file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
    if (file >= 0) break;
  }
  ::closedir(descriptors);
  return file;
}

}  // namespace

FileRange file_range_of(const void* address, std::size_t bytes) {
  const auto begin = reinterpret_cast<std::uint64_t>(address);
  FileRange found;
  each_shared_mapping([&](const Mapping& mapping) {
    if (begin < mapping.begin || begin + bytes > mapping.end) return false;
    found = mapping.range;
    found.offset += begin - mapping.begin;
    return true;
  });
  return found;
}

unsigned char* map_here(const FileRange& range, std::size_t bytes, int pid) {
  unsigned char* found = nullptr;
  each_shared_mapping([&](const Mapping& mapping) {
    const bool holds = mapping.range.device == range.device && mapping.range.file == range.file &&
                       mapping.range.offset <= range.offset &&
                       range.offset + bytes <= mapping.range.offset + (mapping.end - mapping.begin);
    if (holds) found = reinterpret_cast<unsigned char*>(mapping.begin + (range.offset - mapping.range.offset));
    return holds;
  });
  if (found) return found;
  const int file = open_from(pid, range);
  if (file < 0) return nullptr;
  const std::uint64_t page = static_cast<std::uint64_t>(::sysconf(_SC_PAGESIZE));
  const std::uint64_t before = range.offset % page;
  void* memory = ::mmap(nullptr, before + bytes, PROT_READ | PROT_WRITE, MAP_SHARED, file,
                        static_cast<off_t>(range.offset - before));
  ::close(file);
  return memory == MAP_FAILED ? nullptr : static_cast<unsigned char*>(memory) + before;
}

}  // namespace softverbs
