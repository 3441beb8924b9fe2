// Which PE a process is, by what its environment says.
#include "core/bootstrap/identity.hpp"

#include <gtest/gtest.h>

#include <map>

#include "core/bootstrap/address.hpp"
#include "tests/unit/refusal.hpp"

namespace gin::bootstrap {
namespace {

using Variables = std::map<std::string, std::string>;
Variables variables;

std::optional<Identity> identity(const Variables& set) {
  variables = set;
  return identity_from([](const char* name) -> const char* {
    const auto found = variables.find(name);
    return found == variables.end() ? nullptr : found->second.c_str();
  });
}

Variables with(Variables set) {
  set.insert({{"GINLAB_ADDRESS", "node1:4000"}, {"GINLAB_SECRET", "abc"}});
  return set;
}

void expect_pe(const Variables& set, std::uint32_t rank, std::uint32_t size) {
  const std::optional<Identity> who = identity(set);
  ASSERT_TRUE(who);
  EXPECT_EQ(who->rank, rank);
  EXPECT_EQ(who->size, size);
  EXPECT_EQ(who->address, "node1:4000");
  EXPECT_EQ(who->secret, "abc");
}

TEST(BootstrapIdentity, AProcessOnItsOwnIsNoPe) {
  EXPECT_FALSE(identity({}));
  EXPECT_FALSE(identity({{"GINLAB_ADDRESS", "node1:4000"}, {"GINLAB_SECRET", "abc"}}));
}

TEST(BootstrapIdentity, EveryStarterIsUnderstood) {
  expect_pe(with({{"GINLAB_RANK", "1"}, {"GINLAB_SIZE", "4"}}), 1, 4);
  expect_pe(with({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}), 2, 3);
  expect_pe(with({{"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}), 0, 1);
  expect_pe(with({{"SLURM_PROCID", "7"}, {"SLURM_NTASKS", "8"}}), 7, 8);
}

TEST(BootstrapIdentity, OurOwnVariablesComeFirst) {
  expect_pe(with({{"GINLAB_RANK", "1"}, {"GINLAB_SIZE", "4"}, {"PMI_RANK", "0"}, {"PMI_SIZE", "1"}}), 1, 4);
}

TEST(BootstrapIdentity, APersonInASlurmAllocationIsNoPe) {
  EXPECT_FALSE(identity({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}));
  EXPECT_FALSE(identity({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}, {"SLURM_STEP_NUM_TASKS", "1"}}));
}

TEST(BootstrapIdentity, WhatIsMissingIsNamedWithHowToGiveIt) {
  const auto why = [](const Variables& set) { return test::refusal([&] { identity(set); }); };
  EXPECT_EQ(why({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}}),
            "environment: OMPI_COMM_WORLD_RANK says that this is PE 2 of 3: expected HOST:PORT of the rendezvous in"
            " GINLAB_ADDRESS, came nothing; export them and add -x GINLAB_ADDRESS -x GINLAB_SECRET to mpirun");
  EXPECT_EQ(why({{"SLURM_PROCID", "1"}, {"SLURM_NTASKS", "2"}, {"SLURM_STEP_NUM_TASKS", "2"}}),
            "environment: SLURM_PROCID says that this is PE 1 of 2: expected HOST:PORT of the rendezvous in"
            " GINLAB_ADDRESS, came nothing; export them before srun");
  EXPECT_EQ(
      why({{"GINLAB_RANK", "0"}, {"GINLAB_SIZE", "1"}, {"GINLAB_ADDRESS", "node1:4000"}}),
      "environment: GINLAB_RANK says that this is PE 0 of 1: expected the secret that all PEs of the job share in"
      " GINLAB_SECRET, came nothing; set them for each process");
}

TEST(BootstrapIdentity, MalformedNumbersAreRefused) {
  const auto why = [](const char* rank, const char* size) {
    return test::refusal([&] { identity(with({{"GINLAB_RANK", rank}, {"GINLAB_SIZE", size}})); });
  };
  const auto expected = [](const char* name, const char* range, const char* came) {
    return "environment: " + std::string(name) + ": expected a whole number from " + range + ", came " + came +
           "; unset it or set it right";
  };
  EXPECT_EQ(why("4", "4"), expected("GINLAB_RANK", "0 to 3", "\"4\""));
  EXPECT_EQ(why("", "4"), expected("GINLAB_RANK", "0 to 3", "nothing"));
  EXPECT_EQ(why("-1", "4"), expected("GINLAB_RANK", "0 to 3", "\"-1\""));
  EXPECT_EQ(why("1 ", "4"), expected("GINLAB_RANK", "0 to 3", "\"1 \""));
  EXPECT_EQ(why("0", ""), expected("GINLAB_SIZE", "1 to 65536", "nothing"));
  EXPECT_EQ(why("0", "0"), expected("GINLAB_SIZE", "1 to 65536", "\"0\""));
  EXPECT_EQ(why("0", "99999999999"), expected("GINLAB_SIZE", "1 to 65536", "\"99999999999\""));
  EXPECT_EQ(why("0", "\x1b[2J"), expected("GINLAB_SIZE", "1 to 65536", "\"?[2J\""));
}

TEST(BootstrapAddress, HostAndPortComeApartAndTogether) {
  EXPECT_EQ(parse_address("127.0.0.1:80"), (Address{"127.0.0.1", 80}));
  EXPECT_EQ(parse_address("[::1]:65535"), (Address{"::1", 65535}));
  for (const char* text : {"127.0.0.1:80", "[::1]:65535", "node-1.example:1"})
    EXPECT_EQ(written(parse_address(text)), text);
}

TEST(BootstrapAddress, WhatIsNoAddressIsRefused) {
  for (const char* text :
       {"", "host", ":80", "host:", "host:0", "host:65536", "host:8x", "::1:80", "[]:80", "[::1]80", "a b:80"})
    EXPECT_EQ(test::refusal([&] { parse_address(text); }),
              "address of the rendezvous: expected HOST:PORT or [IPV6]:PORT with a port of 1 to 65535, came \"" +
                  std::string(text) + "\"; give it as the launcher printed it");
}

TEST(BootstrapIdentity, WhichOfHowManyNeedsNoAddress) {
  const auto found = [](const Variables& set) {
    variables = set;
    return rank_and_size_from([](const char* name) -> const char* {
      const auto set_here = variables.find(name);
      return set_here == variables.end() ? nullptr : set_here->second.c_str();
    });
  };
  EXPECT_FALSE(found({}));
  EXPECT_FALSE(found({{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "8"}}));
  const auto who = found({{"OMPI_COMM_WORLD_RANK", "2"}, {"OMPI_COMM_WORLD_SIZE", "3"}});
  ASSERT_TRUE(who);
  EXPECT_EQ(who->rank, 2u);
  EXPECT_EQ(who->size, 3u);
  EXPECT_EQ(test::refusal([&] {
              found({{"PMI_RANK", "3"}, {"PMI_SIZE", "3"}});
            }),
            "environment: PMI_RANK: expected a whole number from 0 to 2, came \"3\"; unset it or set it right");
}

}  // namespace
}  // namespace gin::bootstrap
