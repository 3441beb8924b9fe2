// What a provider does with nothing of ginlab above it: the limit that ginlab's own times are divided by. Measured
// in the same run as those, because machines differ and drift.
#pragma once

#include <string>

#include "core/ofi/provider.hpp"

namespace gin::bench {

struct RawFigures {
  double half_round_trip_us = 0;  ///< fi_writedata of 8 bytes there and back, the target's completion awaited; half
  double mega_messages_s = 0;     ///< the same, 64 outstanding, counted where they arrive
  double gigabytes_s = 0;         ///< 64 KiB each, 64 outstanding
};

enum class Figure { half_round_trip, message_rate, bandwidth };
inline constexpr Figure all_figures[] = {Figure::half_round_trip, Figure::message_rate, Figure::bandwidth};

struct Unit {
  const char* of;
  const char* name;
  bool less_is_better;
};
const Unit& unit_of(Figure figure);
double value(Figure figure, const RawFigures& figures);

struct RawSizes {
  unsigned runs = 5;  ///< figures are medians of so many
  unsigned round_trips = 100000;
  unsigned messages = 300000;
  unsigned large_messages = 5000;
};

/// Two processes of this machine, forked for it, each polling on a core; with the settings that OfiWire has. Throws
/// Error with the sentence of the process that failed, or when they take longer than two minutes.
RawFigures measure_raw(const ofi::Provider& provider, const RawSizes& sizes = {});

/// The same over OfiWire: what it adds.
RawFigures measure_wire(const ofi::Provider& provider, const RawSizes& sizes = {});

/// What a quiet machine of the reference kind measures, or nothing for a provider that was not measured there.
const RawFigures* reference_of(const ofi::Provider& provider);

/// In words how the figure is over 25 % worse than its reference; empty when it is not. Ratios to such a figure
/// would praise whatever they are made for, so none is given then.
std::string too_busy(Figure figure, const RawFigures& measured, const RawFigures& reference);
/// The first figure of which that is true.
std::string too_busy(const RawFigures& measured, const RawFigures& reference);

}  // namespace gin::bench
