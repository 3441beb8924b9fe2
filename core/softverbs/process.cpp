#include "core/softverbs/process.hpp"

#include <sys/prctl.h>
#include <unistd.h>

namespace softverbs {

std::shared_ptr<Process> Process::current() {
  static std::mutex mutex;
  static auto& known = *new std::weak_ptr<Process>;  // never destroyed, as the settings
  static pid_t owner = 0;
  const std::lock_guard<std::mutex> guard(mutex);
  std::shared_ptr<Process> process = owner == ::getpid() ? known.lock() : nullptr;
  if (process) return process;
  tidy_up();
  auto memory = ProcessMemory::create();
  if (!memory) return nullptr;
  // Peers move bytes of memory that is not shared by process_vm_writev, which Yama forbids to all but parents otherwise.
  ::prctl(PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  process.reset(new Process(std::move(memory)));
  known = process;
  owner = ::getpid();
  return process;
}

std::shared_ptr<NicMemory> Process::nic(const Address& address) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::shared_ptr<NicMemory>& known = nics_[lid_of(address)];
  if (!known || !known->is_current()) known = NicMemory::look_at(address);
  return known;
}

std::shared_ptr<PeerMemory> Process::peer(ProcessName name) {
  const std::lock_guard<std::mutex> guard(mutex_);
  std::weak_ptr<PeerMemory>& known = peers_[name];
  std::shared_ptr<PeerMemory> peer = known.lock();
  if (!peer)
    known = peer =
        name == memory_->name() ? std::make_shared<PeerMemory>(*memory_) : std::make_shared<PeerMemory>(name);
  return peer;
}

Place Process::place(const Address& nic, const Regions::Entry& region, std::uint64_t address) {
  const std::uint64_t into = address - region.start;
  Place place{nullptr, region.address + into, region.process};
  if (region.process == memory_->name()) {
    place.here = reinterpret_cast<unsigned char*>(place.there);
  } else if (region.range.file != 0) {
    const std::lock_guard<std::mutex> guard(mutex_);
    const auto [known, is_new] = mapped_.try_emplace({region.process, lid_of(nic), region.number}, nullptr);
    if (is_new) known->second = map_here(region.range, region.bytes, pid_of(region.process));
    if (known->second) place.here = known->second + into;
  }
  return place;
}

}  // namespace softverbs
