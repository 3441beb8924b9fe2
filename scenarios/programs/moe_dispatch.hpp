// Mixture of experts: every token goes to its top_k experts, which live on all PEs; what they make of it comes back
// and is added up with weights. Many small messages to everybody, with sizes that only the routing knows.
//
// In mode low_latency an fp8 message of hidden 7168 has 7168 + 56 scales of 4 + 16 = 7408 bytes, an answer 14336.
#pragma once

#include "scenarios/programs/contents.hpp"
#include "scenarios/programs/moe_all_to_all_v.hpp"
#include "scenarios/programs/moe_low_latency.hpp"
#include "scenarios/programs/moe_verify.hpp"

namespace gin::programs {

struct MoeDispatch {
  static constexpr const char* name = "moe_dispatch";
  static constexpr const char* summary =
      "sends tokens to their top-k experts and combines the weighted answers: a message per copy with counts and "
      "flags, or packed all-to-all-v blocks";
  static constexpr Bracket bracket = Bracket::visible;

  using Params = moe::Params;
  using Windows = moe::Windows;
  static constexpr Param<Params> params[] = {
      {&Params::tokens, "tokens", "count", 0, 4096, 16, "Tokens of each PE."},
      {&Params::hidden, "hidden", "count", 1, 16384, 256, "Elements of a token."},
      {&Params::experts_per_pe, "experts_per_pe", "count", 1, 64, 4,
       "Experts of each PE; at most 4094 in all, as a choice has 12 bits in a message's header."},
      {&Params::top_k, "top_k", "count", 1, moe::top_k_max, 4, "Experts that a token goes to, all different."},
      {&Params::format, "format", "", 0, 0, 0,
       "A token on the way to its experts: fp8 is a byte per element and a 4-byte scale per 128, bf16 two bytes "
       "per element; before it stand 16 bytes of header, the whole is rounded up to 16. Answers are bf16.",
       "fp8|bf16"},
      {&Params::routing, "routing", "", 0, 0, 0,
       "balanced: experts in turn; random: all as likely; skewed: few get most and half of them nothing; hot: all "
       "tokens choose the same top_k neighbours.",
       "balanced|random|skewed|hot"},
      {&Params::phase, "phase", "", 0, 0, 0,
       "dispatch ends when the experts have their tokens; dispatch_combine when the weighted answers are added up; "
       "combine sends tokens out in the first iteration alone, which the warmup leaves out, and then only answers.",
       "dispatch_combine|dispatch|combine"},
      {&Params::mode, "mode", "", 0, 0, 0,
       "low_latency sends each copy as a message and a count after the last one of an expert; all_to_all_v "
       "exchanges counts, then sends one packed block per peer.",
       "low_latency|all_to_all_v"},
  };

  static void plan(Plan& plan, const Params& chosen, Windows& windows) {
    const moe::Job job{chosen, windows, plan.launch(), 0};
    if (job.experts() >= moe::Header::nobody)
      plan.refuse({"$.params.experts_per_pe", "at most 4094 experts on all PEs", job.experts()});
    if (chosen.top_k > job.experts())
      plan.refuse({"$.params.top_k", "no more choices than there are experts on all PEs", chosen.top_k});
    if (chosen.phase == moe::combine_alone && job.packs())
      plan.refuse(
          {"$.params.phase", "dispatch_combine or dispatch with mode all_to_all_v", chosen.phase, "combine"});
    moe::plan_windows(plan, job, windows);
  }

  static void fill(const Args<MoeDispatch>& args, const Memory& memory) {
    fill_with_pattern(memory, args.windows.input, args.launch.seed);
  }

  template <DeviceContext Ctx>
  GIN_DEVICE static void run(Ctx& ctx, const Args<MoeDispatch>& args) {
    const moe::Job job{args.params, args.windows, args.launch, args.iteration};
    if (job.packs())
      moe::run_all_to_all_v(ctx, job);
    else
      moe::run_low_latency(ctx, job);
  }

  static Mismatch verify(const Args<MoeDispatch>& args, const Memory& memory) {
    const moe::Job last{args.params, args.windows, args.launch, args.launch.iterations - 1};
    return moe::Inspection(last, memory).first_wrong();
  }
};

}  // namespace gin::programs
