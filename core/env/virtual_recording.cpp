// VirtualEnv: what is recorded of an actor. Nothing here takes time or can be told from within the run.
#include <algorithm>

#include "core/env/virtual_env.hpp"

namespace gin {
namespace {
using Stage = trace::Recording::Stage;
}

std::uint32_t VirtualEnv::own_track() {
  const auto show = !who_.is_agent ? Recorder::Show::cpu_thread
                    : who_.on_host ? Recorder::Show::stream
                                   : Recorder::Show::agent;
  return world_.recorder()->track({who_.pe, show, who_.number});
}

/// The chain ends where this actor is in time, unless measuring has begun since: then it ends there.
void VirtualEnv::record(sim::Item item, Instant end) {
  Recorder& recorder = *world_.recorder();
  if (!recorder.is_open()) return;
  const Instant begin = std::max(world_.path.end(chain_), recorded_until_);
  const std::uint32_t event = recorder.span({own_track()}, item, begin, end);
  recorded_until_ = std::max(recorded_until_, end);
  if (event == trace::Recording::nowhere) return;
  recorder.join(taking_, event, Stage::way);
  taking_ = 0;
}

void VirtualEnv::record_wait(const char* call, Instant begin) {
  Recorder& recorder = *world_.recorder();
  if (!recorder.is_open() || *call == '\0') return;  // nobody calls between iterations
  recorder.span({own_track()}, std::string("wait: ") + call, begin, world_.now());
  recorded_until_ = std::max(recorded_until_, world_.now());
}

void VirtualEnv::record_posted(Posted what, Instant when) {
  constexpr const char* names[posted_count] = {"command", "doorbell", "note", "doorbell", "word"};
  Recorder& recorder = *world_.recorder();
  const std::uint32_t track = recorder.track({who_.pe, Recorder::Show::posted_writes});
  recorder.span({track, recorder.strand()}, names[static_cast<std::uint32_t>(what)], when,
                when + world_.machine.posted[what]);
}

void VirtualEnv::record_store(const Store& store, Instant arrival) {
  Recorder& recorder = *world_.recorder();
  const std::uint32_t track = recorder.track({who_.pe, Recorder::Show::stores});
  const std::uint32_t event =
      recorder.span({track, recorder.strand()}, name(store.kind), world_.now(), arrival,
                    {.bytes = static_cast<std::int64_t>(store.bytes), .peer = store.peer.value});
  recorder.join(store.number, event, Stage::way);
}

}  // namespace gin
