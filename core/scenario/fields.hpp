// What a scenario document may hold, as data. Loader, schema, explain and --set all read these tables.
#pragma once

#include <string>
#include <vector>

#include "core/base/fields.hpp"
#include "core/scenario/scenario.hpp"

namespace gin::scenario {

// Each list is in the order of its enum.
inline const std::vector<std::string> pin_words = {"auto", "off"};
inline const std::vector<std::string> runs_on_words = {"auto", "host", "gpu"};
inline const std::vector<std::string> scope_words = {"thread", "warp", "block"};
inline const std::vector<std::string> adversary_words = {"none", "machine", "contract"};
inline const std::vector<std::string> signalling_words = {"put_signal", "put_quiet_flag", "put_fence_flag"};
inline const std::vector<std::string> path_words = {"pointer", "gpu", "gpu-cpu-doorbell", "proxy", "host"};

inline constexpr std::int64_t schema_version = 1;
inline constexpr std::int64_t pes_max = 4096;
inline constexpr std::int64_t agents_in_all_max = 65536;  ///< fibers of one run
inline constexpr std::size_t axis_values_max = 1024;
/// Every row is in memory at once when a result is written or read, with its critical path and traffic: some ten
/// kilobytes.
inline constexpr std::size_t rows_max = 16384;

/// The leaves that every scenario has, whatever its program. `path` stands here as an object.
FieldTable common_fields(const Vocabulary& words);

/// The leaves of a scenario that runs `program`: the common ones and "params.NAME".
FieldTable fields_of(const ProgramFields& program, const Vocabulary& words);

/// A part of the document that is no leaf, and what there is to say about it.
struct Section {
  std::string path;
  std::string text;
};
const std::vector<Section>& sections();

}  // namespace gin::scenario
