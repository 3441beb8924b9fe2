// A device program as the host side handles it: its parameters, and instances that are bound to one run. Calls
// here are virtual, once per run or iteration; inside a program nothing is.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/device/program.hpp"

namespace gin {

template <class Env>
class Context;

class ProgramInstance {
 public:
  virtual ~ProgramInstance() = default;

  virtual std::string name() const = 0;
  /// Must be called first; declares windows through `plan`, whose launch the instance keeps.
  virtual void plan(Plan& plan) = 0;
  virtual void fill(const Memory& memory) const = 0;
  virtual Bracket bracket() const = 0;
  virtual Mismatch verify(const Memory& memory) const = 0;
};

/// What an instance is too, for each environment that it was made for.
template <class Env>
class RunsIn {
 public:
  virtual ~RunsIn() = default;
  virtual void run(Context<Env>& context, std::uint64_t iteration) const = 0;
};

/// Throws Error(unavailable) where it was not made for `Env`.
template <class Env>
const RunsIn<Env>& in_environment(const ProgramInstance& program) {
  if (const auto* const here = dynamic_cast<const RunsIn<Env>*>(&program)) return *here;
  throw Error(Code::unavailable, "program " + program.name() + ": expected one that was made for this backend's " +
                                     "environment, got one without; see ginlab_add_environment");
}

struct ProgramEntry {
  std::string name;
  std::string summary;
  std::vector<Field> params;
  std::unique_ptr<ProgramInstance> (*make)(const Values& params) = nullptr;
};

}  // namespace gin
