// A device program as the host side handles it: its parameters, and instances that are bound to one run. Calls
// here are virtual, once per run or iteration; inside a program nothing is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/fields.hpp"
#include "core/device/program.hpp"
#include "core/env/virtual_env.hpp"
#include "core/env/wall_env.hpp"

namespace gin {

class ProgramInstance {
 public:
  virtual ~ProgramInstance() = default;

  virtual std::string name() const = 0;
  /// Must be called first; declares windows through `plan`, whose launch the instance keeps.
  virtual void plan(Plan& plan) = 0;
  virtual void fill(const Memory& memory) const = 0;
  virtual Bracket bracket() const = 0;
  virtual Mismatch verify(const Memory& memory) const = 0;
  virtual void run(Context<VirtualEnv>& context, std::uint64_t iteration) const = 0;
  virtual void run(Context<WallEnv>& context, std::uint64_t iteration) const = 0;
};

struct ProgramEntry {
  std::string name;
  std::string summary;
  std::vector<Field> params;
  std::unique_ptr<ProgramInstance> (*make)(const Values& params) = nullptr;
};

}  // namespace gin
