// One agent of each PE waits for a word in every way one can compare, another one of the PE before writes first a
// value that must not end the wait and then one that must.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

template <class T>
struct Comparisons {
  static constexpr const char* name = sizeof(T) == 4 ? "comparisons_of_32_bits" : "comparisons_of_64_bits";
  static constexpr const char* summary = "wait_until or test with every comparison";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t tests;
  };
  static constexpr Param<Params> params[] = {
      {&Params::tests, "tests", "", 0, 0, 0, "Tests in a loop instead of waiting.", "no|yes"},
  };

  struct Windows {
    Window<T> word;   ///< each between two that nobody writes
    Window<T> found;  ///< what the word held when the wait was over
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    if (plan.launch().agents < 2) plan.refuse({"$.launch.agents", "at least 2", plan.launch().agents});
    windows.word = plan.words<T>("word", cases * 3);
    windows.found = plan.words<T>("found", cases);
  }

  static void fill(const Args<Comparisons>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < cases * 3; ++i)
      memory.of(args.windows.word)[i] = i % 3 == 1 ? at(i / 3).first : neighbour(i);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Comparisons>& args) {
    for (std::uint64_t i = 0; i < cases; ++i) {
      const Place word = args.windows.word.at(i * 3 + 1);
      if (ctx.agent() == 0) {
        const Pe next{(ctx.my_pe().value + 1) % ctx.n_pes()};
        ctx.p(word, at(i).not_yet, next);
        ctx.quiet();
        ctx.p(word, at(i).last, next);
        ctx.quiet();
      } else if (ctx.agent() == 1) {
        await(ctx, args, word, at(i));
        note(ctx, args.windows.found, i, read(ctx, args.windows.word, i * 3 + 1));
      }
    }
  }

  static Mismatch verify(const Args<Comparisons>& args, const Memory& memory) {
    const Mismatch early =
        first_wrong("found", args.windows.found, memory, [](std::uint64_t i) { return at(i).last; });
    if (early.found) return early;
    return first_wrong("word", args.windows.word, memory,
                       [](std::uint64_t i) { return i % 3 == 1 ? at(i / 3).last : neighbour(i); });
  }

 private:
  struct Case {
    Compare compare;
    T wanted, first, not_yet, last;
  };
  static constexpr std::uint64_t cases = 6;
  /// Small is below zero in a signed word and a huge number in an unsigned one.
  static constexpr Case at(std::uint64_t index) {
    constexpr T small = static_cast<T>(-5);
    constexpr bool is_signed = small < T{0};
    constexpr Case all[cases] = {
        {Compare::eq, 7, 0, 6, 7},
        {Compare::ne, 5, 5, 5, 6},
        {Compare::gt, 4, 0, 4, is_signed ? T{5} : small},
        {Compare::ge, 5, is_signed ? small : T{0}, 4, 5},
        {Compare::lt, is_signed ? T{0} : small, is_signed ? T{3} : small, is_signed ? T{0} : small,
         is_signed ? small : T{5}},
        {Compare::le, 0, 3, 1, 0},
    };
    return all[index];
  }
  static constexpr T neighbour(std::uint64_t index) { return static_cast<T>(0x77777777 + index); }

  template <DeviceContext Ctx>
  GIN_DEVICE static void await(Ctx& ctx, const Args<Comparisons>& args, Place word, const Case& one) {
    if (args.params.tests == 0) {
      ctx.wait_until(word, one.compare, one.wanted);
      return;
    }
    // As often as it takes: how many looks a busy machine has time for says nothing. One that never holds is a hang.
    for (bool found = false; !found;) found = ctx.test(word, one.compare, one.wanted);
  }
};

}  // namespace gin::conformance
