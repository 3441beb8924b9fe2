// Loading profiles and stacks: what is shipped is whole, a bad number or override is refused with its place and
// the reason.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "core/base/embedded.hpp"
#include "core/base/error.hpp"
#include "models/load.hpp"
#include "tests/unit/temporary_file.hpp"

namespace gin::embedded {
std::span<const File> profiles();
std::span<const File> stacks();
}  // namespace gin::embedded

namespace gin::models {
namespace {

constexpr auto profile_name = "dgx-h100-cx7";
constexpr auto stack_name = "lean";

std::string why_refused(const std::function<void()>& load) {
  try {
    load();
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), Code::bad_input);
    return error.what();
  }
  ADD_FAILURE() << "was taken";
  return {};
}

void expect_words(const std::string& message, const std::vector<std::string>& words) {
  EXPECT_EQ(message.find('\n'), std::string::npos) << message;
  for (const auto& word : words) EXPECT_NE(message.find(word), std::string::npos) << word << " not in: " << message;
}

/// A shipped document, changed and written where the loader can read it as somebody's own file.
class OwnFile {
 public:
  OwnFile(const embedded::File& shipped, const std::function<void(Json&)>& change)
      : file_(std::string(shipped.name) + ".own.json", changed(shipped, change)) {}
  const std::string& path() const { return file_.path(); }

 private:
  static std::string changed(const embedded::File& shipped, const std::function<void(Json&)>& change) {
    Json document = parse_json(shipped.text, std::string(shipped.name));
    change(document);
    return document.dump();
  }

  test::TemporaryFile file_;
};

const embedded::File& shipped(std::span<const embedded::File> files, std::string_view name) {
  for (const auto& file : files) {
    if (file.name == name) return file;
  }
  throw std::out_of_range(std::string(name));
}

std::string why_profile_refused(const std::function<void(Json&)>& change) {
  const OwnFile file(shipped(embedded::profiles(), profile_name), change);
  return why_refused([&] { load_profile(file.path()); });
}

std::string why_stack_refused(const std::function<void(Json&)>& change) {
  const OwnFile file(shipped(embedded::stacks(), stack_name), change);
  return why_refused([&] { load_stack(file.path()); });
}

TEST(LoadProfile, ShippedOnesLoadUnderTheirFilesName) {
  ASSERT_FALSE(shipped_profiles().empty());
  for (const auto& [name, description] : shipped_profiles()) {
    const Profile profile = load_profile(name);
    EXPECT_EQ(profile.name, name);
    EXPECT_EQ(profile.description, description);
    EXPECT_FALSE(description.empty());
  }
}

TEST(LoadStack, ShippedOnesLoadUnderTheirFilesName) {
  ASSERT_FALSE(shipped_stacks().empty());
  for (const auto& [name, description] : shipped_stacks()) {
    const Stack stack = load_stack(name);
    EXPECT_EQ(stack.name, name);
    EXPECT_EQ(stack.description, description);
    EXPECT_FALSE(description.empty());
  }
}

TEST(LoadStack, ShippedOnesInlineNoMoreThanAShippedNicTakes) {
  const Bytes limit = load_profile(profile_name).nic.inline_max;
  for (const auto& each : shipped_stacks()) {
    const Stack stack = load_stack(each.name);
    EXPECT_LE(stack.gpu.inline_max, limit) << each.name;
    EXPECT_LE(stack.proxy.inline_max, limit) << each.name;
  }
}

TEST(LoadStack, ShippedOnesGiveEachProxyThreadARing) {
  for (const auto& each : shipped_stacks()) {
    const ProxyPathCosts proxy = load_stack(each.name).proxy;
    EXPECT_LE(proxy.threads, proxy.rings) << each.name;
  }
}

