// The functions of memory.hpp and launch.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/launch.hpp"
#include "models/cost/memory.hpp"
#include "models/cost/tlb.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> directions = {"reads", "writes"};
const std::vector<std::string> memories = {"own", "peer"};  // CopyTo has their order
const std::vector<std::string> sharing_scopes = {"block", "warp", "thread"};
const std::vector<std::string> submissions = {"stream", "graph"};  // in the order of Submission
const std::vector<std::string> starters = {"cpu", "kernel"};

Itemised moved(const Call& call) {
  const Values& in = call.inputs;
  const Scope in_order[] = {Scope::block, Scope::warp, Scope::thread};
  const Bytes bytes{in.integer("bytes")};
  return transfer(call.profile,
                  {bytes, bytes, in.integer("agents"), in_order[chosen<int>(in, "scope", sharing_scopes)],
                   in.text("memory") == "peer", in.text("direction") == "writes", in.integer("passes")});
}

Itemised launched(const Call& call) {
  const Values& in = call.inputs;
  const auto submission = chosen<Submission>(in, "submission", submissions);
  const Duration each = nanoseconds(in.integer("kernel_ns"));
  const auto of = in.text("until") == "ran" ? kernels : synchronised;
  return of(call.profile.host, submission, in.integer("kernels"), each);
}

}  // namespace

std::vector<Function> memory_functions() {
  return {
      {"memory.transfer", "Loads or stores of agents that share the bytes.",
       table_of({word_input("memory", "Whose it is.", memories, Choice::required),
                 word_input("direction", "Which way.", directions, Choice::required),
                 bytes_input("bytes", "Of all agents together, and their footprint.", 1),
                 count_input("agents", "On an SM each.", 1),
                 word_input("scope", "Of an agent.", sharing_scopes, Choice::first),
                 count_input("passes", "How often, with no acquire in between.", 1, 1)}),
       false, moved},
      {"memory.scattered_load", "One of dependent loads all over a footprint whose lines stay in the L2.",
       table_of({word_input("memory", "Whose it is.", memories, Choice::required),
                 bytes_input("footprint", "Where the places lie.", 1)}),
       false,
       [](const Call& call) {
         const bool remote = call.inputs.text("memory") == "peer";
         return scattered_load(call.profile, {call.inputs.integer("footprint")}, remote);
       }},
      {"launch.kernels", "Kernels on an idle stream.",
       table_of({count_input("kernels", "How many, one behind another.", 1, 1),
                 whole_input("kernel_ns", "ns", "What each runs.", 0, 0),
                 word_input("submission", "Launched each, or in one graph.", submissions, Choice::first),
                 word_input("until", "The last has run, or a CPU that waits goes on.", {"ran", "synchronised"},
                            Choice::first)}),
       false, launched},
      {"launch.copy", "A copy of the copy engine.",
       table_of({bytes_input("bytes", "How many.", 0, 8),
                 word_input("memory", "Where to.", memories, Choice::first),
                 word_input("started_by", "Who starts it, and waits if it is a kernel.", starters, Choice::first)}),
       false,
       [](const Call& call) {
         const auto to = chosen<CopyTo>(call.inputs, "memory", memories);
         const Bytes bytes{call.inputs.integer("bytes")};
         return call.inputs.text("started_by") == "cpu" ? copy(call.profile, to, bytes)
                                                        : triggered_copy(call.profile, to, bytes);
       }},
  };
}

}  // namespace gin::models::cost
