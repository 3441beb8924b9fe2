#include "core/softverbs/shared_file.hpp"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "core/softverbs/settings.hpp"

namespace softverbs {

std::shared_ptr<const SharedFile> SharedFile::open(const std::string& name, int flags, std::size_t bytes) {
  const int file = ::shm_open(name.c_str(), O_RDWR | O_CLOEXEC | flags, 0600);
  if (file < 0) return nullptr;
  const std::shared_ptr<SharedFile> opened(new SharedFile(file));
  if (bytes > 0 && ::ftruncate(file, static_cast<off_t>(bytes)) != 0) return nullptr;
  return opened->map() ? opened : nullptr;
}

/// False, with errno, also where whoever makes it has not given it a size yet.
bool SharedFile::map() {
  struct stat status {};
  if (::fstat(file_, &status) != 0) return false;
  const auto bytes = static_cast<std::size_t>(status.st_size);
  void* memory = ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_NORESERVE, file_, 0);
  if (memory == MAP_FAILED) return false;
  memory_ = static_cast<unsigned char*>(memory);
  bytes_ = bytes;
  return true;
}

SharedFile::~SharedFile() {
  if (memory_) ::munmap(memory_, bytes_);
  ::close(file_);
}

bool SharedFile::reserve(std::size_t offset, std::size_t bytes) const {
  const int failed = ::posix_fallocate(file_, static_cast<off_t>(offset), static_cast<off_t>(bytes));
  errno = failed;
  return failed == 0;
}

bool SharedFile::has_name() const {
  struct stat status {};
  return ::fstat(file_, &status) == 0 && status.st_nlink > 0;
}

std::string file_prefix() {
  return "softverbs" + std::to_string(file_layout) + "-" + std::to_string(::getuid()) + "-" + settings()->fabric +
         "-";
}

}  // namespace softverbs
