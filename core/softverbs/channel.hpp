// Events that a program sleeps for, in a pipe.
#pragma once

#include <infiniband/verbs.h>

#include <atomic>

namespace softverbs {

/// A completion channel: its descriptor can be polled, and made non-blocking by the program.
class Channel {
 public:
  /// Null, with errno.
  static Channel* create(ibv_context* context);
  ~Channel();

  static Channel& of(ibv_comp_channel* channel) { return *reinterpret_cast<Channel*>(channel); }
  ibv_comp_channel* verbs() { return &verbs_; }

  void hold() { ++verbs_.refcnt; }
  void let_go() { --verbs_.refcnt; }
  bool is_held() const { return verbs_.refcnt != 0; }

  void tell(ibv_cq* queue) const;
  /// False, with errno.
  bool wait(ibv_cq*& queue) const;

 private:
  Channel(ibv_context* context, int read_end, int write_end) : write_end_(write_end) {
    verbs_.context = context;
    verbs_.fd = read_end;
  }

  ibv_comp_channel verbs_{};
  int write_end_;
};

}  // namespace softverbs
