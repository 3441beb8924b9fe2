// How a world of virtual time writes itself down: which track is whose, what spans are called, and which operation
// a command, a work request or a delivery belongs to (operation_numbers.hpp).
#pragma once

#include <compare>
#include <cstdint>
#include <map>
#include <vector>

#include "core/env/ledger.hpp"
#include "core/format/operation.hpp"
#include "core/sim/causal_path.hpp"
#include "core/sim/server.hpp"
#include "core/trace/recording.hpp"

namespace gin {

class Recorder {
 public:
  /// What a track shows, in the order in which those of a process stand.
  enum class Show : std::uint8_t {
    agent,
    stream,
    cpu_thread,
    posted_writes,
    stores,
    memory,
    ring,  ///< counter
    nvlink_out,
    nvlink_in,
    pcie_out,
    pcie_in,
    beside_out,  ///< the NIC's link to the CPU's memory
    beside_in,
    line_out,  ///< of a NIC, as all below
    line_in,
    under_way,  ///< counter
    queue,
    occupancy,  ///< counter
    from_peer,
    mesh_link  ///< of a node
  };
  struct Key {
    Pe pe;  ///< of a mesh link: the first of its node
    Show show = Show::agent;
    std::uint32_t number = 0;  ///< agent, thread, ring, link; stream of a queue
    std::uint32_t rail = 0;
    std::uint32_t peer = 0;
    auto operator<=>(const Key&) const = default;
  };

  Recorder(trace::Recording& recording, const sim::CausalPath& path) : recording_(recording), path_(path) {}

  bool keeps(Pe pe) const { return recording_.keeps(pe.value); }
  /// Nowhere, if its PE is not kept; whether a link of a mesh is, those know who use it.
  std::uint32_t track(const Key& key);
  /// A strand that nobody else has.
  std::uint32_t strand() { return ++strands_; }

  void open(Instant start) { recording_.open(start); }
  bool is_open() const { return recording_.is_open(); }

  std::uint32_t span(trace::Recording::Position position, sim::Item item, Instant begin, Instant end) {
    return begin < end ? recording_.span(position, name_of(item), begin, end) : trace::Recording::nowhere;
  }
  std::uint32_t span(trace::Recording::Position position, const std::string& name, Instant begin, Instant end,
                     const trace::Recording::Details& details = {}) {
    return recording_.span(position, recording_.name(name), begin, end, details);
  }
  /// A link or port is held.
  void busy(const Key& link, const sim::Service& service, Bytes bytes);
  void change(const Key& counter, Instant when, std::int64_t by) { recording_.change(track(counter), when, by); }
  /// `heap` names where it is.
  void delivered(Pe pe, const Ledger::Event& event, const HeapMap& heap, std::uint32_t operation);
  void join(std::uint32_t operation, std::uint32_t event, trace::Recording::Stage stage) {
    recording_.join(operation, event, stage);
  }

  // Operations.
  void issued(std::uint32_t track, const Operation* operations, std::uint32_t count, Instant begin, Instant end);
  /// A ring of `pe`, by its words; before anything is pushed.
  void ring(const void* words, Pe pe, std::uint32_t index) { rings_[words] = {pe, Show::ring, index}; }
  /// So many slots of the ring became full, or free if negative.
  void filled(const void* words, Instant when, std::int64_t slots) { change(rings_.at(words), when, slots); }

 private:
  std::uint32_t name_of(sim::Item item);

  trace::Recording& recording_;
  const sim::CausalPath& path_;
  std::map<Key, std::uint32_t> tracks_;
  std::vector<std::uint32_t> item_names_;  ///< 1 + name, by item; 0: not asked for yet
  std::map<const void*, Key> rings_;
  std::uint32_t strands_ = 0;
};

}  // namespace gin
