// Which PE of which job this process is, from the environment that whoever started it left: our own launcher or a
// person (GINLAB_*), Open MPI, MPICH and its like (PMI_*), Slurm.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gin::bootstrap {

/// Which of how many: enough for processes that meet without an address.
struct RankAndSize {
  std::uint32_t rank = 0;
  std::uint32_t size = 1;
};

struct Identity : RankAndSize {
  std::string address;  ///< of the rendezvous, as parse_address takes it
  std::string secret;
};

/// A variable's value, or null: environment(), or a test's.
using Lookup = const char* (*)(const char* name);
const char* environment(const char* name);

/// Nothing if this process was started on its own. Throws Error(bad_input) for what makes no sense.
std::optional<RankAndSize> rank_and_size_from(Lookup lookup);
/// Takes all of it out of the environment: what this process starts from now on is no part of the job.
void forget_environment();

/// Nothing if this process was started on its own. Throws Error(bad_input) for what makes no sense or is not
/// complete.
std::optional<Identity> identity_from(Lookup lookup);

}  // namespace gin::bootstrap
