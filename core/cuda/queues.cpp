#include "core/cuda/queues.hpp"

namespace gin::gpu {

Queues::Queues(std::uint32_t count, std::uint32_t depth, std::uint64_t first)
    : slots_(std::size_t{count} * depth * sizeof(WorkRequest)),
      host_(count * sizeof(HostSide)),
      words_(count * sizeof(QueueGpuWords)) {
  const std::vector<QueueGpuWords> begin(count, words_from(first));
  words_.write(begin.data(), count * sizeof(QueueGpuWords));
  for (std::uint32_t i = 0; i < count; ++i) {
    HostSide& host = host_.as<HostSide>()[i];
    host = {{first}, record_of(first - 1)};
    auto* const words = reinterpret_cast<QueueGpuWords*>(words_.data()) + i;
    all_.push_back(
        {slots_.as<WorkRequest>() + std::size_t{i} * depth, words, &host.words, depth, depth, {&host.record}});
  }
}

bool Queues::are_complete() const {
  for (const Memory& queue : all_) {
    const std::uint32_t record = load<Order::acquire>(*queue.nic.record);  // with it comes what was fetched
    const std::uint64_t announced = load<Order::relaxed>(queue.host->announced);
    if (status_of(record) == CompletionStatus::ok && record != record_of(announced - 1)) return false;
  }
  return true;
}

}  // namespace gin::gpu
