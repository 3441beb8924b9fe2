// The send queue of one queue pair: what is posted waits in a chain for its doorbell, the last of a chain is the one that
// the device tells of, and each request is told exactly once by its token, in their order.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/fifo.hpp"
#include "core/fabric/wire.hpp"
#include "core/verbs/library.hpp"

namespace gin::verbs {

class Sends {
 public:
  static constexpr std::uint32_t chain_max = 16;     ///< requests that share a doorbell and a completion
  static constexpr std::uint32_t staged_bytes = 32;  ///< that a request carries with it

  /// A request to be filled in: where its bytes come from, what becomes of them. It has a place for bytes of its own.
  struct Request {
    ibv_send_wr work{};
    std::array<ibv_sge, 2> parts{};
    unsigned char* staged = nullptr;
  };

  /// `staging`: staged_bytes for each place of the queue, of which there are a power of two. `id` marks its completions.
  Sends(ibv_qp* pair, std::span<unsigned char> staging, std::uint32_t id)
      : pair_(pair), staging_(staging), tokens_(staging.size() / staged_bytes), id_(id) {}

  bool is_full() const { return posted_ - told_ == tokens_.size(); }
  /// Nothing more goes out: the device has failed one, or what comes back.
  bool is_broken() const { return is_broken_; }
  void break_off() { is_broken_ = true; }
  bool wants_doorbell() const { return chained_ > 0; }

  /// The next request, which is part of the chain from now on.
  Request& add(std::uint64_t token) {
    if (chained_ == chain_max) ring();
    Request& request = chain_[chained_++];
    request.work = {};
    request.staged = staging_.data() + place(posted_) * staged_bytes;
    tokens_[place(posted_++)] = token;
    request.work.wr_id = std::uint64_t{id_} << 32 | posted_;
    return request;
  }

  /// Hands the chain to the device. Throws Error(failed) where it does not take it.
  void ring();

  /// A completion: everything up to that position is done, unless one of them has failed.
  void tell(std::uint32_t position, CompletionStatus status, Fifo<Done>& done) {
    GIN_ASSERT(position - told_ <= posted_ - told_);  // a reliable connection completes its requests in their order
    // So whatever came before the first failure is well.
    const CompletionStatus before = is_broken_ ? CompletionStatus::flushed : CompletionStatus::ok;
    for (; told_ != position; ++told_) done.push({tokens_[place(told_)], told_ + 1 == position ? status : before});
    if (status != CompletionStatus::ok) is_broken_ = true;
  }

 private:
  std::size_t place(std::uint32_t position) const { return position & (tokens_.size() - 1); }

  ibv_qp* pair_;
  std::span<unsigned char> staging_;
  std::vector<std::uint64_t> tokens_;  ///< by place
  std::uint32_t id_;
  std::uint32_t posted_ = 0;  ///< those of the chain, too
  std::uint32_t told_ = 0;
  bool is_broken_ = false;
  std::uint32_t chained_ = 0;
  std::array<Request, chain_max> chain_;
};

}  // namespace gin::verbs
