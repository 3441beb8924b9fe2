// A queue of a verbs NIC as an agent sees it, with memory of the test's own, and the NIC's hand on its completion queue.
#pragma once

#include <cstring>
#include <span>
#include <vector>

#include "core/device/verbs_queue_format.hpp"

namespace gin::test {

class HandQueue {
 public:
  static constexpr std::uint32_t depth = 8, element = 256;

  explicit HandQueue(VerbsKind kind, std::uint32_t entries = 2 * depth)
      : slots_(depth * element, 0xee), entries_(entries * 64), memory_(memory_of(kind, entries)) {
    for (std::uint32_t i = 0; kind == VerbsKind::mlx5 && i < entries; ++i) entries_[i * 64 + 63] = 0xf0;
  }
  HandQueue(const HandQueue&) = delete;

  const VerbsQueue::Memory& memory() const { return memory_; }
  /// Its first bytes.
  std::span<const unsigned char> slot(std::uint64_t index, std::size_t bytes) const {
    return {&slots_[(index & (depth - 1)) * memory_.nic.slot_stride], bytes};
  }
  template <class As>
  As slot_as(std::uint64_t index) const {
    As out;
    std::memcpy(&out, slot(index, sizeof out).data(), sizeof out);
    return out;
  }

  /// As the NIC says that request `index` ended: an ibv_wc_status.
  void complete(std::uint64_t index, std::uint8_t status = 0) {
    const std::uint32_t count = memory_.nic.entry_count;
    unsigned char* const entry = &entries_[(written_ & (count - 1)) * 64];
    const bool odd = (written_++ / count & 1) != 0;
    if (memory_.nic.kind == VerbsKind::mlx5) {
      constexpr unsigned char syndromes[] = {0, 1, 2, 0, 4, 5, 6, 0x10, 0x11, 0x12, 0x13, 0x14, 0x15, 0x16};
      entry[55] = syndromes[status];
      entry[60] = static_cast<unsigned char>(index >> 8);
      entry[61] = static_cast<unsigned char>(index);
      publish(entry[63], static_cast<unsigned char>((status ? 13 << 4 : 0) | odd));
      return;
    }
    std::memcpy(entry, &index, sizeof index);
    entry[8] = status;
    if (memory_.nic.kind != VerbsKind::rxe) return publish(entry[63], static_cast<unsigned char>(!odd));
    publish(producer, static_cast<std::uint32_t>(written_ & (count - 1)));
  }

  QueueGpuWords words = words_from(0);
  std::uint64_t doorbell = 0;
  std::uint64_t taken = 0;
  std::uint32_t posted = 0, producer = 0, consumed = 0;

 private:
  /// Release: the entry is written.
  template <class Word>
  static void publish(Word& word, Word value) {
    gin::store<Order::release>(word, value);
  }
  VerbsQueue::Memory memory_of(VerbsKind kind, std::uint32_t entries) {
    VerbsQueue::Memory memory;
    memory.slots = reinterpret_cast<VerbsQueue::Slot*>(slots_.data());
    memory.gpu = &words;
    memory.capacity = memory.depth = depth;
    memory.nic = {.kind = kind,
                  .pair = 0x123456,
                  .slot_stride = kind == VerbsKind::rxe ? element : 64,
                  .local = {0x1000000, 0xa1b2c3d4},
                  .remote = {0x7f0011000000, 0x01020304},
                  .unwanted = 0x999000,
                  .doorbell = &doorbell,
                  .posted = &posted,
                  .entries = entries_.data(),
                  .entry_count = entries,
                  .entry_stride = 64,
                  .written = &producer,
                  .taken = &taken,
                  .consumed = &consumed};
    return memory;
  }

  std::vector<unsigned char> slots_, entries_;
  VerbsQueue::Memory memory_;
  std::uint64_t written_ = 0;
};

/// 24 bytes from 0x40 of the own heap to 0x80 of the peer's; other verbs change what they need.
inline WorkRequest verbs_request(Verb verb = Verb::write) {
  WorkRequest request;
  request.verb = verb;
  request.bytes = 24;
  request.remote = 0x80;
  request.local = 0x40;
  return request;
}
inline WorkRequest verbs_atomic(Amo amo, std::uint64_t value, std::uint64_t compare = 0, bool fetches = true) {
  WorkRequest request = verbs_request(Verb::atomic);
  request.bytes = 8;
  request.amo = amo;
  request.fetches = fetches;
  request.operand = {value, compare};
  return request;
}
inline WorkRequest verbs_inline(std::uint32_t bytes) {
  WorkRequest request = verbs_request(Verb::write_inline);
  request.bytes = bytes;
  request.words = {{}};
  for (std::uint32_t i = 0; i < bytes; ++i) request.payload[i] = static_cast<unsigned char>(0x11 + i);
  return request;
}

}  // namespace gin::test
