#include "models/cost/launch.hpp"

namespace gin::models::cost {
namespace {

/// Memory is read and written once; a port passes the bytes once.
Itemised transferred(const Profile& p, CopyTo to, Bytes bytes) {
  if (to == CopyTo::peer) return Itemised().add("nvlink.transfer", RateClock{p.nvlink.write}.take(bytes));
  return Itemised().add("memory.transfer", RateClock{p.gpu.hbm}.take({bytes.count * 2}));
}

}  // namespace

Itemised kernels(const HostProfile& host, Submission submission, std::int64_t kernels, Duration each) {
  Itemised cost;
  cost.add("host.launch", host.launch).add("host.stream_start", host.start).add("kernel", each);
  // A stream that is behind the CPU goes on after the gap; one that is ahead waits for the next launch.
  const bool one_by_one = submission == Submission::stream;
  const Duration turn = host.gap + each;
  const std::int64_t others = kernels - 1;
  if (one_by_one && host.launch > turn) return cost.add("host.launch", host.launch * others);
  return cost.add("host.stream_gap", host.gap * others).add("kernel", each * others);
}

Itemised synchronised(const HostProfile& host, Submission submission, std::int64_t count, Duration each) {
  return kernels(host, submission, count, each).add("host.synchronise", host.synchronise);
}

Itemised copy(const Profile& p, CopyTo to, Bytes bytes) {
  return Itemised()
      .add("host.launch", p.host.launch)
      .add("host.stream_start", p.host.start)
      .add(transferred(p, to, bytes));
}

Itemised triggered_copy(const Profile& p, CopyTo to, Bytes bytes) {
  return Itemised()
      .add("host.trigger", p.host.trigger)
      .add(transferred(p, to, bytes))
      .add("host.trigger", p.host.trigger);
}

}  // namespace gin::models::cost
