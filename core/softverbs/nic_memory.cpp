#include "core/softverbs/nic_memory.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>

#include <string>

namespace softverbs {
namespace {

std::string file_of(const Address& address) {
  return file_prefix() + "h" + std::to_string(address.host) + "n" + std::to_string(address.nic);
}

constexpr std::uint32_t made = 1;  // NicTables::state

static_assert(file_layout == 3 && sizeof(NicTables) == 6294120,
              "what lies in the file is not what it was: file_layout goes up");

void make(NicTables& tables) {
  if (tables.state.load(std::memory_order_acquire) == made) return;
  for (RobustLock& lock : tables.atomics) lock.initialise();
  tables.regions.initialise();
  tables.pairs.initialise();
  tables.state.store(made, std::memory_order_release);
}

}  // namespace

std::shared_ptr<NicMemory> NicMemory::open(const Address& address) {
  // Whoever has it open holds the lock with others; alone it is made, and unlinked. Who had it last may have unlinked it between
  // our open and our lock.
  for (;;) {
    auto file = SharedFile::open(file_of(address), O_CREAT, sizeof(NicTables));
    if (!file) return nullptr;
    auto& tables = *file->at<NicTables>(0);
    if (file->lock(LOCK_EX | LOCK_NB)) make(tables);
    if (!file->lock(LOCK_SH)) return nullptr;
    if (!file->has_name() || tables.state != made) continue;
    tables.regions.remove_dead();
    tables.pairs.remove_dead();
    return std::shared_ptr<NicMemory>(new NicMemory(address, std::move(file), true));
  }
}

std::shared_ptr<NicMemory> NicMemory::look_at(const Address& address) {
  auto file = SharedFile::open(file_of(address));
  const NicTables* tables = file ? file->at<NicTables>(0) : nullptr;
  if (!tables || tables->state.load(std::memory_order_acquire) != made) return nullptr;
  return std::shared_ptr<NicMemory>(new NicMemory(address, std::move(file), false));
}

NicMemory::~NicMemory() {
  if (uses_ && file_->lock(LOCK_EX | LOCK_NB)) ::shm_unlink(file_of(address_).c_str());
}

const Regions::Entry* NicMemory::region(const ibv_sge& piece, std::uint32_t domain, ibv_access_flags access) const {
  const Regions::Entry* entry = regions().find(piece.lkey);
  const bool fits = entry && entry->domain == domain && piece.addr >= entry->start &&
                    piece.length <= entry->bytes && piece.addr - entry->start <= entry->bytes - piece.length &&
                    (entry->access & static_cast<std::uint32_t>(access)) == access;
  return fits ? entry : nullptr;
}

}  // namespace softverbs
