// Nothing that a row can name is without an explanation, and nothing is explained that no row can name.
#include "reports/glossary/glossary.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>

#include "cli/field_text.hpp"
#include "core/scenario/fields.hpp"
#include "core/trace/layer.hpp"
#include "models/bound.hpp"
#include "models/load.hpp"
#include "nic/nic_wire.hpp"
#include "tests/unit/holds.hpp"
#include "tests/unit/made_result.hpp"
#include "tests/unit/small_world.hpp"
#include "tests/unit/test_vocabulary.hpp"

namespace gin::reports {
namespace {

using Names = std::set<std::string>;

Names explained_by_glossary(const std::string& kind) {
  Names names;
  for (const TermKind& each : glossary())
    if (each.name == kind)
      for (const Term& term : each.terms) names.emplace(term.name);
  return names;
}

/// All that a world with NICs and CPU threads spends time on.
Names items_of_a_machine() {
  test::SmallWorld small;
  emulated::NicModel model{};
  model.nic.rails = 1;
  model.nic.line = Bandwidth{1};
  model.nic.messages_per_second = model.nic.atomics_per_second = 1;
  model.pcie.bandwidth = Bandwidth{1};
  model.wire.uplinks = 1;
  model.wire.uplink_percent = 100;
  emulated::Network network(small.world, model, {.cpu_streams = 1, .threads = 1});
  VirtualEnv& cpu = small.spawn([](VirtualEnv&) {});
  sim::Gate gate;
  const emulated::NicWire wire(cpu, network, gate, {});
  small.run();
  const std::vector<std::string>& names = small.world.path.names();
  return {names.begin(), names.end()};
}

TEST(Glossary, HasEveryItemOfAMachineAndNoOther) {
  EXPECT_EQ(explained_by_glossary("items"), items_of_a_machine());
}

TEST(Glossary, HasEveryCounterAndNoOther) {
  Names all;
  for (std::uint32_t i = 0; i < counts; ++i) all.insert(name(static_cast<Count>(i)));
  EXPECT_EQ(explained_by_glossary("counters"), all);
}

TEST(Glossary, HasEveryLayerAndNoOther) {
  Names all;
  for (std::uint32_t i = 0; i < trace::layer_count; ++i) all.insert(name(static_cast<trace::Layer>(i)));
  EXPECT_EQ(explained_by_glossary("layers"), all);
}

TEST(Glossary, HasEveryPathAndLinkAndNoOther) {
  Names paths, links;
  for (std::uint32_t i = 0; i < path_count; ++i) paths.insert(std::string("path ") + name(static_cast<Path>(i)));
  for (std::uint32_t i = 0; i < link_count; ++i) links.insert(std::string("link ") + name(static_cast<Link>(i)));
  EXPECT_EQ(explained_by_glossary("paths"), paths);
  EXPECT_EQ(explained_by_glossary("links"), links);
}

TEST(Glossary, HasEveryBoundAndNoOther) {
  models::MachineTraffic busy;
  busy.latency = nanoseconds(1);
  const models::Carried some{1'000'000, {}};
  busy.nics = {{some, some, some, some, some}};
  busy.gpus = {{some, some, {1'000'000, 0, {}}, {1'000'000, 0, {}}, some, some}};
  Names all;
  const models::Profile profile = models::load_profile("dgx-h100-cx7", {});
  for (const models::Bound::Need& need : models::bound_of(profile, busy).needs) all.insert(need.kind);
  EXPECT_EQ(all.size(), 12U);
  EXPECT_EQ(explained_by_glossary("bounds"), all);
}

TEST(Glossary, NoWordMeansTwoThings) {
  Names all;
  for (const TermKind& kind : glossary())
    for (const Term& term : kind.terms) EXPECT_TRUE(all.emplace(term.name).second) << term.name;
}

TEST(Glossary, EveryWordSaysWhatItIsWhereItComesFromAndWhatMakesLessOfIt) {
  for (const TermKind& kind : glossary())
    for (const Term& term : kind.terms)
      for (const std::string_view sentence : {term.meaning, term.less}) {
        ASSERT_FALSE(sentence.empty()) << term.name;
        EXPECT_EQ(sentence.back(), '.') << term.name;
      }
}

TEST(Glossary, EveryFieldAndFileThatItNamesIsThere) {
  Names fields;
  for (const Field& field : cli::model_fields()) fields.insert(field.path);
  const FieldTable of_scenario = scenario::fields(test::test_vocabulary());
  for (const Field& field : of_scenario.fields()) fields.insert(field.path);
  for (const TermKind& kind : glossary())
    for (const Term& term : kind.terms) {
      for (const std::string& field : fields_of(term)) EXPECT_TRUE(fields.contains(field)) << term.name << field;
      EXPECT_TRUE(std::filesystem::is_regular_file(std::filesystem::path(GINLAB_SOURCE_DIR) / term.code))
          << term.name;
    }
}

TEST(Glossary, KnowsAWordByWhatARowSays) {
  const auto known = [](const char* text) {
    const Term* term = known_word(text).term;
    return term == nullptr ? "" : std::string(term->name);
  };
  EXPECT_EQ(known("nic.line_out of PE 3, rail 1"), "nic.line_out");
  EXPECT_EQ(known("Striped(4 rails from 131072 bytes)"), "Striped");
  EXPECT_EQ(known("Pinned(PE 0: proxies on cores 2, 3 near mlx5_0)"), "Pinned");
  EXPECT_EQ(known("nic.atomics"), "nic.atomics");
  EXPECT_EQ(known("fences_that_wait"), "");
  EXPECT_EQ(known("Stagedly"), "");
}

TEST(Glossary, WordsOfAResultStandInItsOrderAndWhatNobodyKnowsIsLeftOut) {
  trace::Result result = made::duel({{8, 2'000, 1'000}});
  result.rows[0].critical_path = {{"nic.wire", 1, 1}, {"nic.earlier_work", 1, 1}, {"agent.call", 1, 1}};
  result.rows[0].counters = {{"puts", 3}, {"gets", 0}};
  result.rows[1].layers = {"Striped(4 rails from 131072 bytes)"};
  result.rows[1].by_path = {{"gpu", 3, 24}};
  result.rows[1].by_link = {{"nic", 3, 24}};
  result.rows[1].bound_by = "nic.line_out of PE 3";
  std::vector<std::string> words;
  for (const Known& word : words_of(result)) words.emplace_back(word.term->name);
  EXPECT_EQ(words, (std::vector<std::string>{"agent.call", "nic.earlier_work", "puts", "Striped", "path gpu",
                                             "link nic", "nic.line_out"}));
}

}  // namespace
}  // namespace gin::reports
