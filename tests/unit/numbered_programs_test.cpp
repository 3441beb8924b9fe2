// Random programs over every kind of wire leave the bytes that one operation after another would.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "tests/unit/wire_job.hpp"
#include "tests/unit/wire_program.hpp"

namespace gin {
namespace {

using test::LoopWire;
using test::ProgramPlace;

test::JobRules any_rules() {
  test::JobRules rules;
  rules.loop.n_pes = *rc::gen::inRange<std::uint32_t>(1, ProgramPlace::pes_max + 1);
  rules.loop.heap_bytes = ProgramPlace::heap_bytes;
  rules.loop.limits.message_max = *rc::gen::element<std::uint64_t>(64, 256, 1 << 20);
  rules.loop.limits.eager_max = 128;
  rules.loop.depth = *rc::gen::inRange<std::size_t>(1, 40);
  rules.loop.seed = *rc::gen::inRange<std::uint64_t>(0, 1000);
  rules.degraded.seed = *rc::gen::inRange<std::uint64_t>(0, 1000000);
  rules.degraded.message_max = *rc::gen::element<std::uint64_t>(160, 8192);
  rules.degraded.held_max = *rc::gen::inRange<std::uint32_t>(1, 40);
  rules.degraded.delay_max = *rc::gen::inRange<std::uint32_t>(0, 20);
  rules.signals = *rc::gen::element(UnorderedSignals::receiver_count, UnorderedSignals::receiver_reorder);
  rules.first_number = *rc::gen::element<std::uint32_t>(0, 0x7f8, 0xff8, 0x7ffffff8, 0xfffffff8);
  rules.backlog_max = *rc::gen::inRange<std::uint32_t>(1, 10);
  rules.eager_max = *rc::gen::element<std::uint64_t>(0, 32, 1000);
  return rules;
}

template <class W>
void leaves_the_bytes_of_the_model() {
  const test::JobRules rules = any_rules();
  const std::uint32_t n_pes = rules.loop.n_pes;
  test::ProgramDraft draft(n_pes, *rc::gen::inRange<std::uint64_t>(0, 1000000000));
  const auto phases = *rc::gen::inRange(1, 5);
  const auto steps = *rc::gen::inRange<std::size_t>(1, 120);
  test::PlainModel model(n_pes);
  test::WireJob<W> job(rules);
  for (std::uint32_t pe = 0; pe < n_pes; ++pe)
    std::memcpy(job.heap(pe), model.heaps[pe].data(), ProgramPlace::heap_bytes);
  std::vector<std::uint64_t> posted(n_pes);
  for (int i = 0; i < phases; ++i) {
    for (const test::Step& step : draft.phase(steps)) {
      model.carry_out(step);
      job.post(step.pe, step.operation);
      ++posted[step.pe];
    }
    for (std::uint32_t pe = 0; pe < n_pes; ++pe) job.quiet(pe);
    for (std::uint32_t pe = 0; pe < n_pes; ++pe) {
      RC_ASSERT(job.finished[pe].size() == posted[pe]);
      for (std::uint64_t at = 0; at < ProgramPlace::heap_bytes; ++at)
        if (job.heap(pe)[at] != model.heaps[pe][at])
          RC_FAIL("phase " + std::to_string(i) + ": PE " + std::to_string(pe) + " differs at " +
                  std::to_string(at));
    }
  }
}

RC_GTEST_PROP(NumberedPrograms, OverAWireThatKeepsItsOrderOrNotLeaveTheBytesOfTheModel, ()) {
  leaves_the_bytes_of_the_model<LoopWire>();
}

RC_GTEST_PROP(NumberedPrograms, OverAWireAsStrictAsEfaLeaveTheBytesOfTheModel, ()) {
  leaves_the_bytes_of_the_model<Degraded<LoopWire>>();
}

}  // namespace
}  // namespace gin
