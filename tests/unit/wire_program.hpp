// Random programs without races, as data, and what they leave: every operation of a phase has bytes of its own, or
// a word on which order does not matter, so that one after another and all at once are the same.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "core/base/random.hpp"
#include "core/format/operation.hpp"
#include "tests/unit/wire_operation.hpp"

namespace gin::test {

struct Step {
  std::uint32_t pe = 0;
  Operation operation;
};
using Phase = std::vector<Step>;

/// Where things lie in every heap.
struct ProgramPlace {
  static constexpr std::uint64_t shared = 0, shared_words = 8;  ///< anybody adds to them
  static constexpr std::uint64_t own = 64, own_words = 16;      ///< so many for each PE, which alone touches them
  static constexpr std::uint64_t source = 1024, source_bytes = 4096;
  static constexpr std::uint64_t target = 8192, target_bytes = 8192;  ///< so many for each PE that writes
  static constexpr std::uint64_t pes_max = 4;
  static constexpr std::uint64_t landing = target + pes_max * target_bytes, landing_bytes = 16384;
  static constexpr std::uint64_t heap_bytes = landing + landing_bytes;
};

/// Heaps on which operations are carried out one after another.
class PlainModel {
 public:
  explicit PlainModel(std::uint32_t n_pes) {
    for (std::uint32_t pe = 0; pe < n_pes; ++pe) {
      heaps.emplace_back(ProgramPlace::heap_bytes);
      for (std::uint64_t i = 0; i < ProgramPlace::source_bytes; ++i)
        heaps[pe][ProgramPlace::source + i] = static_cast<unsigned char>(i * 13 + pe * 101 + 1);
    }
  }

  /// A message is carried out where it is received.
  void carry_out(const Step& step) {
    const Operation& o = step.operation;
    unsigned char* mine = heaps[step.pe].data();
    unsigned char* theirs = heaps[o.peer.value].data();
    if (o.op == Op::put) std::memcpy(theirs + o.remote, mine + o.local, o.bytes);
    if (o.op == Op::get) std::memcpy(mine + o.local, theirs + o.remote, o.bytes);
    if (o.op == Op::value) std::memcpy(theirs + o.remote, &o.value, o.bytes);
    if (o.op == Op::receive)  // its send's source is where sends of this tag read
      std::memcpy(mine + o.local, theirs + ProgramPlace::source + o.value % 1024, o.bytes);
    if (is_amo(o.op)) {
      const std::uint64_t old = apply(theirs + o.remote, o.amo, o.value, o.compare);
      if (o.op == Op::fetch_amo) std::memcpy(mine + o.local, &old, 8);
    }
    if (o.has_signal) apply(theirs + o.signal, o.signal_amo, o.signal_value, 0);
  }

  std::vector<std::vector<unsigned char>> heaps;

 private:
  static std::uint64_t apply(unsigned char* at, Amo amo, std::uint64_t value, std::uint64_t compare) {
    std::uint64_t old = 0;
    std::memcpy(&old, at, 8);
    const std::uint64_t now = applied(amo, old, value, compare);
    std::memcpy(at, &now, 8);
    return old;
  }
};

class ProgramDraft {
 public:
  ProgramDraft(std::uint32_t n_pes, std::uint64_t seed) : n_pes_(n_pes), random_(seed) {}

  /// Everything of a phase is complete at its end, so the next may use the same bytes.
  Phase phase(std::size_t steps) {
    Phase phase;
    written_.assign(n_pes_, std::vector<std::uint64_t>(n_pes_));
    landed_.assign(n_pes_, 0);
    words_.assign(n_pes_, std::vector<std::uint64_t>(n_pes_));
    for (std::size_t i = 0; i < steps; ++i) step(phase);
    return phase;
  }

 private:
  std::uint32_t any(std::uint64_t count) { return static_cast<std::uint32_t>(random_.below(count)); }
  std::uint64_t any_size() {
    constexpr std::uint64_t edges[] = {0, 1, 8, 31, 32, 33, 64, 65, 127, 128, 129, 255, 256, 257, 600};
    return random_.chance({1, 2}) ? edges[any(std::size(edges))] : random_.below(300);
  }
  std::uint64_t any_source(std::uint64_t bytes) {
    return ProgramPlace::source + random_.below(ProgramPlace::source_bytes - bytes + 1);
  }
  std::uint64_t shared_word() { return ProgramPlace::shared + 8 * random_.below(ProgramPlace::shared_words); }

