// Memory of a GPU that a handle stands for, which other processes may be given: the driver's virtual memory management.
#pragma once

#include <cstdint>

namespace gin::gpu {

/// Where the GPU that the calling thread has chosen loads and stores. All throw Error(failed).
class Mapping {
 public:
  /// Whether this GPU has such memory; a container may keep it from a process.
  static bool are_shared_here();

  /// Of this GPU, of at least so many bytes, not cleared; NICs reach it, too, where the driver lets them.
  explicit Mapping(std::uint64_t bytes);
  /// Of whichever GPU the handle is that `file` stands for, which is closed.
  static Mapping imported(int file, std::uint64_t bytes);
  Mapping(Mapping&& other) noexcept : at_(other.at_), bytes_(other.bytes_), handle_(other.handle_) {
    other.bytes_ = 0;
  }
  Mapping& operator=(Mapping&&) = delete;
  ~Mapping();

  unsigned char* data() const { return reinterpret_cast<unsigned char*>(at_); }
  std::uint64_t bytes() const { return bytes_; }
  /// A file that stands for it, to be sent to other processes; the caller's to close.
  int exported() const;

 private:
  Mapping(std::uint64_t handle, std::uint64_t bytes);
  void map();

  std::uint64_t at_ = 0;
  std::uint64_t bytes_ = 0;
  std::uint64_t handle_ = 0;
};

}  // namespace gin::gpu
