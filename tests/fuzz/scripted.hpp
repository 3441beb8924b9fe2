// The device program that does what a script says. The script is drawn anew from its seed wherever it is needed, so
// that nothing but numbers goes through the parameters.
#pragma once

#include "tests/fuzz/draft.hpp"
#include "tests/fuzz/player.hpp"

namespace gin::fuzz {

struct Scripted {
  static constexpr const char* name = "scripted";
  static constexpr const char* summary = "does what a script drawn from a seed says";
  static constexpr Bracket bracket = Bracket::visible;

  struct Params {
    std::uint64_t script;
    std::uint64_t barriers;
    std::uint64_t steps;
  };
  static constexpr Param<Params> params[] = {
      {&Params::script, "script", "", 0, INT64_MAX, 1, "Seed of the script."},
      {&Params::barriers, "barriers", "count", 1, 16, 2, "Barriers of the script, the last one at its end."},
      {&Params::steps, "steps", "count", 0, 1024, 32, "Instructions tried before each barrier."},
  };

  using Windows = Areas;

  static Script script(const Launch& launch, const Params& chosen) {
    return Draft(Areas::shape_of(launch), chosen.script).draw({.barriers = chosen.barriers, .steps = chosen.steps});
  }

  static void plan(Plan& plan, const Params&, Windows& windows) { Areas::plan(plan, windows); }

  static void fill(const Args<Scripted>& args, const Memory& memory) {
    for (std::uint32_t i = 0; i < area_count; ++i)
      for (std::uint64_t offset = 0; offset < args.windows.area[i].count; ++offset)
        memory.of(args.windows.area[i])[offset] = initial(static_cast<Area>(i), memory.pe.value, offset);
  }

  template <DeviceContext Ctx>
  static GIN_DEVICE void run(Ctx& ctx, const Args<Scripted>& args) {
    Player<Ctx>(ctx, args.windows).play(script(args.launch, args.params));
  }

  static Mismatch verify(const Args<Scripted>& args, const Memory& memory) {
    Model model(Areas::shape_of(args.launch));
    model.run(script(args.launch, args.params));
    for (std::uint32_t i = 0; i < area_count; ++i) {
      const std::vector<std::uint8_t>& wanted = model.bytes(memory.pe.value, static_cast<Area>(i));
      for (std::uint64_t offset = 0; offset < wanted.size(); ++offset) {
        const std::uint8_t got = memory.of(args.windows.area[i])[offset];
        if (got != wanted[offset]) return {true, area_names[i], offset, wanted[offset], got};
      }
    }
    return {};
  }
};

}  // namespace gin::fuzz
