// Memory that a GPU, or a GPU and its host, look at; given back at the end of its owner.
#pragma once

#include <cstddef>

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen; zero at the start. Throws Error(failed).
class DeviceMemory {
 public:
  explicit DeviceMemory(std::size_t bytes);
  DeviceMemory(DeviceMemory&& other) noexcept : data_(other.data_) { other.data_ = nullptr; }
  DeviceMemory& operator=(DeviceMemory&&) = delete;
  ~DeviceMemory();

  unsigned char* data() const { return data_; }
  void write(const void* from, std::size_t bytes) const;
  void read(void* to, std::size_t bytes) const;

 private:
  unsigned char* data_ = nullptr;
};

/// Of the host, where every GPU reaches it; zero at the start. Throws Error(failed).
class PinnedMemory {
 public:
  explicit PinnedMemory(std::size_t bytes);
  PinnedMemory(const PinnedMemory&) = delete;
  PinnedMemory& operator=(const PinnedMemory&) = delete;
  ~PinnedMemory();

  unsigned char* data() const { return data_; }
  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

 private:
  unsigned char* data_ = nullptr;
};

/// Of the host, which the driver could move to a GPU and is asked to leave there; zero at the start. Nothing but benches, which compare it
/// with PinnedMemory, has words in it. Throws Error(failed).
class ManagedMemory {
 public:
  explicit ManagedMemory(std::size_t bytes);
  ManagedMemory(const ManagedMemory&) = delete;
  ManagedMemory& operator=(const ManagedMemory&) = delete;
  ~ManagedMemory();

  template <class T>
  T* as() const {
    return reinterpret_cast<T*>(data_);
  }

 private:
  unsigned char* data_ = nullptr;
};

/// Somebody else's memory of the host, pinned where it is, so that every GPU reaches it at the same address. Throws Error(failed).
class PinnedThere {
 public:
  PinnedThere(unsigned char* begin, std::size_t bytes);
  PinnedThere(const PinnedThere&) = delete;
  PinnedThere& operator=(const PinnedThere&) = delete;
  ~PinnedThere();

 private:
  unsigned char* begin_;
};

}  // namespace gin::gpu
