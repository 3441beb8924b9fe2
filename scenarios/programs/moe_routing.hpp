// Which experts a token goes to and with which weights: a function of the seed, so that the device routes with it
// and verify knows what must have arrived without asking the device.
#pragma once

#include "core/device/program.hpp"
#include "scenarios/programs/small_numbers.hpp"

namespace gin::programs::moe {

enum Routing : std::uint64_t {
  balanced,  ///< experts in turn: each gets the same number of copies, as far as they divide
  random,    ///< every expert is as likely as any other
  skewed,    ///< the first ranks get most; half of the experts get nothing
  hot,       ///< every token of every PE goes to the same top_k neighbours
};

inline constexpr std::uint64_t top_k_max = 8;
inline constexpr std::uint64_t weight_sum = 65536;  ///< the weights of a token add up to this

/// f(k) for each choice; what they load is under way together.
template <class F>
constexpr void each_choice(std::uint64_t top_k, F f) {
  GIN_UNROLL
  for (std::uint64_t k = 0; k < top_k_max; ++k)
    if (k < top_k) f(k);
}

/// A number for each choice, `bits` wide, in as few words as hold them: a GPU keeps those in registers whichever number
/// is asked for, where an array would lie in its threads' memory.
template <unsigned bits>
class PerChoice {
 public:
  constexpr std::uint64_t operator[](std::uint64_t k) const {
    std::uint64_t word = 0;
    for (std::uint64_t i = 0; i < words; ++i)
      if (i == k / per_word) word = words_[i];
    return word >> k % per_word * bits & mask;
  }
  constexpr void set(std::uint64_t k, std::uint64_t value) {
    const std::uint64_t at = k % per_word * bits;
    for (std::uint64_t i = 0; i < words; ++i)
      if (i == k / per_word) words_[i] = (words_[i] & ~(mask << at)) | value << at;
  }

 private:
  static constexpr std::uint64_t mask = (std::uint64_t{1} << bits) - 1;
  static constexpr std::uint64_t per_word = 64 / bits;
  static constexpr std::uint64_t words = (top_k_max + per_word - 1) / per_word;
  std::uint64_t words_[words] = {};
};

struct Route {
  PerChoice<12> expert;  ///< all different; see Header::nobody
  PerChoice<17> weight;  ///< up to weight_sum

  /// A choice as the router leaves it in memory.
  constexpr std::uint64_t word(std::uint64_t k) const { return weight[k] << 32 | expert[k]; }
  constexpr void set(std::uint64_t k, std::uint64_t word) {
    expert.set(k, expert_of(word));
    weight.set(k, word >> 32);
  }
  static constexpr std::uint64_t expert_of(std::uint64_t word) { return static_cast<std::uint32_t>(word); }
};

/// The experts of the job and how tokens choose among them.
struct Router {
  std::uint64_t seed = 0;
  std::uint64_t routing = balanced;
  std::uint64_t n_pes = 1;
  std::uint64_t experts_per_pe = 1;
  std::uint64_t top_k = 1;

  constexpr std::uint64_t experts() const { return n_pes * experts_per_pe; }

  /// What token `token` of all PEs' tokens chooses. `turn` differs per iteration, so that no two are alike.
  constexpr Route route(std::uint64_t token, std::uint64_t turn) const {
    Route route;
    const std::uint64_t chance = pattern(seed + turn, ~std::uint64_t{0}, token);
    const bool is_drawn = routing == random || routing == skewed;
    const std::uint64_t begin = is_drawn ? 0 : pattern(seed, 0, 0) % experts();
    const std::uint64_t first = remainder(begin + (routing == balanced ? token + turn : 0), experts());
    const std::uint64_t step = routing == balanced ? quotient(experts(), top_k) : 1;
    for (std::uint64_t k = 0; k < top_k; ++k) {
      if (is_drawn)
        route.expert.set(k, drawn(route, k, pattern(chance, k, 0) >> 32));
      else
        route.expert.set(k, remainder(first + k * step, experts()));
    }
    weigh(route, pattern(chance, top_k_max, 0));
    return route;
  }

 private:
  /// `luck` has 32 bits. An expert that the token has chosen already gives way to the next rank.
  constexpr std::uint64_t drawn(const Route& route, std::uint64_t k, std::uint64_t luck) const {
    std::uint64_t ranks = experts();
    if (routing == skewed) {
      ranks = experts() / 2 > top_k ? experts() / 2 : top_k;
      luck = ((luck * luck) >> 32) * luck >> 32;  // the cube of a fraction: the lower the rank, the likelier
    }
    std::uint64_t rank = luck * ranks >> 32;
    for (std::uint64_t i = 0; i < k; ++i) {
      if (route.expert[i] != of_rank(rank)) continue;
      rank = rank + 1 == ranks ? 0 : rank + 1;
      i = ~std::uint64_t{0};  // compare with all earlier choices again
    }
    return of_rank(rank);
  }

  /// Neighbouring ranks live on different PEs.
  constexpr std::uint64_t of_rank(std::uint64_t rank) const {
    return remainder(rank, n_pes) * experts_per_pe + quotient(rank, n_pes);
  }

  constexpr void weigh(Route& route, std::uint64_t chance) const {
    std::uint64_t sum = 0;
    for (std::uint64_t k = 0; k < top_k; ++k) sum += 1 + (chance >> 8 * k & 0xff);
    std::uint64_t given = 0;
    for (std::uint64_t k = 0; k < top_k; ++k) {
      const std::uint64_t weight = quotient((1 + (chance >> 8 * k & 0xff)) * weight_sum, sum);
      route.weight.set(k, weight);
      given += weight;
    }
    route.weight.set(0, route.weight[0] + weight_sum - given);
  }
};

}  // namespace gin::programs::moe
