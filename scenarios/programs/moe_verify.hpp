// What the host finds in a PE's memory after a run of moe_dispatch: every copy where it belongs, every byte right,
// as many tokens out as in, weights that add up. Everything is computed from the seed, nothing taken from the
// device.
#pragma once

#include "scenarios/programs/moe_shape.hpp"

namespace gin::programs::moe {

/// Looks at the memory of one PE. `job` stands at the last iteration. Host only.
class Inspection {
 public:
  Inspection(const Job& job, const Memory& memory) : job_(job), memory_(memory), me_(memory.pe.value) {}

  Mismatch first_wrong() const {
    Mismatch found = sent();
    for (std::uint32_t source = 0; !found.found && source < job_.launch.n_pes; ++source) found = arrived(source);
    for (std::uint64_t token = 0; !found.found && token < combined_tokens(); ++token) found = combined(token);
    return found;
  }

 private:
  template <class T>
  Mismatch compare(const char* name, const Window<T>& window, std::uint64_t index, std::uint64_t expected) const {
    const auto got = static_cast<std::uint64_t>(memory_.of(window)[index]);
    if (got == expected) return {};
    return {true, name, index, expected, got};
  }

  /// Tokens in: every copy left once, and the weights of a token are one whole.
  Mismatch sent() const {
    std::uint64_t copies = 0;
    for (std::uint64_t expert = 0; expert < job_.experts(); ++expert)
      copies += memory_.of(job_.windows.sent)[expert];
    if (copies != job_.copies()) return {true, "sent (sum)", 0, job_.copies(), copies};
    for (std::uint64_t token = 0; token < job_.params.tokens; ++token) {
      const Route route = job_.route(me_, token);
      std::uint64_t sum = 0;
      for (std::uint64_t k = 0; k < job_.params.top_k; ++k) sum += route.weight[k];
      if (sum != weight_sum) return {true, "weights of a token", token, weight_sum, sum};
    }
    return {};
  }

  /// Tokens out: what a source sent to the experts of this PE.
  Mismatch arrived(std::uint32_t source) const {
    constexpr std::uint64_t local_max = 64;  // experts_per_pe
    std::uint64_t copies[local_max] = {};
    each_copy(source, [&](std::uint64_t, std::uint64_t local) { return ++copies[local], Mismatch{}; });
    std::uint64_t next[local_max] = {};  // message of the next copy to each local expert
    std::uint64_t before = 0;
    for (std::uint64_t local = 0; local < job_.params.experts_per_pe; ++local) {
      const std::uint64_t pair = local * job_.launch.n_pes + source;
      const Mismatch count = compare("counts", job_.windows.counts, pair, copies[local]);
      if (count.found) return count;
      next[local] = job_.packs() ? source * job_.block_max() + before : pair * job_.params.tokens;
      before += copies[local];
    }
    return each_copy(source, [&](std::uint64_t token, std::uint64_t local) {
      return message(source, token, next[local]++, me_ * job_.params.experts_per_pe + local);
    });
  }

  /// `use(token, local expert)` for every copy of a source to this PE, token by token, until it finds something.
  template <class Use>
  Mismatch each_copy(std::uint32_t source, Use use) const {
    for (std::uint64_t token = 0; token < job_.params.tokens; ++token) {
      const Route route = job_.route(source, token);
      for (std::uint64_t k = 0; k < job_.params.top_k; ++k) {
        if (route.expert[k] / job_.params.experts_per_pe != me_) continue;
        const Mismatch found = use(token, route.expert[k] % job_.params.experts_per_pe);
        if (found.found) return found;
      }
    }
    return {};
  }

  Mismatch message(std::uint32_t source, std::uint64_t token, std::uint64_t index, std::uint64_t expert) const {
    const std::uint64_t begin = job_.received_word(index);
    const Header header = Header::of(job_.route(source, token), job_.params.top_k, token, job_.round());
    const auto word = [&](std::uint64_t at, std::uint32_t expected) {
      return compare("received", job_.windows.received, begin + at, expected);
    };
    Mismatch found;
    for (std::uint64_t w = 0; !found.found && w < Header::words; ++w) found = word(w, header.word(w));
    for (std::uint64_t s = 0; !found.found && s < job_.scales(); ++s)
      found = word(job_.scales_begin() + s, scale(source, token, s));
    for (std::uint64_t w = job_.scales_begin() + job_.scales(); !found.found && w < job_.message_words(); ++w)
      found = word(w, 0);
    for (std::uint64_t q = 0; !found.found && q < job_.quads(); ++q) {
      const std::uint64_t quad = input_quad(job_, source, token, q);
      const std::uint64_t data = Header::words + q * job_.quad_words();
      if (job_.params.format == fp8) {
        found = word(data, cast_to_fp8(quad, job_.round()));
      } else {
        const std::uint64_t cast = cast_to_bf16(quad, job_.round());
        found = word(data, static_cast<std::uint32_t>(cast));
        if (!found.found) found = word(data + 1, static_cast<std::uint32_t>(cast >> 32));
      }
      if (!found.found)
        found =
            compare("results", job_.windows.results, index * job_.quads() + q, result(source, token, q, expert));
    }
    return found;
  }

  std::uint32_t scale(std::uint64_t pe, std::uint64_t token, std::uint64_t group) const {
    return scale_of(input_quad(job_, pe, token, group * scale_quads), job_.round());
  }

  std::uint64_t result(std::uint64_t pe, std::uint64_t token, std::uint64_t quad, std::uint64_t expert) const {
    const std::uint64_t input = input_quad(job_, pe, token, quad);
    if (job_.params.format == bf16) return by_expert(cast_to_bf16(input, job_.round()), expert);
    return by_expert(cast_back(cast_to_fp8(input, job_.round()), scale(pe, token, quad / scale_quads)), expert);
  }

  std::uint64_t combined_tokens() const { return job_.params.phase != dispatch ? job_.params.tokens : 0; }

  Mismatch combined(std::uint64_t token) const {
    const Route route = job_.route(me_, token);
    for (std::uint64_t q = 0; q < job_.quads(); ++q) {
      std::uint64_t sums[4] = {};
      for (std::uint64_t k = 0; k < job_.params.top_k; ++k) {
        const std::uint64_t quad = result(me_, token, q, job_.made_by(route.expert[k], job_.variant()));
        for (std::uint64_t i = 0; i < 4; ++i) sums[i] += route.weight[k] * (quad >> 16 * i & 0xffff);
      }
      for (std::uint64_t i = 0; i < 4; ++i) {
        const std::uint64_t index = (token * job_.quads() + q) * 4 + i;
        const Mismatch found = compare("combined", job_.windows.combined, index, sums[i]);
        if (found.found) return found;
      }
    }
    return {};
  }

  const Job& job_;
  const Memory& memory_;
  const std::uint64_t me_;
};

}  // namespace gin::programs::moe
