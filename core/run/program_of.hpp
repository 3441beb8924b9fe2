// From a program's struct to its entry. Generated sources include this, and so do tests: here, and only here, a
// program meets its environments.
#pragma once

#include "core/cuda/kernels.hpp"
#include "core/run/declaration.hpp"
#include "core/run/host_environments.hpp"
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

 protected:
  Args<P> args_{};
};

/// A program in one environment.
template <class P, class Env>
class Running : public RunsIn<Env> {
  static_assert(DeviceContext<Context<Env>>);

 public:
  explicit Running(const Args<P>& args) : args_(args) {}
  void run(Context<Env>& context, std::uint64_t iteration) const override {
    Args<P> args = args_;
    args.iteration = iteration;
    P::run(context, args);
  }

 private:
  const Args<P>& args_;
};

/// And as kernels, which the source of it that nvcc compiles defines.
template <class P>
class Running<P, gpu::Kernels> : public gpu::Kernels {
 public:
  explicit Running(const Args<P>& args) : args_(args) {}
  gpu::Room room(gpu::Ways ways, const gpu::Grid& grid) const override {
    return gpu::with_paths(ways, [&]<class Paths>(Paths) { return gpu::Kernel<P, Paths>::room(grid); });
  }
  void start(gpu::Ways ways, const gpu::Start& start) const override {
    gpu::with_paths(ways, [&]<class Paths>(Paths) { gpu::Kernel<P, Paths>::start(start, args_); });
  }

 private:
  const Args<P>& args_;
};

/// And in several.
template <class P, class... Envs>
class ProgramIn final : public ProgramOf<P>, public Running<P, Envs>... {
 public:
  explicit ProgramIn(const Values& values) : ProgramOf<P>(values), Running<P, Envs>(ProgramOf<P>::args_)... {}
};

/// Its instances run in all environments of the host, and in `Others`.
template <class P, class... Others>
ProgramEntry program_entry() {
  ProgramEntry entry{P::name, P::summary, {}, [](const Values& params) -> std::unique_ptr<ProgramInstance> {
                       return std::make_unique<ProgramIn<P, GIN_HOST_ENVIRONMENTS, Others...>>(params);
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
