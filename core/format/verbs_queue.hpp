// A send queue of a verbs NIC that agents write by themselves, and its completion queue: what they have to know of both,
// whichever format the NIC has.
//
// The first work request has index 0, as the NIC counts them (mlx5: a multiple of 2^16). A queue pair has a completion
// queue of its own for what it sends, with room for `depth` completions, so that it cannot run over.
#pragma once

#include <cstdint>

#include "core/format/efa.hpp"
#include "core/format/queue_words.hpp"

namespace gin {

enum class VerbsKind : std::uint8_t { mlx5, rxe, soft, efa };

struct VerbsQueue {
  struct Slot;  ///< of `slot_stride` bytes, which QueueMemory::slot() does not know
  using Memory = QueueMemory<VerbsQueue>;

  /// A heap, as the NIC is told of it.
  struct Region {
    std::uint64_t base = 0;
    std::uint32_t key = 0;
  };

  struct Nic {
    VerbsKind kind = VerbsKind::soft;
    std::uint32_t pair = 0;         ///< number of the queue pair
    std::uint32_t slot_stride = 0;  ///< bytes from one slot to the next
    Region local;                   ///< the heap of who posts, with its local key
    Region remote;                  ///< the peer's heap, with its remote key
    std::uint64_t unwanted = 0;  ///< address of 8 bytes under the local key, for old values that nobody asked for

    std::uint64_t* doorbell = nullptr;  ///< mlx5: the register; soft: the word; rxe: none
    std::uint32_t* posted = nullptr;    ///< mlx5: the doorbell record; rxe: the producer index; efa: the doorbell

    unsigned char* entries = nullptr;   ///< the completion queue
    std::uint32_t entry_count = 0;      ///< a power of two
    std::uint32_t entry_stride = 0;     ///< bytes from one entry to the next
    std::uint32_t* written = nullptr;   ///< rxe: the producer index; others mark their entries
    std::uint64_t* taken = nullptr;     ///< agents: entries that they have taken, in the memory of those who post
    std::uint32_t* consumed = nullptr;  ///< where the NIC is told what was taken
    const EfaQueue* efa = nullptr;  ///< efa: what the others have not; it has no `unwanted`, `taken`, `consumed`
  };
};

}  // namespace gin
