// From a program's struct to its entry. The generated sources of ginlab_add_program include this and nothing
// else does: here, and only here, a program meets its host environments.
#pragma once

#include "core/run/declaration.hpp"
#include "core/run/program_entry.hpp"
#include "core/run/words.hpp"

namespace gin {

template <class P>
class ProgramOf : public ProgramInstance {
  static_assert(declaration::is_sound<P>());

 public:
  explicit ProgramOf(const Values& values) {
    for (const auto& param : P::params) {
      const std::string name = param.name;
      args_.params.*param.member = param.choices ? words::index(param.choices, values.text(name))
                                                 : static_cast<std::uint64_t>(values.integer(name));
    }
  }

  std::string name() const override { return P::name; }
  void plan(Plan& plan) override {
    args_.launch = plan.launch();
    P::plan(plan, args_.params, args_.windows);
  }
  void fill(const Memory& memory) const override { P::fill(args_, memory); }
  Bracket bracket() const override { return P::bracket; }
  Mismatch verify(const Memory& memory) const override { return P::verify(args_, memory); }
  void run(Context<VirtualEnv>& context, std::uint64_t iteration) const override { run_in(context, iteration); }
  void run(Context<WallEnv>& context, std::uint64_t iteration) const override { run_in(context, iteration); }

 protected:
  template <class Env>
  void run_in(Context<Env>& context, std::uint64_t iteration) const {
    static_assert(DeviceContext<Context<Env>>);
    Args<P> args = args_;
    args.iteration = iteration;
    P::run(context, args);
  }

 private:
  Args<P> args_{};
};

template <class P>
ProgramEntry program_entry() {
  ProgramEntry entry{P::name, P::summary, {}, [](const Values& params) -> std::unique_ptr<ProgramInstance> {
                       return std::make_unique<ProgramOf<P>>(params);
                     }};
  for (const auto& param : P::params) {
    Field field{.path = param.name, .unit = param.unit, .min = param.min, .max = param.max, .text = param.text};
    if (param.choices) {
      field.kind = FieldKind::choice;
      field.choices = words::split(param.choices);
      field.default_value = field.choices.at(static_cast<std::size_t>(param.default_value));
    } else {
      field.default_value = param.default_value;
    }
    entry.params.push_back(std::move(field));
  }
  return entry;
}

}  // namespace gin
