#include <gtest/gtest.h>

#include "core/scenario/scenario.hpp"
#include "tests/unit/refusal.hpp"
#include "tests/unit/temporary_file.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::scenario {
namespace {

Scenario loaded(const std::string& text, const std::vector<Assignment>& sets = {}) {
  const test::TemporaryFile file("s.json", text);
  return load(file.path(), sets, test::test_vocabulary()).at(0).scenario;
}

/// The message without the temporary folder's name.
std::string refusal_of(const std::string& text, const std::vector<Assignment>& sets = {}) {
  const test::TemporaryFile file("s.json", text);
  const std::string message = test::refusal([&] { load(file.path(), sets, test::test_vocabulary()); });
  const auto at = message.find(file.folder() + "/");
  return at == message.npos ? message : message.substr(0, at) + message.substr(at + file.folder().size() + 1);
}

const std::string smallest = R"({"schema": 1, "program": "transpose"})";

TEST(ScenarioLoad, TheSmallestDocumentGetsEveryDefault) {
  const Scenario scenario = loaded(smallest);
  EXPECT_EQ(scenario.name, "s");
  EXPECT_EQ(scenario.description, "");
  EXPECT_EQ(scenario.cluster.nodes, 1);
  EXPECT_EQ(scenario.cluster.gpus_per_node, 2);
  EXPECT_EQ(scenario.cluster.profile, "dgx-h100-cx7");
  EXPECT_EQ(scenario.stack, "lean");
  EXPECT_EQ(scenario.launch.agents, 16);
  EXPECT_EQ(scenario.launch.scope, Scope::block);
  EXPECT_EQ(scenario.paths.same_node, Path::pointer);
  EXPECT_EQ(scenario.paths.other_node, Path::gpu);
  EXPECT_EQ(scenario.signalling, Signalling::put_signal);
  EXPECT_FALSE(scenario.phantom);
  EXPECT_EQ(scenario.seed, 1u);
  EXPECT_EQ(scenario.measure.warmup, 1);
  EXPECT_EQ(scenario.measure.iterations, 3);
  EXPECT_EQ(scenario.measure.repeat, 1);
  EXPECT_EQ(scenario.test.livelock_calls, 1'000'000);
  EXPECT_EQ(scenario.params.all().size(), 2u);
  EXPECT_EQ(scenario.params.integer("block_bytes"), 4096);
  EXPECT_FALSE(scenario.params.flag("pipelined"));
}

TEST(ScenarioLoad, EveryFieldReachesItsMember) {
  const Scenario scenario = loaded(R"({
    "schema": 1, "name": "all of it", "description": "d",
    "cluster": {"nodes": 2, "gpus_per_node": 8, "profile": "p5-efa"}, "stack": "my/stack.json",
    "program": "transpose", "params": {"block_bytes": 64, "pipelined": true},
    "launch": {"agents": 4, "scope": "warp"},
    "path": {"same_node": "proxy", "other_node": "proxy"}, "signalling": "put_fence_flag", "payload": "phantom",
    "seed": 9223372036854775807, "measure": {"warmup": 0, "iterations": 7, "repeat": 2},
    "override": {"profile": {"nic.wqe_fetch_ns": 900, "wire.propagation_ns": 3.125},
                 "stack": {"queues.map": "single"}},
    "test": {"poll_for_real": true, "start_near_wrap": true, "permute_lanes": true, "flip_payload": 3,
             "livelock_calls": 10}})");
  EXPECT_EQ(scenario.name, "all of it");
  EXPECT_EQ(scenario.description, "d");
  EXPECT_EQ(scenario.n_pes(), 16u);
  EXPECT_EQ(scenario.cluster.profile, "p5-efa");
  EXPECT_EQ(scenario.stack, "my/stack.json");
  EXPECT_EQ(scenario.params.integer("block_bytes"), 64);
  EXPECT_TRUE(scenario.params.flag("pipelined"));
  EXPECT_EQ(scenario.launch.agents, 4);
  EXPECT_EQ(scenario.launch.scope, Scope::warp);
  EXPECT_EQ(scenario.paths.same_node, Path::proxy);
  EXPECT_EQ(scenario.paths.other_node, Path::proxy);
  EXPECT_EQ(scenario.signalling, Signalling::put_fence_flag);
  EXPECT_TRUE(scenario.phantom);
  EXPECT_EQ(scenario.seed, static_cast<std::uint64_t>(INT64_MAX));
  EXPECT_EQ(scenario.measure.warmup, 0);
  EXPECT_EQ(scenario.measure.iterations, 7);
  EXPECT_EQ(scenario.measure.repeat, 2);
  EXPECT_TRUE(scenario.test.poll_for_real && scenario.test.start_near_wrap && scenario.test.permute_lanes);
  EXPECT_EQ(scenario.test.flip_payload, 3);
  EXPECT_EQ(scenario.test.livelock_calls, 10);
  ASSERT_EQ(scenario.profile_overrides.size(), 2u);
  EXPECT_EQ(scenario.profile_overrides[1].path, "wire.propagation_ns");
  EXPECT_EQ(scenario.profile_overrides[1].number, "3.125");
  ASSERT_EQ(scenario.stack_overrides.size(), 1u);
  EXPECT_EQ(scenario.stack_overrides[0].number, "single");
}

