// Requests that wait for the device: slots, who may write them, and which of them the device was told of.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>

#include "core/softverbs/request.hpp"

struct mlx5dv_qp;

namespace softverbs {

/// Indices of slots count on, over all laps: retired, taken, announced, written, in this order. All but retire() with the queue
/// pair's lock held.
class SendQueue {
 public:
  /// `mlx5_pair`: see Slots.
  SendQueue(const ibv_qp_cap& cap, std::uint32_t mlx5_pair);

  /// Behind what is written; an error number, or 0.
  int append(const ibv_send_wr& request);
  void announce() { announced_ = written_; }
  /// Forgets what was not announced.
  void abandon() { written_ = announced_; }
  /// Reads the doorbell of those who write by hand. False: it announces more than the queue holds.
  bool read_doorbell();

  bool is_mlx5() const { return slots_.mlx5_pair != 0; }
  // For those who write by hand, in whichever format it has.
  void map(softverbs_send_queue& into);
  void map(mlx5dv_qp& into);

  bool is_empty() const { return taken_ == announced_; }
  /// The oldest that was announced and not taken; false where the slots hold none.
  bool read(Request& request) const;
  /// That one, and all before it.
  void take(const Request& request) { taken_ = std::max(taken_, request.end); }

  /// A completion was read: slots before `slot`, 32 bits of the index, are free.
  void retire(std::uint32_t slot);
  /// Nothing is in it.
  void restart();

 private:
  ibv_qp_cap cap_;
  std::unique_ptr<softverbs_request[]> memory_;
  Slots slots_;
  std::atomic<std::uint64_t> retired_{0};
  std::uint64_t taken_ = 0;
  std::uint64_t announced_ = 0;
  std::uint64_t written_ = 0;  ///< the doorbell of those who write by hand
  // mlx5's register, which is written only, and its doorbell records: that of what is sent has 16 bits of what is written.
  std::uint64_t register_ = 0;
  std::uint32_t records_[2] = {};
};

}  // namespace softverbs
