#include "core/verbs/verbs_wire.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cerrno>

#include "core/base/error.hpp"

namespace gin::verbs {
namespace {

// Work requests count their bytes in 32 bits.
constexpr std::uint64_t message_max = std::uint64_t{1} << 31;
// Enough for a target that looks a quarter of a millisecond late at a million messages a second.
constexpr std::uint32_t depth_max = 256;
// What many peers share: so many receives have buffers. A source that finds none waits for its timer, which is long beside a
// message; two PEs have more of them than operations under way.
constexpr std::uint32_t receives_in_all = 4096;
constexpr std::uint32_t depth_min = 16;

/// A power of two, as Sends wants it, that the device has room for on each of `n_pes` connections.
QueueDepths depths_on(const Device& device, std::uint32_t n_pes) {
  const auto most = [](int limit) { return static_cast<std::uint32_t>(std::max(limit, 0)); };
  const ibv_device_attr& has = device.attributes;
  const std::uint32_t room = std::min(most(has.max_qp_wr), most(has.max_cqe) / n_pes);
  if (room < depth_min || most(has.max_qp) < n_pes)
    throw Error(
        Code::unavailable,
        fmt::format("wire over {}: expected {} queue pairs of {} requests each, came {} queue pairs, {} requests"
                    " and {} completions a queue; use fewer PEs or another device",
                    device.name, n_pes, depth_min, has.max_qp, has.max_qp_wr, has.max_cqe));
  const std::uint32_t depth = std::bit_floor(std::min(room, depth_max));
  return {depth, std::clamp(receives_in_all / n_pes, depth_min, std::bit_floor(room))};
}

}  // namespace

VerbsWire::VerbsWire(const Choice& choice, const HeapMemory& heap, const Job& job)
    : job_(job),
      domain_(choice, heap, IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ),
      depths_(depths_on(domain_.device, job.n_pes)),
      buffer_bytes_((message_bytes + job.eager_max + 63) / 64 * 64),
      buffers_(job.n_pes * (depths_.receives * buffer_bytes_ + depths_.sends * Sends::staged_bytes)),
      buffer_region_(domain_.region(buffers_, IBV_ACCESS_LOCAL_WRITE)),
      sent_(domain_.completions(job.n_pes * depths_.sends)),
      received_(domain_.completions(job.n_pes * depths_.receives)),
      limits_{WorkRequest::inline_bytes, std::min<std::uint64_t>(domain_.device.port.max_msg_sz, message_max),
              job.eager_max} {
  const std::span<unsigned char> buffers(buffers_);
  const std::size_t of_receives = depths_.receives * buffer_bytes_;
  const std::size_t of_sends = depths_.sends * Sends::staged_bytes;
  peers_.reserve(job.n_pes);
  for (std::uint32_t i = 0; i < job.n_pes; ++i) {
    // A message, and what comes behind it.
    const PairShape shape{depths_, 2, WorkRequest::inline_bytes, IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ};
    auto pair = make_queue_pair(domain_.device, domain_.protection.get(), sent_.get(), received_.get(), shape);
    ibv_qp* const raw = pair.get();
    peers_.push_back({std::move(pair), Sends(raw, buffers.subspan(i * of_sends, of_sends), i),
                      Receives(raw, buffers.subspan(job.n_pes * of_sends + i * of_receives, of_receives),
                               depths_.receives, buffer_region_->lkey, std::uint64_t{i} << 32)});
  }
}

PeerAddress VerbsWire::own_address() const {
  PeerAddress own = domain_.address();
  own.eager_max = limits_.eager_max;
  for (const Peer& peer : peers_) own.queue_pairs.push_back(peer.pair->qp_num);
  return own;
}

void VerbsWire::connect(const std::vector<std::string>& addresses, Pe me) {
  const std::vector<PeerAddress> all = read_addresses(addresses, own_address(), me);
  for (std::uint32_t i = 0; i < all.size(); ++i) {
    verbs::connect(domain_.device, peers_[i].pair.get(), all[i], all[i].queue_pairs[me.value], Pe{i});
    peers_[i].base = all[i].base;
    peers_[i].key = static_cast<std::uint32_t>(all[i].key);
  }
}

void VerbsWire::open(const Arrived& one, Arrival& arrival) {
  Receives& receives = peers_[one.id >> 32].receives;
  const auto index = static_cast<std::uint32_t>(one.id);
  const unsigned char* from = receives.buffer(index);
  GIN_ASSERT(one.bytes >= message_bytes);
  PackedMessage packed;
  std::memcpy(&packed, from, message_bytes);
  arrival.message = unpack(packed);
  arrival.bytes.assign(from + message_bytes, from + one.bytes);
  receives.give_back(index);
}

/// A queue pair that has failed in one direction has in both: the device gives back its receives as flushed.
void VerbsWire::take_failed(const ibv_wc& one) {
  const std::uint64_t peer = one.wr_id >> 32;
  if (one.status == IBV_WC_WR_FLUSH_ERR) return peers_[peer].sends.break_off();
  throw Error(Code::failed,
              fmt::format("what PE {} sent over {}: expected it to arrive, came \"{}\" ({}); do all PEs"
                          " run the same ginlab with the same settings?",
                          peer, domain_.device.name, domain_.device.library->wc_status_str(one.status),
                          static_cast<int>(one.status)));
}

}  // namespace gin::verbs
