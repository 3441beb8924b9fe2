// Queues that others write by themselves, and completion counters: functions of younger libefa and libibverbs (younger.hpp).
#include <cerrno>

#include "core/softverbs/completion_queue.hpp"
#include "core/softverbs/efa/counter.hpp"
#include "core/softverbs/efa/device.hpp"
#include "core/softverbs/efa/srd_pair.hpp"
#include "core/softverbs/exports.hpp"

namespace softverbs::efa {
namespace {

/// What those who were built against older headers have no room for is left out, as everywhere.
template <class Queue, class Attributes>
int map(Queue& queue, Attributes* into, std::uint32_t bytes) {
  Attributes filled{};
  const int failed = settings()->efa ? queue.map(filled) : EOPNOTSUPP;
  if (failed == 0) copy_up_to(into, filled, bytes);
  return failed;
}

}  // namespace

/// Receives are posted by calls: nobody here writes those by hand.
int younger::query_send_queue(ibv_qp* pair, WorkQueue* sends, WorkQueue* receives, std::uint32_t bytes) {
  copy_up_to(receives, WorkQueue{}, bytes);
  return map(SrdPair::of(pair), sends, bytes);
}

int younger::query_completion_queue(ibv_cq* queue, Completions* into, std::uint32_t bytes) {
  return map(CompletionQueue::of(queue), into, bytes);
}

younger::Counter* younger::create_counter_in_memory(ibv_context* context, CounterAttributes* attr,
                                                    CounterMemory* where, std::uint32_t bytes) {
  CounterMemory asked{};
  std::memcpy(&asked, where, std::min<std::size_t>(bytes, sizeof asked));
  return efa::Counter::create(Context::of(context), *attr, asked);
}

younger::Counter* younger::create_counter(ibv_context* context, CounterAttributes* attr) {
  return efa::Counter::create(Context::of(context), *attr, {});
}

int younger::destroy_counter(Counter* counter) {
  efa::Counter& gone = efa::Counter::of(counter);
  if (gone.attached != 0) return EBUSY;
  delete &gone;
  return 0;
}

int younger::attach_counter(ibv_qp* pair, Counter* counter, Attachment* what) {
  return SrdPair::of(pair).attach(efa::Counter::of(counter), *what);
}

int younger::query_counter_limits(ibv_context*, CounterLimits* of_device) {
  if (!can(counts)) return EOPNOTSUPP;
  *of_device = {limits::counter_max, limits::counters, younger::all_kinds};
  return 0;
}

int younger::read_counter(Counter* counter, std::uint64_t* value) {
  *value = efa::Counter::of(counter).get(&CounterWords::completed);
  return 0;
}

int younger::read_failures(Counter* counter, std::uint64_t* value) {
  *value = efa::Counter::of(counter).get(&CounterWords::failed);
  return 0;
}

int younger::set_counter(Counter* counter, std::uint64_t value) {
  efa::Counter::of(counter).set(&CounterWords::completed, value);
  return 0;
}

int younger::set_failures(Counter* counter, std::uint64_t value) {
  efa::Counter::of(counter).set(&CounterWords::failed, value);
  return 0;
}

}  // namespace softverbs::efa
