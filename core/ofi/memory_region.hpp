// Memory that the provider may read and write: for peers (the heap) or for itself only (message buffers).
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/ofi/endpoint.hpp"

namespace gin::ofi {

class MemoryRegion {
 public:
  enum class Use : std::uint8_t { own, of_peers_too };
  struct Range {
    void* data = nullptr;
    std::size_t bytes = 0;
  };
  /// `number` tells the regions of an endpoint apart. Throws Error(failed).
  MemoryRegion(const Endpoint& endpoint, Range range, Use use, std::uint64_t number);

  /// What posting wants to see beside a local address.
  void* descriptor() const { return fi_mr_desc(region_.get()); }
  std::uint64_t key() const { return fi_mr_key(region_.get()); }
  /// What peers add an offset to.
  std::uint64_t base() const { return base_; }

 private:
  Handle<fid_mr> region_;
  std::uint64_t base_;
};

}  // namespace gin::ofi
