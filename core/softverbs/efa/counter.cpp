#include "core/softverbs/efa/counter.hpp"

#include <cerrno>
#include <mutex>
#include <utility>

#include "core/softverbs/efa/device.hpp"

namespace softverbs::efa {
namespace {

void write_out(const CounterWords::Value& value, Process& process, const NicMemory& nic) {
  if (value.region == 0) return;
  const Regions::Entry* const region = nic.regions().find(value.region);
  if (!region) return;
  std::uint64_t now = value.now;
  const iovec word{&now, sizeof now};
  copy_to(process.place(nic.address(), *region, region->start), {&word, 1, sizeof now});
}

/// Memory of the program that the device writes to, as if it had been registered; 0, with errno.
std::uint32_t region_of(Context& owner, const younger::Location& where) {
  const auto address = reinterpret_cast<std::uint64_t>(where.ptr);
  if (where.type != 0 || address % 8 != 0) {
    errno = where.type != 0 ? EOPNOTSUPP : EINVAL;
    return 0;
  }
  return owner.nic().regions().add({IBV_ACCESS_LOCAL_WRITE, 0, owner.process().memory().name(), address, 8, address,
                                    file_range_of(where.ptr, 8)},
                                   limits::key_bits);
}

}  // namespace

void CounterWords::count(bool is_ok, Process& process, const NicMemory& nic) {
  const std::lock_guard<RobustLock> guard(lock);
  Value& value = is_ok ? completed : failed;
  value.now = (value.now + 1) & limits::counter_max;
  write_out(value, process, nic);
}

Counter::Counter(Context& owner, std::uint64_t offset)
    : younger::Counter{&owner.context, 0, limits::counter_max, limits::counter_max},
      owner_(owner),
      offset_(offset) {
  CounterWords& fresh = words();
  if (!std::exchange(fresh.is_initialised, true)) fresh.lock.initialise();
  fresh.completed = fresh.failed = {};
  ++owner_.counters;
}

Counter* Counter::create(Context& owner, const younger::CounterAttributes& attr,
                         const younger::CounterMemory& where) {
  constexpr std::uint32_t completed = younger::CounterMemory::completed_given,
                          failed = younger::CounterMemory::failed_given;
  if (!can(counts) || attr.type != 0) return refuse(EOPNOTSUPP);
  if (attr.comp_mask != 0 || attr.flags != 0 || where.comp_mask != 0 || where.flags & ~(completed | failed))
    return refuse(EINVAL);
  ProcessMemory& memory = owner.process().memory();
  const std::uint64_t offset = memory.allocate(Block::counter, sizeof(CounterWords));
  if (offset == 0) return nullptr;
  auto made = std::unique_ptr<Counter>(new Counter(owner, offset));
  if (owner.counters > limits::counters) return refuse(ENOMEM);
  CounterWords& words = made->words();
  if (where.flags & completed && (words.completed.region = region_of(owner, where.completed)) == 0) return nullptr;
  if (where.flags & failed && (words.failed.region = region_of(owner, where.failed)) == 0) return nullptr;
  return made.release();
}

Counter::~Counter() {
  for (const CounterWords::Value& value : {words().completed, words().failed})
    if (value.region != 0) owner_.nic().regions().remove(value.region);
  owner_.process().memory().release(Block::counter, sizeof(CounterWords), offset_);
  --owner_.counters;
}

std::uint64_t Counter::get(CounterWords::Value CounterWords::*which) const {
  const std::lock_guard<RobustLock> guard(words().lock);
  return (words().*which).now;
}

void Counter::set(CounterWords::Value CounterWords::*which, std::uint64_t to) {
  const std::lock_guard<RobustLock> guard(words().lock);
  (words().*which).now = to & limits::counter_max;
  write_out(words().*which, owner_.process(), owner_.nic());
}

}  // namespace softverbs::efa
