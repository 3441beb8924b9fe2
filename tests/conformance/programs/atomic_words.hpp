// Every atomic, with and without its old value, at every PE. Each agent has a word of its own everywhere, so that
// each step's outcome is known.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct AtomicWords {
  static constexpr const char* name = "atomic_words";
  static constexpr const char* summary = "each atomic at each PE on a word that nobody else touches";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t fetching;
  };
  static constexpr Param<Params> params[] = {
      {&Params::fetching, "fetching", "", 0, 0, 0, "The forms that return the old value.", "no|yes"},
  };

  struct Windows {
    Window<std::uint64_t> word;   ///< per source PE and agent, each between two that nobody writes
    Window<std::uint64_t> wrong;  ///< per agent: old values that were not as expected
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    windows.word = plan.words<std::uint64_t>("word", std::uint64_t{3} * plan.launch().n_pes * plan.launch().agents);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<AtomicWords>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.word.count; ++i)
      memory.of(args.windows.word)[i] = i % 3 == 1 ? 0 : neighbour;
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<AtomicWords>& args) {
    const Place word = args.windows.word.at(3 * (ctx.my_pe().value * ctx.agents() + ctx.agent()) + 1);
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 0; i < ctx.n_pes(); ++i) {
      const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
      wrong += args.params.fetching != 0 ? fetching(ctx, word, peer) : silent(ctx, word, peer);
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<AtomicWords>& args, const Memory& memory) {
    const Mismatch old = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (old.found) return old;
    return first_wrong("word", args.windows.word, memory,
                       [](std::uint64_t i) { return i % 3 == 1 ? last : neighbour; });
  }

 private:
  static constexpr std::uint64_t neighbour = 0x5555555555555555;
  static constexpr std::uint64_t last = 0x8000000000000007;
  static constexpr std::uint64_t large = std::uint64_t{1} << 50;

  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t fetching(Ctx& ctx, Place word, Pe peer) {
    std::uint64_t wrong = 0;
    const auto expect = [&](std::uint64_t old, std::uint64_t expected) { wrong += old == expected ? 0 : 1; };
    expect(ctx.atomic_fetch(word, peer), 0);
    expect(ctx.atomic_swap(word, 100, peer), 0);
    expect(ctx.atomic_fetch_add(word, large + 11, peer), 100);
    expect(ctx.atomic_fetch_add(word, 0 - large, peer), large + 111);
    expect(ctx.atomic_fetch_inc(word, peer), 111);
    expect(ctx.atomic_fetch_and(word, 0x6c, peer), 0x70);
    expect(ctx.atomic_fetch_or(word, 0x0b, peer), 0x60);
    expect(ctx.atomic_fetch_xor(word, 0xff, peer), 0x6b);
    expect(ctx.atomic_compare_swap(word, 0x95, 1, peer), 0x94);
    expect(ctx.atomic_compare_swap(word, 0x94, last, peer), 0x94);
    expect(ctx.atomic_fetch(word, peer), last);
    return wrong;
  }

  /// The same steps; fences keep them in order.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t silent(Ctx& ctx, Place word, Pe peer) {
    std::uint64_t wrong = 0;
    const auto expect = [&](std::uint64_t expected) {
      ctx.fence();
      wrong += ctx.atomic_fetch(word, peer) == expected ? 0 : 1;
      ctx.fence();
    };
    ctx.atomic_set(word, 100, peer);
    ctx.fence();
    ctx.atomic_add(word, large + 11, peer);
    ctx.fence();
    ctx.atomic_add(word, 0 - large, peer);
    expect(111);
    ctx.atomic_inc(word, peer);
    ctx.fence();
    ctx.atomic_and(word, 0x6c, peer);
    expect(0x60);
    ctx.atomic_or(word, 0x0b, peer);
    ctx.fence();
    ctx.atomic_xor(word, 0xff, peer);
    expect(0x94);
    ctx.atomic({word, Amo::compare_swap, 1, 0x95, peer});
    expect(0x94);
    ctx.atomic({word, Amo::compare_swap, last, 0x94, peer});
    expect(last);
    return wrong;
  }
};

}  // namespace gin::conformance
