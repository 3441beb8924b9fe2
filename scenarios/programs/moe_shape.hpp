// Parameters, windows and sizes of moe_dispatch: what the parts of the program share.
#pragma once

#include "core/device/program.hpp"
#include "scenarios/programs/moe_numbers.hpp"
#include "scenarios/programs/moe_routing.hpp"

namespace gin::programs::moe {

enum Format : std::uint64_t { fp8, bf16 };
enum Phase : std::uint64_t { dispatch_combine, dispatch, combine_alone };
enum Mode : std::uint64_t { low_latency, all_to_all_v };

struct Params {
  std::uint64_t tokens;
  std::uint64_t hidden;
  std::uint64_t experts_per_pe;
  std::uint64_t top_k;
  std::uint64_t format;
  std::uint64_t routing;
  std::uint64_t phase;
  std::uint64_t mode;
};

constexpr std::uint64_t smaller(std::uint64_t a, std::uint64_t b) {
  return a < b ? a : b;
}

/// A copy is one token on its way to one expert: copy token * top_k + k. A pair is a local expert and the PE that
/// sends to it: local * n_pes + source. `[2]` is one half for even iterations and one for odd ones.
struct Windows {
  Window<std::uint64_t> input;     ///< per token its quads
  Window<std::uint32_t> outgoing;  ///< [2] messages as they leave
  Window<std::uint32_t> received;  ///< [2] messages as they arrive
  Window<std::uint64_t> results;   ///< per message what the expert made of it; [2] where combine is alone
  Window<std::uint64_t> answers;   ///< per copy the result that came back; [2] where combine is alone
  Window<std::uint32_t> combined;  ///< per token and element the weighted sum; 32 bits round no wrong bit away

  Window<std::uint64_t> choices;   ///< [2] per copy its expert and weight, see Route::word
  Window<std::uint64_t> sent;      ///< per expert the copies that left
  Window<std::uint64_t> counts;    ///< per pair the copies that arrived
  Window<std::uint64_t> meetings;  ///< agents that arrived at meetings, ever; meetings that are over

  // low_latency
  Window<std::uint64_t> arrived;   ///< [2] per pair, see `announced`
  Window<std::uint64_t> seen;      ///< [2] per pair and part the sum of all counts that were read
  Window<std::uint64_t> origins;   ///< per message the copy it is at its source
  Window<std::uint64_t> answered;  ///< per expert, see `announced`

  // all_to_all_v
  Window<std::uint64_t> starts;     ///< per expert its first message in `outgoing`
  Window<std::uint64_t> positions;  ///< per copy its message in `outgoing`
  Window<std::uint64_t> rows;       ///< per peer: copies for each of its experts, first message of its block
  Window<std::uint64_t> rows_in;    ///< [2] the rows of the sources
  Window<std::uint64_t> row_arrived, block_arrived, block_answered;  ///< per PE: iterations
};

/// One agent's view of the run; what it was started with stays where it is.
struct Job {
  const Params& params;
  const Windows& windows;
  const Launch& launch;
  std::uint64_t iteration = 0;

  constexpr Router router() const {
    return {launch.seed, params.routing, launch.n_pes, params.experts_per_pe, params.top_k};
  }
  /// Whose tokens these are. Where combine is alone, only the first iteration sends tokens out.
  constexpr std::uint64_t round() const { return params.phase == combine_alone ? 0 : iteration; }
  constexpr bool dispatches() const { return params.phase != combine_alone || iteration == 0; }
  constexpr Route route(std::uint64_t pe, std::uint64_t token) const {
    return router().route(pe * params.tokens + token, round());
  }
  constexpr std::uint64_t half() const { return round() % 2; }
  constexpr std::uint64_t experts() const { return params.experts_per_pe * launch.n_pes; }
  constexpr std::uint64_t pairs() const { return params.experts_per_pe * launch.n_pes; }
  constexpr std::uint64_t copies() const { return params.tokens * params.top_k; }
  /// Agents that share the copies to one expert, or of one pair, where there are more agents than experts: no more
  /// than copies when all experts get the same, since each of them signals. Bounded, so that no word that grows by
  /// parts * (tokens + 1) in every other iteration runs over.
  constexpr std::uint64_t parts() const {
    constexpr std::uint64_t parts_max = 16;
    const std::uint64_t parts = smaller(quotient(smaller(launch.agents, copies()), experts()), parts_max);
    return parts > 0 ? parts : 1;
  }

  // A token: its quads, the 4-byte words that a quad is on the wire, the scales.
  constexpr std::uint64_t octets() const { return (params.hidden + 7) / 8; }
  constexpr std::uint64_t quads() const { return octets() * 2; }
  constexpr std::uint64_t quad_words() const { return params.format == fp8 ? 1 : 2; }
  constexpr std::uint64_t scales() const {
    return params.format == fp8 ? (params.hidden + scale_elements - 1) / scale_elements : 0;
  }
  constexpr std::uint64_t scales_begin() const { return Header::words + quads() * quad_words(); }
  /// Rounded up to 16 bytes, which a lane copies at once.
  constexpr std::uint64_t message_words() const { return (scales_begin() + scales() + 3) / 4 * 4; }
  constexpr std::uint64_t message_bytes() const { return message_words() * 4; }
  constexpr std::uint64_t answer_bytes() const { return quads() * 8; }

