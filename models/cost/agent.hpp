// What an agent on the GPU pays itself: handing an operation over on each path, fences by scope, and single loads,
// stores and atomics at home and at a peer over NVLink.
#pragma once

#include "models/cost/itemised.hpp"
#include "models/profile.hpp"
#include "models/stack.hpp"

namespace gin::models::cost {

/// Who posts what the agent hands over.
enum class Handing { gpu, cpu_doorbell, proxy };

/// Whether the functions of this folder stand for that library: not for proxies that ask for acknowledgements, whose
/// messages depend on who waits, nor for CPU threads of one whose signals the NIC counts: it has none.
bool is_known(const Stack& stack, Handing handing);

/// Until the call returns, of one operation of `requests` work requests.
Itemised issue(const Profile& profile, const Stack& stack, Handing handing, std::int64_t requests = 1);

enum class FenceScope { none, device, system };

/// What the fence has to wait for.
enum class Outstanding { nothing, peer_stores, posted_writes };

/// A device's fence answers for its own memory only; a system's waits until the peers have answered too, and reads
/// back over PCIe where something has been written there since the last.
Itemised fence(const Profile& profile, FenceScope scope, Outstanding outstanding);

/// A work request of one agent made by hand: built, `fences` times fenced, the doorbell rung.
Itemised fenced_post(const Profile& profile, const Stack& stack, FenceScope scope, std::int64_t fences);

/// One access of a word by itself.
enum class Access {
  load,          ///< a dependent load
  store,         ///< until it is visible where it goes
  release,       ///< a store that waits until what came before it, and itself, is there
  atomic,        ///< without a result, until it has executed
  fetch_atomic,  ///< until the result is there
};
/// A word at home costs its L2, a word at a peer crosses NVLink; `cached` false: from HBM.
struct Word {
  bool remote = false;
  bool cached = true;
};
Itemised access(const Profile& profile, Access access, Word word);

}  // namespace gin::models::cost
