// A wire made as strict as EFA, whatever is below: requests go out late and in any order, so bytes are read late
// and written in any order; what arrives and what is done is told in any order; messages and inline payloads are
// short, and posts are refused now and then. What runs on it does not lean on a provider that happens to be kinder.
//
// Everything is drawn from one seed, and nothing is held for ever: each thing held counts calls of `progress`.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "core/base/assert.hpp"
#include "core/base/random.hpp"
#include "core/base/refusal.hpp"
#include "core/fabric/wire.hpp"

namespace gin {

struct DegradedSetup {
  std::uint64_t seed = 1;
  std::uint64_t message_max = 8192;  ///< about one packet of EFA (fi_efa.7: messages of efa-direct)
  std::uint32_t held_max = 32;       ///< requests, and arrivals, that are held back at a time
  std::uint32_t delay_max = 8;       ///< calls of progress that most of them are held for
  std::uint32_t rare_of_64 = 1;      ///< so many of 64 are held for longer
  std::uint32_t rare_max = 400;      ///< calls of progress that those are held for
  std::uint32_t busy_of_16 = 1;      ///< so many posts of 16 are refused
  std::int64_t refused = 0;          ///< the request that its target refuses (Refusal)
};

template <Wire W>
class Degraded {
 public:
  Degraded(W& below, const DegradedSetup& setup)
      : below_(below), setup_(setup), random_(setup.seed), refusal_(setup.refused) {
    GIN_ASSERT(setup.message_max >= message_bytes && setup.held_max > 0 && setup.busy_of_16 < 16);
  }

  WireLimits limits() const {
    WireLimits limits = below_.limits();
    limits.inline_max = std::min<std::uint64_t>(limits.inline_max, WorkRequest::inline_bytes);
    limits.message_max = std::min(limits.message_max, setup_.message_max);
    limits.eager_max = std::min(limits.eager_max, setup_.message_max - message_bytes);
    return limits;
  }

  Post post(const WorkRequest& request, std::uint64_t token) {
    if (requests_.size() >= setup_.held_max || random_.chance({setup_.busy_of_16, 16})) return Post::busy;
    if (refusal_.is_due())
      done_.push_back({delay(), {token, CompletionStatus::remote_access}});
    else
      requests_.push_back({delay(), {request, token}});
    return Post::accepted;
  }

  bool progress() {
    age(requests_);
    age(arrivals_);
    age(done_);
    bool any = post_due();
    any |= below_.progress();
    Arrival arrival;
    while (arrivals_.size() < setup_.held_max && below_.next_arrival(arrival)) {
      arrivals_.push_back({delay(), std::move(arrival)});
      any = true;
    }
    for (Done done; below_.next_done(done); any = true) done_.push_back({delay(), done});
    return any || !requests_.empty() || !arrivals_.empty() || !done_.empty();
  }

  bool next_arrival(Arrival& arrival) { return take_due(arrivals_, arrival); }
  bool next_done(Done& done) { return take_due(done_, done); }

 private:
  template <class T>
  struct Held {
    std::uint64_t looks = 0;  ///< calls of progress still to come
    T what;
  };
  struct Request {
    WorkRequest request;
    std::uint64_t token = 0;
  };

  /// What even delays seldom show, a few that are hundreds of times longer show soon.
  std::uint64_t delay() {
    const bool is_rare = random_.chance({setup_.rare_of_64, 64});
    return random_.below(std::uint64_t{is_rare ? setup_.rare_max : setup_.delay_max} + 1);
  }
  template <class T>
  static void age(std::vector<Held<T>>& held) {
    for (Held<T>& one : held) one.looks -= one.looks > 0 ? 1 : 0;
  }
  /// One that has been held for long enough, by chance.
  template <class T>
  std::optional<std::size_t> any_due(const std::vector<Held<T>>& held) {
    if (held.empty()) return std::nullopt;
    const std::size_t first = random_.below(held.size());
    for (std::size_t i = 0; i < held.size(); ++i)
      if (const std::size_t at = (first + i) % held.size(); held[at].looks == 0) return at;
    return std::nullopt;
  }
  template <class T>
  static T take(std::vector<Held<T>>& held, std::size_t at) {
    std::swap(held[at], held.back());
    T what = std::move(held.back().what);
    held.pop_back();
    return what;
  }
  template <class T>
  bool take_due(std::vector<Held<T>>& held, T& what) {
    const std::optional<std::size_t> due = any_due(held);
    if (due) what = take(held, *due);
    return due.has_value();
  }
  bool post_due() {
    bool any = false;
    for (auto due = any_due(requests_); due; due = any_due(requests_)) {
      const Request& next = requests_[*due].what;
      if (below_.post(next.request, next.token) == Post::busy) break;
      take(requests_, *due);
      any = true;
    }
    return any;
  }

  W& below_;
  DegradedSetup setup_;
  Random random_;
  Refusal refusal_;
  std::vector<Held<Request>> requests_;
  std::vector<Held<Arrival>> arrivals_;
  std::vector<Held<Done>> done_;
};

}  // namespace gin
