// What an EFA device is: its limits, its capabilities, and how its requests end.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>

#include "core/softverbs/settings.hpp"

namespace softverbs::efa {

/// Bits of `device_caps` as efadv_query_device says them (rdma-core, providers/efa/efadv.h); the last three are younger than
/// the headers of some distributions.
enum Capability : std::uint32_t {
  reads = 1,
  retries_rnr = 2,
  tells_sgid = 4,
  writes = 8,
  takes_unsolicited = 16,
  counts = 64
};

inline bool can(Capability what) {
  return settings()->efa & what;
}

/// Of the size that EFA devices state; libfabric 1.17 and 2.1 were run with them. None was read off a device.
namespace limits {
constexpr std::uint32_t sends = 4096;
constexpr std::uint32_t receives = 16384;  ///< over two pieces: libfabric 2.1 has room for 8,192 of them
constexpr std::uint32_t pieces = 2;
constexpr std::uint32_t inline_bytes = 32;
constexpr std::uint32_t message = 8928;  ///< of a send: one packet
constexpr std::uint32_t rdma = 1u << 30;
constexpr unsigned number_bits = 16;     ///< of a queue pair
constexpr unsigned key_bits = 24;        ///< of registered memory
constexpr std::uint32_t counters = 512;  ///< as many signals and counters as AWS' plugin for NCCL takes of a device
constexpr std::uint64_t counter_max = 0x7fff'ffff;  ///< then 0 (aws-ofi-nccl (2026), read in source)
/// Requests that may be written by hand before the doorbell tells of them: so many the adapter keeps until then.
constexpr std::uint32_t batch = 16;
}  // namespace limits

/// How a request ended, as the device says it (efa_io_comp_status in rdma-core, providers/efa/efa_io_defs.h); programs find it in
/// a completion's `vendor_err`.
enum class Ending : std::uint8_t {
  ok = 0,
  flushed = 1,
  bad_operation = 3,
  bad_handle = 4,
  bad_local_key = 5,
  bad_length = 6,
  bad_remote_address = 7,
  remote_abort = 8,
  no_pair = 9,
  not_ready = 10,
  receive_too_short = 11,
  bad_status = 12,
  unresponsive = 13,
};

/// As libefa and Linux' driver translate it.
constexpr ibv_wc_status status_of(Ending ending) {
  constexpr ibv_wc_status of[] = {
      IBV_WC_SUCCESS,       IBV_WC_WR_FLUSH_ERR,       IBV_WC_LOC_QP_OP_ERR,     IBV_WC_LOC_QP_OP_ERR,
      IBV_WC_LOC_QP_OP_ERR, IBV_WC_LOC_PROT_ERR,       IBV_WC_LOC_LEN_ERR,       IBV_WC_REM_ACCESS_ERR,
      IBV_WC_REM_ABORT_ERR, IBV_WC_REM_INV_RD_REQ_ERR, IBV_WC_RNR_RETRY_EXC_ERR, IBV_WC_REM_INV_REQ_ERR,
      IBV_WC_BAD_RESP_ERR,  IBV_WC_RESP_TIMEOUT_ERR};
  return of[static_cast<std::uint8_t>(ending)];
}

}  // namespace softverbs::efa
