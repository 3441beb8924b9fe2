#include <fcntl.h>
#include <unistd.h>

#include <cstddef>

#include "core/softverbs/device.hpp"
#include "core/softverbs/exports.hpp"

namespace softverbs {

Context* Context::open(Device& device) {
  std::unique_ptr<Context> made(new Context);
  made->process_ = Process::current();
  if (made->process_) made->nic_ = NicMemory::open(device.address);
  if (!made->nic_ || ::pipe2(made->event_pipe_, O_CLOEXEC) != 0) return nullptr;
  made->pairs_ = std::make_unique<std::atomic<QueuePair*>[]>(NicTables::entries);
  ibv_context& verbs = made->handle_.verbs.context;
  verbs.device = &device.verbs;
  verbs.cmd_fd = -1;
  verbs.async_fd = made->event_pipe_[0];
  verbs.num_comp_vectors = 1;
  verbs.abi_compat = __VERBS_ABI_IS_EXTENDED;
  made->handle_.verbs.sz = sizeof(verbs_context);
  set_operations(made->handle_.verbs);
  return made.release();
}

Context::~Context() {
  for (const int end : event_pipe_)
    if (end >= 0) ::close(end);
}

Context& Context::of(ibv_context* context) {
  auto* handle =
      reinterpret_cast<unsigned char*>(context) - offsetof(Handle, verbs) - offsetof(verbs_context, context);
  return *reinterpret_cast<Handle*>(handle)->owner;
}

// A pipe that is full holds thousands of events that nobody reads.
void Context::tell(const ibv_async_event& event) const {
  if (::write(event_pipe_[1], &event, sizeof event) < 0) return;
}

bool Context::next_event(ibv_async_event& event) const {
  return ::read(event_pipe_[0], &event, sizeof event) == sizeof event;
}

}  // namespace softverbs
