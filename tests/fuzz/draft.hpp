// Draws scripts without races: keeps, for everything that can be written, who may touch it until the next barrier
// and what must be ordered first.
#pragma once

#include <cstdint>
#include <vector>

#include "core/base/random.hpp"
#include "tests/fuzz/script.hpp"

namespace gin::fuzz {

/// How much of it: each barrier comes after `steps` attempts of all agents together.
struct Length {
  std::uint64_t barriers = 1;
  std::uint64_t steps = 1;
};

/// What a signal brings besides its own data: nothing, or all that its agent put on its context before.
/// Counted: nothing, and no word does what a counter of a NIC could not: it goes up by one, from zero, by way of one context.
enum class Signals : std::uint8_t { weak, strong, counted };
inline constexpr const char* signals_names[] = {"weak", "strong", "counted"};

class Draft {
 public:
  Draft(const Shape& shape, std::uint64_t seed, Signals signals = Signals::weak);
  Script draw(const Length& length);

 private:
  using Kind = Instruction::Kind;

  /// How many of each an agent has issued on a context. A fence is also what a quiet does, and so on.
  struct Marks {
    std::uint64_t fences = 0;
    std::uint64_t quiets = 0;
    std::uint64_t flushes = 0;
  };
  /// The newest operation on something, by the one agent that may; all of them use one context until the barrier.
  struct Touch {
    bool any = false;
    std::uint32_t context = 0;
    Marks at;
  };
  enum class Use : std::uint8_t {
    free,    ///< nobody has touched it since the barrier
    owned,   ///< one agent writes
    sealed,  ///< was owned, is read now and not written any more
    shared,  ///< all may read, or all may apply the same commuting atomic
  };
  struct Cell {
    Use use = Use::free;
    std::uint32_t owner = 0;
    Touch touch;
    bool sent = false;       ///< a signal of the owner brings the newest write
    std::uint64_t told = 0;  ///< agents that waited for it, as bits
    bool came_with_signal_of(std::uint32_t sender) const {
      return sent && owner == sender && (use == Use::owned || use == Use::sealed);
    }
  };
  struct Word {
    Use use = Use::free;
    std::uint32_t owner = 0;
    Touch touch;
    Amo shared_amo = Amo::fetch;  ///< fetch: all read
  };
  struct Signal {
    std::uint64_t count = 0;  ///< its value once all that was sent has arrived
    Touch touch;
    bool set_last = false;
  };
  struct Slot {
    bool settled = true;  ///< nothing reads or writes it any more
    Touch touch;
  };

  void step(std::uint32_t agent);
  void put(std::uint32_t agent, Kind kind);
  void get(std::uint32_t agent);
  void atomic(std::uint32_t agent);
  void count(std::uint32_t agent);
  void read_word(std::uint32_t agent);
  void await(std::uint32_t agent);
  bool has_news(std::uint32_t agent, std::uint32_t sender);
  void look(std::uint32_t agent, std::uint32_t cell);
  void barrier();
  void join_lanes();

  Instruction made(Kind kind, std::uint32_t agent, std::uint32_t context) const;
  void add_signal(Instruction& put, Cell& cell);
  void announce(const Instruction& put, Cell& cell);
  static bool shares_word(Word& word, Amo amo);
  bool take_cell(std::uint32_t agent, Cell& cell, std::uint32_t& context);
  bool read_cell(std::uint32_t agent, std::uint32_t pe, std::uint32_t cell);
  bool pick_source(Instruction& put, std::uint32_t target_cell, Slot*& used);
  Slot& settled_slot(std::uint32_t agent, std::uint64_t bytes, Spot& at);
  void use_slot(Slot& slot, const Instruction& it);
  bool next_result(std::uint32_t agent, std::uint64_t& result);

  void touch(Touch& touch, std::uint32_t agent, std::uint32_t context);
  void order(std::uint32_t agent, const Touch& touch);
  void complete(std::uint32_t agent, const Touch& touch);
  void issue(std::uint32_t agent, std::uint32_t context, Kind kind);

  bool is_counted() const { return signals_promise_ == Signals::counted; }
  Marks& marks(std::uint32_t agent, std::uint32_t context) { return marks_[agent * contexts + context]; }
  Cell& cell(std::uint32_t pe, std::uint32_t index) { return cells_[pe * cell_count + index]; }
  Signal& signal(std::uint32_t pe, std::uint32_t sender) { return signals_[pe * shape_.all_agents() + sender]; }
  std::uint32_t pe_of(std::uint32_t agent) const { return agent / shape_.agents; }
  std::uint32_t any(std::uint64_t count) { return static_cast<std::uint32_t>(random_.below(count)); }
  std::uint32_t any_pe() { return any(shape_.n_pes); }
  /// One of `count`, often the one of the last time: most orders are between operations on the same thing.
  std::uint32_t aimed(std::uint32_t& last, std::uint32_t count) {
    return random_.chance({1, 2}) ? last : last = any(count);
  }
  struct Part {
    std::uint64_t begin = 0;
    std::uint64_t bytes = 0;
  };
  Part any_part(std::uint64_t bytes);
  Spot any_spot(Area area, const Part& within, std::uint64_t bytes);

  Shape shape_;
  Signals signals_promise_;
  Random random_;
  Script script_;
  std::vector<Marks> marks_;
  std::vector<Cell> cells_;
  std::vector<Word> words_;
  std::vector<Signal> signals_;
  std::vector<Slot> slots_;
  std::vector<std::uint32_t> results_;    ///< used, by agent
  std::vector<std::uint32_t> last_cell_;  ///< by agent
  std::vector<std::uint32_t> last_word_;  ///< by agent
};

}  // namespace gin::fuzz