  // Messages: how many each side has room for, and where one lies.
  constexpr bool packs() const { return params.mode == all_to_all_v; }
  constexpr std::uint64_t outgoing_max() const { return packs() ? copies() : params.tokens; }
  /// Of one source: a token goes to an expert once.
  constexpr std::uint64_t block_max() const {
    return params.tokens * (params.top_k < params.experts_per_pe ? params.top_k : params.experts_per_pe);
  }
  constexpr std::uint64_t received_max() const {
    return packs() ? launch.n_pes * block_max() : pairs() * params.tokens;
  }
  constexpr Place outgoing(std::uint64_t message) const {
    return windows.outgoing.at((half() * outgoing_max() + message) * message_words());
  }
  constexpr std::uint64_t received_word(std::uint64_t message) const {
    return (half() * received_max() + message) * message_words();
  }
  /// Where combine is alone, experts have two results ready and send them by turns, so that each half of the
  /// answers changes whenever it is written: what is late or lost shows.
  constexpr std::uint64_t variants() const { return params.phase == combine_alone ? 2 : 1; }
  constexpr std::uint64_t variant() const { return iteration / 2 % variants(); }
  /// What `by_expert` is told: an expert's second variant is that of an expert there is none of.
  constexpr std::uint64_t made_by(std::uint64_t expert, std::uint64_t variant) const {
    return expert + variant * experts();
  }
  constexpr std::uint64_t result(std::uint64_t variant, std::uint64_t message) const {
    return (variant * received_max() + message) * quads();
  }
  constexpr std::uint64_t answers_max() const { return params.phase == combine_alone ? 2 * copies() : copies(); }
  /// First quad of the answer to a copy.
  constexpr std::uint64_t answer(std::uint64_t copy) const {
    const std::uint64_t half = params.phase == combine_alone ? iteration % 2 : 0;
    return (half * copies() + copy) * quads();
  }
  constexpr std::uint64_t row() const { return params.experts_per_pe + 1; }
  constexpr std::uint64_t row_in(std::uint64_t source) const { return (half() * launch.n_pes + source) * row(); }
};

/// Quad `quad` of a token before it is cast.
constexpr std::uint64_t input_quad(const Job& job, std::uint64_t pe, std::uint64_t token, std::uint64_t quad) {
  return pattern(job.launch.seed, pe, token * job.quads() + quad);
}

inline void plan_windows(Plan& plan, const Job& job, Windows& windows) {
  const std::uint64_t n_pes = job.launch.n_pes, halves = 2;
  const bool combines = job.params.phase != dispatch, packs = job.packs();
  windows.input = plan.window<std::uint64_t>("input", job.params.tokens * job.quads());
  windows.outgoing = plan.window<std::uint32_t>("outgoing", halves * job.outgoing_max() * job.message_words());
  windows.received = plan.window<std::uint32_t>("received", halves * job.received_max() * job.message_words());
  windows.results = plan.window<std::uint64_t>("results", job.variants() * job.received_max() * job.quads());
  windows.answers = plan.window<std::uint64_t>("answers", combines ? job.answers_max() * job.quads() : 0);
  windows.combined = plan.window<std::uint32_t>("combined", combines ? job.params.tokens * job.quads() * 4 : 0);

  windows.choices = plan.words<std::uint64_t>("choices", halves * job.copies());
  windows.sent = plan.words<std::uint64_t>("sent", job.experts());
  windows.counts = plan.words<std::uint64_t>("counts", job.pairs());
  windows.meetings = plan.words<std::uint64_t>("meetings", 2);

  windows.arrived = plan.words<std::uint64_t>("arrived", packs ? 0 : halves * job.pairs());
  windows.seen = plan.words<std::uint64_t>("seen", packs ? 0 : halves * job.pairs() * job.parts());
  windows.origins = plan.words<std::uint64_t>("origins", packs ? 0 : job.received_max());
  windows.answered = plan.words<std::uint64_t>("answered", packs ? 0 : job.experts());

  windows.starts = plan.words<std::uint64_t>("starts", packs ? job.experts() : 0);
  windows.positions = plan.words<std::uint64_t>("positions", packs ? job.copies() : 0);
  windows.rows = plan.words<std::uint64_t>("rows", packs ? n_pes * job.row() : 0);
  windows.rows_in = plan.words<std::uint64_t>("rows_in", packs ? halves * n_pes * job.row() : 0);
  windows.row_arrived = plan.words<std::uint64_t>("row_arrived", packs ? n_pes : 0);
  windows.block_arrived = plan.words<std::uint64_t>("block_arrived", packs ? n_pes : 0);
  windows.block_answered = plan.words<std::uint64_t>("block_answered", packs ? n_pes : 0);
}

}  // namespace gin::programs::moe
