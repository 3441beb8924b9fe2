#include "tests/fuzz/draft.hpp"

#include <algorithm>
#include <bit>

namespace gin::fuzz {

Draft::Draft(const Shape& shape, std::uint64_t seed, Signals signals)
    : shape_(shape),
      signals_promise_(signals),
      random_(seed),
      marks_(shape.all_agents() * contexts),
      cells_(shape.n_pes * cell_count),
      words_(shape.n_pes * word_count),
      signals_(shape.n_pes * shape.all_agents()),
      slots_(shape.all_agents() * slots_of_agent),
      results_(shape.all_agents()),
      last_cell_(shape.all_agents()),
      last_word_(shape.all_agents()) {}

Script Draft::draw(const Length& length) {
  for (std::uint64_t i = 0; i < length.barriers; ++i) {
    for (std::uint64_t step = 0; step < length.steps; ++step) this->step(any(shape_.all_agents()));
    barrier();
  }
  join_lanes();
  return std::move(script_);
}

void Draft::step(std::uint32_t agent) {
  const std::uint32_t kind = any(20);
  if (kind < 7) return put(agent, Kind::put);
  if (kind < 10) return put(agent, Kind::value);
  if (kind < 13) return get(agent);
  if (kind < 16) return is_counted() ? count(agent) : atomic(agent);
  if (kind < 17) return read_word(agent);
  if (kind < 19) return await(agent);
  constexpr Kind ordering[] = {Kind::fence, Kind::quiet, Kind::flush};
  issue(agent, any(contexts), ordering[any(3)]);
}

Instruction Draft::made(Kind kind, std::uint32_t agent, std::uint32_t context) const {
  Instruction instruction;
  instruction.kind = kind;
  instruction.agent = agent;
  instruction.context = context;
  return instruction;
}

/// All of so many bytes, or some of them.
Draft::Part Draft::any_part(std::uint64_t bytes) {
  if (random_.chance({1, 2})) return {0, bytes};
  const std::uint64_t begin = random_.below(bytes);
  return {begin, 1 + random_.below(bytes - begin)};
}

/// Room for `bytes` bytes somewhere in a part of an area.
Spot Draft::any_spot(Area area, const Part& within, std::uint64_t bytes) {
  return {area, within.begin + random_.below(within.bytes - bytes + 1)};
}

void Draft::put(std::uint32_t agent, Kind kind) {
  const std::uint32_t aim = aimed(last_cell_[agent], shape_.n_pes * cell_count);
  const std::uint32_t peer = aim / cell_count;
  const std::uint32_t index = aim % cell_count;
  Cell& cell = cells_[aim];
  std::uint32_t context = any(contexts);
  if (!take_cell(agent, cell, context)) return;
  Instruction it = made(kind, agent, context);
  it.peer = {peer};
  const Part part = any_part(cell_bytes[index]);
  it.to = {Area::board, cell_offset(index) + part.begin};
  it.bytes = part.bytes;
  Slot* slot = nullptr;
  if (kind == Kind::value) {
    it.bytes = std::bit_floor(std::min<std::uint64_t>(it.bytes, 8));
    it.value = random_.next();
  } else {
    if (random_.chance({1, 12})) it.bytes = 0;  // legal, and does nothing but signal
    it.blocking = random_.chance({1, 4});
    if (!pick_source(it, index, slot)) return;
  }
  order(agent, cell.touch);
  cell.sent = false;
  if (kind == Kind::put && random_.chance({1, 3})) add_signal(it, cell);
  // Touched last: what was issued above came before this operation and orders nothing after it.
  if (slot != nullptr) use_slot(*slot, it);
  if (it.has_signal) touch(signal(peer, agent).touch, agent, context);
  touch(cell.touch, agent, context);
  script_.push_back(it);
  if (signals_promise_ == Signals::strong && !it.has_signal && random_.chance({1, 3})) announce(it, cell);
}

/// A signal without data right after a put: only the promise brings the put's bytes before it.
void Draft::announce(const Instruction& put, Cell& cell) {
  Instruction it = made(Kind::put, put.agent, put.context);
  it.peer = put.peer;
  it.to = put.to;
  it.from = {Area::source, 0};
  add_signal(it, cell);
  if (!it.has_signal) return;
  touch(signal(it.peer.value, it.agent).touch, it.agent, it.context);
  script_.push_back(it);
}

/// Whether the agent may write the cell, and on which context.
bool Draft::take_cell(std::uint32_t agent, Cell& cell, std::uint32_t& context) {
  if (cell.use == Use::free) {
    cell.use = Use::owned;
    cell.owner = agent;
  }
  if (cell.touch.any) context = cell.touch.context;
  return cell.use == Use::owned && cell.owner == agent;
}

/// Where the bytes of a put come from: constant ones, those that a get brought, or a cell of the agent's own PE.
bool Draft::pick_source(Instruction& put, std::uint32_t target_cell, Slot*& used) {
  const std::uint32_t kind = any(3);
  if (kind == 0 && put.bytes <= slot_bytes) {
    used = &settled_slot(put.agent, put.bytes, put.from);
    return true;
  }
  if (kind == 1) {
    const std::uint32_t pe = pe_of(put.agent);
    const std::uint32_t index = any(cell_count);
    if ((pe == put.peer.value && index == target_cell) || cell_bytes[index] < put.bytes) return false;
    put.from = any_spot(Area::board, {cell_offset(index), cell_bytes[index]}, put.bytes);
    return read_cell(put.agent, pe, index);
  }
  put.from = any_spot(Area::source, {0, shape_.bytes(Area::source)}, put.bytes);
  return true;
}

/// The agent's signal word at the peer. Additions commute; a set must not meet another update under way.
void Draft::add_signal(Instruction& put, Cell& cell) {
  Signal& signal = this->signal(put.peer.value, put.agent);
  if (signal.touch.any && signal.touch.context != put.context) return;
  if (is_counted() && put.context != put.agent % contexts) return;
  put.has_signal = true;
  put.signal_op = !is_counted() && random_.chance({1, 3}) ? SignalOp::set : SignalOp::add;
  if (put.signal_op == SignalOp::set || signal.set_last) order(put.agent, signal.touch);
  const std::uint64_t more = is_counted() ? 1 : 1 + random_.below(3);
  signal.count += more;
  put.signal_value = put.signal_op == SignalOp::set ? signal.count : more;
  signal.set_last = put.signal_op == SignalOp::set;
  cell.sent = put.bytes > 0;
  if (signals_promise_ != Signals::strong) return;
  for (std::uint32_t index = 0; index < cell_count; ++index) {
    Cell& earlier = this->cell(put.peer.value, index);
    if (earlier.use == Use::owned && earlier.owner == put.agent && earlier.touch.any &&
        earlier.touch.context == put.context)
      earlier.sent = true;
  }
}

/// Whether the agent may read the cell; nobody writes it any more before the barrier.
bool Draft::read_cell(std::uint32_t agent, std::uint32_t pe, std::uint32_t index) {
  Cell& cell = this->cell(pe, index);
  if (cell.use == Use::free) cell.use = Use::shared;
  if (cell.use == Use::shared) return true;
  if (cell.owner == agent) {
    complete(agent, cell.touch);
    cell.use = Use::sealed;
    return true;
  }
  return cell.use == Use::sealed && pe == pe_of(agent) && (cell.told >> agent & 1) != 0;
}

void Draft::get(std::uint32_t agent) {
  Instruction it = made(Kind::get, agent, any(contexts));
  const std::uint32_t peer = any_pe();
  it.peer = {peer};
  it.blocking = random_.chance({1, 2});
  if (random_.chance({1, 3})) {
    it.bytes = 1 + random_.below(slot_bytes);
    it.from = any_spot(Area::source, {0, shape_.bytes(Area::source)}, it.bytes);
  } else {
    const std::uint32_t index = any(cell_count);
    const Part part = any_part(std::min(cell_bytes[index], slot_bytes));
    it.bytes = part.bytes;
    it.from = {Area::board, cell_offset(index) + part.begin};
    if (!read_cell(agent, peer, index)) return;
  }
  use_slot(settled_slot(agent, it.bytes, it.to), it);
  script_.push_back(it);
}

/// Room in one of the agent's slots that no operation uses, after a flush where one did.
Draft::Slot& Draft::settled_slot(std::uint32_t agent, std::uint64_t bytes, Spot& at) {
  const std::uint32_t index = any(slots_of_agent);
  Slot& slot = slots_[agent * slots_of_agent + index];
  if (!slot.settled && marks(agent, slot.touch.context).flushes == slot.touch.at.flushes)
    issue(agent, slot.touch.context, random_.chance({1, 3}) ? Kind::quiet : Kind::flush);
  slot.settled = true;
  at = any_spot(Area::landing, {(agent % shape_.agents * slots_of_agent + index) * slot_bytes, slot_bytes}, bytes);
  return slot;
}

/// A blocking call has done with the slot when it returns.
void Draft::use_slot(Slot& slot, const Instruction& it) {
  slot.settled = it.blocking;
  touch(slot.touch, it.agent, it.context);
}

void Draft::atomic(std::uint32_t agent) {
  constexpr Amo commuting[] = {Amo::add, Amo::bit_and, Amo::bit_or, Amo::bit_xor};
  constexpr Amo exclusive[] = {Amo::set,     Amo::add,          Amo::bit_and, Amo::bit_or,
                               Amo::bit_xor, Amo::compare_swap, Amo::fetch};
  const std::uint32_t aim = aimed(last_word_[agent], shape_.n_pes * word_count);
  Word& word = words_[aim];
  if (word.use == Use::free) {
    word.use = random_.chance({1, 2}) ? Use::shared : Use::owned;
    word.owner = agent;
    word.shared_amo = commuting[any(std::size(commuting))];
  }
  const bool owned = word.use == Use::owned;
  if (owned ? word.owner != agent : word.shared_amo == Amo::fetch) return;
  const bool fetches = owned && random_.chance({1, 2});
  Instruction it = made(fetches ? Kind::fetch : Kind::atomic, agent, any(contexts));
  if (owned && word.touch.any) it.context = word.touch.context;
  it.peer = {aim / word_count};
  it.to = {Area::words, aim % word_count * 8};
  it.bytes = 8;
  it.amo = owned ? exclusive[any(std::size(exclusive) - (fetches ? 0 : 1))] : word.shared_amo;
  it.value = random_.chance({1, 2}) ? random_.below(4) : random_.next();
  // Small values are set often enough for some of these to be there.
  it.compare = random_.below(4);
  if (fetches && !next_result(agent, it.result)) return;
  if (owned) {
    order(agent, word.touch);
    touch(word.touch, agent, it.context);
  }
  script_.push_back(it);
}

/// Whether all may do that to the word until the barrier, and nothing else.
bool Draft::shares_word(Word& word, Amo amo) {
  if (word.use == Use::free) {
    word.use = Use::shared;
    word.shared_amo = amo;
  }
  return word.use == Use::shared && word.shared_amo == amo;
}

/// One more in a word that starts at zero; whoever likes may, since they commute.
void Draft::count(std::uint32_t agent) {
  const std::uint32_t peer = any_pe();
  const std::uint32_t index = any(counter_count);
  if (!shares_word(words_[peer * word_count + index], Amo::add)) return;
  Instruction it = made(Kind::atomic, agent, index % contexts);
  it.peer = {peer};
  it.to = {Area::words, index * 8};
  it.bytes = 8;
  it.amo = Amo::add;
  it.value = 1;
  script_.push_back(it);
}

void Draft::read_word(std::uint32_t agent) {
  Instruction it = made(Kind::read_word, agent, any(contexts));
  const std::uint32_t peer = any_pe();
  const std::uint32_t index = any(word_count);
  if (!shares_word(words_[peer * word_count + index], Amo::fetch) || !next_result(agent, it.result)) return;
  it.peer = {peer};
  it.from = {Area::words, index * 8};
  it.bytes = 8;
  script_.push_back(it);
}

bool Draft::next_result(std::uint32_t agent, std::uint64_t& result) {
  if (results_[agent] == results_of_agent) return false;
  result = agent % shape_.agents * results_of_agent + results_[agent]++;
  return true;
}

/// Waits for all that some agent has sent here so far, and mostly reads at once what came with it. The sender is
/// ahead in the script: nobody waits in a circle.
void Draft::await(std::uint32_t agent) {
  const std::uint32_t pe = pe_of(agent);
  std::uint32_t sender = any(shape_.all_agents());
  for (std::uint32_t i = 0; i < shape_.all_agents() && !has_news(agent, sender); ++i)
    sender = (sender + 1) % shape_.all_agents();
  const Signal& signal = this->signal(pe, sender);
  if (signal.count == 0) return;
  Instruction it = made(Kind::await, agent, any(contexts));
  it.to = {Area::signals, sender * 8};
  it.value = signal.count;
  script_.push_back(it);
  for (std::uint32_t index = 0; index < cell_count; ++index) {
    Cell& cell = this->cell(pe, index);
    if (!cell.came_with_signal_of(sender)) continue;
    cell.use = Use::sealed;
    cell.told |= std::uint64_t{1} << agent;
    if (random_.chance({3, 4})) look(agent, index);
  }
}

/// Whether the sender's signal brings the agent a cell that it may not read yet.
bool Draft::has_news(std::uint32_t agent, std::uint32_t sender) {
  for (std::uint32_t index = 0; index < cell_count; ++index) {
    const Cell& cell = this->cell(pe_of(agent), index);
    if (cell.came_with_signal_of(sender) && (cell.told >> agent & 1) == 0) return true;
  }
  return false;
}

/// Its end rather than any part: where the last bytes to arrive are.
void Draft::look(std::uint32_t agent, std::uint32_t index) {
  Instruction it = made(Kind::look, agent, 0);
  it.blocking = true;
  it.bytes = std::min(cell_bytes[index], slot_bytes);
  it.from = {Area::board, cell_offset(index) + cell_bytes[index] - it.bytes};
  use_slot(settled_slot(agent, it.bytes, it.to), it);
  script_.push_back(it);
}

}  // namespace gin::fuzz
