// Loops over lanes: in one piece, or in two halves, so that a lane has several loads under way before it stores.
#pragma once

#include <cstdint>

#include "core/device/view.hpp"

namespace gin {

/// Loads of a lane that are under way at a time.
inline constexpr std::uint64_t loads_ahead = 4;

/// store(i, load(i)). No load may read what another i stored.
template <class Load, class Store>
struct InHalves {
  Load load;
  Store store;
  GIN_DEVICE void operator()(std::uint64_t i) const { store(i, load(i)); }
};

/// So many of them, of a tile (Context::for_tiles).
template <class Load, class Store>
struct LaneLoop {
  std::uint64_t n;
  InHalves<Load, Store> halves;
};
template <class Load, class Store>
GIN_DEVICE LaneLoop<Load, Store> lane_loop(std::uint64_t n, Load load, Store store) {
  return {n, {load, store}};
}

/// f(i) for first, first + step and so on, below n.
template <class F>
GIN_DEVICE void visit(const F& f, std::uint64_t first, std::uint64_t step, std::uint64_t n) {
  for (std::uint64_t i = first; i < n; i += step) f(i);
}
template <class Load, class Store>
GIN_DEVICE void visit(const InHalves<Load, Store>& f, std::uint64_t first, std::uint64_t step, std::uint64_t n) {
  for (std::uint64_t i = first; i < n; i += loads_ahead * step) {
    decltype(f.load(i)) loaded[loads_ahead] = {};
    for (std::uint64_t k = 0; k < loads_ahead; ++k)
      if (i + k * step < n) loaded[k] = f.load(i + k * step);
    for (std::uint64_t k = 0; k < loads_ahead; ++k)
      if (i + k * step < n) f.store(i + k * step, loaded[k]);
  }
}

template <class F>
inline constexpr bool is_in_halves = false;
template <class Load, class Store>
inline constexpr bool is_in_halves<InHalves<Load, Store>> = true;

/// Bytes that a lane which runs F over these views has asked for before it waits. In a loop that stores, a compiler does not look
/// ahead: what is stored might be what is loaded next. 0: it stores nothing, not even into scratch, and has as much under way as a copy.
template <class F, std::uint32_t N>
GIN_DEVICE std::uint64_t bytes_ahead(const Views<N>& views) {
  std::uint64_t of_step = 0;
  bool stores = is_in_halves<F>;
  for (const Access& access : views) {
    if (!access.writes) of_step += access.lane_bytes;
    stores = stores || access.writes;
  }
  return stores ? of_step * (is_in_halves<F> ? loads_ahead : 1) : 0;
}

/// The views, each with what is under way of all of them.
template <class F, std::uint32_t N>
GIN_DEVICE Views<N> loaded_together(Views<N> views) {
  const std::uint64_t ahead = bytes_ahead<F>(views);
  for (Access& access : views.access) access.lane_ahead = ahead;
  return views;
}
/// Those of a tile, on which a lane is busy for so many rounds: each is loaded in a loop of its own, and nothing of the next tile before all
/// lanes have stored this one.
template <std::uint32_t N>
GIN_DEVICE Views<N> loaded_by_tiles(Views<N> views, std::uint64_t rounds) {
  for (Access& access : views.access)
    access.lane_ahead = access.lane_bytes * (rounds < loads_ahead ? rounds : loads_ahead);
  return views;
}

}  // namespace gin
