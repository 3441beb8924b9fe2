// Steps that both modes of moe_dispatch are made of, each done by one agent.
#pragma once

#include "scenarios/programs/moe_shape.hpp"

namespace gin::programs::moe {

/// All agents of this PE have come here before any goes on. `number` counts the meetings of the run from 0.
template <DeviceContext Ctx>
GIN_DEVICE void meet(Ctx& ctx, const Job& job, std::uint64_t number) {
  const std::uint64_t before = ctx.local_fetch_add(job.windows.meetings.at(0), 1);
  // Whoever comes last opens the door; nobody is woken for those before.
  if (before + 1 == (number + 1) * ctx.agents()) ctx.local_fetch_add(job.windows.meetings.at(1), 1);
  ctx.template wait_until<std::uint64_t>(job.windows.meetings.at(1), Compare::ge, number + 1);
}

/// Writes down what a token chose. It is the router's answer; nothing else fills control words in a phantom run.
template <DeviceContext Ctx>
GIN_DEVICE void write_choices(Ctx& ctx, const Job& job, std::uint64_t token, const Route& route) {
  const auto choices = ctx.local(job.windows.choices);
  const std::uint64_t begin = job.half() * job.copies() + token * job.params.top_k;
  ctx.for_lanes(job.params.top_k, views(writes(choices)),
                [=](std::uint64_t k) { choices[begin + k] = route.word(k); });
}
/// What is written there, for all lanes.
template <DeviceContext Ctx>
GIN_DEVICE Route read_choices(Ctx& ctx, const Job& job, std::uint64_t token) {
  const auto choices = ctx.local(job.windows.choices);
  const std::uint64_t top_k = job.params.top_k, begin = job.half() * job.copies() + token * top_k;
  ctx.read(top_k, views(reads(choices)));
  Route route;
  each_choice(top_k, [&](std::uint64_t k) { route.set(k, choices[begin + k]); });
  return route;
}

/// What one lane works on.
struct Octet {
  std::uint64_t quad[2];
};

/// Casts `count` tokens into messages of this iteration's half of `outgoing`: token_of(i) into message_of(i); route_of(token) is the router's.
template <DeviceContext Ctx, class TokenOf, class MessageOf, class RouteOf>
GIN_DEVICE void write_messages(Ctx& ctx, const Job& job, std::uint64_t count, TokenOf token_of,
                               MessageOf message_of, RouteOf route_of) {
  const auto input = ctx.local(job.windows.input);
  const auto outgoing = ctx.local(job.windows.outgoing);
  const auto octets = static_cast<std::uint32_t>(job.octets());  // fewer than 2^32 octets in all: 32-bit division
  const std::uint64_t quads = job.quads(), words = job.message_words(),
                      begin = job.half() * job.outgoing_max() * words;
  const std::uint64_t iteration = job.iteration;
  const auto load = [=](std::uint64_t lane) {
    const std::uint32_t i = static_cast<std::uint32_t>(lane) / octets,
                        o = static_cast<std::uint32_t>(lane) % octets;
    const std::uint64_t from = token_of(i) * quads + 2 * o;
    return Octet{{input[from], input[from + 1]}};
  };
  const std::uint64_t octet_words = 2 * job.quad_words();
  const auto place = [=](std::uint64_t lane) {
    const std::uint32_t i = static_cast<std::uint32_t>(lane) / octets,
                        o = static_cast<std::uint32_t>(lane) % octets;
    return begin + message_of(i) * words + Header::words + o * octet_words;
  };
  const auto touched =
      views(reads(input, 2), writes(outgoing, octet_words)).issuing(job.params.format == fp8 ? 89 : 85);
  if (job.params.format == fp8)
    ctx.for_lanes(count * octets, touched, load, [=](std::uint64_t lane, const Octet& octet) {
      const std::uint64_t to = place(lane);
      for (std::uint64_t i = 0; i < 2; ++i) outgoing[to + i] = cast_to_fp8(octet.quad[i], iteration);
    });
  else
    ctx.for_lanes(count * octets, touched, load, [=](std::uint64_t lane, const Octet& octet) {
      const std::uint64_t to = place(lane);
      for (std::uint64_t i = 0; i < 2; ++i) {
        const std::uint64_t cast = cast_to_bf16(octet.quad[i], iteration);
        outgoing[to + 2 * i] = static_cast<std::uint32_t>(cast);
        outgoing[to + 2 * i + 1] = static_cast<std::uint32_t>(cast >> 32);
      }
    });
  // The lanes hold what they read: header and scales are written only.
  const std::uint64_t others = Header::words + job.scales(), scales = job.scales_begin();
  ctx.for_lanes(count * others, views(writes(outgoing)).issuing(97), [=](std::uint64_t lane) {
    const std::uint64_t i = quotient(lane, others), w = remainder(lane, others), token = token_of(i);
    const std::uint64_t to = begin + message_of(i) * words;
    if (w < Header::words)
      outgoing[to + w] = Header::of(route_of(token), job.params.top_k, token, iteration).word(w);
    else
      outgoing[to + scales + w - Header::words] =
          scale_of(input[token * quads + (w - Header::words) * scale_quads], iteration);
  });
}

/// What one agent does of the work on one expert or pair: of any number of copies in a row those numbered part,
/// part + parts, part + 2 * parts ...
struct Share {
  std::uint64_t of = 0;
  std::uint64_t part = 0;
  std::uint64_t parts = 1;

