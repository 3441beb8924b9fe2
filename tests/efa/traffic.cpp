#include "tests/efa/traffic.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>

#include "core/run/apart.hpp"

namespace gin::test {
namespace {

/// A message by its number: what it is, and which bytes it has.
struct Message {
  Verb verb = Verb::write;
  std::uint32_t bytes = 0;
  std::uint64_t place = 0;  ///< of the bytes, in both heaps
};

/// One way of the traffic.
class Way {
 public:
  Way(Ends& ends, std::size_t from, std::uint64_t seed, std::uint32_t count)
      : ends_(ends), from_(from), to_(1 - from), seed_(seed), arrivals_(count), dones_(count), failed_(count) {
    Random random(derived_seed({seed, from}));
    const std::uint64_t room = Ends::part_bytes / count;  // each has a place of its own in every part
    for (std::uint32_t i = 0; i < count; ++i) {
      constexpr Verb verbs[] = {Verb::write, Verb::write_inline, Verb::read, Verb::send};
      const Verb verb = verbs[random.below(4)];
      const std::uint64_t most = verb == Verb::write_inline ? WorkRequest::inline_bytes
                                 : verb == Verb::send       ? 64
                                                            : room;
      messages_.push_back({verb, static_cast<std::uint32_t>(random.below(most + 1)), i * room});
      for (std::uint32_t at = 0; at < messages_.back().bytes; ++at) source_of(i)[at] = byte(i, at);
    }
  }

