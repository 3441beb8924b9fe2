#include "core/env/adversary.hpp"

#include <algorithm>
#include <bit>

namespace gin {
namespace {

/// What a small message takes on the profiles that ship: later by this much, it is overtaken by one more.
constexpr Duration hardly = microseconds(1);
/// A transfer of a megabyte takes 20 to 100 us over one NIC: a few of those.
constexpr std::uint64_t tail_max = 1000;
/// After everything else of a program of this size; sooner than a loop of looks would be called a livelock.
constexpr Duration held_back = microseconds(20'000);
/// How much slower than messages those are that are slow at everything: what takes many hops is over before they look.
constexpr std::int64_t slow_factor = 20;

/// What one draw says, cheap enough for each step of a message: one number between 0 and 1. A part of it that is looked at
/// leaves the rest as evenly spread, and 64 bits are more than all parts of a draw need.
class Chance {
 public:
  explicit Chance(std::uint64_t state) : left_(splitmix64(state)) {}
  std::uint64_t below(std::uint64_t count) {
    const auto product = static_cast<unsigned __int128>(left_) * count;
    left_ = static_cast<std::uint64_t>(product);
    return static_cast<std::uint64_t>(product >> 64);
  }
  Duration below(Duration span) {
    return picoseconds(static_cast<std::int64_t>(below(static_cast<std::uint64_t>(span.ps))));
  }

 private:
  std::uint64_t left_;
};

}  // namespace

Adversary::Adversary(const Setup& setup) : setup_(setup) {
  Random random(derived_seed({setup.seed, 0}));
  constexpr Manner manners[] = {Manner::even, Manner::long_tail, Manner::long_tail, Manner::one_held};
  manner_ = manners[random.below(4)];
  constexpr std::int64_t spans[] = {1, 10, 100, 1000};
  span_ = hardly * spans[random.below(4)];
  key_ = random.next();
}

std::uint64_t Adversary::state_of(const Draw& draw) const {
  // Odd numbers without pattern (those of PCG and of xxHash) keep actors apart, splitmix64 does the rest.
  constexpr std::uint64_t apart = 6364136223846793005, onwards = 11400714785074694791U;
  return key_ + draw.who * apart + (draw.count << 4 | static_cast<std::uint64_t>(draw.moment)) * onwards;
}

bool Adversary::coin(const Draw& draw) const {
  return Chance(~state_of(draw)).below(2) == 0;
}

/// Some of so many words.
Adversary::Run Adversary::words_of(const Draw& draw, std::uint64_t words) const {
  Chance chance(std::rotl(state_of(draw), 32));
  // One as large as another on a scale of powers of two: few words are late as often as many, and those in front, which whoever looks
  // at word after word comes to before they are there, as often as all behind them.
  const auto below = [&](std::uint64_t count) {
    const auto powers = static_cast<std::uint64_t>(std::bit_width(count));
    return chance.below(std::min(count, std::uint64_t{1} << chance.below(powers + 1)));
  };
  const std::uint64_t length = 1 + below(words / 2);
  return {below(words - length + 1), length};
}

Adversary::Parts Adversary::parts_of(const Draw& draw, std::uint64_t place, std::uint64_t bytes) const {
  constexpr std::uint64_t word = 8;
  const std::uint64_t before = place % word;  // bytes of the first word that are others'
  const std::uint64_t words = (before + bytes + word - 1) / word;
  if (words <= 1) return {{{0, bytes}}};
  const auto [first, length] = words_of(draw, words);
  const std::uint64_t begin = first == 0 ? 0 : first * word - before;
  const std::uint64_t end = std::min((first + length) * word - before, bytes);
  return {{{0, begin}, {begin, end - begin}, {end, bytes - end}}};
}

Duration Adversary::drawn(const Draw& draw) const {
  Chance chance(state_of(draw));
  if (draw.moment != Moment::step) return spread(chance);
  // Whoever is descheduled at every step only makes everything slow: what differs is what counts.
  const std::uint64_t turn = chance.below(8);
  if (turn >= 4) return {};
  const bool is_slow = Chance(state_of({draw.moment, draw.who, ~std::uint64_t{0}})).below(8) < 3;
  if (turn > 0 && !is_slow) return {};
  return spread(chance) * (is_slow ? slow_factor : 1);
}

template <class Chance>
Duration Adversary::spread(Chance& chance) const {
  if (setup_.one_in > 1 && chance.below(setup_.one_in) != 0) return {};
  switch (manner_) {
    case Manner::even:
      return chance.below(span_);
    case Manner::long_tail:
      return chance.below(chance.below(8) == 0
                              ? hardly * static_cast<std::int64_t>(tail_max / 10 + chance.below(tail_max))
                              : hardly);
    case Manner::one_held:
      return chance.below(32) == 0 ? held_back : chance.below(hardly);
  }
  return {};
}

}  // namespace gin
