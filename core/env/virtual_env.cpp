#include "core/env/virtual_env.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"

namespace gin {

VirtualEnv::VirtualEnv(World& world, sim::StackSlab& stacks, std::size_t stack, const Identity& who,
                       QueueSource* queues)
    : world_(world),
      who_(who),
      pace_(who.on_host ? world.machine.host : world.machine.gpu),
      queues_(queues),
      stacks_(stacks),
      stack_(stack),
      actor_(world.simulation.add_actor()),
      posted_lanes_{sim::Lane(actor_), sim::Lane(actor_), sim::Lane(actor_), sim::Lane(actor_), sim::Lane(actor_)},
      store_lane_(actor_),
      lane_order_(derived_seed({world.options.seed, actor_.value})),
      l1_(world.machine.memory.l1.size, &world.pool) {
  waiter_.woken = sim::action<&VirtualEnv::woken>(*this);
  if (world.adversary.is_on()) late_stores_.emplace(world.simulation, who.pe, world.adversary.is_contract());
}

void VirtualEnv::start(sim::Fiber::Body body, void* argument) {
  fiber_.emplace(stacks_, stack_, body, argument);
  world_.simulation.schedule(actor_, world_.now(), sim::action<&VirtualEnv::resume>(*this, ++generation_));
}

void VirtualEnv::resume(std::uint64_t generation) {
  if (generation == generation_) fiber_->resume();
}

void VirtualEnv::advance_to(Instant when) {
  // What is owed ends before `when`, perhaps long before: paid behind it, time would run backwards.
  GIN_ASSERT(debt_count_ == 0);
  if (when == world_.now() || world_.simulation.try_advance(actor_, when)) return;
  world_.simulation.schedule(actor_, when, sim::action<&VirtualEnv::resume>(*this, ++generation_));
  fiber_->park();
}

void VirtualEnv::advance(Duration time, sim::Item item) {
  const Instant when = world_.now() + time;
  advance_to(when);
  spend(item, when);
}

void VirtualEnv::charge_stream(Cost cost, std::uint32_t times) {
  if (is_enqueued(cost)) return enqueue(cost);
  add_debt(cost, times);
  settle();
  if (cost == Cost::synchronise) stream_.synchronised(world_.pes[who_.pe.value].host, world_.now());
}

void VirtualEnv::enqueue(Cost cost) {
  const Machine& machine = world_.machine;
  if (cost == Cost::kernel) acquire();
  const Duration idle = cost == Cost::kernel ? machine.stream_start : machine.copy_start;
  const HostStream::Start start =
      stream_.enqueue(world_.pes[who_.pe.value].host, world_.now(), pace_[cost], {idle, machine.stream_gap});
  spend(world_.items.enqueue, std::max(world_.now(), start.enqueued));
  advance_to(start.begins);
  spend(world_.items.stream_start, start.begins);
}

void VirtualEnv::add_debt(Cost cost, std::uint32_t times) {
  if (is_acquire(cost)) acquire();
  Duration time = pace_[cost] * times;
  if (lanes_beside_.are_charged()) time = lanes_beside_.longer(time);
  if (time == Duration{}) return;
  if (debt_count_ == debts_max) pay();
  const Debt debt{world_.items.cost[static_cast<std::uint32_t>(cost)], local_now() + time};
  spend(debt.item, debt.end);
  debts_[debt_count_++] = debt;
}

void VirtualEnv::pay() {
  const std::uint32_t epoch = world_.path.epoch();
  const std::uint32_t count = debt_count_;
  debt_count_ = 0;
  advance_to(debts_[count - 1].end);
  if (world_.path.epoch() == epoch) return;
  // Measuring began in between and forgot all chains: ours begins there too.
  for (std::uint32_t i = 0; i < count; ++i)
    if (debts_[i].end > world_.path.end(chain_)) spend(debts_[i].item, debts_[i].end);
}

void VirtualEnv::park_in(Gate& gate) {
  gate.park(waiter_);
  ++generation_;
  fiber_->park();
}

bool VirtualEnv::idle(Gate& gate, std::uint64_t seen, const Waiting& why, Limit limit) {
  // Nobody counts what is written to a word that nobody waits for yet: between the look and here no time may pass, unless
  // for what the look has cost.
  if (debt_count_ > 0) pay();
  if (gate.observe() != seen) return true;
  if (limit <= world_.now()) {
    polled_in_vain(why);
    return false;
  }
  const Doing waiting(*this, PhaseLog::Kind::wait, why.call);
  why_ = why;
  timed_out_ = false;
  if (why.of == Waiting::Of::word) {
    word_gate_ = &gate;
    world_.pes[who_.pe.value].parked.push_back({why.at, why.at + why.bytes, &gate});
  }
  if (limit != Instant::never())
    world_.simulation.schedule(actor_, limit, sim::action<&VirtualEnv::timer>(*this, generation_ + 1));
  const Instant begin = world_.now();
  park_in(gate);
  if (world_.recorder()) [[unlikely]]
    record_wait(why.call, begin);
  return !timed_out_;
}

void VirtualEnv::leave_parked_words() {
  if (word_gate_)
    std::erase_if(world_.pes[who_.pe.value].parked, [&](const auto& word) { return word.gate == word_gate_; });
  word_gate_ = nullptr;
}

/// Runs inside the notifier's event: what woke us is what we were waiting for, so our chain goes on from its. An
/// agent had to come this far too; a CPU thread could have taken its work in another order.
void VirtualEnv::woken(std::uint64_t) {
  const Instant own = std::min(world_.path.bare(chain_), world_.path.end(world_.waker));
  chain_ = who_.is_agent ? world_.path.not_before(world_.waker, own) : world_.waker;
  if (grid_) return woken_on_grid();
  leave_parked_words();
  world_.simulation.schedule(world_.simulation.cause(), world_.now(),
                             sim::action<&VirtualEnv::resume>(*this, ++generation_));
}

void VirtualEnv::timer(std::uint64_t generation) {
  if (generation != generation_) return;
  timed_out_ = true;
  waiter_.unlink();
  leave_parked_words();
  // We waited for nothing but the clock, from where our own chain ended.
  chain_ = world_.path.extend(chain_, world_.items.deadline, world_.now());
  resume(generation_);
}

Duration VirtualEnv::round_of(const PollGrid& grid) const {
  return pace_[grid.look] * grid.rings + (grid.completions ? pace_[Cost::proxy_poll_completions] : Duration{});
}

std::uint64_t VirtualEnv::poll(const PollGrid& grid, bool idle, Gate& gate, std::uint64_t seen) {
  settle();
  const bool costs_nothing = round_of(grid) == Duration{};
  // A loop without cost would never let the clock move: it sleeps even when told to poll.
  const bool sleeps =
      idle && gate.observe() == seen && (!world_.options.poll_for_real || costs_nothing || world_.agents_done);
  if (!sleeps) {
    if (idle) polled_in_vain({"proxy", "commands or completions", Waiting::Of::nothing, 0, 0, 1});
    charge(grid.cost(grid.station), 1);
    settle();
    return 1;
  }
  grid_ = &grid;
  grid_start_ = world_.now();
  grid_passed_ = 1;
  park_in(gate);
  grid_ = nullptr;
  if (world_.recorder()) [[unlikely]]
    record_wait("poll", grid_start_);
  return grid_passed_;
}

void VirtualEnv::woken_on_grid() {
  const PollGrid& grid = *grid_;
  const Duration round = round_of(grid);
  const Instant now = world_.now();
  Instant look = now;
  std::uint64_t passed = 1;
  if (round > Duration{}) {
    // All but the last whole round at once: looks that cost nothing share their moment, so the last is walked.
    const std::int64_t rounds = std::max<std::int64_t>((now - grid_start_).ps / round.ps - 1, 0);
    look = grid_start_ + round * rounds;
    passed = static_cast<std::uint64_t>(rounds) * grid.stations();
    // A look at this very moment would have come after the event only if its turn has not passed.
    const bool sees_now = world_.simulation.latest_cause() <= actor_;
    while (passed == 0 || look < now || (look == now && !sees_now)) {
      const auto station = static_cast<std::uint32_t>((grid.station + passed) % grid.stations());
      look = look + pace_[grid.cost(station)];
      ++passed;
    }
  }
  grid_passed_ = passed;
  chain_ = world_.path.extend(chain_, world_.items.poll_grid, look);
  world_.simulation.schedule(actor_, look, sim::action<&VirtualEnv::resume>(*this, ++generation_));
}

void VirtualEnv::polled_in_vain(const Waiting& why) {
  if (++world_.ledger.vain_polls < world_.options.livelock_calls) return;
  throw Error(
      Code::hung,
      fmt::format(
          "PE {} {} {}: livelock: {} looks in a row found nothing new while nothing else happened; the last "
          "was {}",
          who_.pe.value, who_.is_agent ? "agent" : "proxy thread", who_.number, world_.options.livelock_calls,
          describe(why, world_.ledger.heap)));
}

}  // namespace gin
