// One PE moves a buffer, everybody else watches: what the agents of one GPU get out of its memory and its link. All
// agents share the buffer; `passes` moves it again, which a reader of remote memory pays and a reader of a copy
// does not.
#pragma once

#include "scenarios/programs/contents.hpp"
#include "scenarios/programs/small_numbers.hpp"

namespace gin::programs {

struct CopyBuffer {
  static constexpr const char* name = "copy";
  static constexpr const char* summary =
      "PE 0 moves a buffer between itself and PE 1: by load or store through a pointer, by put or get; or reads "
      "its own";
  static constexpr Bracket bracket = Bracket::visible;

  using Element = std::uint64_t;
  enum Mode : std::uint64_t { put, get, read, write, local };

  struct Params {
    std::uint64_t bytes;
    std::uint64_t mode;
    std::uint64_t passes;
  };
  static constexpr Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 8, std::int64_t{1} << 33, 1 << 20,
       "Size of the buffer; a multiple of 8. Agents take neighbouring parts of it."},
      {&Params::mode, "mode", "", 0, 0, 0,
       "put and get are one call per agent and pass; read adds up PE 1's buffer through a pointer, write fills it "
       "through one (both need path pointer); local adds up PE 0's own.",
       "put|get|read|write|local"},
      {&Params::passes, "passes", "count", 1, 64, 1, "How often the buffer is moved."},
  };

  struct Windows {
    Window<Element> source;
    Window<Element> target;
    Window<Element> sums;  ///< of read and local: one per lane of each agent
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const Launch& launch = plan.launch();
    if (chosen.bytes % sizeof(Element) != 0) plan.refuse({"$.params.bytes", "a multiple of 8", chosen.bytes});
    if (launch.n_pes < 2) plan.refuse({"$.cluster", "at least 2 PEs", launch.n_pes});
    const std::uint64_t elements = chosen.bytes / sizeof(Element);
    windows.source = plan.window<Element>("source", elements);
    windows.target = plan.window<Element>("target", chosen.mode == read || chosen.mode == local ? 0 : elements);
    windows.sums = plan.window<Element>("sums", std::uint64_t{launch.agents} * launch.lanes);
    if (chosen.mode == read || chosen.mode == write)
      plan.require_pointers("modes read and write load and store in PE 1's memory");
  }

  static void fill(const Args<CopyBuffer>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.source, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<CopyBuffer>& args) {
    if (ctx.my_pe().value != 0) return;
    for (std::uint64_t pass = 0; pass < args.params.passes; ++pass) {
      if (args.params.mode == put || args.params.mode == get)
        transfer(ctx, args);
      else if (args.params.mode == write)
        store(ctx, args);
      else if (args.params.mode == read)
        add_up(ctx, args, ctx.ptr(args.windows.source, Pe{1}));
      else
        add_up(ctx, args, ctx.local(args.windows.source));
    }
    ctx.quiet();
  }

  static Mismatch verify(const Args<CopyBuffer>& args, const Memory& memory) {
    const std::uint64_t mode = args.params.mode;
    if (mode == read || mode == local) return memory.pe.value == 0 ? verify_sums(args, memory) : Mismatch{};
    if (memory.pe.value != (mode == get ? 0u : 1u)) return {};
    return first_wrong("target", memory, args.windows.target,
                       [&](std::uint64_t i) { return pattern(args.launch.seed, mode == get ? 1 : 0, i); });
  }

 private:
  /// Neighbouring elements of one agent. Its lanes take every `lanes`th of them, so the last round may be short.
  struct Part {
    std::uint64_t first, count, lanes;
    constexpr std::uint64_t each() const { return lanes == 0 ? 0 : (count + lanes - 1) / lanes; }
  };
  static constexpr Part part_of(const Args<CopyBuffer>& args, std::uint64_t agent) {
    const std::uint64_t all = args.windows.source.count;
    const std::uint64_t share = quotient(all + args.launch.agents - 1, args.launch.agents);
    const std::uint64_t first = agent * share < all ? agent * share : all;
    const std::uint64_t count = share < all - first ? share : all - first;
    return {first, count, count < args.launch.lanes ? count : args.launch.lanes};
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void transfer(Ctx& ctx, const Args<CopyBuffer>& args) {
    const Part part = part_of(args, ctx.agent());
    const Transfer move{args.windows.target.at(part.first), args.windows.source.at(part.first),
                        part.count * sizeof(Element), Pe{1}};
    if (args.params.mode == put)
      ctx.put_nbi(move);
    else
      ctx.get_nbi(move);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void store(Ctx& ctx, const Args<CopyBuffer>& args) {
    const Part part = part_of(args, ctx.agent());
    const auto source = ctx.local(args.windows.source);
    const auto target = ctx.ptr(args.windows.target, Pe{1});
    ctx.for_lanes(part.lanes, views(writes(target, part.each())), [=](std::uint64_t lane) {
      for (std::uint64_t i = lane; i < part.count; i += part.lanes) target[part.first + i] = source[part.first + i];
    });
  }

  template <DeviceContext Ctx, class Source>
  GIN_DEVICE static void add_up(Ctx& ctx, const Args<CopyBuffer>& args, const Source& source) {
    const Part part = part_of(args, ctx.agent());
    const auto sums = ctx.local(args.windows.sums);
    const std::uint64_t sum_at = ctx.agent() * ctx.lanes();
    ctx.for_lanes(part.lanes, views(reads_part(source, part.first, part.count, part.each()), writes(sums)),
                  [=](std::uint64_t lane) {
                    Element sum = 0;
                    for (std::uint64_t i = lane; i < part.count; i += part.lanes) sum += source[part.first + i];
                    sums[sum_at + lane] += sum;
                  });
  }

  static Mismatch verify_sums(const Args<CopyBuffer>& args, const Memory& memory) {
    const std::uint64_t of = args.params.mode == read ? 1 : 0, lanes = args.launch.lanes;
    return first_wrong("sums", memory, args.windows.sums, [&](std::uint64_t at) {
      const Part part = part_of(args, at / lanes);
      Element sum = 0;
      for (std::uint64_t i = at % lanes; at % lanes < part.lanes && i < part.count; i += part.lanes)
        sum += pattern(args.launch.seed, of, part.first + i);
      return sum * args.params.passes * args.launch.iterations;
    });
  }
};

}  // namespace gin::programs