TEST(ScenarioLoad, OneWordSetsThePathToEveryPeer) {
  const Scenario scenario =
      loaded(R"({"schema": 1, "program": "transpose", "cluster": {"nodes": 2}, "path": "proxy"})");
  EXPECT_EQ(scenario.paths.same_node, Path::proxy);
  EXPECT_EQ(scenario.paths.other_node, Path::proxy);
}

TEST(ScenarioLoad, ThePointerWordFitsOneNodeOnly) {
  const Scenario scenario = loaded(R"({"schema": 1, "program": "transpose", "path": "pointer"})");
  EXPECT_EQ(scenario.paths.same_node, Path::pointer);
  EXPECT_EQ(scenario.paths.other_node, Path::gpu);
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "transpose", "path": "pointer", "cluster": {"nodes": 2}})"),
            "s.json: $.path: \"pointer\" reaches peers of the same node only and the cluster has 2 nodes; give "
            "{\"same_node\": \"pointer\", \"other_node\": \"gpu\"}, or \"proxy\" there");
}

TEST(ScenarioLoad, HalfAPathKeepsTheOtherHalfsDefault) {
  const Scenario scenario = loaded(R"({"schema": 1, "program": "transpose", "path": {"other_node": "proxy"}})");
  EXPECT_EQ(scenario.paths.same_node, Path::pointer);
  EXPECT_EQ(scenario.paths.other_node, Path::proxy);
}

TEST(ScenarioLoad, TooManyPesAreRefusedWithBothNumbers) {
  const std::string cluster = R"({"schema": 1, "program": "idle", "cluster": {"nodes": 64, "gpus_per_node": )";
  EXPECT_EQ(loaded(cluster + R"(64}})").n_pes(), 4096u);
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "idle", "cluster": {"nodes": 65, "gpus_per_node": 64}})"),
            "s.json: $.cluster: expected at most 4096 PEs, got 65 nodes x 64 gpus_per_node = 4160");
}

TEST(ScenarioLoad, TooManyAgentsAreRefusedWithBothNumbers) {
  const std::string cluster = R"({"schema": 1, "program": "idle", "cluster": {"nodes": 64, "gpus_per_node": 64})";
  EXPECT_EQ(loaded(cluster + "}").launch.agents, 16);
  EXPECT_EQ(refusal_of(cluster + R"(, "launch": {"agents": 17}})"),
            "s.json: $.launch.agents: expected at most 65536 agents in all, got 4096 PEs x 17 agents = 69632");
}

