// The receives of one queue pair: as many buffers as its queue is deep, given back to the device a quarter at a time,
// because each call of it costs a doorbell. What arrives takes one, with bytes or without.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/verbs/library.hpp"

namespace gin::verbs {

class Receives {
 public:
  /// `buffers`: `count` of them, one behind the other, of a region with the key `key`. The id of the first is `first_id`.
  Receives(ibv_qp* pair, std::span<unsigned char> buffers, std::uint32_t count, std::uint32_t key,
           std::uint64_t first_id);

  unsigned char* buffer(std::uint32_t index) const { return reinterpret_cast<unsigned char*>(parts_[index].addr); }

  /// What lies in that buffer is not wanted any more.
  void give_back(std::uint32_t index) {
    requests_[index].next = owed_;
    owed_ = &requests_[index];
    if (++owed_count_ * 4 >= requests_.size()) post();
  }

 private:
  void post();

  ibv_qp* pair_;
  std::vector<ibv_recv_wr> requests_;
  std::vector<ibv_sge> parts_;
  ibv_recv_wr* owed_ = nullptr;
  std::size_t owed_count_ = 0;
};

}  // namespace gin::verbs
