// Mode all_to_all_v, the classical shape: copies are packed by destination, PEs tell each other how many come, then
// one contiguous block goes to each peer and one back. What a host would do between two kernels is a meeting of the
// PE's agents here: the collective starts when all is packed and all counts are known.
//
// A PE sends its block of iteration i + 1 after it has everybody's row of i + 1, so the reader of block i has left
// i: `received` needs one half only. Blocks leave from two halves and rows arrive in two, because a PE that heard
// from everybody in i has not heard that everybody has read what it sent in i.
#pragma once

#include "scenarios/programs/moe_steps.hpp"

namespace gin::programs::moe {

/// Position of a source's first message for local expert `local` in its block, from its row; bounded, so that a
/// damaged row shows in verify and not as a write outside of the window.
template <class Row>
GIN_DEVICE std::uint64_t copies_before(const Job& job, const Row& row, std::uint64_t begin, std::uint64_t local) {
  std::uint64_t sum = 0;
  for (std::uint64_t i = 0; i < local; ++i) sum += smaller(row[begin + i], job.params.tokens);
  return smaller(sum, job.block_max());
}

/// Finds the copies to an expert stretch by stretch: `use(stretch, found)` for each. Returns how many there are.
template <DeviceContext Ctx, class Use>
GIN_DEVICE std::uint64_t each_stretch(Ctx& ctx, const Job& job, std::uint64_t expert, Stretch stretch, Use use) {
  std::uint64_t copies = 0;
  for (stretch.first = 0; stretch.first < job.params.tokens; stretch.first += Stretch::max) {
    stretch.count = smaller(Stretch::max, job.params.tokens - stretch.first);
    const std::uint64_t found = pick(ctx, job, expert, stretch);
    use(stretch, found);
    copies += found;
  }
  return copies;
}

/// Copies of an expert follow those of the experts before it, so blocks of peers follow each other too.
template <DeviceContext Ctx>
GIN_DEVICE void pack(Ctx& ctx, const Job& job, const Share& share, const Stretch& stretch) {
  const auto sent = ctx.local(job.windows.sent);
  const auto positions = ctx.local(job.windows.positions);
  const std::uint64_t start = ctx.lane_sum(share.of, views(reads(sent)), [=](std::uint64_t i) { return sent[i]; });
  if (share.part == 0) note(ctx, job.windows.starts, share.of, start);
  std::uint64_t before = 0;
  each_stretch(ctx, job, share.of, stretch, [&](const Stretch& part, std::uint64_t found) {
    const std::uint64_t* const picked = part.picked;
    const std::uint64_t begin = start + before, first = share.part, parts = share.parts;
    const std::uint64_t count = share.count(found), top_k = job.params.top_k;
    const auto message = [=](std::uint64_t i) { return begin + first + i * parts; };
    ctx.for_lanes(count, views(writes(positions)),
                  [=](std::uint64_t i) { positions[picked[first + i * parts]] = message(i); });
    const std::uint64_t pe = ctx.my_pe().value;
    write_messages(
        ctx, job, count, [=](std::uint64_t i) { return quotient(picked[first + i * parts], top_k); }, message,
        [=](std::uint64_t token) { return job.route(pe, token); });
    before += found;
  });
}

/// Tells a peer how many copies come for each of its experts and where the answers belong.
template <DeviceContext Ctx>
GIN_DEVICE void send_row(Ctx& ctx, const Job& job, Pe peer) {
  const Windows& windows = job.windows;
  const auto sent = ctx.local(windows.sent);
  const auto starts = ctx.local(windows.starts);
  const auto rows = ctx.local(windows.rows);
  const std::uint64_t experts = job.params.experts_per_pe, first = peer.value * experts;
  const std::uint64_t to = peer.value * job.row();
  ctx.for_lanes(job.row(), views(reads(sent), writes(rows)),
                [=](std::uint64_t i) { rows[to + i] = i < experts ? sent[first + i] : starts[first]; });
  PutSignal put;
  put.to = windows.rows_in.at(job.row_in(ctx.my_pe().value));
  put.from = windows.rows.at(to);
  put.bytes = job.row() * sizeof(std::uint64_t);
  put.peer = peer;
  put.signal = windows.row_arrived.at(ctx.my_pe().value);
  put.value = job.iteration + 1;
  deliver(ctx, job.launch.signalling, put);
}

template <DeviceContext Ctx>
GIN_DEVICE void send_block(Ctx& ctx, const Job& job, Pe peer) {
  const Windows& windows = job.windows;
  const auto rows = ctx.local(windows.rows);
  const std::uint64_t row = peer.value * job.row(), experts = job.params.experts_per_pe;
  PutSignal put;
  put.to = windows.received.at(job.received_word(ctx.my_pe().value * job.block_max()));
  put.from = job.outgoing(rows[row + experts]);
  put.bytes = copies_before(job, rows, row, experts) * job.message_bytes();
  put.peer = peer;
  put.signal = windows.block_arrived.at(ctx.my_pe().value);
  put.value = job.iteration + 1;
  deliver(ctx, job.launch.signalling, put);
}

template <DeviceContext Ctx>
GIN_DEVICE void process_pair(Ctx& ctx, const Job& job, const Share& share) {
  const std::uint64_t local = quotient(share.of, ctx.n_pes()), source = remainder(share.of, ctx.n_pes());
  ctx.signal_wait_until(job.windows.block_arrived.at(source), Compare::ge, job.iteration + 1);
  const auto rows = ctx.local(job.windows.rows_in);
  const std::uint64_t row = job.row_in(source);
  ctx.read(local + 1, views(reads(rows)));
  const std::uint64_t first = copies_before(job, rows, row, local);
  const std::uint64_t end = copies_before(job, rows, row, local + 1);
  if (share.part == 0) note(ctx, job.windows.counts, share.of, rows[row + local]);
  process(ctx, job, {ctx.my_pe().value * job.params.experts_per_pe + local, 0},
          source * job.block_max() + first + share.part, share.parts, share.count(end - first));
}

template <DeviceContext Ctx>
GIN_DEVICE void answer_block(Ctx& ctx, const Job& job, Pe source) {
  const Windows& windows = job.windows;
  const auto rows = ctx.local(windows.rows_in);
  const std::uint64_t row = job.row_in(source.value), experts = job.params.experts_per_pe;
  const std::uint64_t copies = copies_before(job, rows, row, experts);
  PutSignal put;
  put.to =
      windows.answers.at(smaller(rows[row + experts], job.copies() - smaller(copies, job.copies())) * job.quads());
  put.from = windows.results.at(source.value * job.block_max() * job.quads());
  put.bytes = copies * job.answer_bytes();
  put.peer = source;
  put.signal = windows.block_answered.at(ctx.my_pe().value);
  put.value = job.iteration + 1;
  deliver(ctx, job.launch.signalling, put);
}

template <DeviceContext Ctx>
GIN_DEVICE void unpack(Ctx& ctx, const Job& job, std::uint64_t token) {
  const auto positions = ctx.local(job.windows.positions);
  const Route route = read_choices(ctx, job, token);
  ctx.read(job.params.top_k, views(reads(positions)));
  for (std::uint64_t k = 0; k < job.params.top_k; ++k)
    ctx.signal_wait_until(job.windows.block_answered.at(quotient(route.expert[k], job.params.experts_per_pe)),
                          Compare::ge, job.iteration + 1);
  const std::uint64_t begin = token * job.params.top_k, quads = job.quads();
  combine(ctx, job, token, route, [=](std::uint64_t k) { return positions[begin + k] * quads; });
}

template <DeviceContext Ctx>
GIN_DEVICE void run_all_to_all_v(Ctx& ctx, const Job& job) {
  const Stretch stretch = make_stretch(ctx);
  const std::uint32_t n_pes = ctx.n_pes(), home = ctx.my_pe().value, first = ctx.agent(), step = ctx.agents();
  const auto peer = [=](std::uint32_t i) { return Pe{(home + i) % n_pes}; };  // each PE begins with itself
  constexpr std::uint64_t meetings = 5;
  std::uint64_t meeting = job.iteration * meetings;

  for (std::uint64_t token = first; token < job.params.tokens; token += step)
    write_choices(ctx, job, token, job.route(home, token));
  meet(ctx, job, meeting++);
  for (std::uint64_t expert = first; expert < job.experts(); expert += step)
    note(ctx, job.windows.sent, expert,
         each_stretch(ctx, job, expert, stretch, [](const Stretch&, std::uint64_t) {}));
  meet(ctx, job, meeting++);
  each_share(ctx, job, job.experts(), [&](const Share& share) { pack(ctx, job, share, stretch); });
  meet(ctx, job, meeting++);
  for (std::uint32_t i = first; i < n_pes; i += step) send_row(ctx, job, peer(i));
  for (std::uint32_t i = first; i < n_pes; i += step)
    ctx.signal_wait_until(job.windows.row_arrived.at(peer(i).value), Compare::ge, job.iteration + 1);
  meet(ctx, job, meeting++);
  for (std::uint32_t i = first; i < n_pes; i += step) send_block(ctx, job, peer(i));
  each_share(ctx, job, job.pairs(), [&](Share share) {
    share.of = pair_from(ctx, job, share.of);
    process_pair(ctx, job, share);
  });
  meet(ctx, job, meeting++);
  if (job.params.phase == dispatch) return;
  for (std::uint32_t i = first; i < n_pes; i += step) answer_block(ctx, job, peer(i));
  for (std::uint64_t token = first; token < job.params.tokens; token += step) unpack(ctx, job, token);
}

}  // namespace gin::programs::moe
