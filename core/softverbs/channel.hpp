// Events that a program sleeps for, in a pipe.
#pragma once

#include <fcntl.h>
#include <infiniband/verbs.h>
#include <unistd.h>

namespace softverbs {

/// The end that is read can be polled, and made non-blocking by the program.
template <class Event>
class EventPipe {
 public:
  EventPipe() = default;
  EventPipe(const EventPipe&) = delete;
  EventPipe& operator=(const EventPipe&) = delete;
  ~EventPipe() {
    for (const int end : ends_)
      if (end >= 0) ::close(end);
  }
  /// False, with errno.
  bool open() { return ::pipe2(ends_, O_CLOEXEC) == 0; }
  int end_to_read() const { return ends_[0]; }

  // One that is full holds thousands of events that nobody reads.
  void tell(const Event& event) const {
    if (::write(ends_[1], &event, sizeof event) < 0) return;
  }
  /// Waits. False, with errno.
  bool next(Event& event) const { return ::read(ends_[0], &event, sizeof event) == sizeof event; }

 private:
  int ends_[2] = {-1, -1};
};

/// A completion channel. Each queue has one event under way until its program arms it again.
struct Channel : ibv_comp_channel {
  EventPipe<ibv_cq*> events;
};

}  // namespace softverbs
