// Requests and completions of EFA devices, for those who write and read their queues by themselves (efa_io_tx_wqe, efa_io_tx_cdesc and
// efa_io_comp_status in rdma-core, providers/efa/efa_io_defs.h). The device in software declares them too (core/softverbs/efa, which
// includes nothing of ginlab); a test compares the two.
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/format/completion_status.hpp"

namespace gin {

/// A write or a read, in one slot. Writes carry no bytes of their own.
struct alignas(64) EfaRequest {
  static constexpr std::uint8_t read = 1, write = 2, is_request = 128;  ///< `operation`
  static constexpr std::uint8_t phase = 1, first = 4, last = 8;         ///< `control`
  struct Piece {
    std::uint32_t bytes = 0;
    std::uint32_t key = 0;
    std::uint64_t address = 0;
  };

  std::uint16_t id = 0;
  std::uint8_t operation = 0;
  std::uint8_t control = 0;  ///< without a bit for a completion: only what fails makes one
  std::uint16_t pair = 0;    ///< of the target
  std::uint16_t pieces = 0;
  std::uint32_t immediate = 0;
  std::uint16_t handle = 0;  ///< of the target's address
  std::uint16_t reserved = 0;
  std::uint32_t queue_key = 0;
  std::uint8_t reserved2[12] = {};
  Piece remote;
  Piece local;
};
static_assert(sizeof(EfaRequest) == 64 && offsetof(EfaRequest, queue_key) == 16 &&
              offsetof(EfaRequest, remote) == 32);

/// The begin of an entry, 8 bytes that are written at once.
struct alignas(8) EfaCompletion {
  std::uint16_t id = 0;
  std::uint8_t status = 0;
  std::uint8_t flags = 0;
  std::uint16_t pair = 0;
  std::uint16_t reserved = 0;
};
static_assert(sizeof(EfaCompletion) == 8);

/// Where an EFA device counts, it does so in 31 bits (aws-ofi-nccl (2026), read in source).
constexpr std::uint64_t efa_counter_mask = 0x7fff'ffff;

/// How many are complete when the device's counter says `counted`, given that `completed` were before and fewer than 2^30 are
/// outstanding.
constexpr std::uint64_t completed_by_count(std::uint64_t completed, std::uint64_t counted) {
  const std::uint64_t ahead = (counted - completed) & efa_counter_mask;
  return ahead <= efa_counter_mask / 2 ? completed + ahead : completed;
}

/// Of a completion's status, which libfabric's provider hands on, too.
constexpr CompletionStatus status_of_efa(int status) {
  switch (status) {
    case 0:
      return CompletionStatus::ok;
    case 1:
      return CompletionStatus::flushed;
    case 7:
      return CompletionStatus::remote_access;
    case 10:
      return CompletionStatus::receiver_not_ready;
    case 9:   // its queue pair is gone
    case 13:  // it does not answer
    case 14:  // nobody knows it
    case 15:  // it cannot be reached
      return CompletionStatus::retry_exceeded;
    default:
      return CompletionStatus::other;
  }
}

/// Words of a heap, each of which is a counter of its PE's device; `first` is the number of the first one.
struct SignalWords {
  std::uint64_t begin = 0;  ///< heap offset
  std::uint64_t count = 0;
  std::uint32_t first = 0;

  constexpr bool hold(std::uint64_t offset) const { return offset >= begin && offset < begin + count * 8; }
};

/// A queue of an EFA device, beside what all queues of verbs have: where its requests go, and what counts them.
struct EfaQueue {
  std::uint16_t handle = 0;                 ///< of the peer
  std::uint16_t pair = 0;                   ///< of the peer, which counts nothing
  std::uint32_t queue_key = 0;              ///< of all its queue pairs
  const std::uint16_t* counting = nullptr;  ///< queue pairs of the peer, by number of the word that they count in
  const SignalWords* words = nullptr;       ///< of every PE alike
  std::uint32_t words_count = 0;
  std::uint32_t window = ~0u;                ///< requests that may be written and no doorbell has told of
  std::uint64_t* told = nullptr;             ///< agents: the newest value of the doorbell
  std::uint64_t* settled = nullptr;          ///< agents: all requests before this one are known to be complete
  const std::uint64_t* completed = nullptr;  ///< written by the device: requests of this queue that ended well
  std::uint64_t staging = 0;  ///< address of 32 bytes for each slot, for values that a request cannot carry
  std::uint32_t staging_key = 0;

  constexpr std::uint16_t pair_of(std::uint64_t word) const {
    for (const SignalWords* one = words; one != words + words_count; ++one)
      if (one->hold(word)) return counting[one->first + (word - one->begin) / 8];
    return pair;  // nobody's; a host refuses it before
  }
};

}  // namespace gin
