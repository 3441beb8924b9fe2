#include "core/softverbs/device.hpp"
#include "core/softverbs/exports.hpp"

namespace softverbs {

Context* Context::open(Device& device) {
  std::unique_ptr<Context> made(new Context);
  made->process_ = Process::current();
  if (made->process_) made->nic_ = NicMemory::open(device.address);
  if (!made->nic_ || !made->events_.open()) return nullptr;
  made->pairs_ = std::make_unique<std::atomic<QueuePair*>[]>(Pairs::entries);
  made->context.device = &device;
  made->context.cmd_fd = -1;
  made->context.async_fd = made->events_.end_to_read();
  made->context.num_comp_vectors = 1;
  made->context.abi_compat = __VERBS_ABI_IS_EXTENDED;
  made->sz = sizeof(verbs_context);
  set_operations(*made);
  return made.release();
}

}  // namespace softverbs
