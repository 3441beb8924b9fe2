// Rails on machines of many shapes, beside tables made by hand.
#include "core/topology/rails.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/topology/machine.hpp"
#include "tests/unit/holds.hpp"
#include "tests/unit/rails_machine.hpp"

namespace gin::topology {
namespace {

using RailNames = std::vector<std::string>;
using RailTable = std::vector<std::pair<std::string, RailNames>>;

Devices devices_of(const std::vector<test::Socket>& sockets, const std::set<std::string>& down = {}) {
  return Machine::described(test::RailsMachine::text(sockets, down)).devices();
}

RailTable table_of(const Devices& devices) {
  const RailChoice choice = choose_rails(devices);
  RailTable table;
  for (std::size_t place = 0; place < devices.places.size(); ++place) {
    table.push_back({devices.places[place].name, {}});
    for (const std::uint32_t nic : choice.rails[place]) table.back().second.push_back(devices.nics[nic].name);
  }
  return table;
}

TEST(Rails, P4dTwoGpusShareTheNicOfTheirHostBridge) {
  EXPECT_EQ(table_of(devices_of(test::p4d())), (RailTable{{"gpu 0000:10:1c.0", {"rdmap16s27"}},
                                                          {"gpu 0000:10:1d.0", {"rdmap16s27"}},
                                                          {"gpu 0000:20:1c.0", {"rdmap32s27"}},
                                                          {"gpu 0000:20:1d.0", {"rdmap32s27"}},
                                                          {"gpu 0000:90:1c.0", {"rdmap144s27"}},
                                                          {"gpu 0000:90:1d.0", {"rdmap144s27"}},
                                                          {"gpu 0000:a0:1c.0", {"rdmap160s27"}},
                                                          {"gpu 0000:a0:1d.0", {"rdmap160s27"}}}));
}

TEST(Rails, P5FourNicsBehindTheSwitchOfEachGpu) {
  EXPECT_EQ(table_of(devices_of(test::p5())),
            (RailTable{{"gpu 0000:53:00.0", {"rdmap79s0", "rdmap80s0", "rdmap81s0", "rdmap82s0"}},
                       {"gpu 0000:64:00.0", {"rdmap96s0", "rdmap97s0", "rdmap98s0", "rdmap99s0"}},
                       {"gpu 0000:75:00.0", {"rdmap113s0", "rdmap114s0", "rdmap115s0", "rdmap116s0"}},
                       {"gpu 0000:86:00.0", {"rdmap130s0", "rdmap131s0", "rdmap132s0", "rdmap133s0"}},
                       {"gpu 0000:97:00.0", {"rdmap147s0", "rdmap148s0", "rdmap149s0", "rdmap150s0"}},
                       {"gpu 0000:a8:00.0", {"rdmap164s0", "rdmap165s0", "rdmap166s0", "rdmap167s0"}},
                       {"gpu 0000:b9:00.0", {"rdmap181s0", "rdmap182s0", "rdmap183s0", "rdmap184s0"}},
                       {"gpu 0000:ca:00.0", {"rdmap198s0", "rdmap199s0", "rdmap200s0", "rdmap201s0"}}}));
}

TEST(Rails, P5enTwoGpusOfASwitchTakeTwoOfItsFourNicsEach) {
  EXPECT_EQ(table_of(devices_of(test::p5en())), (RailTable{{"gpu 0000:59:00.0", {"rdmap85s0", "rdmap86s0"}},
                                                           {"gpu 0000:5a:00.0", {"rdmap87s0", "rdmap88s0"}},
                                                           {"gpu 0000:72:00.0", {"rdmap110s0", "rdmap111s0"}},
                                                           {"gpu 0000:73:00.0", {"rdmap112s0", "rdmap113s0"}},
                                                           {"gpu 0000:8b:00.0", {"rdmap135s0", "rdmap136s0"}},
                                                           {"gpu 0000:8c:00.0", {"rdmap137s0", "rdmap138s0"}},
                                                           {"gpu 0000:a4:00.0", {"rdmap160s0", "rdmap161s0"}},
                                                           {"gpu 0000:a5:00.0", {"rdmap162s0", "rdmap163s0"}}}));
}

TEST(Rails, P6B200OneOfTheSwitchsTwoNicsForEachOfItsTwoGpus) {
  EXPECT_EQ(table_of(devices_of(test::p6_b200())), (RailTable{{"gpu 0000:51:00.0", {"rdmap79s0"}},
                                                              {"gpu 0000:52:00.0", {"rdmap80s0"}},
                                                              {"gpu 0000:62:00.0", {"rdmap96s0"}},
                                                              {"gpu 0000:63:00.0", {"rdmap97s0"}},
                                                              {"gpu 0000:73:00.0", {"rdmap113s0"}},
                                                              {"gpu 0000:74:00.0", {"rdmap114s0"}},
                                                              {"gpu 0000:86:00.0", {"rdmap132s0"}},
                                                              {"gpu 0000:87:00.0", {"rdmap133s0"}}}));
}

TEST(Rails, Gb200TakesTheNicsBesideTheGpuAndLeavesThoseOfGrace) {
  const Devices devices = devices_of(test::gb200());
  EXPECT_EQ(table_of(devices), (RailTable{{"gpu 0000:29:00.0", {"rdmap39s0", "rdmap40s0"}},
                                          {"gpu 0000:3f:00.0", {"rdmap61s0", "rdmap62s0"}},
                                          {"gpu 0000:9c:00.0", {"rdmap154s0", "rdmap155s0"}},
                                          {"gpu 0000:b2:00.0", {"rdmap176s0", "rdmap177s0"}}}));
  EXPECT_EQ(std::ranges::count(choose_rails(devices).unused, "others are nearer to everybody"), 8);
}

TEST(Rails, WithoutACommonSwitchTheNumaDomainDecides) {
  EXPECT_EQ(table_of(devices_of(test::gb200_by_grace())),
            (RailTable{{"gpu 0000:29:00.0", {"rdmap54s0", "rdmap55s0"}},
                       {"gpu 0000:3f:00.0", {"rdmap76s0", "rdmap77s0"}},
                       {"gpu 0000:9c:00.0", {"rdmap169s0", "rdmap170s0"}},
                       {"gpu 0000:b2:00.0", {"rdmap191s0", "rdmap192s0"}}}));
}

/// Four GPUs a socket, each on a root complex of its own; NICs likewise.
std::vector<test::Socket> apart(const std::vector<std::string>& left, const std::vector<std::string>& right) {
  std::vector<test::Socket> sockets = {
      {{{"11:00.0"}, {}}, {{"12:00.0"}, {}}, {{"13:00.0"}, {}}, {{"14:00.0"}, {}}},
      {{{"91:00.0"}, {}}, {{"92:00.0"}, {}}, {{"93:00.0"}, {}}, {{"94:00.0"}, {}}}};
  for (const std::string& nic : left) sockets[0].push_back({{}, {nic}});
  for (const std::string& nic : right) sockets[1].push_back({{}, {nic}});
  return sockets;
}

TEST(Rails, TheNumaDomainDecidesAgainstTheOrderOfAddressesToo) {
  const RailTable table = table_of(devices_of(apart({"a1:00.0"}, {"21:00.0"})));
  for (int gpu = 0; gpu < 8; ++gpu) EXPECT_EQ(table[gpu].second, RailNames{gpu < 4 ? "rdmap161s0" : "rdmap33s0"});
}

TEST(Rails, FewerNicsThanGpusAreSharedByEquallyMany) {
  EXPECT_EQ(table_of(devices_of(apart({"21:00.0", "22:00.0"}, {"a1:00.0"}))),
            (RailTable{{"gpu 0000:11:00.0", {"rdmap33s0"}},
                       {"gpu 0000:12:00.0", {"rdmap33s0"}},
                       {"gpu 0000:13:00.0", {"rdmap34s0"}},
                       {"gpu 0000:14:00.0", {"rdmap34s0"}},
                       {"gpu 0000:91:00.0", {"rdmap161s0"}},
                       {"gpu 0000:92:00.0", {"rdmap161s0"}},
                       {"gpu 0000:93:00.0", {"rdmap161s0"}},
                       {"gpu 0000:94:00.0", {"rdmap161s0"}}}));
}

TEST(Rails, ASocketWithoutNicsGoesToTheOthers) {
  const RailTable table = table_of(devices_of(apart({"21:00.0", "22:00.0"}, {})));
  // Eight GPUs have the same two nearest: four each.
  for (int gpu = 0; gpu < 8; ++gpu) EXPECT_EQ(table[gpu].second, RailNames{gpu < 4 ? "rdmap33s0" : "rdmap34s0"});
}

TEST(Rails, NumbersThatDoNotDivideShareAllNicsTogether) {
  for (const auto& [gpu, nics] : table_of(devices_of(apart({"21:00.0", "22:00.0", "23:00.0"}, {"a1:00.0"}))))
    EXPECT_EQ(nics,
              gpu < "gpu 0000:90" ? (RailNames{"rdmap33s0", "rdmap34s0", "rdmap35s0"}) : RailNames{"rdmap161s0"})
        << gpu;
}

TEST(Rails, OneOfFourNicsDeadAndItsSwitchsGpusShareTheThree) {
  const RailTable table = table_of(devices_of(test::p5en(), {"rdmap86s0"}));
  for (const int gpu : {0, 1}) EXPECT_EQ(table[gpu].second, (RailNames{"rdmap85s0", "rdmap87s0", "rdmap88s0"}));
  EXPECT_EQ(table[2].second, (RailNames{"rdmap110s0", "rdmap111s0"}));
}

TEST(Rails, TheOnlyNicOfASwitchDeadAndItsGpusGoToTheNextOfTheirSocket) {
  const RailTable table = table_of(devices_of(test::p4d(), {"rdmap144s27"}));
  for (const int gpu : {4, 5, 6, 7}) EXPECT_EQ(table[gpu].second, RailNames{"rdmap160s27"});
  EXPECT_EQ(table[0].second, RailNames{"rdmap16s27"});
}

TEST(Rails, WhereAllNicsOfASwitchAreDeadTheSocketsOthersTakeOverInEqualParts) {
  const RailTable table = table_of(devices_of(test::p5(), {"rdmap79s0", "rdmap80s0", "rdmap81s0", "rdmap82s0"}));
  EXPECT_EQ(table[0].second.size(), 12U);
  EXPECT_EQ(table[0].second.front(), "rdmap96s0");
  EXPECT_EQ(table[0].second.back(), "rdmap133s0");
}

TEST(Rails, ThoseThatGoElsewhereTakeWhatServesFewest) {
  // The first GPU's own NIC is dead; of its socket's others, one serves the second GPU and one nobody.
  const std::vector<test::Socket> socket = {
      {{{"11:00.0"}, {"12:00.0"}}, {{"21:00.0"}, {"22:00.0"}}, {{}, {"31:00.0"}}}};
  EXPECT_EQ(table_of(devices_of(socket, {"rdmap18s0"})),
            (RailTable{{"gpu 0000:11:00.0", {"rdmap49s0"}}, {"gpu 0000:21:00.0", {"rdmap34s0"}}}));
}

TEST(Rails, WithoutGpusEachNumaDomainHasTheNicsOfItsSocket) {
  EXPECT_EQ(table_of(devices_of({{{{}, {"21:00.0", "22:00.0"}}}, {{{}, {"a1:00.0"}}}})),
            (RailTable{{"NUMA domain 0", {"rdmap33s0", "rdmap34s0"}}, {"NUMA domain 1", {"rdmap161s0"}}}));
}

TEST(Rails, AConsoleIsNoGpuAndAWorkstationsGpuIsOne) {
  std::string xml = test::RailsMachine::text(test::p4d());
  EXPECT_EQ(Machine::described(xml).devices().places.size(), 8U);
  // The screen of a virtual machine is on no PCIe link.
  const std::string screen = "[1d0f:1111] [0000:0000] 00\" pci_link_speed=\"0.000000\"";
  ASSERT_TRUE(test::holds(xml, screen));
  xml.replace(xml.find(screen), screen.size(), "[10de:2684] [0000:0000] 00\" pci_link_speed=\"31.507692\"");
  EXPECT_EQ(Machine::described(xml).devices().places.front().name, "gpu 0000:00:03.0");
}

TEST(Rails, TheChoiceIsASentenceForEachGpuAndForEachNicThatIsLeft) {
  const auto told = [](const Devices& devices) { return sentences(devices, choose_rails(devices)); };
  EXPECT_EQ(told(devices_of(test::p5())).front(),
            "gpu 0000:53:00.0: NICs rdmap79s0, rdmap80s0, rdmap81s0, rdmap82s0, behind the same PCIe switch");
  const RailNames p4d = told(devices_of(test::p4d(), {"rdmap144s27"}));
  ASSERT_EQ(p4d.size(), 9U);
  EXPECT_EQ(p4d[0], "gpu 0000:10:1c.0: NIC rdmap16s27, below the same host bridge; shared with gpu 0000:10:1d.0");
  EXPECT_EQ(p4d[4],
            "gpu 0000:90:1c.0: NIC rdmap160s27, in the same NUMA domain; shared with gpu 0000:90:1d.0,"
            " gpu 0000:a0:1c.0, gpu 0000:a0:1d.0");
  EXPECT_EQ(p4d[8], "NIC rdmap144s27 is not used: expected a port in state 4 (active), came 1");
  EXPECT_EQ(told(devices_of(apart({"21:00.0"}, {})))[7],
            "gpu 0000:94:00.0: NIC rdmap33s0, elsewhere in the machine; shared with gpu 0000:11:00.0,"
            " gpu 0000:12:00.0, gpu 0000:13:00.0, gpu 0000:14:00.0, gpu 0000:91:00.0, gpu 0000:92:00.0,"
            " gpu 0000:93:00.0");
  EXPECT_EQ(told(devices_of(apart({}, {}))).front(),
            "gpu 0000:11:00.0: expected a NIC for RDMA, came none that can be used");
}

TEST(Rails, NicsOfAnotherKindThanMostAreLeft) {
  Devices devices = devices_of({{{{"11:00.0"}, {"12:00.0", "13:00.0"}}, {{}, {"21:00.0"}}}});
  devices.nics[0].kind = "15b3:1021";
  const RailChoice choice = choose_rails(devices);
  EXPECT_EQ(choice.rails, std::vector<Rails>{Rails{1}});
  EXPECT_EQ(choice.unused[0], "expected the kind of most, 1d0f:efa2, came 15b3:1021");
}

}  // namespace
}  // namespace gin::topology
