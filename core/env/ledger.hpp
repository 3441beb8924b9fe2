// The record of a run: digest, counters, traffic, the last events of each PE.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/ids.hpp"
#include "core/base/units.hpp"
#include "core/device/count.hpp"
#include "core/device/path.hpp"
#include "core/env/heap_map.hpp"
#include "core/env/pe_matrix.hpp"

namespace gin {

class Recorder;

/// What happened to memory.
enum class Delivery : std::uint8_t {
  store,
  load,
  value,
  atomic,
  nic_write,
  nic_read,
  nic_atomic,
  completion,
  arrival,
  applied,
  counted
};
const char* name(Delivery delivery);

/// What bytes crossed.
enum class Link : std::uint8_t { memory, nvlink, pcie, nic };
inline constexpr std::uint32_t link_count = 4;
const char* name(Link link);

struct Tally {
  std::int64_t operations = 0;
  std::int64_t bytes = 0;
  void add(std::int64_t more) {
    ++operations;
    bytes += more;
  }
};

class Ledger {
 public:
  struct Event {
    Instant when;
    std::uint32_t actor = 0;
    Delivery kind = Delivery::store;
    std::uint64_t offset = 0;  ///< in the heap; the peer whose operation is complete, of a completion
    std::uint64_t bytes = 0;
  };

  explicit Ledger(std::uint32_t pes) : between(pes, cells_max), recent_(pes) {}

  /// Every delivered event goes into the digest, in the order of virtual time. `operation` is the number of the one
  /// that it belongs to, where it is recorded.
  void deliver(Pe pe, const Event& event, std::uint32_t operation = 0) {
    const std::uint64_t numbers[] = {static_cast<std::uint64_t>(event.when.ps), event.actor,
                                     static_cast<std::uint64_t>(event.kind),
                                     std::uint64_t{pe.value} << 40 | event.offset, event.bytes};
    digest_.add_u64s(numbers);
    Recent& recent = recent_[pe.value];
    recent.events[recent.count++ % recent.events.size()] = event;
    vain_polls = 0;
    if (timeline) timeline->push_back(describe(pe, event));
    if (recorder) [[unlikely]]
      record(pe, event, operation);
  }

  Digest& digest() { return digest_; }
  std::int64_t counter(Count count) const { return counters[static_cast<std::uint32_t>(count)]; }
  /// The last deliveries at `pe`, oldest first, one line each.
  std::vector<std::string> last_events(Pe pe) const;

  std::array<std::int64_t, counts_in_all> counters{};
  std::array<Tally, link_count> by_link{};
  PeMatrix between;                              ///< payload, by PEs
  HeapMap heap;                                  ///< what is told about it
  std::vector<std::string>* timeline = nullptr;  ///< where a line for each event goes, if anywhere
  Recorder* recorder = nullptr;                  ///< who records, if anybody
  std::int64_t vain_polls = 0;                   ///< tests without success since anything was delivered

 private:
  static constexpr std::uint32_t cells_max = 32;  // a side; what a picture can show

  std::string describe(Pe pe, const Event& event) const;
  void record(Pe pe, const Event& event, std::uint32_t operation);

  struct Recent {
    std::array<Event, 4> events;
    std::size_t count = 0;
  };

  Digest digest_;
  std::vector<Recent> recent_;
};

}  // namespace gin
