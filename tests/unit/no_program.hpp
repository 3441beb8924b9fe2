// A program that declares and does nothing, for tests of what runs programs.
#pragma once

#include <string>

#include "core/env/wall_env.hpp"
#include "core/run/program_entry.hpp"

namespace gin::test {

class NoProgram : public ProgramInstance, public RunsIn<WallEnv> {
 public:
  std::string name() const override { return "none"; }
  void plan(Plan&) override {}
  void fill(const Memory&) const override {}
  Bracket bracket() const override { return Bracket::visible; }
  Mismatch verify(const Memory&) const override { return {}; }
  void run(Context<WallEnv>&, std::uint64_t) const override {}
};

}  // namespace gin::test
