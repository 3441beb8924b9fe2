// Sends and receives in any order, from any peers with any tags: the oldest of both sides meet, and what waits is
// as it came.
#include "core/fabric/matching.hpp"

#include <map>

#include "tests/fuzz/finding.hpp"
#include "tests/fuzz/target.hpp"

namespace gin::fuzz {
namespace {

using Name = std::pair<std::uint32_t, std::uint64_t>;  // peer and tag
using Waiting = std::map<Name, std::deque<std::uint64_t>>;

Arrival send(const Name& name, std::uint64_t id) {
  Arrival arrival;
  arrival.source = Pe{name.first};
  arrival.has_message = true;
  arrival.message = {MessageKind::eager, Amo::set, id, ~id, name.second, id % 5};
  arrival.bytes.assign(id % 5, static_cast<unsigned char>(id));
  return arrival;
}

bool same(const Arrival& a, const Arrival& b) {
  return a.source == b.source && a.has_message == b.has_message && a.message == b.message && a.bytes == b.bytes;
}

std::size_t size(const Waiting& waiting) {
  std::size_t all = 0;
  for (const auto& [name, ids] : waiting) all += ids.size();
  return all;
}

/// The id that `name` must meet, taken out; false where nobody waits.
bool oldest(Waiting& waiting, const Name& name, std::uint64_t& id) {
  std::deque<std::uint64_t>& ids = waiting[name];
  if (ids.empty()) return false;
  id = ids.front();
  ids.pop_front();
  return true;
}

}  // namespace

int matching(Input input) {
  Numbers numbers(input);
  Matching matching;
  Waiting sends, receives;
  for (std::uint64_t id = 0; !numbers.empty(); ++id) {
    const std::uint64_t how = numbers.take(1);
    // Few names, or nothing would ever meet; now and then one that nobody else has.
    const Name name{static_cast<std::uint32_t>(how >> 1 & 1), (how & 0xf0) == 0 ? numbers.take() : how >> 2 & 1};
    std::uint64_t met = 0;
    if ((how & 1) != 0) {
      Arrival arrival = send(name, id);
      const auto receive = matching.arrive(arrival);
      must(receive.has_value() == oldest(receives, name, met),
           "a send meets a receive that waits for it, else waits");
      must(!receive || receive->cookie == met, "a send meets the oldest receive of its peer and tag");
      must(!receive || same(arrival, send(name, id)), "a send that meets is left as it came");
      if (!receive) sends[name].push_back(id);
    } else {
      const auto arrival = matching.post({Pe{name.first}, name.second, id * 64, 64, id});
      must(arrival.has_value() == oldest(sends, name, met), "a receive meets a send that waits for it, else waits");
      must(!arrival || same(*arrival, send(name, met)), "a receive meets the oldest send, as it came");
      if (!arrival) receives[name].push_back(id);
    }
    must(matching.sends_waiting() == size(sends) && matching.receives_waiting() == size(receives),
         "what waits is what has not met");
  }
  return 0;
}

}  // namespace gin::fuzz
