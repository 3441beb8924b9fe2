// A completion queue as the program that made it reads it.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <mutex>

#include "core/softverbs/completions.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/engine.hpp"

namespace softverbs {

class CompletionQueue final : public Attended {
 public:
  /// Of at least `attr.cqe` entries. Null, with errno.
  static CompletionQueue* create(ibv_context* context, const ibv_cq_init_attr_ex& attr);
  ~CompletionQueue();

  static CompletionQueue& of(ibv_cq* queue) { return *reinterpret_cast<Handle*>(queue)->owner; }
  static CompletionQueue& of(ibv_cq_ex* queue) { return *reinterpret_cast<Handle*>(queue)->owner; }
  ibv_cq* verbs() { return reinterpret_cast<ibv_cq*>(&handle_.verbs); }
  ibv_cq_ex* extended() { return &handle_.verbs; }

  std::uint64_t offset() const { return offset_; }
  Context& context() { return context_; }
  bool is_mlx5() const { return shared_->is_mlx5; }
  /// False: it has overrun.
  bool push(const softverbs_completion& completion);

  int poll(int count, ibv_wc* into);
  void arm(bool solicited_only);
  softverbs_completion_queue map();

  /// Between these two the reader is alone, and `current` is what it reads.
  bool start();
  bool next();
  void end() { mutex_.unlock(); }
  const softverbs_completion& current() const { return current_; }

  std::uint64_t attend(std::uint64_t now) override;

 private:
  struct Handle {
    ibv_cq_ex verbs{};
    CompletionQueue* owner = nullptr;
  };

  CompletionQueue(Context& context, const ibv_cq_init_attr_ex& attr) : context_(context) {
    handle_.owner = this;
    handle_.verbs.context = context.verbs();
    handle_.verbs.channel = attr.channel;
    handle_.verbs.cq_context = attr.cq_context;
  }
  bool take_next();
  void rest();

  Handle handle_;
  Context& context_;
  std::uint64_t offset_ = 0;
  Completions* shared_ = nullptr;
  std::mutex mutex_;  ///< of the reader
  softverbs_completion current_{};
  std::uint32_t empty_looks_ = 0;
  bool told_of_overrun_ = false;
};

}  // namespace softverbs
