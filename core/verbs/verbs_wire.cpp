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

template <class T>
Handle<T> made(const Device& device, T* one, const std::string& call) {
  if (!one)
    refuse(Code::unavailable, fmt::format("{} on {}", call, device.name), errno,
           "a limit on locked memory (`ulimit -l`) is a common cause");
  return {one, {device.library}};
}

Handle<ibv_mr> region(const Device& device, ibv_pd* domain, std::span<unsigned char> memory, int access) {
  return made(device, device.library->reg_mr(domain, memory.data(), memory.size(), access),
              fmt::format("ibv_reg_mr of {} bytes", memory.size()));
}

Handle<ibv_cq> completions(const Device& device, std::uint32_t count) {
  return made(device, device.library->create_cq(device.context.get(), static_cast<int>(count), nullptr, nullptr, 0),
              fmt::format("ibv_create_cq of {} places", count));
}

}  // namespace

VerbsWire::VerbsWire(const Choice& choice, std::span<unsigned char> heap, const Job& job)
    : heap_(heap),
      job_(job),
      device_(choice),
      depths_(depths_on(device_, job.n_pes)),
      buffer_bytes_((message_bytes + job.eager_max + 63) / 64 * 64),
      buffers_(job.n_pes * (depths_.receives * buffer_bytes_ + depths_.sends * Sends::staged_bytes)),
      domain_(made(device_, device_.library->alloc_pd(device_.context.get()), "ibv_alloc_pd")),
      heap_region_(region(device_, domain_.get(), heap,
                          IBV_ACCESS_LOCAL_WRITE | IBV_ACCESS_REMOTE_WRITE | IBV_ACCESS_REMOTE_READ)),
      buffer_region_(region(device_, domain_.get(), buffers_, IBV_ACCESS_LOCAL_WRITE)),
      sent_(completions(device_, job.n_pes * depths_.sends)),
      received_(completions(device_, job.n_pes * depths_.receives)),
      limits_{WorkRequest::inline_bytes, std::min<std::uint64_t>(device_.port.max_msg_sz, message_max),
              job.eager_max} {
  const std::span<unsigned char> buffers(buffers_);
  const std::size_t of_receives = depths_.receives * buffer_bytes_;
  const std::size_t of_sends = depths_.sends * Sends::staged_bytes;
  peers_.reserve(job.n_pes);
  for (std::uint32_t i = 0; i < job.n_pes; ++i) {
    auto pair = make_queue_pair(device_, domain_.get(), sent_.get(), received_.get(), depths_);
    ibv_qp* const raw = pair.get();
    peers_.push_back({std::move(pair), Sends(raw, buffers.subspan(i * of_sends, of_sends), i),
                      Receives(raw, buffers.subspan(job.n_pes * of_sends + i * of_receives, of_receives),
                               depths_.receives, buffer_region_->lkey, std::uint64_t{i} << 32)});
  }
}

std::string VerbsWire::address() const {
  PeerAddress own;
  own.is_infiniband = device_.is_infiniband();
  own.lid = device_.port.lid;
  own.mtu = device_.port.active_mtu;
  own.reads_answered = reads_answered(device_);
  own.base = reinterpret_cast<std::uintptr_t>(heap_.data());
  own.key = heap_region_->rkey;
  own.heap_bytes = heap_.size();
  own.eager_max = limits_.eager_max;
  std::memcpy(own.gid.data(), device_.gid.raw, own.gid.size());
  for (const Peer& peer : peers_) own.queue_pairs.push_back(peer.pair->qp_num);
  return write(own);
}

void VerbsWire::connect(const std::vector<std::string>& addresses, Pe me) {
  if (addresses.size() != job_.n_pes || me.value >= addresses.size() || addresses[me.value] != address())
    throw Error(Code::failed,
                fmt::format("wire of PE {}: expected its own address among those of {} PEs, came {} without; were"
                            " they gathered in the order of the PEs?",
                            me.value, job_.n_pes, addresses.size()));
  for (std::uint32_t i = 0; i < addresses.size(); ++i) {
    const PeerAddress peer = read_address(addresses[i], Pe{i}, job_.n_pes);
    const auto same = [&](std::uint64_t came, std::uint64_t expected, const char* what) {
      if (came != expected)
        throw Error(Code::failed,
                    fmt::format("address of PE {}: expected {} {} as at PE {}, came {}; run all PEs with"
                                " the same settings on the same kind of network",
                                i, what, expected, me.value, came));
    };
    same(peer.is_infiniband, device_.is_infiniband(), "InfiniBand (1) or Ethernet (0)");
    same(peer.heap_bytes, heap_.size(), "a heap of bytes");
    same(peer.eager_max, limits_.eager_max, "eager bytes");
    verbs::connect(device_, peers_[i].pair.get(), peer, peer.queue_pairs[me.value], Pe{i});
    peers_[i].base = peer.base;
    peers_[i].key = static_cast<std::uint32_t>(peer.key);
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
  throw Error(
      Code::failed,
      fmt::format("what PE {} sent over {}: expected it to arrive, came \"{}\" ({}); do all PEs"
                  " run the same ginlab with the same settings?",
                  peer, device_.name, device_.library->wc_status_str(one.status), static_cast<int>(one.status)));
}

}  // namespace gin::verbs
