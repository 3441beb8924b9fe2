#include "core/softverbs/nic_memory.hpp"

#include <sys/file.h>
#include <sys/mman.h>

#include <cerrno>
#include <string>

namespace softverbs {
namespace {

std::string file_of(const Address& address) {
  return file_prefix() + "h" + std::to_string(address.host) + "n" + std::to_string(address.nic);
}

/// The first free one of `entries`, up to `end` and one more, which may move.
template <class Entry, class IsFree>
std::uint32_t find_free(Entry* entries, std::uint32_t& end, IsFree is_free) {
  for (std::uint32_t i = 1; i < end; ++i)
    if (is_free(entries[i])) return i;
  if (end < NicTables::entries) return end++;
  errno = ENOMEM;
  return 0;
}

constexpr std::uint32_t made = 1;  // NicTables::state

void make(NicTables& tables) {
  if (tables.state.load(std::memory_order_acquire) == made) return;
  tables.lock.initialise();
  for (RobustLock& lock : tables.atomics) lock.initialise();
  tables.regions_end = tables.pairs_end = 1;
  tables.state.store(made, std::memory_order_release);
}

}  // namespace

std::shared_ptr<NicMemory> NicMemory::open(const Address& address) {
  // Whoever has it open holds the lock with others; alone it is made, and unlinked. Who had it last may have unlinked it between
  // our open and our lock.
  for (;;) {
    SharedFile file = SharedFile::create_or_open(file_of(address), sizeof(NicTables));
    if (!file) return nullptr;
    if (file.lock(LOCK_EX | LOCK_NB)) make(*file.at<NicTables>(0));
    if (!file.lock(LOCK_SH)) return nullptr;
    if (!file.has_name() || file.at<NicTables>(0)->state != made) continue;
    const std::shared_ptr<NicMemory> nic(new NicMemory(address, std::move(file)));
    nic->uses_ = true;
    nic->remove_dead();
    return nic;
  }
}

std::shared_ptr<NicMemory> NicMemory::look_at(const Address& address) {
  SharedFile file = SharedFile::open(file_of(address));
  if (!file || file.bytes() < sizeof(NicTables) ||
      file.at<NicTables>(0)->state.load(std::memory_order_acquire) != made)
    return nullptr;
  return std::shared_ptr<NicMemory>(new NicMemory(address, std::move(file)));
}

NicMemory::~NicMemory() {
  if (uses_ && file_.lock(LOCK_EX | LOCK_NB)) ::shm_unlink(file_of(address_).c_str());
}

void NicMemory::remove_dead() {
  NicTables& shared = tables();
  const std::lock_guard<RobustLock> guard(shared.lock);
  const auto is_dead = [](ProcessName name) { return !PeerMemory(name).lives(); };
  for (std::uint32_t i = 1; i < shared.regions_end; ++i)
    if (shared.regions[i].key != 0 && is_dead(shared.regions[i].process)) shared.regions[i].key = 0;
  for (std::uint32_t i = 1; i < shared.pairs_end; ++i)
    if (shared.pairs[i].number != 0 && is_dead(shared.pairs[i].process)) shared.pairs[i].number = 0;
}

std::uint32_t NicMemory::next_domain() {
  const std::lock_guard<RobustLock> guard(tables().lock);
  return ++tables().domains;
}

std::uint32_t NicMemory::add_region(const RegionFacts& facts) {
  NicTables& shared = tables();
  const std::lock_guard<RobustLock> guard(shared.lock);
  const std::uint32_t index =
      find_free(shared.regions, shared.regions_end, [](const RegionEntry& one) { return one.key == 0; });
  if (index == 0) return 0;
  RegionEntry& place = shared.regions[index];
  static_cast<RegionFacts&>(place) = facts;
  // A key that was given back must not open what comes after it.
  const std::uint32_t key = index | ++place.uses << 16;
  place.key.store(key, std::memory_order_release);
  return key;
}

void NicMemory::remove_region(std::uint32_t key) {
  const std::lock_guard<RobustLock> guard(tables().lock);
  region(key).key.store(0, std::memory_order_release);
}

std::uint32_t NicMemory::add_pair(ProcessName process, std::uint64_t offset) {
  NicTables& shared = tables();
  const std::lock_guard<RobustLock> guard(shared.lock);
  const std::uint32_t index =
      find_free(shared.pairs, shared.pairs_end, [](const PairEntry& one) { return one.number == 0; });
  if (index == 0) return 0;
  PairEntry& place = shared.pairs[index];
  place.process = process;
  place.offset = offset;
  const std::uint32_t number = index | (++place.uses & 0xff) << 16;
  place.number.store(number, std::memory_order_release);
  return number;
}

void NicMemory::remove_pair(std::uint32_t number) {
  const std::lock_guard<RobustLock> guard(tables().lock);
  pair(number).number.store(0, std::memory_order_release);
}

}  // namespace softverbs
