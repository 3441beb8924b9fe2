// A GPU's copy engines as a NIC: work requests become copies and kernels of one thread on streams, each of which carries out in order what
// it is given, while a program's kernel waits for it.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/ids.hpp"
#include "core/cuda/memory.hpp"
#include "core/format/work_request.hpp"

namespace gin::gpu {

/// Of the GPU that the calling thread has chosen, as has whoever gives it something. There has to be room on the GPU for a kernel of one
/// thread beside the program's.
class CopyEngine {
 public:
  /// `heaps`: of all PEs in their order, as this GPU reaches them. Peers share `streams` in turn. Throws Error(failed).
  CopyEngine(Pe source, std::vector<unsigned char*> heaps, std::uint32_t streams);
  ~CopyEngine();
  CopyEngine(const CopyEngine&) = delete;
  CopyEngine& operator=(const CopyEngine&) = delete;

  std::uint32_t streams() const { return static_cast<std::uint32_t>(streams_.size()); }
  std::uint32_t stream_to(std::uint32_t peer) const { return peer % streams(); }
  /// Behind all that its peer's stream was given before, and of bytes as they are then. Returns at once. Throws Error(failed).
  void carry_out(const WorkRequest& request);
  /// reached(stream) is `number` as soon as everything before is carried out and visible; numbers rise. Throws Error(failed).
  void mark(std::uint32_t stream, std::uint64_t number);
  std::uint64_t reached(std::uint32_t stream) const;

 private:
  void begin();
  std::uint64_t* word(std::uint32_t stream) const { return marks_.as<std::uint64_t>() + stream * words_apart; }

  static constexpr std::uint32_t words_apart = 16;  // lines of their own

  Pe source_;
  std::vector<unsigned char*> heaps_;
  std::vector<void*> streams_;  // cudaStream_t
  PinnedMemory marks_;
  void* write_value_;  // the driver's cuStreamWriteValue64
};

}  // namespace gin::gpu
