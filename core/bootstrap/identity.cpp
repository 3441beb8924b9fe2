#include "core/bootstrap/identity.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "core/base/error.hpp"
#include "core/bootstrap/address.hpp"
#include "core/bootstrap/messages.hpp"
#include "core/bootstrap/text.hpp"

namespace gin::bootstrap {
namespace {

/// The two variables in which a starter says who a process is, and what gives them to all of them.
struct Starter {
  const char* rank;
  const char* size;
  const char* hands_on;
};

constexpr Starter ours{"GINLAB_RANK", "GINLAB_SIZE", "set them for each process"};
constexpr Starter open_mpi{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE",
                           "export them and add -x GINLAB_ADDRESS -x GINLAB_SECRET to mpirun"};
constexpr Starter pmi{"PMI_RANK", "PMI_SIZE", "export them before mpiexec"};
constexpr Starter slurm{"SLURM_PROCID", "SLURM_NTASKS", "export them before srun"};

std::string_view value_of(Lookup lookup, const char* name) {
  const char* value = lookup(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

std::uint32_t number_of(Lookup lookup, const char* name, std::uint32_t min, std::uint32_t max) {
  const std::string_view text = value_of(lookup, name);
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size() || number < min || number > max)
    throw Error(Code::bad_input,
                fmt::format("environment: {}: expected a whole number from {} to {}, came {}; unset it"
                            " or set it right",
                            name, min, max, text.empty() ? "nothing" : '"' + one_line(text, 40) + '"'));
  return number;
}

std::string required(Lookup lookup, const char* name, const char* what, const Starter& starter,
                     const RankAndSize& who) {
  const std::string_view text = value_of(lookup, name);
  if (text.empty())
    throw Error(Code::bad_input,
                fmt::format("environment: {} says that this is PE {} of {}: expected {} in {}, came nothing; {}",
                            starter.rank, who.rank, who.size, what, name, starter.hands_on));
  return std::string(text);
}

RankAndSize rank_and_size_of(Lookup lookup, const Starter& starter) {
  RankAndSize who;
  who.size = number_of(lookup, starter.size, 1, ranks_max);
  who.rank = number_of(lookup, starter.rank, 0, who.size - 1);
  return who;
}

Identity identity_of(Lookup lookup, const Starter& starter) {
  Identity who{rank_and_size_of(lookup, starter), {}, {}};
  who.address = required(lookup, "GINLAB_ADDRESS", "HOST:PORT of the rendezvous", starter, who);
  parse_address(who.address);
  who.secret = required(lookup, "GINLAB_SECRET", "the secret that all PEs of the job share", starter, who);
  return who;
}

/// A process that a person starts inside a Slurm allocation has SLURM_PROCID too. It is a PE if it was told an
/// address, or if it is one of several that one srun started.
bool started_by_slurm(Lookup lookup) {
  if (value_of(lookup, slurm.rank).empty()) return false;
  if (!value_of(lookup, "GINLAB_ADDRESS").empty()) return true;
  const std::string_view tasks = value_of(lookup, "SLURM_STEP_NUM_TASKS");
  return !tasks.empty() && tasks != "1";
}

/// Null for a process that was started on its own.
const Starter* starter_of(Lookup lookup) {
  for (const Starter* starter : {&ours, &open_mpi, &pmi})
    if (!value_of(lookup, starter->rank).empty() || !value_of(lookup, starter->size).empty()) return starter;
  return started_by_slurm(lookup) ? &slurm : nullptr;
}

}  // namespace

const char* environment(const char* name) {
  return std::getenv(name);
}

std::optional<RankAndSize> rank_and_size_from(Lookup lookup) {
  const Starter* const starter = starter_of(lookup);
  if (starter == nullptr) return std::nullopt;
  return rank_and_size_of(lookup, *starter);
}

void forget_environment() {
  for (const Starter& starter : {ours, open_mpi, pmi, slurm})
    for (const char* name : {starter.rank, starter.size}) ::unsetenv(name);
  for (const char* name : {"GINLAB_ADDRESS", "GINLAB_SECRET"}) ::unsetenv(name);
}

std::optional<Identity> identity_from(Lookup lookup) {
  const Starter* const starter = starter_of(lookup);
  if (starter == nullptr) return std::nullopt;
  return identity_of(lookup, *starter);
}

}  // namespace gin::bootstrap
