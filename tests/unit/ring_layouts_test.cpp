// Commands of every layout come out of a ring as they went in, at any position of the wrapping number circle, and not before all of
// their slots are there.
#include "core/device/ring_layouts.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <vector>

#include "core/device/ring.hpp"
#include "tests/unit/made_operation.hpp"

namespace gin {
namespace {

struct NoWaiting {
  struct Gate {};
};

template <class Layout>
class LaidOut : public testing::Test {
 protected:
  using OwnRing = Ring<NoWaiting, Layout>;
  static constexpr std::uint32_t capacity = 16;

  explicit LaidOut() : slots_(capacity) { ring_.slots = slots_.data(), ring_.capacity = capacity; }

  void publish(std::uint32_t position, const typename Layout::Command& command, std::uint32_t slot) {
    Layout::publish(ring_.slot(position + slot), command.slots[slot], {position + slot, capacity});
  }
  /// As a proxy reads.
  bool read(std::uint32_t position, typename Layout::Command& command) {
    command.count = 1;
    for (std::uint32_t i = 0; i < command.count; ++i) {
      if (!Layout::try_read(ring_.slot(position + i), {position + i, capacity}, command.slots[i])) return false;
      if (i == 0) command.count = Layout::slot_count(command.slots[0]);
    }
    return true;
  }
  /// Memory that the lap before left behind.
  void begin_at(std::uint32_t start) {
    for (std::uint32_t i = 0; i < capacity; ++i)
      Layout::leave_out(ring_.slot(start + i), {start + i - capacity, capacity});
  }

  std::vector<typename Layout::Slot> slots_;
  OwnRing ring_;
};

using Layouts = testing::Types<SixteenByteCommands, WordsWithParity, FlaggedDescriptors, SequencedCells>;
TYPED_TEST_SUITE(LaidOut, Layouts);

TYPED_TEST(LaidOut, CommandsComeOutAsTheyWentInLapAfterLapAndOverTheWrap) {
  EXPECT_TRUE(rc::check([this] {
    std::uint32_t position = *rc::gen::element(0u, 7u, 0xffffffffu - 20);
    this->begin_at(position);
    for (const Operation& operation : *rc::gen::container<std::vector<Operation>>(40, test::any_operation())) {
      const auto command = TypeParam::encode(operation);
      RC_ASSERT(command.count == TypeParam::slots_of(operation));
      typename TypeParam::Command came;
      RC_ASSERT(!this->read(position, came));
      this->ring_.publish(position, command);
      RC_ASSERT(this->read(position, came));
      RC_ASSERT(came.count == command.count);
      RC_ASSERT(test::same(TypeParam::decode(came), operation));
      position += command.count;
    }
  }));
}

TYPED_TEST(LaidOut, ACommandIsThereWhenAllItsSlotsAreInWhateverOrderTheyCame) {
  EXPECT_TRUE(rc::check([this] {
    const std::uint32_t position = *rc::gen::element(0u, 0xffffffffu - 1);
    this->begin_at(position);
    const auto command = TypeParam::encode(*test::any_operation());
    std::vector<std::uint32_t> order;
    for (std::uint32_t i = 0; i < command.count; ++i)
      order.insert(order.begin() + *rc::gen::inRange<std::uint32_t>(0, i + 1), i);
    typename TypeParam::Command came;
    for (const std::uint32_t slot : order) {
      RC_ASSERT(!this->read(position, came));
      this->publish(position, command, slot);
    }
    RC_ASSERT(this->read(position, came));
  }));
}

}  // namespace
}  // namespace gin
