#include "core/env/recorder.hpp"

#include <fmt/format.h>

#include <iterator>

namespace gin {
namespace {

using Recording = trace::Recording;
using Show = Recorder::Show;

bool is_of_nic(Show show) {
  return show >= Show::line_out && show <= Show::from_peer;
}

/// What a track is called, by what it shows.
constexpr const char* track_names[] = {
    "agent {number}",
    "stream {number}",
    "CPU thread {number}",
    "posted writes under way",
    "stores under way",
    "memory: delivered",
    "ring {number}: slots full",
    "NVLink out",
    "NVLink in",
    "PCIe out",
    "PCIe in",
    "from the CPU's memory",
    "into the CPU's memory",
    "line out",
    "line in",
    "messages under way",
    "to PE {peer}{queue}",
    "to PE {peer}{queue}: posted and not complete",
    "from PE {peer}{queue}",
    "NVLink {number}",
};
static_assert(std::size(track_names) == static_cast<std::size_t>(Show::mesh_link) + 1);

std::string name_of_track(const Recorder::Key& key) {
  const std::string queue = key.number == 0 ? "" : fmt::format(", queue {}", key.number);
  return fmt::format(fmt::runtime(track_names[static_cast<std::size_t>(key.show)]), fmt::arg("number", key.number),
                     fmt::arg("peer", key.peer), fmt::arg("queue", queue));
}

/// PEs in order, each followed by its NICs; nodes behind all of them.
Recording::Process process_of(const Recorder::Key& key) {
  const std::uint64_t pe = std::uint64_t{key.pe.value} << 16;
  if (key.show == Show::mesh_link)
    return {std::uint64_t{1} << 56 | pe, fmt::format("links of the node of PE {}", key.pe.value)};
  if (!is_of_nic(key.show)) return {pe, fmt::format("PE {}", key.pe.value)};
  const std::uint32_t rail = key.rail;
  return {pe | (rail + 1), fmt::format("NIC {}.{} (PE {}, rail {})", key.pe.value, rail, key.pe.value, rail)};
}

/// Queues by peer, each with its counter beside it.
std::uint64_t order_of(const Recorder::Key& key) {
  const bool is_queue = key.show == Show::queue || key.show == Show::occupancy;
  const Show group = is_queue ? Show::queue : key.show;
  return static_cast<std::uint64_t>(group) << 56 | std::uint64_t{key.peer} << 24 | key.number << 1 |
         (key.show == Show::occupancy ? 1 : 0);
}

bool is_counter(Show show) {
  return show == Show::ring || show == Show::under_way || show == Show::occupancy;
}

const char* name_of_issue(const Operation& operation) {
  if (operation.has_signal) return "issue put with signal";
  constexpr const char* names[] = {"issue put",          "issue get",  "issue p",      "issue atomic",
                                   "issue fetch atomic", "issue send", "issue receive"};
  return names[static_cast<std::uint8_t>(operation.op)];
}

}  // namespace

std::uint32_t Recorder::track(const Key& key) {
  const auto [at, added] = tracks_.try_emplace(key, Recording::nowhere);
  if (added && (key.show == Show::mesh_link || keeps(key.pe))) {
    const Recording::Process process = process_of(key);
    at->second = recording_.track(
        {recording_.process(process.order, process.name), order_of(key), name_of_track(key), is_counter(key.show)});
  }
  return at->second;
}

std::uint32_t Recorder::name_of(sim::Item item) {
  if (item.name() >= item_names_.size()) item_names_.resize(item.name() + 1U);
  std::uint32_t& known = item_names_[item.name()];
  if (known == 0) known = 1 + recording_.name(path_.name(item));
  return known - 1;
}

void Recorder::busy(const Key& link, const sim::Service& service, Bytes bytes) {
  if (service.begin < service.end) span({track(link)}, "busy", service.begin, service.end, {.bytes = bytes.count});
}

void Recorder::delivered(Pe pe, const Ledger::Event& event, const HeapMap& heap, std::uint32_t operation) {
  const bool completes = event.kind == Delivery::completion;
  Recording::Details details;
  if (completes) {
    details.peer = static_cast<std::int64_t>(event.offset);
  } else {
    details.bytes = static_cast<std::int64_t>(event.bytes);
    details.place = recording_.name(heap.name(event.offset));
  }
  const std::uint32_t instant =
      recording_.instant({track({pe, Show::memory})}, recording_.name(name(event.kind)), event.when, details);
  if (completes) return;
  join(operation, instant, event.kind == Delivery::arrival ? Recording::Stage::way : Recording::Stage::visible);
}

void Recorder::issued(std::uint32_t track, const Operation* operations, std::uint32_t count, Instant begin,
                      Instant end) {
  std::int64_t bytes = 0;
  for (std::uint32_t i = 0; i < count; ++i) bytes += static_cast<std::int64_t>(operations[i].bytes);
  const std::uint32_t event =
      span({track}, name_of_issue(operations[0]), begin, end, {.bytes = bytes, .peer = operations[0].peer.value});
  for (std::uint32_t i = 0; i < count; ++i) join(operations[i].number, event, Recording::Stage::issued);
}

}  // namespace gin
