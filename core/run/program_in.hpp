// A program in an environment of somebody's own, besides those of the host that every program is made for.
#pragma once

#include "core/run/program_of.hpp"

namespace gin {

/// What runs there, as an instance that its entry has made.
template <class Env>
class RunsIn {
 public:
  virtual ~RunsIn() = default;
  virtual void run(Context<Env>& context, std::uint64_t iteration) const = 0;
};

template <class P, class Env>
class ProgramIn final : public ProgramOf<P>, public RunsIn<Env> {
 public:
  using ProgramOf<P>::ProgramOf;
  using ProgramOf<P>::run;
  void run(Context<Env>& context, std::uint64_t iteration) const override { this->run_in(context, iteration); }
};

/// Its instances are RunsIn<Env>, too.
template <class P, class Env>
ProgramEntry entry_in() {
  ProgramEntry entry = program_entry<P>();
  entry.make = [](const Values& params) -> std::unique_ptr<ProgramInstance> {
    return std::make_unique<ProgramIn<P, Env>>(params);
  };
  return entry;
}

}  // namespace gin
