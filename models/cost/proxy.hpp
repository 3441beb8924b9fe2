// What a CPU thread that serves rings costs: its looks, one command by itself, and the commands of a thread that is
// never idle. How long something waits for the look that finds it: polling_thread.hpp.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

/// One ring as the thread that serves it sees it.
struct Served {
  std::int64_t rings = 1;  ///< of that thread
  std::int64_t place = 0;  ///< of this ring among them
};
Served served(const ProxyPathCosts& proxy, std::int64_t ring);

/// The stack's costs with looks as the machine makes them: where rings lie in GPU memory, each is a read through
/// the GPU's BAR, which takes as long on a slow core.
ProxyPathCosts looking(const Profile& profile, ProxyPathCosts proxy);
/// A command on its way from the agent to where the CPU may find it.
Duration command_posted(const Profile& profile, const ProxyPathCosts& proxy);

/// One round of looks that find nothing.
Duration poll_round(const ProxyPathCosts& proxy, std::int64_t rings);

/// A command that the look has found, of `requests` work requests, until their doorbell is rung.
Itemised serve(const ProxyPathCosts& proxy, std::int64_t requests = 1);
/// A completion that the look has found, until the word for the agent is on its way.
Itemised retire(const ProxyPathCosts& proxy);

/// `commands` of one thread that always finds `batch` more of them and as many completions.
Itemised busy(const ProxyPathCosts& proxy, std::int64_t batch, std::int64_t commands);

/// From when the thread frees a slot until an agent that waits for room knows.
Itemised credit(const Profile& profile, const ProxyPathCosts& proxy);

}  // namespace gin::models::cost