TEST(ScenarioLoad, ParametersAreTheChosenProgramsOwn) {
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "transpose", "params": {"blok_bytes": 1}})"),
            "s.json: $.params.blok_bytes: unknown key; did you mean \"block_bytes\"? (known here: block_bytes, "
            "pipelined)");
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "token_ring"})"),
            "s.json: $.params.hops: this key is required and missing; expected an integer from 1 to 64");
  EXPECT_EQ(loaded(R"({"schema": 1, "program": "token_ring", "params": {"hops": 5}})").params.integer("hops"), 5);
}

TEST(ScenarioLoad, AProgramWithoutParametersTakesAnEmptyObjectAndNothingElse) {
  EXPECT_TRUE(loaded(R"({"schema": 1, "program": "idle", "params": {}})").params.all().empty());
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "idle", "params": {"x": 1}})"),
            "s.json: $.params: program \"idle\" has no parameters, got an object of 1; leave this out");
}

TEST(ScenarioLoad, VersionAndProgramAreAskedForFirst) {
  EXPECT_EQ(refusal_of(R"({"banana": 1})"),
            "s.json: $.schema: this key is required and missing; expected the integer 1");
  EXPECT_EQ(refusal_of(R"({"schema": 2, "banana": 1})"), "s.json: $.schema: expected the integer 1, got 2");
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "transpos", "banana": 1})"),
            "s.json: $.program: expected one of transpose, token_ring, idle, got \"transpos\"; did you mean "
            "\"transpose\"?");
}

TEST(ScenarioLoad, WithoutADefaultStackEveryScenarioMustNameOne) {
  Vocabulary words = test::test_vocabulary();
  words.default_stack.clear();
  const test::TemporaryFile silent("silent.json", smallest);
  EXPECT_EQ(test::refusal([&] { load(silent.path(), {}, words); }),
            silent.path() +
                ": $.stack: this key is required and missing; expected one of lean, nccl-proxy, or a file name "
                "with a '/' in it or .json at its end");
  const test::TemporaryFile named("named.json", R"({"schema": 1, "program": "idle", "stack": "nccl-proxy"})");
  EXPECT_EQ(load(named.path(), {}, words).at(0).scenario.stack, "nccl-proxy");
}

TEST(ScenarioSet, ReplacesWhatTheFileSaysAndWhatItLeavesOut) {
  const Scenario scenario =
      loaded(R"({"schema": 1, "program": "transpose", "cluster": {"nodes": 2}, "path": "gpu"})",
             {{"cluster.nodes", "4"},
              {"params.block_bytes", "64"},
              {"path.other_node", "proxy"},
              {"name", "renamed"},
              {"profile.nic.wqe_fetch_ns", "900.5"},
              {"override.stack.proxy.post_ns", "80"}});
  EXPECT_EQ(scenario.cluster.nodes, 4);
  EXPECT_EQ(scenario.params.integer("block_bytes"), 64);
  EXPECT_EQ(scenario.paths.same_node, Path::gpu);
  EXPECT_EQ(scenario.paths.other_node, Path::proxy);
  EXPECT_EQ(scenario.name, "renamed");
  EXPECT_EQ(scenario.profile_overrides.at(0).path, "nic.wqe_fetch_ns");
  EXPECT_EQ(scenario.profile_overrides.at(0).number, "900.5");
  EXPECT_EQ(scenario.stack_overrides.at(0).path, "proxy.post_ns");
}

TEST(ScenarioSet, APathIsAWordOrAnObject) {
  EXPECT_EQ(loaded(smallest, {{"path", "proxy"}}).paths.same_node, Path::proxy);
  EXPECT_EQ(loaded(smallest, {{"path", R"({"other_node": "proxy"})"}}).paths.same_node, Path::pointer);
  EXPECT_EQ(refusal_of(smallest, {{"path", "pixie"}}),
            "--set \"path=pixie\": expected one of pointer, gpu, gpu-cpu-doorbell, proxy, host, got \"pixie\"");
  EXPECT_EQ(
      refusal_of(smallest, {{"path.other_node", "pointer"}}),
      "--set \"path.other_node=pointer\": expected one of gpu, gpu-cpu-doorbell, proxy, host, got \"pointer\"");
}

