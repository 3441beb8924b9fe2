#include <gtest/gtest.h>

#include "core/base/fields.hpp"

namespace gin {
namespace {

const std::vector<std::string> known_names = {"nodes", "gpus_per_node", "profile", "seed", "path"};

TEST(Nearest, OneSlipFindsTheWord) {
  EXPECT_EQ(nearest("nodez", known_names), "nodes");
  EXPECT_EQ(nearest("node", known_names), "nodes");
  EXPECT_EQ(nearest("gpus_per_nodes", known_names), "gpus_per_node");
  EXPECT_EQ(nearest("Path", known_names), "path");
}

TEST(Nearest, SwappedNeighboursCountAsOneSlip) {
  EXPECT_EQ(nearest("sede", {"seed"}), "seed");
  EXPECT_EQ(nearest("abdcef", {"abcdef"}), "abcdef");
}

TEST(Nearest, TheNearestOfSeveralWins) {
  EXPECT_EQ(nearest("blok", {"clock", "block", "flock"}), "block");
}

TEST(Nearest, AForeignWordGetsNoSuggestion) {
  EXPECT_EQ(nearest("banana", known_names), "");
  EXPECT_EQ(nearest("x", known_names), "");
  EXPECT_EQ(nearest("", known_names), "");
  EXPECT_EQ(nearest("nodes", {}), "");
}

TEST(Nearest, AWordOfMegabytesIsAnsweredAtOnce) {
  EXPECT_EQ(nearest(std::string(std::size_t{8} << 20, 'n'), known_names), "");
}

TEST(DidYouMean, SaysNothingWithoutASuggestion) {
  EXPECT_EQ(did_you_mean("nodez", known_names), "; did you mean \"nodes\"?");
  EXPECT_EQ(did_you_mean("banana", known_names), "");
}

}  // namespace
}  // namespace gin
