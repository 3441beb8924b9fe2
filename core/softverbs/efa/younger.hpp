// What younger headers of libibverbs and libefa declare than some distributions have: queues that others write by themselves, and
// completion counters. By names of our own, laid out as rdma-core 64 has them (its manual pages ibv_create_comp_cntr(3),
// ibv_qp_attach_comp_cntr(3), efadv_create_comp_cntr(3), efadv_query_qp_wqs(3) and efadv_query_cq(3)).
#pragma once

#include <infiniband/verbs.h>

#include <bit>
#include <cstdint>

namespace softverbs::efa::younger {

/// efadv_wq_attr. The doorbell takes the number of requests that were ever written; no more than `max_batch` may be written that
/// it has not been told of.
struct WorkQueue {
  std::uint64_t comp_mask;
  std::uint8_t* buffer;
  std::uint32_t entry_size;
  std::uint32_t num_entries;
  std::uint32_t* doorbell;
  std::uint32_t max_batch;
  std::uint16_t caps;
  std::uint8_t reserved[2];
};

/// efadv_cq_attr. `doorbell` is null where the device is not told what was read.
struct Completions {
  std::uint64_t comp_mask;
  std::uint8_t* buffer;
  std::uint32_t entry_size;
  std::uint32_t num_entries;
  std::uint32_t* doorbell;
};

/// ibv_comp_cntr.
struct Counter {
  ibv_context* context;
  std::uint32_t handle;
  std::uint64_t comp_count_max_value;
  std::uint64_t err_count_max_value;
};

/// ibv_comp_cntr_init_attr; `type` 0 counts requests.
struct CounterAttributes {
  std::uint32_t comp_mask;
  std::uint32_t type;
  std::uint32_t flags;
};

/// efadv_memory_location; `type` 0 is an address.
struct Location {
  std::uint8_t* ptr;
  struct {
    std::uint64_t offset;
    std::int32_t fd;
    std::uint32_t reserved;
  } dmabuf;
  std::uint8_t type;
  std::uint8_t reserved[7];
};

/// efadv_comp_cntr_init_attr. The counter is kept by the device, which writes its value to the memory at each change.
struct CounterMemory {
  static constexpr std::uint32_t completed_given = 1, failed_given = 2;  ///< `flags`

  std::uint64_t comp_mask;
  std::uint32_t flags;
  std::uint32_t reserved;
  Location completed;
  Location failed;
};

/// ibv_comp_cntr_caps.
struct CounterLimits {
  std::uint64_t max_value;
  std::uint32_t max_counters;
  std::uint32_t supported_qp_attach_ops;
};

/// Bits of ibv_qp_attach_comp_cntr_attr's `op_mask`: what a queue pair asked for, and what it was asked for.
enum Counted : std::uint32_t {
  sends = 1,
  receives = 2,
  reads = 4,
  reads_by_peers = 8,
  writes = 16,
  writes_by_peers = 32,
};
constexpr unsigned kinds = 6;
constexpr std::uint32_t all_kinds = (1u << kinds) - 1;
/// Its place among the six.
constexpr unsigned place(Counted kind) {
  return static_cast<unsigned>(std::countr_zero(static_cast<std::uint32_t>(kind)));
}

/// ibv_qp_attach_comp_cntr_attr.
struct Attachment {
  std::uint32_t comp_mask;
  std::uint32_t op_mask;
};

/// The functions, by names of our own for the same symbols, so that headers which have theirs do not contradict.
#define SOFTVERBS_YOUNGER(symbol) __asm__(#symbol) __attribute__((visibility("default")))
extern "C" {
int query_send_queue(ibv_qp* pair, WorkQueue* sends, WorkQueue* receives, std::uint32_t bytes)
    SOFTVERBS_YOUNGER(efadv_query_qp_wqs);
int query_completion_queue(ibv_cq* queue, Completions* into, std::uint32_t bytes) SOFTVERBS_YOUNGER(efadv_query_cq);
Counter* create_counter_in_memory(ibv_context* context, CounterAttributes* attr, CounterMemory* where,
                                  std::uint32_t bytes) SOFTVERBS_YOUNGER(efadv_create_comp_cntr);
Counter* create_counter(ibv_context* context, CounterAttributes* attr) SOFTVERBS_YOUNGER(ibv_create_comp_cntr);
int destroy_counter(Counter* counter) SOFTVERBS_YOUNGER(ibv_destroy_comp_cntr);
int attach_counter(ibv_qp* pair, Counter* counter, Attachment* what) SOFTVERBS_YOUNGER(ibv_qp_attach_comp_cntr);
int query_counter_limits(ibv_context* context, CounterLimits* limits) SOFTVERBS_YOUNGER(ibv_query_comp_cntr_caps);
int read_counter(Counter* counter, std::uint64_t* value) SOFTVERBS_YOUNGER(ibv_read_comp_cntr);
int read_failures(Counter* counter, std::uint64_t* value) SOFTVERBS_YOUNGER(ibv_read_err_comp_cntr);
int set_counter(Counter* counter, std::uint64_t value) SOFTVERBS_YOUNGER(ibv_set_comp_cntr);
int set_failures(Counter* counter, std::uint64_t value) SOFTVERBS_YOUNGER(ibv_set_err_comp_cntr);
}
#undef SOFTVERBS_YOUNGER

}  // namespace softverbs::efa::younger
