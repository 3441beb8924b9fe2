// The switch that the NICs of one rail share, those of the GPUs with one place in their nodes: its uplinks, and
// which of them a message takes.
#pragma once

#include <algorithm>
#include <vector>

#include "core/base/random.hpp"
#include "core/sim/server.hpp"
#include "nic/nic_model.hpp"

namespace gin::emulated {

struct Uplink {
  Uplink(Bandwidth line, Bandwidth rate) : bytes(line), messages(rate) {}
  /// How long after `when` it is through with what it was given.
  Duration backlog(Instant when) const { return std::max(bytes.late(when), messages.late(when)); }
  sim::Pipe bytes, messages;  // a message counts as one byte
};

class Leaf {
 public:
  Leaf(const NicModel& model, std::uint32_t nics)
      : routing_(model.wire.routing),
        uplinks_(static_cast<std::size_t>(model.wire.uplinks),
                 Uplink(Bandwidth{models::cost::of_uplink(model.wire, model.nic.line.bytes_per_second, nics)},
                        Bandwidth{models::cost::of_uplink(model.wire, model.nic.messages_per_second, nics)})) {}

  /// The uplink of a message of this flow that gets here at `now`; `ways` is drawn from where chance decides.
  Uplink& uplink(const models::cost::Flow& flow, Instant now, Random& ways) {
    if (uplinks_.size() == 1) return uplinks_.front();
    switch (routing_) {
      case models::Routing::by_flow:
        return uplinks_[models::cost::uplink_of(flow, uplinks_.size())];
      case models::Routing::spray:
        return uplinks_[ways.below(uplinks_.size())];
      case models::Routing::adaptive:
        break;
    }
    // Of those that are through at the same moment, the first.
    return *std::ranges::min_element(uplinks_, {}, [now](const Uplink& each) { return each.backlog(now); });
  }

 private:
  models::Routing routing_;
  std::vector<Uplink> uplinks_;
};

}  // namespace gin::emulated
