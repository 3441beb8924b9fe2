// What a run needs and a fabric lacks is said in a sentence before anything starts.
#include "core/fabric/capabilities.hpp"

#include <gtest/gtest.h>

namespace gin {
namespace {

Capabilities everything() {
  Capabilities has;
  has.ordering = Ordering::per_queue;
  has.strong_signals = has.atomics = has.pointers_within_node = true;
  has.message_bytes_max = 1000;
  return has;
}

Requirements demanding() {
  Requirements needs;
  needs.strong_signals = needs.atomics = needs.pointers = true;
  needs.pointers_why = "transpose";
  needs.message_bytes = 1000;
  return needs;
}

TEST(Capabilities, NothingIsMissingWhereEverythingIsThere) {
  EXPECT_EQ(missing(everything(), demanding(), false), "");
  EXPECT_EQ(missing({}, {}, true), "");
}

TEST(Capabilities, PointersWithinANodeAreAskedForByPath) {
  Capabilities has = everything();
  has.pointers_within_node = false;
  EXPECT_EQ(missing(has, demanding(), false),
            "transpose: expected peers within a node to be reached by load and store, got another path; set "
            "path.same_node to pointer");
}

TEST(Capabilities, NoPointerReachesAnotherNode) {
  EXPECT_EQ(missing(everything(), demanding(), true),
            "transpose: expected every peer to be reached by load and store, got more than one node; set "
            "cluster.nodes to 1");
}

TEST(Capabilities, CopyEnginesMatchNobody) {
  Requirements needs;
  needs.two_sided = true;
  needs.two_sided_why = "pairs";
  EXPECT_EQ(missing(everything(), needs, false),
            "pairs: expected a backend that matches sends and receives, got one that does not; use backend shm or "
            "emulated");
  Capabilities has = everything();
  has.two_sided = true;
  EXPECT_EQ(missing(has, needs, false), "");
}

TEST(Capabilities, AtomicsAreExecutedByTheFabricOrNotAtAll) {
  Capabilities has = everything();
  has.atomics = false;
  EXPECT_EQ(missing(has, demanding(), false),
            "expected a fabric with 64-bit atomics, got one without; choose another backend or path");
}

TEST(Capabilities, ANicCountsSoManyWordsAndNoMore) {
  Capabilities has = everything();
  has.signal_words_max = 512;
  Requirements needs;
  needs.signal_words = 512;
  EXPECT_EQ(missing(has, needs, true), "");
  needs.signal_words = 513;
  EXPECT_EQ(
      missing(has, needs, true),
      "expected at most 512 words that signals may go to, which is how many the NIC counts (profile.nic.counters), got "
      "513, the barrier's among them; use fewer agents or signals, or a stack whose signals a CPU counts "
      "(stack.arrivals.signals)");
}

TEST(Capabilities, StrongSignalsMayComeFromTheOrderOfAQueue) {
  Capabilities has = everything();
  has.strong_signals = false;
  EXPECT_EQ(missing(has, demanding(), false), "");
  has.ordering = Ordering::none;
  EXPECT_EQ(missing(has, demanding(), false),
            "expected a fabric with strong signals, got one without; choose another backend or a stack with weak "
            "signals");
  has.strong_signals = true;
  EXPECT_EQ(missing(has, demanding(), false), "");
}

TEST(Capabilities, OneByteMoreThanAMessageHoldsIsTooMuch) {
  Requirements needs = demanding();
  needs.message_bytes = 1001;
  EXPECT_EQ(missing(everything(), needs, false),
            "expected transfers of at most 1000 bytes, got 1001; use smaller blocks");
}

TEST(Capabilities, WhatIsNotNeededIsNotMissed) {
  Capabilities has;
  has.message_bytes_max = 8;
  Requirements needs;
  needs.message_bytes = 8;
  EXPECT_EQ(missing(has, needs, true), "");
}

}  // namespace
}  // namespace gin
