// How long a few who come back over and over wait for each other at one server.
//
// Exact mean-value analysis of a closed network (M. Reiser, S. S. Lavenberg: Mean-Value Analysis of Closed
// Multichain Queuing Networks, J. ACM 27(2), 1980): whoever comes finds in front of the server what would be there
// on average if he did not take part. It holds for a server that works on all in turn, in pieces, whatever one of
// them needs. It has no number of its own: throughput bends below the server's rate as measured curves do, and
// only nears it.
#pragma once

#include <cstddef>
#include <vector>

#include "core/base/units.hpp"

namespace gin {

class ClosedQueue {
 public:
  /// Each needs the server for `service` and comes back `away` after it was served.
  ClosedQueue(Duration service, Duration away) : service_(service), away_(away) {}

  /// Of one who comes while `others` go round as well: until it is served, beyond its own service. At most
  /// `others * service`, and no further below that than `away`, up to rounding.
  Duration wait(std::int64_t others) {
    if (service_ == Duration{}) return {};
    while (static_cast<std::int64_t>(queued_.size()) <= others) add_one();
    return waited(queued_[static_cast<std::size_t>(others)]);
  }

 private:
  static constexpr std::int64_t one = std::int64_t{1} << 20;  ///< queue lengths are in parts of it

  Duration waited(std::int64_t queued) const {
    return {saturated::from(static_cast<__int128>(service_.ps) * queued / one)};
  }
  /// The share of a round that is spent here, times how many go round.
  void add_one() {
    const auto all = static_cast<std::int64_t>(queued_.size());
    const Duration here = service_ + waited(queued_.back());
    const Duration round = away_ + here;
    queued_.push_back(saturated::from(static_cast<__int128>(all) * one * here.ps / round.ps));
  }

  Duration service_;
  Duration away_;
  std::vector<std::int64_t> queued_{0};  ///< on average, by how many go round
};

}  // namespace gin
