// An agent that writes requests into a queue of a verbs device by hand, and what tests have it write.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>

#include "core/device/verbs_queue_format.hpp"
#include "core/verbs/queue_map.hpp"

namespace gin::test {

/// Writes requests from one heap to another, in a queue that it has alone. Stays where it was made.
struct VerbsAgent {
  /// `mapped`: with its depth, and both heaps, of which the own has 8 bytes at 4096 that nobody reads.
  VerbsAgent(const VerbsQueue::Memory& mapped, ibv_qp* by, verbs::Wake waking)
      : pair(by), call(waking), memory(mapped) {
    memory.gpu = &words;
    memory.nic.unwanted = memory.nic.local.base + 4096;
    memory.nic.taken = &taken;
  }
  VerbsAgent(const VerbsAgent&) = delete;
  void write(const WorkRequest& request) { VerbsQueueFormat::write(memory, words.reserved++, request); }
  void announce() { VerbsQueueFormat::ring(memory, words.reserved); }
  void wake() const { call(pair); }
  void ring() {
    announce();
    wake();
  }
  /// Until all have ended, or one has failed.
  Completed wait() {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    Completed seen;
    do seen = VerbsQueueFormat::look(memory);
    while (seen.end < words.reserved && seen.next == CompletionStatus::ok &&
           std::chrono::steady_clock::now() < end);
    return seen;
  }
  void carry_out(const WorkRequest& request) {
    write(request);
    ring();
    EXPECT_EQ(wait().end, words.reserved);
  }

  ibv_qp* pair;
  verbs::Wake call;
  QueueGpuWords words = words_from(0);
  std::uint64_t taken = 0;
  VerbsQueue::Memory memory;
};

/// Eight bytes from the first word of the own heap to the second of the peer's.
inline WorkRequest word_request(Verb verb) {
  WorkRequest request;
  request.verb = verb;
  request.signaled = true;
  request.bytes = 8;
  request.remote = 8;
  request.words = {{0x1122334455667788}};
  return request;
}
inline WorkRequest word_atomic(Amo amo, std::uint64_t value, std::uint64_t compare = 0, bool fetches = true) {
  WorkRequest request = word_request(Verb::atomic);
  request.amo = amo;
  request.fetches = fetches;
  request.operand = {value, compare};
  return request;
}

}  // namespace gin::test
