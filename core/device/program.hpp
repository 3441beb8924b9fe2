// What a device program is made of. A program is a struct in one header:
//
//   struct MyProgram {
//     static constexpr const char* name = "my_program";
//     static constexpr const char* summary = "What it does, in one sentence.";
//     static constexpr Bracket bracket = Bracket::visible;      // what has happened when `run` returns
//     struct Params { std::uint64_t bytes; };                  // every parameter is a 64-bit number
//     static constexpr Param<Params> params[] = {{&Params::bytes, "bytes", "bytes", 8, 1 << 20, 1024, "..."}};
//     struct Windows { Window<std::uint64_t> data; };
//     static void plan(Plan&, const Params&, Windows&);        // declares windows and requirements
//     static void fill(const Args<MyProgram>&, const Memory&);        // a PE's bulk data before the run
//     template <DeviceContext Ctx> static GIN_DEVICE void run(Ctx&, const Args<MyProgram>&);
//     static Mismatch verify(const Args<MyProgram>&, const Memory&);  // the PE's data afterwards
//   };
//
// `run` is called once per iteration by every agent of every PE; `plan`, `fill` and `verify` run on the host. With
// payload phantom there is no bulk data: fill, verify and the bodies of for_lanes over bulk windows are left out.
#pragma once

#include <cstdint>

#include "core/device/context.hpp"
#include "core/device/signalling.hpp"

namespace gin {

/// One parameter: where it is kept, its name and unit, its range, its default, what it means. With `choices`
/// ("get|pointer") it is written as a word and kept as that word's index. Names are words of a to z, 0 to 9 and _;
/// what cannot be right does not compile (core/run/declaration.hpp).
template <class Params>
struct Param {
  std::uint64_t Params::*member;
  const char* name;
  const char* unit;
  std::int64_t min;
  std::int64_t max;
  std::int64_t default_value;
  const char* text;
  const char* choices = nullptr;
};

/// Which moment of its transfers ends an iteration of the program; reports name it, end points differ 2 to 5 times.
enum class Bracket : std::uint8_t { source_reusable, acknowledged, visible };

/// Facts of the launch that both sides know.
struct Launch {
  std::uint32_t n_pes = 1;
  std::uint32_t pes_per_node = 1;
  std::uint32_t agents = 1;
  std::uint32_t lanes = 1;
  std::uint64_t seed = 1;
  std::uint64_t iterations = 1;  ///< warm-up included: how often `run` has been called when verify looks
  Signalling signalling = Signalling::put_signal;
  bool phantom = false;  ///< bulk data is not stored
};

/// What `run` receives: the same for every agent, passed by value.
template <class Program>
struct Args {
  typename Program::Params params;
  typename Program::Windows windows;
  Launch launch;
  std::uint64_t iteration = 0;  ///< 0, 1, 2 ...: signals that are never reset count with it
};

/// Collects what a program needs before it starts.
class Plan {
 public:
  /// What a window holds; the product may be more than 64 bits.
  struct Elements {
    std::uint64_t count = 0;
    std::uint64_t size = 1;
  };

  explicit Plan(const Launch& launch) : launch_(launch) {}
  virtual ~Plan() = default;

  const Launch& launch() const { return launch_; }

  // Each window has a name of its own, a word like those of parameters.
  /// Bulk data; not stored when a scenario says payload phantom.
  template <class T>
  Window<T> window(const char* name, std::uint64_t count) {
    return {add(name, {count, sizeof(T)}, false), count, launch_.phantom};
  }
  /// Words that steer the program (signals, counters, indices); always real, zero at the start.
  template <class T>
  Window<T> words(const char* name, std::uint64_t count) {
    return {add(name, {count, sizeof(T)}, true), count};
  }
  /// The run is refused unless every peer can be reached by load and store.
  virtual void require_pointers(const char* why) = 0;
  /// The program sends and receives (two-sided); the run is refused where nobody matches them.
  virtual void require_two_sided(const char* why) = 0;
  /// The run is refused: parameters that do not fit each other or the launch.
  struct Refusal {
    const char* where;  ///< JSON path
    const char* expected;
    std::uint64_t got;
    const char* word = nullptr;  ///< what `got` is called, where it is a choice
  };
  virtual void refuse(const Refusal& refusal) = 0;
  /// Ordering domains the program uses; 1 unless it says more, at most 8.
  virtual void contexts(std::uint32_t count) = 0;

 private:
  virtual std::uint64_t add(const char* name, const Elements& elements, bool control) = 0;
  const Launch& launch_;
};

/// One PE's heap as the host sees it in fill and verify.
struct Memory {
  Pe pe;
  unsigned char* heap = nullptr;
  template <class T>
  T* of(const Window<T>& window) const {
    return reinterpret_cast<T*>(heap + window.offset);
  }
};

/// The first wrong element that verify found.
struct Mismatch {
  bool found = false;
  const char* window = "";
  std::uint64_t index = 0;
  std::uint64_t expected = 0;
  std::uint64_t got = 0;
};

/// A well mixed value for element `index` of PE `pe`: fills windows so that no two places look alike.
constexpr std::uint64_t pattern(std::uint64_t seed, std::uint64_t pe, std::uint64_t index) {
  std::uint64_t x = seed * 0x9e3779b97f4a7c15 + pe * 0xbf58476d1ce4e5b9 + index + 1;
  x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
  x = (x ^ x >> 27) * 0x94d049bb133111eb;
  return x ^ x >> 31;
}

}  // namespace gin
