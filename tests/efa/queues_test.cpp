// Queues of EFA devices that agents write by themselves: what they promise beyond the conformance suite's, and what is said where
// they cannot be.
#include <gtest/gtest.h>

#include <atomic>
#include <cstddef>
#include <thread>

#include "core/base/error.hpp"
#include "core/softverbs/efa/request.hpp"
#include "tests/efa/counting.hpp"
#include "tests/unit/holds.hpp"

namespace gin::test {
namespace {

// Declared twice, since neither may include the other.
using DeviceSlot = softverbs::efa::Slot;
static_assert(sizeof(EfaRequest) == sizeof(DeviceSlot) && offsetof(EfaRequest, id) == offsetof(DeviceSlot, id) &&
              offsetof(EfaRequest, operation) == offsetof(DeviceSlot, control1) &&
              offsetof(EfaRequest, control) == offsetof(DeviceSlot, control2) &&
              offsetof(EfaRequest, pair) == offsetof(DeviceSlot, pair) &&
              offsetof(EfaRequest, pieces) == offsetof(DeviceSlot, length) &&
              offsetof(EfaRequest, immediate) == offsetof(DeviceSlot, immediate) &&
              offsetof(EfaRequest, handle) == offsetof(DeviceSlot, handle) &&
              offsetof(EfaRequest, queue_key) == offsetof(DeviceSlot, queue_key) &&
              offsetof(EfaRequest, remote) == offsetof(DeviceSlot, rdma.remote) &&
              offsetof(EfaRequest, local) == offsetof(DeviceSlot, rdma.local) &&
              offsetof(EfaRequest::Piece, key) == offsetof(DeviceSlot::Piece, key) &&
              offsetof(EfaRequest::Piece, address) == offsetof(DeviceSlot::Piece, address));
static_assert(EfaRequest::is_request == softverbs::efa::control::meta &&
              EfaRequest::phase == softverbs::efa::control::phase &&
              EfaRequest::first == softverbs::efa::control::first &&
              EfaRequest::last == softverbs::efa::control::last &&
              efa_counter_mask == softverbs::efa::limits::counter_max);

WorkRequest put_of(std::uint32_t bytes) {
  WorkRequest request;
  request.bytes = bytes;
  request.local = request.remote = data_place;
  return request;
}
WorkRequest signal_of_word(std::uint64_t index, std::uint32_t bytes = 0) {
  WorkRequest request = put_of(bytes);
  request.counts = true;
  request.operand.value = first_word + 8 * index;
  return request;
}

std::string on_counting_devices(const std::function<std::string()>& body) {
  return on_devices(counting_devices, body);
}

TEST(EfaQueues, ASignalIsCountedBehindItsDataInItsOwnWord) {
  EXPECT_EQ(on_counting_devices([]() -> std::string {
              CountingPair pes;
              for (std::uint64_t round = 1; round <= 20; ++round) {
                pes.word(0, data_place) = round;
                pes.post(signal_of_word(3, 8));
                std::atomic_ref<std::uint64_t> word(pes.word(1, first_word + 24));
                while (word.load(std::memory_order_acquire) != round) std::this_thread::yield();
                if (pes.word(1, data_place) != round) return "the data came after its signal";
              }
              pes.post(signal_of_word(7));
              pes.until(pes.posted);
              return pes.word(1, first_word + 56) == 1 && pes.word(1, first_word) == 0 ? "" : "another word";
            }),
            "");
}

TEST(EfaQueues, AValueIsStagedUntilTheDeviceHasReadIt) {
  EXPECT_EQ(on_counting_devices([]() -> std::string {
              CountingPair pes;
              for (std::uint64_t i = 0; i < 200; ++i) {
                WorkRequest value = put_of(8);
                value.verb = Verb::write_inline;
                value.remote = data_place + 8 * i;
                value.words = {{i + 1}};
                pes.post(value);
                if (i >= 63) pes.until(i - 62);
              }
              pes.until(pes.posted);
              for (std::uint64_t i = 0; i < 200; ++i)
                if (pes.word(1, data_place + 8 * i) != i + 1) return "value " + std::to_string(i);
              return "";
            }),
            "");
}

TEST(EfaQueues, WhatFailedIsToldOnceTheOthersAreCounted) {
  EXPECT_EQ(on_counting_devices([]() -> std::string {
              CountingPair pes;
              pes.post(put_of(8));
              WorkRequest wrong = put_of(8);
              wrong.remote = queued_heap_bytes;
              pes.post(wrong);
              pes.post(put_of(8));
              while (VerbsQueueFormat::status(pes.queue().memory) == CompletionStatus::ok)
                std::this_thread::yield();
              while (VerbsQueueFormat::look(pes.queue().memory).end < 2) std::this_thread::yield();
              const Completed found = VerbsQueueFormat::look(pes.queue().memory);
              return found.end == 2 && found.next == CompletionStatus::remote_access ? "" : name(found.next);
            }),
            "");
}

TEST(EfaQueues, GoOnAcrossTheWrapOfTheirIndex) {
  EXPECT_EQ(on_counting_devices([]() -> std::string {
              CountingPair pes;
              for (const auto& one : pes.made) one->go_to_wrap();
              pes.posted = pes.queue().memory.gpu->reserved;
              for (int i = 0; i < 100; ++i) {
                pes.post(signal_of_word(0));
                if (const Completed found = pes.until(pes.posted); found.next != CompletionStatus::ok)
                  return name(found.next);
              }
              return pes.word(1, first_word) == 100 ? "" : std::to_string(pes.word(1, first_word));
            }),
            "");
}

TEST(EfaQueues, AValueKeepsItsPlaceUntilTheDeviceHasReadItHoweverLateThatIs) {
  EXPECT_EQ(values_on_slow_devices(), "");
}

/// The sentence that a PE ends with.
std::string refused_with(const SoftSettings& settings, std::uint64_t words) {
  return on_devices(settings, [words]() -> std::string {
    try {
      CountingPair(64, words);
    } catch (const Error& error) {
      return error.code() == Code::unavailable ? error.what() : "another kind of error";
    }
    return "made";
  });
}

TEST(EfaQueues, MoreWordsThanTheDeviceCountsAreRefusedWithBothNumbers) {
  EXPECT_EQ(refused_with(counting_devices, 510), "made");
  const std::string said = refused_with(counting_devices, 511);
  EXPECT_TRUE(holds(said, "expected 513 counters (2 for queues, 511 for the words that signals may go to)"))
      << said;
  EXPECT_TRUE(holds(said, "came 512 counters")) << said;
}

TEST(EfaQueues, ADeviceThatDoesNotCountIsNamedWithWhatToInstall) {
  const std::string said = refused_with({{"SOFTVERBS_EFA", "31"}}, 8);
  EXPECT_TRUE(holds(said, "expected an EFA device, firmware and driver that count completions")) << said;
  EXPECT_TRUE(holds(said, "driver efa 3.3")) << said;
}

TEST(EfaQueues, ALibraryThatIsTooOldIsNamedWithWhatItLacks) {
  const std::string said = on_counting_devices([] {
    verbs::Library old = *verbs::soft_library();
    old.efa.query_send_queue = nullptr;
    old.efa.create_counter = nullptr;
    return verbs::efa_queues_missing(old);
  });
  EXPECT_TRUE(holds(said, "rdma-core 64 or later, came some without efadv_query_qp_wqs, efadv_create_comp_cntr;"))
      << said;
}

}  // namespace
}  // namespace gin::test
