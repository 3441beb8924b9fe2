// Shared memory of another process in this one: found by file and offset, because registered memory has no name.
#pragma once

#include <cstddef>
#include <cstdint>

namespace softverbs {

/// Where shared memory lies in its file, as /proc/PID/maps says it; a file of 0 is memory that nobody shares.
struct FileRange {
  std::uint64_t device = 0;
  std::uint64_t file = 0;
  std::uint64_t offset = 0;
};

/// `bytes` of a file from `offset` on, shared, with `rights` as those of mmap. Null, with errno.
unsigned char* map_file(int file, std::uint64_t offset, std::size_t bytes, int rights);
void unmap_file(unsigned char* memory, std::size_t bytes);

/// Of `bytes` at `address` in this process, if one shared mapping that may be written holds them all.
FileRange file_range_of(const void* address, std::size_t bytes);

/// Those bytes in this process: where it has them mapped already (children have what their parent had), or mapped now from a
/// descriptor of process `pid`, which may be refused. Null where neither works. Such a mapping stays.
unsigned char* map_here(const FileRange& range, std::size_t bytes, int pid);

}  // namespace softverbs
