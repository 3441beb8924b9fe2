// What the environment says about the device: where it stands, and how badly its network behaves.
#pragma once

#include <cstdint>
#include <string>

namespace softverbs {

/// Rates are of a thousand; every draw is a function of the seed, the queue pair, the packet's number and the attempt,
/// never of a shared stream, so that what one queue pair meets does not depend on what others do.
struct Settings {
  std::string fabric = "0";  ///< SOFTVERBS_FABRIC: devices of other fabrics are not reachable; letters and digits
  std::uint32_t host = 0;    ///< SOFTVERBS_HOST: which host of the fabric this process runs on
  std::uint32_t nics = 1;    ///< SOFTVERBS_NICS: devices of this host, soft0 to soft7
  std::uint32_t down = 0;    ///< SOFTVERBS_DOWN: one of each host's devices, from 1, whose port is down; 0: none
  std::uint64_t registered =
      0;                  ///< SOFTVERBS_REGISTERED: bytes that a process may register on all devices; 0: any number
  std::uint32_t efa = 0;  ///< SOFTVERBS_EFA: capabilities of EFA devices (efa/device.hpp); 0: InfiniBand's
  std::uint64_t seed = 1;       ///< SOFTVERBS_SEED
  std::uint32_t delay_us = 0;   ///< SOFTVERBS_DELAY_US: a request, and its acknowledgement, take up to so long
  std::uint32_t loss = 0;       ///< SOFTVERBS_LOSS: requests, and acknowledgements, that are lost
  std::uint32_t not_ready = 0;  ///< SOFTVERBS_NOT_READY: requests that find no receive, though one is posted
  std::uint32_t errors = 0;     ///< SOFTVERBS_ERRORS: requests that the target cannot carry out
  std::uint32_t reorder = 0;  ///< SOFTVERBS_REORDER: a datagram may be overtaken by so many that were posted later
  std::uint32_t yield_after = 64;  ///< SOFTVERBS_YIELD: looks at an empty queue before the core is offered

  bool is_perfect() const { return delay_us == 0 && loss == 0 && not_ready == 0 && errors == 0 && reorder == 0; }
};

constexpr std::uint32_t hosts_max = 4096;
constexpr std::uint32_t nics_max = 8;

/// Read once. Null where a variable holds something else than it should: the reason was printed to standard error then.
const Settings* settings();

}  // namespace softverbs