  /// Bytes of the peer that nobody else writes in this phase; false when there are none left.
  bool target(std::uint32_t pe, std::uint32_t peer, std::uint64_t bytes, std::uint64_t& at) {
    std::uint64_t& used = written_[peer][pe];
    if (used + bytes > ProgramPlace::target_bytes) return false;
    at = ProgramPlace::target + pe * ProgramPlace::target_bytes + used;
    used += bytes + random_.below(3);
    return true;
  }
  bool landing(std::uint32_t pe, std::uint64_t bytes, std::uint64_t& at) {
    std::uint64_t& used = landed_[pe];
    used = (used + 7) / 8 * 8;
    if (used + bytes > ProgramPlace::landing_bytes) return false;
    at = ProgramPlace::landing + used;
    used += bytes;
    return true;
  }
  bool own_word(std::uint32_t pe, std::uint32_t peer, std::uint64_t& at) {
    std::uint64_t& used = words_[peer][pe];
    if (used == ProgramPlace::own_words) return false;
    at = ProgramPlace::own + 8 * (pe * ProgramPlace::own_words + used++);
    return true;
  }

  void step(Phase& phase) {
    const std::uint32_t pe = any(n_pes_), peer = any(n_pes_);
    const std::uint64_t bytes = any_size();
    std::uint64_t at = 0, word = 0;
    const auto add = [&](const Operation& operation) { phase.push_back({pe, operation}); };
    switch (any(7)) {
      case 0:
        if (target(pe, peer, bytes, at)) add(put(peer, any_source(bytes), at, bytes));
        return;
      case 1:
        if (target(pe, peer, bytes, at))
          add(with_signal(put(peer, any_source(bytes), at, bytes), shared_word(), Amo::add, 1 + any(2)));
        return;
      case 2:
        if (target(pe, peer, bytes, at) && own_word(pe, peer, word))
          add(with_signal(put(peer, any_source(bytes), at, bytes), word, Amo::set, random_.next()));
        return;
      case 3:
        if (landing(pe, bytes, at)) add(get(peer, any_source(bytes), at, bytes));
        return;
      case 4:
        if (const std::uint64_t few = 1 + any(8); target(pe, peer, few, at))
          add(value(peer, at, random_.next(), few));
        return add(amo(peer, shared_word(), Amo::add, random_.next()));
      case 5:
        if (own_word(pe, peer, word) && landing(pe, 8, at))
          add(fetch(peer, word, at, random_.chance({1, 2}) ? Amo::compare_swap : Amo::bit_xor, random_.next(), 0));
        return;
      case 6:
        return exchange(phase, pe, peer, bytes);
    }
  }

  /// A send and its receive, somewhere in the program so far; each has a tag of its own.
  void exchange(Phase& phase, std::uint32_t from, std::uint32_t to, std::uint64_t bytes) {
    std::uint64_t at = 0;
    if (!landing(to, bytes, at)) return;
    const std::uint64_t tag = 1024 * ++tags_ + any(1024);
    const Step sent{from, send(to, ProgramPlace::source + tag % 1024, bytes, tag)};
    const Step received{to, receive(from, at, bytes, tag)};
    const auto place = static_cast<std::ptrdiff_t>(random_.below(phase.size() + 1));
    phase.insert(phase.begin() + place, random_.chance({1, 2}) ? sent : received);
    phase.push_back(phase[static_cast<std::size_t>(place)].operation.op == Op::send ? received : sent);
  }

  std::uint32_t n_pes_;
  Random random_;
  std::uint64_t tags_ = 0;
  std::vector<std::vector<std::uint64_t>> written_;  ///< by target and source
  std::vector<std::uint64_t> landed_;
  std::vector<std::vector<std::uint64_t>> words_;
};

}  // namespace gin::test
