// The areas of scripts as windows of a device program.
#pragma once

#include "core/device/program.hpp"
#include "tests/fuzz/model.hpp"

namespace gin::fuzz {

struct Areas {
  Window<std::uint8_t> area[area_count];

  /// Also asks for the contexts that scripts use.
  static void plan(Plan& plan, Areas& areas) {
    plan.contexts(contexts);
    for (std::uint32_t i = 0; i < area_count; ++i) {
      const std::uint64_t bytes = shape_of(plan.launch()).bytes(static_cast<Area>(i));
      const bool bulk = static_cast<Area>(i) <= Area::landing;
      areas.area[i] =
          bulk ? plan.window<std::uint8_t>(area_names[i], bytes) : plan.words<std::uint8_t>(area_names[i], bytes);
    }
  }
  static Shape shape_of(const Launch& launch) { return {.n_pes = launch.n_pes, .agents = launch.agents}; }

  const Window<std::uint8_t>& of(Area which) const { return area[static_cast<std::uint32_t>(which)]; }
  Place at(const Spot& spot) const { return of(spot.area).at(spot.offset); }
};

}  // namespace gin::fuzz
