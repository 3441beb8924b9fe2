// Mode low_latency, after DeepEP's low-latency kernels: each copy of a token is a message of its own into a slot at
// the expert's PE, a count follows the last one, answers go back one by one, a flag follows them.
//
// The API orders what one agent issues and no more, so an agent sends copies and their count: all copies to an
// expert, or its share of them if there are more agents than experts; shares add up in the word that the receiver
// waits for. (In DeepEP all warps share a queue per expert, and the count is last in the queue.)
//
// Nobody waits for anybody else's iteration to end, and yet no message is overwritten while it is read. Before a PE
// sends in iteration i + 1 its agents meet, so all have left iteration i. Every PE hears from every PE in every
// iteration. So when P sends in i + 2, its agents have heard from Q in i + 1, and Q had left i: two halves of
// `received`, `outgoing` and `choices` are enough. A result is overwritten by a message that its reader sent after
// it had read the answer; answers come to a PE that has left the iteration before.
//
// Where combine is alone, tokens are sent out in the first iteration only. Then a PE waits for the flags of all
// experts, whether they had answers for it or not, so it hears from everybody again, and answers have two halves.
#pragma once

#include "scenarios/programs/moe_steps.hpp"

namespace gin::programs::moe {

/// A word that tells of a batch of messages: per batch its high half grows by `whole`, its low half by the copies
/// in it. Additions may come in any order: a signal with each message and a remainder, or one after a fence.
struct Batch {
  Place word;
  Pe peer;
  std::uint64_t whole = 0;  ///< more than there can be copies
  Signalling style = Signalling::put_signal;

