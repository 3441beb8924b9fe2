// What a kernel and the host that started it tell each other while it runs, as plain data: lines between iterations, the
// word that ends it early, and for each agent what it waited for when that came.
#pragma once

#include <cstdint>

#include "core/device/waiting.hpp"

namespace gin::gpu {

/// In the GPU's memory: its agents meet here, and look here whether they are to stop.
struct alignas(128) GpuControl {
  std::uint64_t arrived = 0;  ///< agents, at all lines so far
  std::uint64_t opened = 0;   ///< lines that agents may pass
  std::uint64_t stop = 0;     ///< the host copies something else here
  std::uint64_t latest = 0;   ///< when an agent reached a line, by the global timer
  std::uint64_t begins = 0;   ///< when agents leave it
};

/// In pinned memory of the host: the last agent to reach a line says so, and waits until the other PEs have, too.
struct alignas(128) HostControl {
  std::uint64_t reached = 0;                ///< lines, by the GPU
  alignas(128) std::uint64_t may_pass = 0;  ///< lines, by the host
};

/// When the last agent came, and when all left, by the GPU's global timer in nanoseconds.
struct LineTimes {
  std::uint64_t reached = 0;
  std::uint64_t passed = 0;
};

/// In pinned memory: an agent that is told to stop leaves its wait here. Words are copied, for a GPU's pointers are its own.
struct Stand {
  static constexpr std::uint32_t text_max = 48;

  std::uint32_t waits = 0;
  char call[text_max] = {};
  char what[text_max] = {};
  Waiting why;  ///< but for its texts
};

/// What a kernel that counts has counted, in the GPU's memory: counts_in_all numbers, then for each PE the payload bytes that went
/// there by calls, then those that came from there.
using Counters = std::uint64_t*;

/// What PE 0 and another tell each other at a line, in the memory of who looks.
struct Greeting {
  std::uint64_t line = 0;  ///< to PE 0: how many have been reached; from there: tell me your time
  std::uint64_t time = 0;  ///< to PE 0: what the own timer says; from there: when to begin, by that timer
};

/// Where the GPUs of PEs meet that reach each other's memory: greetings[b][a] is what PE a says to PE b.
struct Meeting {
  Greeting* const* greetings = nullptr;  ///< or they do not
  std::uint32_t me = 0;
  std::uint32_t n_pes = 0;
};

/// All of that, as a kernel has it.
struct Control {
  GpuControl* gpu = nullptr;
  HostControl* host = nullptr;
  LineTimes* times = nullptr;  ///< by line
  Stand* stands = nullptr;     ///< by agent
  Counters counters = nullptr;
  Meeting meeting;
};

}  // namespace gin::gpu
