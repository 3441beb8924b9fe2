// What a litmus program does, agent by agent, in a few words:
//
//   0: put x1 1; fence; add y1 1 | 1: await y1 1; read x1
//
// An agent is a PE, and a second one of it has a "b". A variable is one of w, x, y, z and the PE that has it; v is 4 KiB of
// one value; each of the others is a packet, too. In the order of the text each of read, readv, get, getn, fadd, take and peek leaves a
// digit of the outcome.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gin::adversary {

enum class Do : std::uint8_t {
  put,   ///< put_nbi of a value
  bput,  ///< put
  putv,  ///< put_nbi of 4 KiB
  p,     ///< p
  st,    ///< lanes store it by pointer
  pack,  ///< put_packets of one with the value, and flag 1
  psig,  ///< put_signal_nbi of 1 to the first variable, adds 1 to the second
  add,   ///< signal_op that adds; on context 1: cadd
  cadd,
  set,    ///< signal_op that sets
  fadd,   ///< fetch_atomic that adds
  get,    ///< get
  getn,   ///< get_nbi; the digit is what it brought by the end
  read,   ///< of the own copy
  readv,  ///< the same of 4 KiB: 8 where it is of two values
  take,   ///< take_packets of one with flag 1
  peek,   ///< what a packet has, whatever its flag
  await,  ///< signal_wait_until at least
  spoil,  ///< writes 9 over the sources of all puts so far
  tick,   ///< local_fetch_add of 1 to the own copy
  fence,
  cfence,  ///< on context 1
  quiet,
  flush
};

struct Variable {
  std::uint32_t name = 0;  ///< of w, x, y, z; v is none of them
  std::uint32_t pe = 0;
};
struct Step {
  Do what = Do::quiet;
  Variable at;
  Variable signal;
  std::uint64_t value = 0;
  std::uint32_t digit = 0;  ///< of the outcome
};
struct Script {
  struct Agent {
    std::uint32_t pe = 0;
    std::uint32_t number = 0;
    std::vector<Step> steps;
  };
  std::vector<Agent> agents;
  std::uint32_t digits = 0;
  std::uint32_t pes = 2;
  std::uint32_t agents_of_pe = 1;

  const Agent* of(std::uint32_t pe, std::uint32_t number) const {
    for (const Agent& agent : agents)
      if (agent.pe == pe && agent.number == number) return &agent;
    return nullptr;
  }
  bool uses(Do what) const;
  /// It can only be played where peers are reached by load and store.
  bool needs_pointers() const { return uses(Do::st) || uses(Do::pack); }
};

/// Throws std::invalid_argument, with the word that is none.
Script script_of(const std::string& text);

}  // namespace gin::adversary