  constexpr std::uint64_t count(std::uint64_t copies) const {
    return copies > part ? (copies - part + parts - 1) / parts : 0;
  }
};

/// `use(share)` for this agent's share of each of `works` works.
template <DeviceContext Ctx, class Use>
GIN_DEVICE void each_share(Ctx& ctx, const Job& job, std::uint64_t works, Use use) {
  const std::uint64_t parts = job.parts();
  for (std::uint64_t i = ctx.agent(); i < works * parts; i += ctx.agents())
    use(Share{quotient(i, parts), remainder(i, parts), parts});
}

/// Pair number `turn` of this PE's round, which begins with what it sends itself.
template <DeviceContext Ctx>
GIN_DEVICE std::uint64_t pair_from(Ctx& ctx, const Job& job, std::uint64_t turn) {
  const std::uint64_t each = job.params.experts_per_pe;
  const std::uint64_t source = remainder(ctx.my_pe().value + quotient(turn, each), ctx.n_pes());
  return remainder(turn, each) * ctx.n_pes() + source;
}

/// Tokens first .. first + count - 1, searched for copies to one expert.
struct Stretch {
  static constexpr std::uint64_t max = 256;
  std::uint64_t first = 0;
  std::uint64_t count = 0;
  std::uint64_t* slots = nullptr;   ///< scratch of the search
  std::uint64_t* picked = nullptr;  ///< the copies found, in the order of their tokens
};

template <DeviceContext Ctx>
GIN_DEVICE Stretch make_stretch(Ctx& ctx) {
  Stretch stretch;
  stretch.slots = ctx.template scratch<std::uint64_t, Stretch::max>();
  stretch.picked = ctx.template scratch<std::uint64_t, Stretch::max>();
  return stretch;
}

/// Fills `stretch.picked` and returns how many there are.
template <DeviceContext Ctx>
GIN_DEVICE std::uint64_t pick(Ctx& ctx, const Job& job, std::uint64_t expert, const Stretch& stretch) {
  const auto choices = ctx.local(job.windows.choices);
  const std::uint64_t top_k = job.params.top_k, begin = job.half() * job.copies();
  std::uint64_t* const slots = stretch.slots;
  std::uint64_t* const picked = stretch.picked;
  const std::uint64_t first = stretch.first;
  const auto choice = [=](std::uint64_t token) {
    std::uint64_t chosen = top_k;  // all are loaded side by side: there is one at most
    each_choice(top_k, [&](std::uint64_t k) {
      if (Route::expert_of(choices[begin + token * top_k + k]) == expert) chosen = k;
    });
    return chosen;
  };
  const std::uint64_t found = ctx.lane_scan(stretch.count, views(reads(choices, top_k)).issuing(89), slots,
                                            [=](std::uint64_t i) { return choice(first + i) < top_k ? 1 : 0; });
  // The lanes hold what the scan has read.
  ctx.for_lanes(stretch.count, views(reads(choices, 0)).issuing(94), [=](std::uint64_t i) {
    const std::uint64_t k = choice(first + i);
    if (k < top_k) picked[slots[i]] = (first + i) * top_k + k;
  });
  return found;
}

/// Writes one control word of this PE.
template <DeviceContext Ctx>
GIN_DEVICE void note(Ctx& ctx, const Window<std::uint64_t>& window, std::uint64_t index, std::uint64_t value) {
  const auto view = ctx.local(window);
  ctx.for_lanes(1, views(writes(view)), [=](std::uint64_t) { view[index] = value; });
}

/// Who makes what of a message.
struct Maker {
  std::uint64_t expert = 0;
  std::uint64_t variant = 0;  ///< see Job::variants
};

/// Of the window `received`, what is in use: every expert has room for every token, and gets a few. On average a PE
/// receives as many copies as it sends.
GIN_DEVICE inline std::uint64_t received_bytes(const Job& job) {
  return job.copies() * job.message_words() * sizeof(std::uint32_t);
}

/// The expert: reads received messages first, first + step ..., `count` of them, and writes their results.
template <DeviceContext Ctx>
GIN_DEVICE void process(Ctx& ctx, const Job& job, const Maker& maker, std::uint64_t first, std::uint64_t step,
                        std::uint64_t count) {
  const std::uint64_t expert = job.made_by(maker.expert, maker.variant), base = job.result(maker.variant, 0);
  const auto received = ctx.local(job.windows.received);
  const auto results = ctx.local(job.windows.results);
  const auto octets = static_cast<std::uint32_t>(job.octets());  // as in write_messages
  const std::uint64_t quads = job.quads(), quad_words = job.quad_words();
  const std::uint64_t words = job.message_words(), begin = job.received_word(0), scales = job.scales_begin();
  const Access messages = in_use(reads(received, 2 * quad_words), received_bytes(job));
  const Access made = in_use(writes(results, 2), job.copies() * quads * sizeof(std::uint64_t));
  const auto message_of = [=](std::uint64_t lane) {
    return first + static_cast<std::uint32_t>(lane) / octets * step;
  };
  const auto octet_of = [=](std::uint64_t lane) { return static_cast<std::uint32_t>(lane) % octets; };
  const auto store = [=](std::uint64_t lane, const Octet& octet) {
    const std::uint64_t to = base + message_of(lane) * quads + 2 * octet_of(lane);
    for (std::uint64_t i = 0; i < 2; ++i) results[to + i] = by_expert(octet.quad[i], expert);
  };
  // A scale is one load for the 16 lanes of its group, next to theirs: 3 percent more bytes that are not charged.
  if (job.params.format == fp8)
    ctx.for_lanes(
        count * octets, views(messages, made).issuing(145),
        [=](std::uint64_t lane) {
          const std::uint64_t of = begin + message_of(lane) * words, q = 2 * octet_of(lane);
          const std::uint64_t from = of + Header::words + q;
          const std::uint32_t scale = received[of + scales + q / scale_quads];
          return Octet{{cast_back(received[from], scale), cast_back(received[from + 1], scale)}};
        },
        store);
  else
    ctx.for_lanes(
        count * octets, views(messages, made).issuing(106),
        [=](std::uint64_t lane) {
          const std::uint64_t from = begin + message_of(lane) * words + Header::words + 4 * octet_of(lane);
          return Octet{{received[from] | std::uint64_t{received[from + 1]} << 32,
                        received[from + 2] | std::uint64_t{received[from + 3]} << 32}};
        },
        store);
}

/// Adds up a token's answers, which have arrived: that to choice k begins at quad first_of(k) of `answers`.
template <DeviceContext Ctx, class FirstOf>
GIN_DEVICE void combine(Ctx& ctx, const Job& job, std::uint64_t token, const Route& route, FirstOf first_of) {
  const auto answers = ctx.local(job.windows.answers);
  const auto combined = ctx.local(job.windows.combined);
  const std::uint64_t top_k = job.params.top_k, to = token * job.quads() * 4;
  const auto weights = route.weight;
  // Answers that are under way together; where there are fewer, the last one again, for nothing.
  constexpr std::uint64_t beside = 4;
  ctx.for_lanes(
      job.octets(),
      views(reads(answers, 2 * top_k), writes(combined, 8)).issuing(40 + 235 * ((top_k + beside - 1) / beside)),
      [=](std::uint64_t o) {
        std::uint32_t sums[8] = {};
        for (std::uint64_t begin = 0; begin < top_k; begin += beside) {
          Octet octets[beside];
          GIN_UNROLL
          for (std::uint64_t i = 0; i < beside; ++i) {
            const std::uint64_t from = first_of(smaller(begin + i, top_k - 1)) + 2 * o;
            octets[i] = {{answers[from], answers[from + 1]}};
          }
          GIN_UNROLL
          for (std::uint64_t i = 0; i < beside; ++i) {
            const auto weight = begin + i < top_k ? static_cast<std::uint32_t>(weights[begin + i]) : 0;
            for (std::uint32_t e = 0; e < 8; ++e)
              sums[e] += weight * static_cast<std::uint16_t>(octets[i].quad[e / 4] >> 16 * (e % 4));
          }
        }
        for (std::uint64_t i = 0; i < 8; ++i) combined[to + 8 * o + i] = sums[i];
      });
}

}  // namespace gin::programs::moe
