// A program that can also be run lane by lane.
#pragma once

#include "core/run/program_of.hpp"
#include "tests/lanes/lanes_env.hpp"

namespace gin::lanes {

class RunsOnLanes {
 public:
  virtual ~RunsOnLanes() = default;
  virtual void run_lane(Context<LanesEnv>& context, std::uint64_t iteration) const = 0;
};

template <class P>
class OnLanes final : public ProgramOf<P>, public RunsOnLanes {
 public:
  using ProgramOf<P>::ProgramOf;
  void run_lane(Context<LanesEnv>& context, std::uint64_t iteration) const override {
    this->run_in(context, iteration);
  }
};

template <class P>
ProgramEntry entry_on_lanes() {
  ProgramEntry entry = program_entry<P>();
  entry.make = [](const Values& params) -> std::unique_ptr<ProgramInstance> {
    return std::make_unique<OnLanes<P>>(params);
  };
  return entry;
}

}  // namespace gin::lanes
