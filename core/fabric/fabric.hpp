// A NIC as the runtime sees it. A proxy is compiled against this concept; nothing on the data path is virtual.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

#include "core/format/completion_status.hpp"
#include "core/format/operation.hpp"

namespace gin {

/// Back-pressure is an ordinary answer.
enum class Post : std::uint8_t {
  accepted,  ///< will complete; the payload is read later, when the NIC reads it
  busy,      ///< no room now; ask again after the next completion
};

/// An accepted operation is done: its source may be reused, its bytes have arrived (get) or were accepted by
/// the target (put). Or it failed, and nothing of that is so.
struct Completion {
  std::uint64_t tag = 0;
  CompletionStatus status = CompletionStatus::ok;
};

/// Operations posted with the same `lane` to the same peer keep their order if the fabric orders per queue.
struct Posting {
  Operation operation;
  std::uint32_t lane = 0;
  std::uint64_t tag = 0;
};

template <class F>
concept Fabric = requires(F fabric, const Posting& posting, std::span<Completion> completions) {
  { fabric.post(posting) } -> std::same_as<Post>;
  { fabric.wants_doorbell() } -> std::same_as<bool>;  // something is posted that the NIC was not told about
  fabric.ring_doorbell();                             // tells it about one queue
  { fabric.progress() } -> std::same_as<bool>;        // carries out what arrived; whether there was anything
  fabric.request_completions();                       // somebody waits: where completions are asked for, ask now
  { fabric.poll(completions) } -> std::same_as<std::size_t>;
};

}  // namespace gin
