// Memory with a name in /dev/shm, as large as its owner likes; pages come when they are touched.
#pragma once

#include <sys/file.h>

#include <cstddef>
#include <memory>
#include <string>

namespace softverbs {

/// Owns the mapping, not the name.
class SharedFile {
 public:
  /// The file of that name; with O_CREAT among `flags`, which are those of shm_open, one of `bytes` zeros where there is none.
  /// Null, with errno, where that fails.
  static std::shared_ptr<const SharedFile> open(const std::string& name, int flags = 0, std::size_t bytes = 0);
  SharedFile(const SharedFile&) = delete;
  SharedFile& operator=(const SharedFile&) = delete;
  ~SharedFile();

  /// Null where the file does not hold all of it.
  template <class T>
  T* at(std::size_t offset) const {
    return offset + sizeof(T) <= bytes_ ? reinterpret_cast<T*>(memory_ + offset) : nullptr;
  }
  /// Makes pages come now: a full /dev/shm is an answer here, and a SIGBUS later. False, with errno.
  bool reserve(std::size_t offset, std::size_t bytes) const;
  /// flock(2): LOCK_SH, LOCK_EX, with LOCK_NB. It is given up with the file, also by those who are killed.
  bool lock(int operation) const { return ::flock(file_, operation) == 0; }
  /// Nobody has unlinked it meanwhile.
  bool has_name() const;

 private:
  explicit SharedFile(int file) : file_(file) {}
  bool map();

  int file_;
  unsigned char* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// Which layout these files have. It goes up with every change of what lies in them: builds that differ there have files of
/// their own, and do not reach each other.
inline constexpr unsigned file_layout = 3;

/// "softverbs2-1000-FABRIC-", with which all files of this layout, user and fabric begin.
std::string file_prefix();

}  // namespace softverbs
