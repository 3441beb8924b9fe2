#include "core/softverbs/channel.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace softverbs {

Channel* Channel::create(ibv_context* context) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return nullptr;
  return new Channel(context, ends[0], ends[1]);
}

Channel::~Channel() {
  ::close(verbs_.fd);
  ::close(write_end_);
}

// A pipe holds thousands of these; each queue has one under way until its program arms it again.
void Channel::tell(ibv_cq* queue) const {
  if (::write(write_end_, &queue, sizeof queue) < 0) return;
}

bool Channel::wait(ibv_cq*& queue) const {
  return ::read(verbs_.fd, &queue, sizeof queue) == sizeof queue;
}

}  // namespace softverbs
