#include "core/softverbs/efa/target.hpp"

#include <algorithm>
#include <mutex>
#include <numeric>
#include <utility>

#include "core/softverbs/efa/counter.hpp"

namespace softverbs::efa {

Answer DatagramTarget::carry_out(const Packet& packet, std::uint32_t queue_key) {
  if (const Answer answer = find(); answer != Answer::acknowledged) return answer;
  const std::lock_guard<RobustLock> guard(side_->lock);
  if (!is_numbered() || !side_->takes_packets() || side_->queue_key != queue_key) return Answer::no_pair;
  return arrive(packet);
}

Answer DatagramTarget::arrive(const Packet& packet) {
  const Request& request = packet.request;
  const bool is_unsolicited = side_->takes_unsolicited && !request.is_send();
  const bool takes_receive = request.takes_receive() && !is_unsolicited;
  const bool has_receive =
      side_->posted != side_->taken && !happens(settings()->not_ready, packet.attempt, Mishap::not_ready);
  if (takes_receive && !has_receive) return Answer::not_ready;
  if (happens(settings()->errors, packet.attempt, Mishap::error)) return Answer::remote_operational;
  const Answer answer =
      request.is_send()   ? receive(packet)
      : request.bytes > 0 ? move_in_any_order(packet)
      : is_counted() && !named_by(request)
          ? Answer::remote_access  // what is counted has to name memory (aws-ofi-nccl (2026), read in source)
          : Answer::acknowledged;
  if (answer != Answer::acknowledged) return answer;
  if (!request.is_send() && request.has_immediate())
    complete(packet, takes_receive ? side_->receive(side_->taken++).id : 0, IBV_WC_SUCCESS, is_unsolicited);
  count(request);
  return answer;
}

/// Behind what the request has moved.
void DatagramTarget::count(const Request& request) {
  const std::uint64_t counter = side_->counters[place(request.is_send()    ? younger::receives
                                                      : request.is_write() ? younger::writes_by_peers
                                                                           : younger::reads_by_peers)];
  if (counter != 0) peer_->at<CounterWords>(counter)->count(true, process_, *nic_);
}

/// Packets of one write take many ways, and nothing is promised of bytes before all are there (fi_efa(7): only 128 bytes that are
/// aligned come in order, and only where a program asked for it). So where the weather is bad the pieces come in an order of their own.
Answer DatagramTarget::move_in_any_order(const Packet& packet) {
  constexpr std::uint64_t aligned = 128, most = 16;
  const std::uint64_t bytes = packet.bytes.bytes;
  const std::uint64_t each = std::max(aligned, (bytes / most + aligned - 1) / aligned * aligned);
  const std::uint64_t count = (bytes + each - 1) / each;
  if (settings()->reorder == 0 || count < 2 || !packet.request.is_write()) return move(packet);
  std::uint64_t order[most + 1];
  std::iota(order, order + count, 0);
  for (std::uint64_t left = count; left > 1; --left) {
    Attempt one = packet.attempt;
    one.before = static_cast<std::uint32_t>(left);
    std::swap(order[left - 1], order[draw(settings()->seed, one, Mishap::pieces) % left]);
  }
  const Regions::Entry* entry = named_by(packet.request);
  if (!entry) return Answer::remote_access;
  for (std::uint64_t i = 0; i < count; ++i) {
    const std::uint64_t from = order[i] * each;
    iovec memory[pieces_max];
    const Place place = process_.place(address_, *entry, packet.request.remote + from);
    if (!copy_to(place, part_of(packet.bytes, from, std::min(each, bytes - from), memory)))
      return Answer::remote_operational;
  }
  return Answer::acknowledged;
}

}  // namespace softverbs::efa
