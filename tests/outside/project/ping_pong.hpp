// A program that is not part of ginlab: two PEs send one block of data to and fro.
#pragma once

#include "core/device/program.hpp"

namespace mine {

struct PingPong {
  static constexpr const char* name = "ping_pong";
  static constexpr const char* summary = "two PEs send a block to and fro, one put with a signal at a time";
  static constexpr gin::Bracket bracket = gin::Bracket::visible;

  struct Params {
    std::uint64_t bytes;
    std::uint64_t rounds;
  };
  static constexpr gin::Param<Params> params[] = {
      {&Params::bytes, "bytes", "bytes", 1, 1 << 20, 8, "Size of the block."},
      {&Params::rounds, "rounds", "count", 1, 1000, 10, "How often it goes to and fro."},
  };

  struct Windows {
    gin::Window<unsigned char> block;
    gin::Window<std::uint64_t> arrived;
  };

  static void plan(gin::Plan& plan, const Params& chosen, Windows& windows) {
    if (plan.launch().n_pes != 2) plan.refuse({"$.cluster", "2 PEs", plan.launch().n_pes});
    windows.block = plan.window<unsigned char>("block", chosen.bytes);
    windows.arrived = plan.words<std::uint64_t>("arrived", 1);
  }

  static void fill(const gin::Args<PingPong>& args, const gin::Memory& memory) {
    unsigned char* block = memory.of(args.windows.block);
    for (std::uint64_t i = 0; memory.pe.value == 0 && i < args.params.bytes; ++i) block[i] = value(args, i);
  }

  template <gin::DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const gin::Args<PingPong>& args) {
    if (ctx.agent() != 0) return;
    const gin::Pe peer{1 - ctx.my_pe().value};
    for (std::uint64_t round = 1; round <= args.params.rounds; ++round) {
      const std::uint64_t turn = args.iteration * args.params.rounds + round;
      if (ctx.my_pe().value == 0) send(ctx, args, peer, turn);
      ctx.signal_wait_until(args.windows.arrived.at(0), gin::Compare::ge, turn);
      if (ctx.my_pe().value == 1) send(ctx, args, peer, turn);
    }
  }

  static gin::Mismatch verify(const gin::Args<PingPong>& args, const gin::Memory& memory) {
    const unsigned char* block = memory.of(args.windows.block);
    for (std::uint64_t i = 0; i < args.params.bytes; ++i)
      if (block[i] != value(args, i)) return {true, "block", i, value(args, i), block[i]};
    return {};
  }

 private:
  static unsigned char value(const gin::Args<PingPong>& args, std::uint64_t index) {
    return static_cast<unsigned char>(gin::pattern(args.launch.seed, 0, index));
  }

  template <gin::DeviceContext Ctx>
  GIN_DEVICE static void send(Ctx& ctx, const gin::Args<PingPong>& args, gin::Pe peer, std::uint64_t turn) {
    gin::PutSignal put;
    put.to = args.windows.block.at(0);
    put.from = args.windows.block.at(0);
    put.bytes = args.params.bytes;
    put.peer = peer;
    put.signal = args.windows.arrived.at(0);
    put.value = turn;
    ctx.put_signal_nbi(put);
  }
};

}  // namespace mine