TEST(LoadProfile, UnitsBecomeTypes) {
  const Profile profile = load_profile(profile_name);
  EXPECT_EQ(profile.gpu.load, picoseconds(185'300));
  EXPECT_EQ(profile.nic.line, Bandwidth{50'000'000'000});
  EXPECT_EQ(profile.nic.mtu, Bytes{4096});
  EXPECT_EQ(profile.nic.blueflame, 1);
}

TEST(LoadStack, RulesBecomeEnumerators) {
  const Stack lean = load_stack("lean");
  EXPECT_EQ(lean.queues.map, QueueMap::single);
  EXPECT_EQ(lean.queues.quiet, QuietScope::used);
  EXPECT_EQ(lean.proxy.credit, Credit::consumption);
  EXPECT_TRUE(lean.strong_signals);
  EXPECT_EQ(load_stack("lean", {{"queues.map", "by_agent"}}).queues.map, QueueMap::by_agent);
  EXPECT_EQ(load_stack("lean", {{"proxy.credit", "completion"}}).proxy.credit, Credit::completion);
  const Stack ibgda = load_stack("nvshmem-ibgda");
  EXPECT_EQ(ibgda.queues.map, QueueMap::round_robin);
  EXPECT_EQ(ibgda.queues.quiet, QuietScope::configured);
  EXPECT_FALSE(ibgda.strong_signals);
}

TEST(LoadProfile, AnOwnFileIsReadByItsPath) {
  const OwnFile file(shipped(embedded::profiles(), profile_name), [](Json& d) { d["name"] = "mine"; });
  EXPECT_EQ(load_profile(file.path()).name, "mine");
}

TEST(LoadProfile, AnUnknownNameIsAnsweredWithTheNearest) {
  expect_words(why_refused([] { load_profile("dgx-h100-cx8"); }),
               {"profile \"dgx-h100-cx8\"", "did you mean \"dgx-h100-cx7\"?", ".json"});
  expect_words(why_refused([] { load_stack("leen"); }), {"stack \"leen\"", "did you mean \"lean\"?"});
}

TEST(ProfileOverride, UnknownPathIsAnsweredWithTheNearest) {
  expect_words(why_refused([] {
                 load_profile(profile_name, {{"nic.wqe_fech_ns", "900"}});
               }),
               {profile_name, "\"nic.wqe_fech_ns\"", "did you mean \"nic.wqe_fetch_ns\"?"});
}

TEST(ProfileOverride, NameAndWholeObjectsAreNotNumbers) {
  expect_words(why_refused([] { load_profile(profile_name, {{"name", "other"}}); }), {"\"name\"", "override"});
  expect_words(why_refused([] { load_profile(profile_name, {{"nic", "900"}}); }), {"\"nic\"", "override"});
  expect_words(why_refused([] { load_profile(profile_name, {{"", "900"}}); }), {"\"\"", "override"});
}

TEST(ProfileOverride, BadValueIsRefusedWithPathAndTheOverrideNamed) {
  for (const char* bad : {"fast", "", "-1", "1.0001", "[900]", "900 ns", "null"}) {
    expect_words(why_refused([&] {
                   load_profile(profile_name, {{"nic.wqe_fetch_ns", bad}});
                 }),
                 {"with nic.wqe_fetch_ns = ", "$.nic.wqe_fetch_ns.value", "expected"});
  }
  expect_words(why_refused([] {
                 load_profile(profile_name, {{"nic.line_bytes_per_second", "0"}});
               }),
               {"$.nic.line_bytes_per_second.value", "got 0"});
}

TEST(StackOverride, BadWordIsRefusedWithTheWordsThereAre) {
  expect_words(why_refused([] {
                 load_stack(stack_name, {{"queues.map", "singel"}});
               }),
               {"$.queues.map", "single, by_agent, round_robin", "did you mean \"single\"?"});
  expect_words(why_refused([] {
                 load_stack(stack_name, {{"strong_signals", "perhaps"}});
               }),
               {"$.strong_signals", "true or false"});
}

TEST(StackOverride, RingSlotsAndDepthArePowersOfTwo) {
  for (const char* path : {"proxy.ring_slots", "queues.depth"}) {
    expect_words(why_refused([&] {
                   load_stack(stack_name, {{path, "1000"}});
                 }),
                 {std::string("$.") + path + ".value", "power of two", "got 1000", "1024"});
  }
}

TEST(StackFile, RingSlotsAndDepthArePowersOfTwo) {
  expect_words(why_stack_refused([](Json& d) { d["proxy"]["ring_slots"]["value"] = 200; }),
               {"lean.own.json", "$.proxy.ring_slots.value", "power of two", "256"});
  expect_words(why_stack_refused([](Json& d) { d["queues"]["depth"]["value"] = 0; }),
               {"$.queues.depth.value", "got 0"});
}

TEST(ProfileFile, UnknownNumberIsAnsweredWithTheNearest) {
  expect_words(why_profile_refused([](Json& d) { d["nic"]["wqe_fetchns"] = d["nic"]["wqe_fetch_ns"]; }),
               {"dgx-h100-cx7.own.json", "$.nic.wqe_fetchns", "unknown key", "did you mean \"wqe_fetch_ns\"?"});
}

TEST(ProfileFile, MissingNumberIsNamed) {
  expect_words(why_profile_refused([](Json& d) { d["wire"].erase("propagation_ns"); }),
               {"dgx-h100-cx7.own.json", "$.wire.propagation_ns", "missing"});
}

TEST(ProfileFile, WrongUnitIsRefused) {
  expect_words(why_profile_refused([](Json& d) { d["nic"]["wqe_fetch_ns"]["unit"] = "us"; }),
               {"$.nic.wqe_fetch_ns.unit", "expected ns", "\"us\""});
}

TEST(ProfileFile, MissingOrEmptySourceIsRefused) {
  expect_words(why_profile_refused([](Json& d) { d["nic"]["wqe_fetch_ns"].erase("source"); }),
               {"$.nic.wqe_fetch_ns.source", "missing"});
  expect_words(why_profile_refused([](Json& d) { d["nic"]["wqe_fetch_ns"]["source"] = ""; }),
               {"$.nic.wqe_fetch_ns.source", "where the number comes from"});
}

TEST(ProfileFile, BadGradeIsRefused) {
  expect_words(why_profile_refused([](Json& d) { d["nic"]["wqe_fetch_ns"]["grade"] = "guessed"; }),
               {"$.nic.wqe_fetch_ns.grade", "measured, published, second-hand, estimated", "\"guessed\""});
}

TEST(ProfileFile, NegativeTimeAndZeroBandwidthAreRefused) {
  expect_words(why_profile_refused([](Json& d) { d["pcie"]["posted_ns"]["value"] = -1; }),
               {"$.pcie.posted_ns.value", "got -1"});
  for (const char* path : {"/nic/line_bytes_per_second", "/pcie/bandwidth_bytes_per_second",
                           "/nvlink/read_bytes_per_second", "/gpu/hbm_bytes_per_second", "/gpu/l2_bytes_per_second",
                           "/nic/messages_per_second", "/nic/mtu_bytes", "/gpu/in_flight_thread_bytes"}) {
    const Json::json_pointer place(std::string(path) + "/value");
    expect_words(why_profile_refused([&](Json& d) { d[place] = 0; }), {"got 0"});
  }
}

TEST(ProfileFile, BareNumberWithoutSourceIsRefused) {
  expect_words(why_profile_refused([](Json& d) { d["pcie"]["posted_ns"] = 450; }),
               {"$.pcie.posted_ns", "value, unit, source, grade", "450"});
}

TEST(ProfileFile, AnotherVersionOfTheFormatIsRefused) {
  expect_words(why_profile_refused([](Json& d) { d["schema"] = 2; }), {"$.schema", "got 2"});
}

/// Walks the text itself: what the loader's table does not know could not hide here.
void expect_every_number_sourced(const Json& node, const std::string& place) {
  if (node.is_object() && node.contains("value")) {
    EXPECT_FALSE(node.value("source", "").empty()) << place;
    return;
  }
  if (node.is_number()) {
    EXPECT_EQ(place, "/schema") << "a number without unit, source and grade";
  }
  if (!node.is_object()) return;
  for (const auto& [key, value] : node.items()) expect_every_number_sourced(value, place + "/" + key);
}

TEST(ShippedModels, EveryNumberNamesItsSource) {
  for (const auto files : {embedded::profiles(), embedded::stacks()}) {
    for (const auto& file : files) expect_every_number_sourced(parse_json(file.text, std::string(file.name)), "");
  }
}

}  // namespace
}  // namespace gin::models
