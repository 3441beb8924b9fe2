#include "tests/bench/limit/limit.hpp"

namespace gin::bench {
namespace {
// Of the order of the stages of a put, in picoseconds.
constexpr std::int64_t stage_ps[Limit::events_per_message] = {700'000, 400'000, 300'000, 500'000, 600'000, 300'000};
// Messages do not march in step: 0 to 127 ns more, of no pattern.
constexpr std::int64_t jitter_ps(std::uint64_t step) {
  return static_cast<std::int64_t>((step * 0x9e3779b97f4a7c15 >> 57) * 1000);
}
}  // namespace

Limit::Pe::Pe(Limit& l, sim::StackSlab& stacks, std::size_t stack)
    : limit(&l),
      agent(l.simulation_.add_actor()),
      nic(l.simulation_.add_actor()),
      fiber(stacks, stack, Limit::agent, this) {}

Limit::Limit(const Shape& shape) : stacks_(shape.pes) {
  for (std::uint32_t pe = 0; pe < shape.pes; ++pe) pes_.emplace_back(*this, stacks_, pe);
  under_way_.resize(shape.pending);
  for (std::size_t i = 0; i < under_way_.size(); ++i) {
    const auto source = static_cast<std::uint32_t>(i % shape.pes);
    under_way_[i] = {this, source, static_cast<std::uint32_t>((i * 7 + 1) % shape.pes)};
    // They start spread over the stages, so that every kind of event is there from the start.
    go_on(under_way_[i], pes_[source].agent, i % events_per_message);
  }
}

Limit::~Limit() {
  over_ = true;
  for (Pe& pe : pes_) pe.fiber.resume();
}

void Limit::go_on(Message& message, sim::ActorId cause, std::uint64_t number) {
  const Instant when = simulation_.now() + Duration{stage_ps[number] + jitter_ps(++steps_)};
  simulation_.schedule(cause, when, sim::action<&Message::stage>(message, number));
}

/// Stage 0 runs on the agent's fiber; the NIC of the source, then that of the target have the others.
void Limit::Message::stage(std::uint64_t number) {
  Pe& from = limit->pes_[source];
  if (number == 0) {
    from.handed = static_cast<std::uint64_t>(this - limit->under_way_.data());
    from.fiber.resume();
    return;
  }
  if (number + 1 == events_per_message) {
    ++limit->messages_;
    peer = static_cast<std::uint32_t>((peer + 1) % limit->pes_.size());
  }
  limit->go_on(*this, number < 3 ? from.nic : limit->pes_[peer].nic, (number + 1) % events_per_message);
}

void Limit::agent(void* self) {
  Pe& pe = *static_cast<Pe*>(self);
  Limit& limit = *pe.limit;
  while (!limit.over_) {
    limit.go_on(limit.under_way_[pe.handed], pe.agent, 1);
    pe.fiber.park();
  }
}

void Limit::run(std::uint64_t messages) {
  const std::uint64_t wanted = messages_ + messages;
  while (messages_ < wanted) simulation_.step();
}

}  // namespace gin::bench
