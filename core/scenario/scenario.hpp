// A scenario after loading: everything checked, nothing left to default.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/error.hpp"
#include "core/base/fields.hpp"
#include "core/base/override.hpp"

namespace gin::scenario {

enum class Scope { thread, warp, block };
enum class Signalling { put_signal, put_quiet_flag, put_fence_flag };
enum class Adversary { none, machine, contract };
enum class Pin { automatic, off };
enum class Path { pointer, gpu, gpu_cpu_doorbell, proxy, host };

struct Cluster {
  std::int64_t nodes = 1;
  std::int64_t gpus_per_node = 1;
  std::string profile;
};

/// Of backends that open one by its name.
struct Nic {
  std::string device = "auto";
  std::int64_t port = 0;        ///< 0: the first that is active
  std::int64_t gid = -1;        ///< which of the port's addresses; -1: the one that reaches furthest
  std::string fabric = "auto";  ///< of those that a provider of libfabric has
  std::int64_t rails = 0;       ///< NICs of each PE; 0: those that are nearest to its GPU
  bool relaxed = false;         ///< what a NIC writes to heaps may pass what it wrote before
};

/// What runs the agents of a PE process.
enum class RunsOn { automatic, host, gpu };

struct Launch {
  std::int64_t agents = 1;
  Scope scope = Scope::block;
  std::int64_t block_threads = 1024;  ///< of scope block
  std::int64_t workers = 1;           ///< threads of a PE process that run its agents as fibers; 0: a thread each
  std::int64_t hang_after_s = 60;     ///< on a wall clock: nothing moving for so long is a hang
  Pin pin = Pin::automatic;           ///< threads of a PE process to cores of their own
  RunsOn runs_on = RunsOn::automatic;
  Nic nic = {};

  /// Of one agent.
  std::int64_t lanes() const { return scope == Scope::thread ? 1 : scope == Scope::warp ? 32 : block_threads; }
};

struct Paths {
  Path same_node = Path::pointer;
  Path other_node = Path::gpu;
};

struct Measure {
  std::int64_t warmup = 0;
  std::int64_t iterations = 1;
  std::int64_t repeat = 1;  ///< runs with seeds derived from the scenario's
};

/// Switches that tests use to look for bugs; each leaves bytes unchanged (flip_payload and
/// refuse_request excepted).
struct TestOptions {
  bool poll_for_real = false;       ///< idle proxies poll instead of sleeping on their grid
  bool start_near_wrap = false;     ///< every index starts just below its wrap
  bool permute_lanes = false;       ///< for_lanes visits lanes in a seeded order
  std::int64_t flip_payload = 0;    ///< flips one bit of the n-th delivered payload; 0: none
  std::int64_t refuse_request = 0;  ///< the n-th work request of each PE ends with an error completion; 0: none
  bool degraded = false;            ///< PE processes: a network as strict as EFA, whatever is below
  Adversary adversary = Adversary::none;  ///< virtual time: whose rules alone decide what may come late
  std::int64_t late_one_in = 1;           ///< then: of so many moments one may be late
  std::int64_t livelock_calls = 0;        ///< polls without progress before the run is called a livelock
};

struct Scenario {
  std::string name;
  std::string description;
  Cluster cluster;
  std::string stack;
  std::string program;
  Values params;  ///< the program's own parameters, by name
  Launch launch;
  Paths paths;
  Signalling signalling = Signalling::put_signal;
  bool phantom = false;
  std::int64_t time_scale = 1000;  ///< emulated-wall: how much longer everything takes
  std::uint64_t seed = 1;
  Measure measure;
  TestOptions test;
  Overrides profile_overrides;
  Overrides stack_overrides;

  std::uint32_t n_pes() const { return static_cast<std::uint32_t>(cluster.nodes * cluster.gpus_per_node); }
  /// Some peers are reached by this path; a PE is a peer of its own node.
  bool uses(Path path) const { return paths.same_node == path || (cluster.nodes > 1 && paths.other_node == path); }
  /// Those that it uses, in the words of its file.
  std::vector<std::string> path_words() const;
};

/// `--set path=value`; value is JSON where it parses as JSON, else a string.
struct Assignment {
  std::string path;
  std::string value;
};

/// One row to run: where it stands on each axis of the compare block, in the block's order.
struct Variant {
  struct Coordinate {
    std::string axis;
    std::string value;
  };
  std::vector<Coordinate> coordinates;
  std::vector<Assignment> sets = {};  ///< that make this row of the same document without a compare block
  Scenario scenario;
  std::string document = {};  ///< what it was read from: JSON on one line, without a compare block
};

/// The error with its row, where a document that is sound by itself has rows whose values do not go together.
Error in_row(const Error& error, const std::vector<Variant::Coordinate>& coordinates);

/// What the loader may name. The run layer fills this in: scenario files know no program by name.
struct ProgramFields {
  std::string name;
  std::vector<Field> params;  ///< paths are plain names
};
struct Vocabulary {
  std::vector<ProgramFields> programs;
  std::vector<std::string> profiles;
  std::vector<std::string> stacks;
  std::string default_profile = {};  ///< for scenarios that name none; empty: every scenario must name one
  std::string default_stack = {};
  std::vector<std::string> numbers = {};  ///< what an override may name, for suggestions: "profile.nic.mtu_bytes"
};

/// `--axis field=values`: an axis of the compare block in a few characters (core/scenario/axis_text.hpp).
struct AxisText {
  std::string field;
  std::string values;
};

/// The product of all axes, first axis slowest; one Variant without coordinates when there is no compare
/// block. Throws Error(bad_input) with file, JSON path, what was expected and what came.
std::vector<Variant> load(const std::string& file, const std::vector<Assignment>& sets, const Vocabulary& words,
                          const std::vector<AxisText>& axes = {});
/// The same for a document already in memory; `where` stands in for the file's name in messages.
std::vector<Variant> load_text(const std::string& text, const std::string& where,
                               const std::vector<Assignment>& sets, const Vocabulary& words);

/// Every field a scenario may have, `params.*` of every program included (path "params.PROGRAM.NAME").
FieldTable fields(const Vocabulary& words);

/// The published schema of the whole document, made from the same table.
Json schema(const Vocabulary& words);

/// What `ginlab explain FIELD` prints. Throws Error(bad_usage) with the nearest known field.
std::string explain(const std::string& field, const Vocabulary& words);

}  // namespace gin::scenario
