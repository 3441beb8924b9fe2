#include "models/cost/polling_thread.hpp"

#include <algorithm>

namespace gin::models::cost {

PollingThread::PollingThread(const ProxyPathCosts& proxy, std::int64_t rings, Looks looks)
    : poll_ring_(proxy.poll_ring),
      poll_completions_(proxy.poll_completions),
      round_(poll_round(proxy, rings)),
      rings_(rings),
      looks_(looks) {}

Duration PollingThread::next_look(std::int64_t station, Duration when) const {
  const Duration soonest = std::max(now(), when);
  if (looks_ == Looks::best || round_ == Duration{}) return soonest;
  if (looks_ == Looks::worst) return soonest + round_;
  // The completions come after the last ring and before the first one.
  const std::int64_t rings_before = std::min(station + 1, rings_) - station_;
  Duration first = poll_ring_ * (station >= station_ ? rings_before : rings_ + rings_before);
  if (station == rings_ || station < station_) first += poll_completions_;
  const Duration look = now() + first;
  if (when <= look) return look;
  const Duration late = when - look;
  return look + round_ * (late.ps / round_.ps + (late.ps % round_.ps > 0 ? 1 : 0));
}

void PollingThread::find(std::int64_t station, const Itemised& came) {
  const Duration when = came.total();
  const Duration look = next_look(station, when);
  // After a round of looks in vain it sleeps.
  if (when > now() + round_) chain_ = came;
  chain_.add("proxy.poll_grid", look - now());
  station_ = station == rings_ ? 0 : station + 1;
}

}  // namespace gin::models::cost
