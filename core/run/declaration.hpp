// What a program's struct declares, refused by the compiler where it cannot be right: it would come out as an
// internal error later, or be taken for something else. The compiler's note "in instantiation of" names the program
// and the parameter by its place.
#pragma once

#include <iterator>
#include <type_traits>
#include <utility>

#include "core/device/program.hpp"
#include "core/run/words.hpp"

namespace gin::declaration {

template <class Params>
constexpr bool takes_default(const Param<Params>& param) {
  if (!param.choices) return param.min <= param.default_value && param.default_value <= param.max;
  return param.default_value >= 0 && static_cast<std::size_t>(param.default_value) < words::count(param.choices);
}

/// No parameter before has its name or its member.
template <class Params, std::size_t N>
constexpr bool is_new(const Param<Params> (&params)[N], std::size_t index) {
  for (std::size_t before = 0; before < index; ++before)
    if (std::string_view(params[before].name) == params[index].name ||
        params[before].member == params[index].member)
      return false;
  return true;
}

template <class P, std::size_t index>
constexpr bool has_sound_param() {
  constexpr const auto& param = P::params[index];
  static_assert(param.member != nullptr,
                "a parameter needs the member of Params that keeps it: {&Params::NAME, ...}");
  static_assert(words::is_word(param.name),
                "the name of a parameter must be a word: a to z, 0 to 9 and _, beginning with a letter; rename it");
  static_assert(is_new(P::params, index),
                "this parameter's name or member is declared twice; rename it or take one of the two out");
  static_assert(param.unit && param.text, "a parameter needs a unit (\"\" where it has none) and a sentence");
  if constexpr (param.choices != nullptr) {
    static_assert(words::are_choices(param.choices),
                  "choices must be words that differ, with | between them: \"get|pointer\"");
    static_assert(takes_default(param), "the default of a choice is the place of its word, counted from 0");
  } else {
    static_assert(param.min >= 0, "a parameter is kept without a sign: its least value must be 0 or more");
    static_assert(param.min <= param.max, "a parameter's least value is above its greatest; exchange them");
    static_assert(takes_default(param), "a parameter's default must lie between its least and greatest value");
  }
  return true;
}

template <class P, std::size_t... indices>
constexpr bool has_sound_params(std::index_sequence<indices...>) {
  return (has_sound_param<P, indices>() && ...);
}

/// True, or the compiler says what is wrong.
template <class P>
constexpr bool is_sound() {
  static_assert(words::is_word(P::name),
                "the name of a program must be a word: a to z, 0 to 9 and _, beginning with a letter; rename it");
  static_assert(P::summary != nullptr, "a program needs a sentence that says what it does: summary");
  constexpr std::size_t params = std::size(P::params);
  static_assert(sizeof(typename P::Params) == params * sizeof(std::uint64_t),
                "every member of Params is a std::uint64_t and has one entry in params");
  return has_sound_params<P>(std::make_index_sequence<params>());
}

}  // namespace gin::declaration
