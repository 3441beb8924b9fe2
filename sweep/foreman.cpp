#include "sweep/foreman.hpp"

#include <fmt/format.h>
#include <poll.h>
#include <sys/signalfd.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <utility>

#include "core/base/error.hpp"

namespace gin::sweep {
namespace {

using Clock = std::chrono::steady_clock;

constexpr int tick_ms = 100;
constexpr std::chrono::seconds join_within{60};
// The way to a worker and back is a thousandth of that, and a bar of progress shows no difference.
constexpr std::chrono::milliseconds short_point{50};

sigset_t interrupting() {
  sigset_t set;
  sigemptyset(&set);
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) sigaddset(&set, signal);
  return set;
}

}  // namespace

Foreman::Foreman(Options options, Calls calls) : options_(std::move(options)), calls_(std::move(calls)) {
  const sigset_t set = interrupting();
  sigprocmask(SIG_BLOCK, &set, nullptr);
  signals_ = signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

Foreman::~Foreman() {
  hands_.clear();
  if (signals_ >= 0) close(signals_);
  const sigset_t set = interrupting();
  sigprocmask(SIG_UNBLOCK, &set, nullptr);
}

SweepEnd Foreman::run() {
  const std::size_t wanted = std::min({options_.workers, options_.at_once_max, options_.points.size()});
  while (hands_.size() < wanted) {
    hands_.emplace_back();
    hands_.back().process = std::make_unique<WorkerProcess>(calls_.work);
  }
  while (busy() > 0 || (!options_.points.empty() && interrupts_ == 0)) {
    hand_out();
    wait();
    calls_.now_and_then();
    if (interrupts_ > 1) break;
  }
  if (interrupts_ == 0) dismiss();
  return interrupts_ == 0 ? SweepEnd::all_points : SweepEnd::interrupted;
}

std::size_t Foreman::busy() const {
  return static_cast<std::size_t>(
      std::ranges::count_if(hands_, [](const Hand& hand) { return !hand.points.empty(); }));
}

void Foreman::hand_out() {
  take_signals();  // also those that came since the last wait, while a line was taken down
  if (interrupts_ > 0) return;
  for (Hand& each : hands_)
    if (each.points.empty() && busy() < options_.at_once_max) hand(each);
  for (Hand& each : hands_)
    if (each.points.size() == 1 && each.quick) hand(each);
}

void Foreman::hand(Hand& to) {
  if (options_.points.empty()) return;
  if (to.points.empty()) to.since = Clock::now();
  to.points.push_back(options_.points.front());
  options_.points.pop_front();
  // Whoever is gone is found when its channel is read.
  static_cast<void>(to.channel().send(std::to_string(to.points.back())));
}

void Foreman::wait() {
  std::vector<pollfd> sockets = {{.fd = signals_, .events = POLLIN, .revents = 0}};
  for (Hand& hand : hands_) sockets.push_back({.fd = hand.channel().socket(), .events = POLLIN, .revents = 0});
  if (options_.meeting != nullptr) options_.meeting->watch(sockets);
  if (poll(sockets.data(), sockets.size(), tick_ms) <= 0) return;
  if (sockets.front().revents != 0) take_signals();
  const std::size_t hands = hands_.size();
  for (std::size_t i = 0; i < hands; ++i)
    if (sockets[i + 1].revents != 0) take(hands_[i]);
  std::erase_if(hands_, [](Hand& hand) { return !hand.channel().is_open(); });
  if (options_.meeting == nullptr) return;
  for (Meeting::Joined& joined : options_.meeting->step()) {
    hands_.emplace_back();
    hands_.back().remote = std::move(joined.channel);
    hands_.back().rank = joined.rank;
  }
}

void Foreman::take(Hand& hand) {
  const bool there = hand.channel().receive();
  while (!hand.points.empty()) {
    const auto line = hand.channel().take();
    if (!line) break;
    const std::size_t point = hand.points.front();
    hand.points.pop_front();
    const Clock::time_point now = Clock::now();
    hand.quick = now - std::exchange(hand.since, now) < short_point;
    if (there) hand_out();  // before anything else: the worker waits
    if (line->body.starts_with('{')) {
      calls_.done(point, line->body);
    } else {
      calls_.lost(point, line->body);
    }
  }
  if (!there) lose(hand);
}

void Foreman::lose(Hand& hand) {
  const bool is_rank = hand.process == nullptr;
  const std::string how = is_rank ? "" : hand.process->how_it_ended();
  if (is_rank) hand.remote.close();
  if (hand.points.empty()) {
    if (is_rank) return;
    throw Error(Code::failed, fmt::format("sweep: a worker process without a point is gone: {}", how));
  }
  const std::size_t point = hand.points.front();
  hand.points.pop_front();
  // What waited behind it never began.
  options_.points.insert(options_.points.begin(), hand.points.begin(), hand.points.end());
  hand.points.clear();
  if (!is_rank) {
    calls_.lost(point, fmt::format("its worker process is gone: {}", how));
    hand.quick = false;
    hand.process = options_.points.empty() ? nullptr : std::make_unique<WorkerProcess>(calls_.work);
    return;
  }
  // It was rather the rank's machine than the point, for a point that crashes ends a worker of that rank only.
  if (std::ranges::find(given_back_, point) == given_back_.end()) {
    given_back_.push_back(point);
    options_.points.push_front(point);
  } else {
    calls_.lost(point,
                fmt::format("rank {} went away while it ran this point, and so did another before", hand.rank));
  }
}

void Foreman::take_signals() {
  signalfd_siginfo signal{};
  while (read(signals_, &signal, sizeof signal) == sizeof signal) {
    if (++interrupts_ > 1) continue;
    std::size_t under_way = 0;
    for (const Hand& hand : hands_) under_way += hand.points.size();
    calls_.interrupted(under_way);
  }
}

/// Ranks that come when everything is done must not wait for a meeting that is over.
void Foreman::dismiss() {
  const Clock::time_point until = Clock::now() + join_within;
  while (options_.meeting != nullptr && !options_.meeting->complete() && interrupts_ == 0 && Clock::now() < until)
    wait();
  for (const Hand& hand : hands_)
    if (hand.remote.is_open()) static_cast<void>(hand.remote.send("end"));
}

}  // namespace gin::sweep