  static constexpr std::uint64_t one = std::uint64_t{1} << 32;
};
constexpr std::uint64_t whole_batch(const Job& job) {
  return job.params.tokens + 1;
}
/// What a word has reached when the batches of all shares are there, `times` times.
constexpr std::uint64_t announced(const Job& job, std::uint64_t times) {
  return times * job.parts() * whole_batch(job) * Batch::one;
}

template <DeviceContext Ctx>
GIN_DEVICE Operation message_of(Ctx& ctx, const Batch& batch, const Transfer& transfer) {
  if (batch.style != Signalling::put_signal) return ctx.put_of(transfer);
  return ctx.put_signal_of(
      {transfer.to, transfer.from, transfer.bytes, transfer.peer, batch.word, Batch::one, SignalOp::add});
}

/// After the last message of a batch, or instead of it.
template <DeviceContext Ctx>
GIN_DEVICE void announce(Ctx& ctx, const Batch& batch, std::uint64_t copies) {
  std::uint64_t arrivals = batch.whole;
  if (batch.style == Signalling::put_signal) arrivals -= copies;
  if (batch.style == Signalling::put_fence_flag) ctx.fence();
  if (batch.style == Signalling::put_quiet_flag) ctx.quiet();
  ctx.signal_op({batch.word, arrivals * Batch::one + copies, SignalOp::add, batch.peer});
  if (batch.style == Signalling::put_quiet_flag) ctx.quiet();
}

template <DeviceContext Ctx>
GIN_DEVICE void send_to_expert(Ctx& ctx, const Job& job, const Share& share, Stretch stretch) {
  const Windows& windows = job.windows;
  const std::uint64_t expert = share.of, top_k = job.params.top_k;
  const std::uint64_t each = job.params.experts_per_pe;
  const Pe owner{static_cast<std::uint32_t>(quotient(expert, each))};
  const std::uint64_t pair = remainder(expert, each) * ctx.n_pes() + ctx.my_pe().value;
  const Batch batch{windows.arrived.at(job.half() * job.pairs() + pair), owner, whole_batch(job),
                    job.launch.signalling};
  std::uint64_t before = 0, copies = 0;  // of all shares; of this one
  for (stretch.first = 0; stretch.first < job.params.tokens; stretch.first += Stretch::max) {
    stretch.count = smaller(Stretch::max, job.params.tokens - stretch.first);
    const std::uint64_t found = pick(ctx, job, expert, stretch);
    const std::uint64_t count = share.count(found);
    const std::uint64_t slot = pair * job.params.tokens + before;
    ctx.each_lane(count, [&](std::uint64_t lane) {
      const std::uint64_t i = share.part + lane * share.parts;
      return message_of(ctx, batch,
                        {windows.received.at(job.received_word(slot + i)),
                         job.outgoing(quotient(stretch.picked[i], top_k)), job.message_bytes(), owner});
    });
    before += found;
    copies += count;
  }
  announce(ctx, batch, copies);
  if (share.part == 0) note(ctx, windows.sent, expert, before);
}

/// Waits for a pair's copies and returns how many there are. `seen` is the share's own.
template <DeviceContext Ctx>
GIN_DEVICE std::uint64_t await_copies(Ctx& ctx, const Job& job, const Share& share) {
  const std::uint64_t index = job.half() * job.pairs() + share.of;
  const Place word = job.windows.arrived.at(index);
  ctx.signal_wait_until(word, Compare::ge, announced(job, job.iteration / 2 + 1));
  const std::uint64_t sum = ctx.signal_fetch(word) % Batch::one, mine = index * share.parts + share.part;
  const auto seen = ctx.local(job.windows.seen);
  const std::uint64_t count = ctx.broadcast(views(reads(seen)), [=] { return sum - seen[mine]; });
  note(ctx, job.windows.seen, mine, sum);
  if (share.part == 0) note(ctx, job.windows.counts, share.of, count);
  return count;
}

/// Reads from the headers which copies the messages of a share are. With payload phantom there are no headers and
/// all answers go to the place of copy 0, which takes as long.
template <DeviceContext Ctx>
GIN_DEVICE void read_headers(Ctx& ctx, const Job& job, const Share& share, std::uint64_t count) {
  const auto received = ctx.local(job.windows.received);
  const auto origins = ctx.local(job.windows.origins);
  const std::uint64_t first = share.of * job.params.tokens + share.part, step = share.parts;
  const std::uint64_t begin = job.received_word(0), words = job.message_words();
  const std::uint64_t expert = ctx.my_pe().value * job.params.experts_per_pe + quotient(share.of, ctx.n_pes());
  const std::uint64_t tokens = job.params.tokens, top_k = job.params.top_k;
  const Access headers = in_use(reads(received, Header::words), received_bytes(job));
  ctx.for_lanes(count, views(headers, writes(origins)).issuing(124), [=](std::uint64_t i) {
    const std::uint64_t message = first + i * step, at = begin + message * words;
    const Header header{received[at] | std::uint64_t{received[at + 1]} << 32,
                        received[at + 2] | std::uint64_t{received[at + 3]} << 32};
    // A damaged header must show in verify, not as a write outside of the window.
    origins[message] = smaller(header.token(), tokens - 1) * top_k + remainder(header.choice(expert), top_k);
  });
}

/// How many copies a pair had in the first iteration.
template <DeviceContext Ctx>
GIN_DEVICE std::uint64_t known_copies(Ctx& ctx, const Job& job, const Share& share) {
  const auto counts = ctx.local(job.windows.counts);
  const std::uint64_t pair = share.of;
  return ctx.broadcast(views(reads(counts)), [=] { return counts[pair]; });
}

template <DeviceContext Ctx>
GIN_DEVICE void serve_pair(Ctx& ctx, const Job& job, const Share& share) {
  const Windows& windows = job.windows;
  const std::uint64_t first = share.of * job.params.tokens + share.part;
  const std::uint64_t expert = ctx.my_pe().value * job.params.experts_per_pe + quotient(share.of, ctx.n_pes());
  const std::uint64_t count =
      share.count(job.dispatches() ? await_copies(ctx, job, share) : known_copies(ctx, job, share));
  if (job.dispatches()) {
    read_headers(ctx, job, share, count);
    for (std::uint64_t variant = 0; variant < job.variants(); ++variant)
      process(ctx, job, {expert, variant}, first, share.parts, count);
  }
  if (job.params.phase == dispatch) return;
  const Pe source{static_cast<std::uint32_t>(remainder(share.of, ctx.n_pes()))};
  const Batch batch{windows.answered.at(expert), source, whole_batch(job), job.launch.signalling};
  const auto origins = ctx.local(windows.origins);
  ctx.each_lane(count, [&](std::uint64_t i) {
    const std::uint64_t message = first + i * share.parts;
    return message_of(ctx, batch,
                      {windows.answers.at(job.answer(origins[message])),
                       windows.results.at(job.result(job.variant(), message)), job.answer_bytes(), source});
  });
  announce(ctx, batch, count);
}

template <DeviceContext Ctx>
GIN_DEVICE void cast_tokens(Ctx& ctx, const Job& job) {
  for (std::uint64_t token = ctx.agent(); token < job.params.tokens; token += ctx.agents()) {
    const Route route = job.route(ctx.my_pe().value, token);
    write_choices(ctx, job, token, route);
    const auto itself = [=](std::uint64_t) { return token; };
    write_messages(ctx, job, 1, itself, itself, [=](std::uint64_t) { return route; });
  }
}

template <DeviceContext Ctx>
GIN_DEVICE void send_tokens(Ctx& ctx, const Job& job) {
  const Stretch stretch = make_stretch(ctx);
  // Every PE begins with experts of its own PE and goes round, so that no PE is everyone's first.
  const std::uint64_t home = ctx.my_pe().value, experts_per_pe = job.params.experts_per_pe;
  each_share(ctx, job, job.experts(), [&](Share share) {
    share.of = remainder(home * experts_per_pe + share.of, job.experts());
    send_to_expert(ctx, job, share, stretch);
  });
}

template <DeviceContext Ctx>
GIN_DEVICE void run_low_latency(Ctx& ctx, const Job& job) {
  if (job.dispatches()) cast_tokens(ctx, job);
  meet(ctx, job, job.iteration);
  if (job.dispatches()) send_tokens(ctx, job);
  each_share(ctx, job, job.pairs(), [&](Share share) {
    share.of = pair_from(ctx, job, share.of);
    serve_pair(ctx, job, share);
  });
  if (job.params.phase == dispatch) return;
  for (std::uint64_t token = ctx.agent(); token < job.params.tokens; token += ctx.agents()) {
    const Route route = read_choices(ctx, job, token);
    for (std::uint64_t k = 0; k < job.params.top_k; ++k)
      ctx.signal_wait_until(job.windows.answered.at(route.expert[k]), Compare::ge,
                            announced(job, job.iteration + 1));
    const std::uint64_t first = job.answer(token * job.params.top_k), quads = job.quads();
    combine(ctx, job, token, route, [=](std::uint64_t k) { return first + k * quads; });
  }
  if (job.params.phase != combine_alone) return;
  for (std::uint64_t expert = ctx.agent(); expert < job.experts(); expert += ctx.agents())
    ctx.signal_wait_until(job.windows.answered.at(expert), Compare::ge, announced(job, job.iteration + 1));
}

}  // namespace gin::programs::moe
