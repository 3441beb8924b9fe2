// GPUs of a node that are joined by links between pairs of them, as in the first DGX: which links there are, and
// which way bytes take between two GPUs that share none.
//
// Hardware does not route over a GPU: such a pair has no peer access. What crosses there is relayed by software on
// a GPU that has links to both, as NCCL does ("P2P/indirect"). It takes the way with the fewest links, of these the
// widest where it is narrowest, of these the one over the GPU with the lowest number next to the target
// (docs/decisions/012).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "models/profile.hpp"

namespace gin::models {

/// One direction of the bricks between two GPUs.
struct NvlinkLink {
  std::uint32_t from;
  std::uint32_t to;
  std::int64_t bricks;
};

struct NvlinkMesh {
  std::uint32_t gpus = 0;
  std::int64_t bricks = 0;  ///< of the GPU that has most
  std::vector<NvlinkLink> links;
  std::vector<std::vector<std::uint32_t>> ways;  ///< by from * gpus + to: indices of links, in order

  const std::vector<std::uint32_t>& way(std::uint32_t from, std::uint32_t to) const {
    return ways[from * gpus + to];
  }
};

/// Reads "0-1 0-3x2": pairs of GPUs, with their bricks if not one. `where` opens the message of what it refuses.
/// Throws Error(bad_input) for what is no pair, a pair twice, and GPUs that no way joins.
NvlinkMesh nvlink_mesh(const std::string& links, const std::string& where);

/// What a link carries: a GPU divides its port evenly among the bricks of the widest GPU.
Bandwidth link_rate(Bandwidth port, const NvlinkMesh& mesh, const NvlinkLink& link);

/// Over so many links, with a relay between each and the next.
Duration load_over(const NvlinkProfile& nvlink, std::size_t links);
Duration store_over(const NvlinkProfile& nvlink, std::size_t links);

}  // namespace gin::models
