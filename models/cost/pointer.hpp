// Operations that an agent carries out by its own loads and stores at a peer of its node, on idle ports and
// memories.
#pragma once

#include "models/cost/memory.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

/// One agent's operation.
struct Moved {
  Bytes bytes;
  Scope scope = Scope::block;
};

/// From the call until the bytes are visible at the peer.
Itemised stored_visible(const Profile& profile, const Stack& stack, const Moved& put);
/// From the call until a quiet behind it returns: it waits until the peer has answered for the last store.
Itemised stored_completed(const Profile& profile, const Stack& stack, const Moved& put);
/// A get returns when its bytes are there.
Itemised loaded(const Profile& profile, const Stack& stack, const Moved& get);

}  // namespace gin::models::cost