TEST(ScenarioSet, OneClassOfPeerAfterThePointerWordMakesItWhole) {
  const Scenario scenario =
      loaded(R"({"schema": 1, "program": "transpose", "cluster": {"nodes": 2}, "path": "pointer"})",
             {{"path.other_node", "proxy"}});
  EXPECT_EQ(scenario.paths.same_node, Path::pointer);
  EXPECT_EQ(scenario.paths.other_node, Path::proxy);
}

TEST(ScenarioSet, TheLastOfTwoWins) {
  EXPECT_EQ(loaded(smallest, {{"seed", "2"}, {"seed", "3"}}).seed, 3u);
}

TEST(ScenarioSet, TheProgramIsSetBeforeItsParametersWhateverTheOrder) {
  const Scenario scenario = loaded(smallest, {{"params.hops", "9"}, {"program", "token_ring"}});
  EXPECT_EQ(scenario.program, "token_ring");
  EXPECT_EQ(scenario.params.integer("hops"), 9);
}

TEST(ScenarioSet, AnUnknownFieldIsBadUsageWithTheNearestOne) {
  EXPECT_EQ(refusal_of(smallest, {{"cluster.node", "2"}}),
            "--set \"cluster.node=2\": unknown field; did you mean \"cluster.nodes\"?");
  EXPECT_EQ(refusal_of(smallest, {{"nodes", "2"}}),
            "--set \"nodes=2\": unknown field; did you mean \"cluster.nodes\"?");
  EXPECT_NE(refusal_of(smallest, {{"banana", "2"}}).find("unknown field (known: path, schema, name,"),
            std::string::npos);
  EXPECT_NE(refusal_of(smallest, {{"profile.", "2"}}), "accepted");
  const test::TemporaryFile file("s.json", smallest);
  try {
    load(file.path(), {{"nodes", "2"}}, test::test_vocabulary());
    FAIL() << "accepted";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_usage);
  }
}

TEST(ScenarioSet, ANumberOfAProfileOrStackIsSuggestedInFull) {
  const auto answer = [](const char* name) { return refusal_of(smallest, {{name, "2"}}); };
  const auto meant = [](const char* name, const char* known) {
    return std::string("--set \"") + name + "=2\": unknown field; did you mean \"" + known + "\"?";
  };
  for (const char* name : {"nic.wqe_fetch_ns", "wqe_fetch_ns", "wqe_fech_ns", "profil.nic.wqe_fetch_ns",
                           "override.profle.nic.wqe_fetch_ns"})
    EXPECT_EQ(answer(name), meant(name, "profile.nic.wqe_fetch_ns"));
  EXPECT_EQ(answer("proxy.poll_ns"), meant("proxy.poll_ns", "stack.proxy.poll_ns"));
  EXPECT_EQ(answer("stacks.queues.depth"), meant("stacks.queues.depth", "stack.queues.depth"));
}

TEST(ScenarioSet, AValueIsCheckedLikeOneInTheFile) {
  EXPECT_EQ(refusal_of(smallest, {{"cluster.nodes", "two"}}),
            "--set \"cluster.nodes=two\": expected an integer from 1 to 1024, got \"two\"");
  EXPECT_EQ(refusal_of(smallest, {{"cluster.nodes", ""}}),
            "--set \"cluster.nodes=\": expected an integer from 1 to 1024, got \"\"");
  EXPECT_EQ(
      refusal_of(smallest, {{"profile.nic.mtu", "[1]"}}),
      "--set \"profile.nic.mtu=[1]\": expected a number or a word for this field of the file, got an array of 1");
}

TEST(ScenarioSet, SomethingElseInTheWayIsNamed) {
  EXPECT_EQ(refusal_of(R"({"schema": 1, "program": "idle", "cluster": 3})", {{"cluster.nodes", "2"}}),
            "s.json: $.cluster: expected an object, got 3");
}

}  // namespace
}  // namespace gin::scenario
