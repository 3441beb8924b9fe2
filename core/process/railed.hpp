// One wire over several NICs: each carries its part of the messages, the first for one peer not the first for another.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/assert.hpp"
#include "core/process/carrier.hpp"
#include "core/topology/rotation.hpp"

namespace gin {

/// The addresses of a PE's rails as one, and as they were. Throws Error(failed) that names `whose` unless `joined` made it.
std::string joined(const std::vector<std::string>& rails);
std::vector<std::string> rails_of(std::string_view joined, Pe whose);

/// Needs wires whose ends may talk to any other of their kind, and keeps no order between messages even where they do. Rails
/// of the two ends need not be equally many: each sends to those that its peer has, in turn.
template <ConnectedWire W>
class Railed {
 public:
  /// At least one, all over the same heap.
  explicit Railed(std::vector<std::unique_ptr<W>> rails) : rails_(std::move(rails)) { GIN_ASSERT(!rails_.empty()); }

  std::string address() const {
    std::vector<std::string> own;
    for (const auto& rail : rails_) own.push_back(rail->address());
    return joined(own);
  }
  void connect(const std::vector<std::string>& addresses, Pe me) {
    me_ = me.value;
    turns_.assign(addresses.size(), 0);
    std::vector<std::vector<std::string>> of_peers;
    for (const std::string& address : addresses)
      of_peers.push_back(rails_of(address, Pe{static_cast<std::uint32_t>(of_peers.size())}));
    for (std::size_t i = 0; i < rails_.size(); ++i) {
      std::vector<std::string> theirs;
      for (const auto& peer : of_peers) theirs.push_back(peer[i % peer.size()]);
      rails_[i]->connect(theirs, me);
    }
  }
  std::string nic() const { return rails_.front()->nic(); }

  WireLimits limits() const {
    WireLimits limits = rails_.front()->limits();
    for (const auto& rail : rails_) {
      const WireLimits own = rail->limits();
      limits.inline_max = std::min(limits.inline_max, own.inline_max);
      limits.message_max = std::min(limits.message_max, own.message_max);
      limits.eager_max = std::min(limits.eager_max, own.eager_max);
    }
    limits.arrivals_max *= rails_.size();
    limits.rails = static_cast<std::uint32_t>(rails_.size());
    return limits;
  }

  Post post(const WorkRequest& request, std::uint64_t token) {
    if (rails_.size() == 1) return rails_.front()->post(request, token);
    std::uint32_t& turn = turns_[request.peer];
    const std::size_t rail = topology::home_rail({me_, request.peer, turn}) % rails_.size();
    const Post posted = rails_[rail]->post(request, token);
    if (posted == Post::accepted) ++turn;  // a busy NIC is asked again, not passed over
    return posted;
  }
  bool progress() {
    bool any = false;
    for (const auto& rail : rails_) any |= rail->progress();
    return any;
  }
  bool next_done(Done& done) {
    for (const auto& rail : rails_)
      if (rail->next_done(done)) return true;
    return false;
  }
  bool next_arrival(Arrival& arrival) {
    for (const auto& rail : rails_)
      if (rail->next_arrival(arrival)) return true;
    return false;
  }

 protected:
  const std::vector<std::unique_ptr<W>>& rails() const { return rails_; }

 private:
  std::vector<std::unique_ptr<W>> rails_;
  std::uint32_t me_ = 0;
  std::vector<std::uint32_t> turns_;  ///< by peer: messages so far
};

}  // namespace gin
