#include "core/softverbs/shared_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/softverbs/settings.hpp"

namespace softverbs {

SharedFile SharedFile::map(int file) {
  struct stat status {};
  if (::fstat(file, &status) != 0 || status.st_size == 0) {
    ::close(file);
    return {};
  }
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file, 0);
  if (memory == MAP_FAILED) {
    ::close(file);
    return {};
  }
  return {memory, bytes, file};
}

SharedFile SharedFile::create_or_open(const std::string& name, std::size_t bytes, int flags) {
  const int file = ::shm_open(name.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | flags, 0600);
  if (file < 0) return {};
  if (::ftruncate(file, static_cast<off_t>(bytes)) != 0) {
    ::close(file);
    return {};
  }
  return map(file);
}

SharedFile SharedFile::open(const std::string& name) {
  const int file = ::shm_open(name.c_str(), O_RDWR | O_CLOEXEC, 0600);
  return file < 0 ? SharedFile() : map(file);
}

SharedFile::~SharedFile() {
  if (!memory_) return;
  ::munmap(memory_, bytes_);
  ::close(file_);
}

bool SharedFile::reserve(std::size_t offset, std::size_t bytes) const {
  const int failed = ::posix_fallocate(file_, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  errno = failed;
  return failed == 0;
}

bool SharedFile::lock(int operation) const {
  return ::flock(file_, operation) == 0;
}

bool SharedFile::has_name() const {
  struct stat status {};
  return ::fstat(file_, &status) == 0 && status.st_nlink > 0;
}

std::string file_prefix() {
  return "softverbs-" + std::to_string(::getuid()) + "-" + settings()->fabric + "-";
}

}  // namespace softverbs
