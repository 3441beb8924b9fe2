// A completion queue as the program that made it reads it.
#pragma once

#include <infiniband/verbs.h>

#include <cstdint>
#include <mutex>

#include "core/softverbs/completions.hpp"
#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/younger.hpp"
#include "core/softverbs/engine.hpp"

struct efadv_cq;
struct mlx5dv_cq;

namespace softverbs {

/// What EFA's programs read of a completion besides: an efadv_cq, as younger headers have it.
struct EfaReaders {
  std::uint64_t comp_mask = 0;
  int (*wc_read_sgid)(efadv_cq* queue, ibv_gid* gid) = nullptr;
  bool (*wc_is_unsolicited)(efadv_cq* queue) = nullptr;
};

class CompletionQueue final : public ibv_cq_ex, public EfaReaders, public Attended {
 public:
  /// Of at least `attr.cqe` entries. Null, with errno.
  static CompletionQueue* create(Context& owner, const ibv_cq_init_attr_ex& attr);
  ~CompletionQueue();

  static CompletionQueue& of(ibv_cq* queue) { return of(reinterpret_cast<ibv_cq_ex*>(queue)); }
  static CompletionQueue& of(ibv_cq_ex* queue) { return static_cast<CompletionQueue&>(*queue); }
  ibv_cq* verbs() { return ibv_cq_ex_to_cq(this); }

  efadv_cq* efa() { return reinterpret_cast<efadv_cq*>(static_cast<EfaReaders*>(this)); }
  static CompletionQueue& of(efadv_cq* queue) {
    return static_cast<CompletionQueue&>(*reinterpret_cast<EfaReaders*>(queue));
  }

  std::uint64_t offset() const { return offset_; }
  bool is_mlx5() const { return shared_.layout == Layout::mlx5; }
  /// False: it has overrun.
  bool push(const softverbs_completion& completion) {
    return shared_.push(completion, context_.process().memory().header());
  }

  int poll(int count, ibv_wc* into);
  void arm(bool solicited_only) { shared_.arm(solicited_only ? Armed::solicited : Armed::any); }
  // For those who read by hand, in whichever format it has.
  void map(softverbs_completion_queue& into);
  void map(mlx5dv_cq& into);
  int map(efa::younger::Completions& into);  ///< an error number, or 0

  std::uint64_t attend(std::uint64_t now) override;

 private:
  CompletionQueue(Context& owner, const ibv_cq_init_attr_ex& attr, Completions& shared, std::uint64_t offset);
  /// ibv_start_poll() and its kin (extended.cpp), which read `current_`; the lock is held from begin to end.
  void set_readers();
  bool take_next();
  void rest();

  Context& context_;
  Completions& shared_;
  std::uint64_t offset_;  ///< of that
  std::mutex mutex_;      ///< of the reader
  softverbs_completion current_{};
  std::uint16_t source_ = 0;  ///< LID that it came from
  std::uint32_t empty_looks_ = 0;
  bool told_of_overrun_ = false;
};

}  // namespace softverbs