  bool post_next() {
    if (posted_ == messages_.size()) return false;
    const Message& message = messages_[posted_];
    WorkRequest request;
    request.verb = message.verb;
    request.peer = static_cast<std::uint16_t>(to_);
    request.bytes = message.bytes;
    request.has_immediate = message.verb != Verb::read;
    request.immediate = posted_ | (from_ == 0 ? 0 : 0x8000'0000u);
    const bool reads = message.verb == Verb::read;  // what the other end has to send of that number
    request.local = message.place + (reads ? 2 * Ends::part_bytes : 0);
    request.remote = message.place + (reads ? 0 : Ends::part_bytes);
    if (message.verb == Verb::write_inline) std::memcpy(request.payload, source_of(posted_), message.bytes);
    if (message.verb == Verb::send) {
      CpuMessage words;
      words.value = posted_;
      request.message = pack(words);
    }
    if (ends_.wire(from_).post(request, posted_) == Post::busy) return false;
    ++posted_;
    return true;
  }

  void done(const Done& done) {
    if (done.token >= posted_) return complain(fmt::format("told of {}, which was not posted", done.token));
    ++dones_[done.token];
    failed_[done.token] = done.status != CompletionStatus::ok;
    const Message& message = messages_[done.token];
    const unsigned char* const there = ends_.heap(to_) + message.place;
    const unsigned char* const here = ends_.heap(from_) + 2 * Ends::part_bytes + message.place;
    if (message.verb == Verb::read && !failed_[done.token] && std::memcmp(here, there, message.bytes) != 0)
      complain(fmt::format("read {} was told before its bytes were here", done.token));
  }
  void arrival(std::uint32_t number, const Arrival& arrival) {
    if (number >= posted_) return complain(fmt::format("immediate {} came, which was not sent", number));
    ++arrivals_[number];
    const Message& message = messages_[number];
    if (arrival.has_message != (message.verb == Verb::send))
      return complain(fmt::format("{} came as another kind", number));
    if (message.verb == Verb::send && (arrival.message.value != number || arrival.bytes.size() != message.bytes))
      return complain(fmt::format("message {} came as another", number));
    const unsigned char* const there =
        message.verb == Verb::send ? arrival.bytes.data() : ends_.heap(to_) + Ends::part_bytes + message.place;
    for (std::uint32_t at = 0; at < message.bytes; ++at)
      if (there[at] != byte(number, at))
        return complain(fmt::format("the immediate of {} came before its byte {}", number, at));
  }

  bool is_over(Failing failing) const {
    for (std::uint32_t i = 0; i < messages_.size(); ++i)
      if (dones_[i] == 0 || (arrivals_[i] == 0 && must_arrive(i, failing))) return false;
    return true;
  }
  std::string found(Failing failing) {
    for (std::uint32_t i = 0; i < messages_.size() && wrong_.empty(); ++i) {
      if (dones_[i] != 1) complain(fmt::format("{} was told {} times", i, dones_[i]));
      if (failed_[i] && failing == Failing::none) complain(fmt::format("{} ended with an error", i));
      if (arrivals_[i] > 1 || (arrivals_[i] == 0 && must_arrive(i, failing)))
        complain(fmt::format("{} arrived {} times", i, arrivals_[i]));
    }
    return wrong_;
  }

 private:
  bool must_arrive(std::uint32_t number, Failing failing) const {
    if (messages_[number].verb == Verb::read || failed_[number]) return false;
    return failing != Failing::with_others || std::ranges::find(failed_, 1) == failed_.end();
  }
  unsigned char byte(std::uint32_t number, std::uint32_t at) const {
    return static_cast<unsigned char>(derived_seed({seed_ * 2 + from_, number}) + at);
  }
  unsigned char* source_of(std::uint32_t number) { return ends_.heap(from_) + messages_[number].place; }
  void complain(std::string what) {
    if (wrong_.empty()) wrong_ = fmt::format("from end {}: {}", from_, what);
  }

  Ends& ends_;
  std::uint64_t from_;
  std::uint64_t to_;
  std::uint64_t seed_;
  std::uint32_t posted_ = 0;
  std::vector<Message> messages_;
  std::vector<int> arrivals_, dones_, failed_;
  std::string wrong_;
};

/// The provider closes no device at its process' end, and the next on its fabric, who would remove what is left, never comes.
void forget(const std::string& fabric) {
  std::error_code over;
  std::vector<std::filesystem::path> left;
  for (std::filesystem::directory_iterator at("/dev/shm", over), end; at != end; at.increment(over))
    if (at->path().filename().string().find("-" + fabric + "-") != std::string::npos) left.push_back(at->path());
  for (const std::filesystem::path& file : left) std::filesystem::remove(file, over);
}

}  // namespace

std::string on_devices(const SoftSettings& settings, const std::function<std::string()>& body) {
  static int bodies = 0;
  const std::string fabric = fmt::format("efatests{}n{}", ::getpid(), bodies++);
  const std::string said = apart([&] {
    // What libfabric 1.17 knows, unless the environment says more; and no other device of this machine is reached.
    ::setenv("SOFTVERBS_EFA", "7", 0);
    ::setenv("SOFTVERBS_FABRIC", fabric.c_str(), 1);
    for (const auto& [name, value] : settings) ::setenv(name.c_str(), value.c_str(), 1);
    return body();
  });
  forget(fabric);
  return said;
}

WirePlace tested_place(std::int64_t rails) {
  WirePlace place;
  place.nic.rails = rails;
  if (const char* const fabric = std::getenv("GINLAB_TEST_FABRIC")) place.nic.fabric = fabric;
  return place;
}

Ends::Ends(const WirePlace& place, int count) {
  std::vector<std::string> addresses;
  for (int i = 0; i < count; ++i) heaps_.emplace_back(heap_bytes);
  for (std::vector<unsigned char>& heap : heaps_) {
    wires_.push_back(std::make_unique<efa::EfaWire>(
        WireNeeds{.heap = heap, .eager_max = 64, .n_pes = static_cast<std::uint32_t>(count), .place = place}));
    addresses.push_back(wires_.back()->address());
  }
  for (std::uint32_t pe = 0; pe < wires_.size(); ++pe) wires_[pe]->connect(addresses, Pe{pe});
}

bool Ends::until(const std::function<bool()>& is_so) {
  const auto end = std::chrono::steady_clock::now() + patience;
  while (!is_so()) {
    if (std::chrono::steady_clock::now() > end) return false;
    look();
  }
  return true;
}

std::string traffic(Ends& ends, std::uint64_t seed, std::uint32_t count, Failing failing) {
  Way ways[] = {{ends, 0, seed, count}, {ends, 1, seed, count}};
  const auto is_over = [&] {
    for (std::size_t end = 0; end < 2; ++end) {
      while (ways[end].post_next()) {
      }
      for (Done done; ends.wire(end).next_done(done);) ways[end].done(done);
      for (Arrival arrival; ends.wire(end).next_arrival(arrival);)
        ways[arrival.immediate >> 31].arrival(arrival.immediate & 0x7fff'ffff, arrival);
    }
    return ways[0].is_over(failing) && ways[1].is_over(failing);
  };
  const bool all = ends.until(is_over);
  for (Way& way : ways)
    if (const std::string wrong = way.found(failing); !wrong.empty()) return wrong;
  return all ? "" : "it did not come to its end";
}

}  // namespace gin::test
