// Every PE moves blocks of many sizes to or from every PE, itself included, at offsets that fit no alignment.
// What lies between the blocks must not change.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Transfers {
  static constexpr const char* name = "transfers";
  static constexpr const char* summary = "puts or gets blocks of many sizes between all PEs at odd offsets";
  static constexpr Bracket bracket = Bracket::visible;

  enum Call : std::uint64_t { put, put_nbi, get, get_nbi };
  struct Params {
    std::uint64_t call;
  };
  static constexpr Param<Params> params[] = {
      {&Params::call, "call", "", 0, 0, 0, "What moves the blocks.", "put|put_nbi|get|get_nbi"},
  };

  struct Windows {
    Window<Byte> source;          ///< one row of blocks per peer and agent
    Window<Byte> target;          ///< the same: PE y's row for x arrives as PE x's row of y
    Window<std::uint64_t> wrong;  ///< per agent: bytes that were not there when they had to be
  };

  static void plan(Plan& plan, const Params&, Windows& windows) {
    const std::uint64_t rows = std::uint64_t{plan.launch().n_pes} * plan.launch().agents;
    windows.source = plan.window<Byte>("source", rows * row_bytes);
    windows.target = plan.window<Byte>("target", rows * row_bytes);
    windows.wrong = plan.words<std::uint64_t>("wrong", plan.launch().agents);
  }

  static void fill(const Args<Transfers>& args, const Memory& memory) {
    for (std::uint64_t i = 0; i < args.windows.source.count; ++i) {
      memory.of(args.windows.source)[i] = sent(args, memory.pe, i);
      memory.of(args.windows.target)[i] = untouched(i);
    }
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Transfers>& args) {
    const bool returns_at_once = args.params.call == put_nbi || args.params.call == get_nbi;
    std::uint64_t wrong = 0;
    for (std::uint32_t i = 0; i < ctx.n_pes(); ++i)
      for (std::uint64_t block = 0; block < blocks; ++block) {
        const Pe peer{(ctx.my_pe().value + i) % ctx.n_pes()};
        start(ctx, args, peer, block);
        if (!returns_at_once) wrong += use(ctx, args, peer, block);
      }
    if (returns_at_once) {
      ctx.flush();
      for (std::uint32_t peer = 0; peer < ctx.n_pes(); ++peer)
        for (std::uint64_t block = 0; block < blocks; ++block) wrong += use(ctx, args, Pe{peer}, block);
    }
    note(ctx, args.windows.wrong, ctx.agent(), wrong);
    ctx.quiet();
  }

  static Mismatch verify(const Args<Transfers>& args, const Memory& memory) {
    const Mismatch early = first_wrong("wrong", args.windows.wrong, memory, [](std::uint64_t) { return 0; });
    if (early.found) return early;
    std::uint64_t block = 0;
    return first_wrong("target", args.windows.target, memory, [&](std::uint64_t i) {
      const std::uint64_t row = i / row_bytes;
      const std::uint64_t in_row = i % row_bytes;
      if (in_row == 0) block = 0;
      if (in_row == begin(block + 1)) ++block;
      const std::uint64_t first = begin(block) + target_skew(block);
      if (in_row < first || in_row >= first + bytes(block)) return untouched(i);
      const std::uint64_t agent = row % args.launch.agents;
      const std::uint64_t from = row_of(args, memory.pe, agent) + begin(block) + source_skew(block);
      return sent(args, Pe{static_cast<std::uint32_t>(row / args.launch.agents)}, from + in_row - first);
    });
  }

 private:
  static constexpr std::uint64_t blocks = 12;
  static constexpr std::uint64_t gap = 32;  ///< between two blocks, at least; their skew is taken from it
  static constexpr std::uint64_t bytes(std::uint64_t block) {
    constexpr std::uint64_t sizes[blocks] = {0, 1, 7, 8, 13, 16, 17, 31, 32, 33, 4095, 65537};
    return sizes[block];
  }
  static constexpr std::uint64_t begin(std::uint64_t block) {
    constexpr std::uint64_t sums[blocks + 1] = {0, 0, 1, 8, 16, 29, 45, 62, 93, 125, 158, 4253, 69790};
    return sums[block] + block * gap;
  }
  static constexpr std::uint64_t row_bytes = 69790 + blocks * gap;
  static constexpr std::uint64_t source_skew(std::uint64_t block) { return 1 + block * 5 % 8; }
  static constexpr std::uint64_t target_skew(std::uint64_t block) { return 1 + block * 3 % 8; }

  static constexpr std::uint64_t row_of(const Args<Transfers>& args, Pe peer, std::uint64_t agent) {
    return (peer.value * args.launch.agents + agent) * row_bytes;
  }
  static constexpr Byte sent(const Args<Transfers>& args, Pe pe, std::uint64_t index) {
    return static_cast<Byte>(pattern(args.launch.seed, pe.value, index));
  }
  static constexpr Byte untouched(std::uint64_t index) { return static_cast<Byte>(0xa5 + index * 7); }

  template <DeviceContext Ctx>
  GIN_DEVICE static void start(Ctx& ctx, const Args<Transfers>& args, Pe peer, std::uint64_t block) {
    const bool gets = args.params.call == get || args.params.call == get_nbi;
    const std::uint64_t mine = row_of(args, ctx.my_pe(), ctx.agent()) + begin(block);
    const std::uint64_t theirs = row_of(args, peer, ctx.agent()) + begin(block);
    Transfer transfer;
    transfer.to = args.windows.target.at((gets ? theirs : mine) + target_skew(block));
    transfer.from = args.windows.source.at((gets ? mine : theirs) + source_skew(block));
    transfer.bytes = bytes(block);
    transfer.peer = peer;
    switch (args.params.call) {
      case put:
        ctx.put(transfer);
        break;
      case put_nbi:
        ctx.put_nbi(transfer);
        break;
      case get:
        ctx.get(transfer);
        break;
      default:
        ctx.get_nbi(transfer);
        break;
    }
  }

  /// After a put its source may be written, after a get its target is there: counts bytes that are not.
  template <DeviceContext Ctx>
  GIN_DEVICE static std::uint64_t use(Ctx& ctx, const Args<Transfers>& args, Pe peer, std::uint64_t block) {
    if (args.params.call == put || args.params.call == put_nbi) {
      const auto source = ctx.local(args.windows.source);
      const std::uint64_t first = row_of(args, peer, ctx.agent()) + begin(block) + source_skew(block);
      ctx.for_lanes(bytes(block), views(writes(source)), [=](std::uint64_t i) { source[first + i] ^= 0xff; });
      return 0;
    }
    const std::uint64_t to = row_of(args, peer, ctx.agent()) + begin(block) + target_skew(block);
    const std::uint64_t from = row_of(args, ctx.my_pe(), ctx.agent()) + begin(block) + source_skew(block);
    return differences(ctx, args.windows.target, to, bytes(block),
                       [&](std::uint64_t i) { return sent(args, peer, from + i); });
  }
};

}  // namespace gin::conformance
