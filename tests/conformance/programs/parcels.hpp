// Sends and receives round a ring of PEs: in groups, where receives are posted in another order than sends, and one at a time.
#pragma once

#include "tests/conformance/programs/note.hpp"

namespace gin::conformance {

struct Parcels {
  static constexpr const char* name = "parcels";
  static constexpr const char* summary =
      "two-sided transfers to the next PE, of tags that are sent in one order and received in another";
  static constexpr Bracket bracket = Bracket::visible;

  /// How an agent sends its parcels.
  enum How : std::uint64_t {
    grouped,  ///< with its receives in one group
    in_turn,  ///< one by one; agents of PE 0 send first, so that somebody does
  };
  struct Params {
    std::uint64_t how;
    std::uint64_t bytes;
    std::uint64_t less_room;
    std::uint64_t rounds;
  };
  static constexpr Param<Params> params[] = {
      {&Params::how, "how", "", 0, 0, 0, "How an agent sends them.", "grouped|in_turn"},
      {&Params::bytes, "bytes", "bytes", 8, 1 << 20, 8,
       "Of the first parcel of a tag; each has a byte less than the one before."},
      {&Params::less_room, "less_room", "bytes", 0, 4, 0,
       "Bytes that receives have less room than their sends have."},
      {&Params::rounds, "rounds", "", 1, 10, 2, "How often they go."},
  };

  static constexpr std::uint64_t tags = 3;
  static constexpr std::uint64_t of_tag = 2;  ///< parcels, which come in the order in which they were sent

  struct Windows {
    Window<Byte> source;
    Window<Byte> target;
    Window<std::uint64_t> mistakes;  ///< per agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const std::uint64_t agents = plan.launch().agents;
    plan.require_two_sided("it sends");
    windows.source = plan.window<Byte>("source", chosen.bytes * tags * of_tag * agents);
    windows.target = plan.window<Byte>("target", chosen.bytes * tags * of_tag * agents);
    windows.mistakes = plan.words<std::uint64_t>("mistakes", agents);
  }

  static void fill(const Args<Parcels>&, const Memory&) {}

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<Parcels>& args) {
    const std::uint32_t me = ctx.my_pe().value, n = ctx.n_pes();
    const Pe next{(me + 1) % n}, before{(me + n - 1) % n};
    const std::uint64_t bytes = args.params.bytes, all = bytes * tags * of_tag, first = ctx.agent() * all;
    const auto source = ctx.local(args.windows.source);
    std::uint64_t mistakes = 0;
    for (std::uint64_t round = 0; round < args.params.rounds; ++round) {
      ctx.for_lanes(all, views(writes(source)), [=](std::uint64_t i) { source[first + i] = sent(me, i, round); });
      if (args.params.how == grouped) {
        ctx.group_begin();
        for (std::uint64_t i = 0; i < tags * of_tag; ++i) ctx.receive(room(ctx, args, backwards(i), before));
        for (std::uint64_t i = 0; i < tags * of_tag; ++i) ctx.send(parcel(ctx, args, i, next));
        ctx.group_end();
      } else {
        for (std::uint64_t i = 0; i < tags * of_tag; ++i) {
          if (me == 0) ctx.send(parcel(ctx, args, i, next));
          ctx.receive(room(ctx, args, i, before));
          if (me != 0) ctx.send(parcel(ctx, args, i, next));
        }
      }
      // The source may be written again: a later look at it would find this.
      ctx.for_lanes(all, views(writes(source)), [=](std::uint64_t i) { source[first + i] = 0xEE; });
      for (std::uint64_t i = 0; i < tags * of_tag; ++i)
        mistakes += differences(ctx, args.windows.target, first + i * bytes, bytes - i % of_tag,
                                [=](std::uint64_t at) { return sent(before.value, i * bytes + at, round); });
    }
    note(ctx, args.windows.mistakes, ctx.agent(), mistakes);
  }

  static Mismatch verify(const Args<Parcels>& args, const Memory& memory) {
    return first_wrong("mistakes", args.windows.mistakes, memory, [](std::uint64_t) { return 0; });
  }

 private:
  GIN_DEVICE static Byte sent(std::uint32_t pe, std::uint64_t at, std::uint64_t round) {
    return static_cast<Byte>(at * 7 + pe * 31 + round * 3 + 1);
  }
  /// Tags from the last to the first; those of one tag stay in their order.
  GIN_DEVICE static std::uint64_t backwards(std::uint64_t i) {
    return (tags - 1 - i / of_tag) * of_tag + i % of_tag;
  }

  /// Parcel i of the agent, and the room for it at the other end.
  template <DeviceContext Ctx>
  GIN_DEVICE static TwoSided parcel(const Ctx& ctx, const Args<Parcels>& args, std::uint64_t i, Pe to) {
    const std::uint64_t bytes = args.params.bytes;
    return {args.windows.source.at((ctx.agent() * tags * of_tag + i) * bytes), bytes - i % of_tag,
            ctx.agent() * tags + i / of_tag, to};
  }
  template <DeviceContext Ctx>
  GIN_DEVICE static TwoSided room(const Ctx& ctx, const Args<Parcels>& args, std::uint64_t i, Pe from) {
    TwoSided room = parcel(ctx, args, i, from);
    room.place = args.windows.target.at((ctx.agent() * tags * of_tag + i) * args.params.bytes);
    room.bytes -= args.params.less_room;
    return room;
  }
};

}  // namespace gin::conformance
