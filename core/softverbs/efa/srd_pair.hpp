// A queue pair of scalable reliable datagrams: each request says where it goes, arrives once, and in no order
// (efadv_create_qp_ex(3), fi_efa(7)).
#pragma once

#include <cerrno>
#include <optional>
#include <vector>

#include "core/softverbs/efa/counter.hpp"
#include "core/softverbs/efa/source.hpp"
#include "core/softverbs/queue_pair.hpp"

namespace softverbs::efa {

class SrdPair final : public QueuePair {
 public:
  /// Null, with errno. Writes into `attr.cap` what it got.
  static ibv_qp* create(ibv_pd* domain, ibv_qp_init_attr& attr, bool takes_unsolicited);
  ~SrdPair() {
    leave();
    detach();
  }

  /// Sends only: the other operations have no place for an address in this call.
  int post(ibv_send_wr* first, ibv_send_wr** bad) override;
  using QueuePair::post;
  static SrdPair& of(ibv_qp* pair) { return static_cast<SrdPair&>(QueuePair::of(pair)); }

  /// For somebody who writes its requests by hand and calls ring(). An error number, or 0, as below.
  int map(younger::WorkQueue& sends);
  int ring() override;
  int attach(Counter& counter, const younger::Attachment& what);
  void retire(std::uint32_t number) override { source_->queue().retire(static_cast<std::uint16_t>(number)); }

 private:
  SrdPair(Context& context, ibv_pd* domain, const ibv_qp_init_attr& attr);
  static SrdPair& of(ibv_qp_ex* pair) { return static_cast<SrdPair&>(*pair); }

  bool allows(ibv_qp_state from, const ibv_qp_attr& to, int mask) const override;
  void apply(const ibv_qp_attr& attr, int mask) override;
  void restart() override;
  std::uint64_t carry_on() override;
  int append(const ibv_send_wr& request);
  void detach();

  /// ibv_wr_start() and its kin (builders.cpp): what is said of a request is written into its slot, in whatever order it is said.
  /// The lock is held from begin to end.
  void set_builders();
  void begin(ibv_wr_opcode opcode, std::uint64_t id);
  /// `say` writes something of the request and answers false where it does not fit.
  template <class Say>
  void fill(Say say) {
    if (slot_ && !say(*slot_)) failed_ = EINVAL;
  }
  /// Ends a batch: the device gets it, or nobody does.
  int end(bool is_wanted);

  std::vector<Counter*> counters_;
  std::optional<Source> source_;  ///< once the pair has its number
  Slot* slot_ = nullptr;  ///< of the request that a program is filling in; null once something is wrong with it
  int failed_ = 0;        ///< with the batch
};

}  // namespace softverbs::efa
