// Memory with a name in /dev/shm, as large as its owner likes; pages come when they are touched.
#pragma once

#include <cstddef>
#include <string>
#include <utility>

namespace softverbs {

/// Owns the mapping, not the name.
class SharedFile {
 public:
  /// The file that is there, or else a new one of `bytes` zeros. `flags`: those of shm_open besides, as O_EXCL. Empty, with errno,
  /// where that fails.
  static SharedFile create_or_open(const std::string& name, std::size_t bytes, int flags = 0);
  /// Empty where there is none.
  static SharedFile open(const std::string& name);

  SharedFile() = default;
  SharedFile(SharedFile&& other) noexcept
      : memory_(std::exchange(other.memory_, nullptr)),
        bytes_(other.bytes_),
        file_(std::exchange(other.file_, -1)) {}
  SharedFile& operator=(SharedFile&& other) noexcept {
    std::swap(memory_, other.memory_);
    std::swap(bytes_, other.bytes_);
    std::swap(file_, other.file_);
    return *this;
  }
  ~SharedFile();

  explicit operator bool() const { return memory_ != nullptr; }
  unsigned char* memory() const { return static_cast<unsigned char*>(memory_); }
  template <class T>
  T* at(std::size_t offset) const {
    return offset + sizeof(T) <= bytes_ ? reinterpret_cast<T*>(memory() + offset) : nullptr;
  }
  std::size_t bytes() const { return bytes_; }
  /// Makes pages come now: a full /dev/shm is an answer here, and a SIGBUS later. False, with errno.
  bool reserve(std::size_t offset, std::size_t bytes) const;
  /// flock(2): LOCK_SH, LOCK_EX, with LOCK_NB. It is given up with the file, also by those who are killed.
  bool lock(int operation) const;
  /// Nobody has unlinked it meanwhile.
  bool has_name() const;

 private:
  SharedFile(void* memory, std::size_t bytes, int file) : memory_(memory), bytes_(bytes), file_(file) {}
  static SharedFile map(int file);

  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
  int file_ = -1;
};

/// "softverbs-1000-FABRIC-", with which all files of this user and fabric begin.
std::string file_prefix();

}  // namespace softverbs
