#include "core/ofi/probe.hpp"

#include <fmt/format.h>

#include <chrono>

#include "core/base/error.hpp"
#include "core/ofi/ofi_wire.hpp"

namespace gin::ofi {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::chrono::seconds limit{2};  // of one operation; connections of TCP take a millisecond

/// Two ends of a wire in this process, and what is done between them.
class Trial {
 public:
  explicit Trial(const Provider& provider) : one_(provider, ours_, eager), two_(provider, theirs_, eager) {
    const std::vector<std::string> addresses = {one_.address(), two_.address()};
    one_.connect(addresses, Pe{0});
    two_.connect(addresses, Pe{1});
  }

  Probed write(Verb verb, std::uint32_t bytes) {
    WorkRequest request = to_peer(verb);
    request.bytes = bytes;
    for (std::uint32_t i = 0; i < bytes; ++i) {
      ours_[i] = static_cast<unsigned char>(sample + i);
      if (verb == Verb::write_inline) request.payload[i] = ours_[i];
      theirs_[far + i] = 0;
    }
    Probed found = carry_out(request, true);
    for (std::uint32_t i = 0; found.works && i < bytes; ++i)
      if (theirs_[far + i] != ours_[i]) found = {false, "the immediate came before its bytes"};
    return found;
  }

  Probed read() {
    WorkRequest request = to_peer(Verb::read);
    request.has_immediate = false;
    request.bytes = 8;
    theirs_[far] = sample;
    ours_[0] = 0;
    Probed found = carry_out(request, false);
    if (found.works && ours_[0] != sample) found = {false, "it was done before the bytes were there"};
    return found;
  }

  Probed send() {
    WorkRequest request = to_peer(Verb::send);
    CpuMessage message;
    message.value = sample;
    request.message = pack(message);
    request.bytes = eager;
    Probed found = carry_out(request, true);
    if (found.works && (arrival_.message != message || arrival_.bytes.size() != eager))
      found = {false, "another message came than was sent"};
    return found;
  }

  /// Something did not end.
  bool is_stuck() const { return is_stuck_; }

 private:
  static constexpr unsigned char sample = 0x5a;
  static constexpr std::uint64_t far = 64;
  static constexpr std::uint32_t eager = 256;

  static WorkRequest to_peer(Verb verb) {
    WorkRequest request;
    request.verb = verb;
    request.peer = 1;
    request.remote = far;
    request.has_immediate = true;
    request.immediate = 0xfedcba98;
    return request;
  }

  Probed carry_out(const WorkRequest& request, bool arrives) {
    if (is_stuck_) return {false, "not tried, for what was tried before it did not end"};
    const Clock::time_point end = Clock::now() + limit;
    bool posted = false;
    bool done = false;
    bool arrived = !arrives;
    try {
      while (!(posted && done && arrived)) {
        if (Clock::now() > end) {
          is_stuck_ = true;
          const char* last = posted ? (done ? "it was said to be done" : "it was accepted") : "it was asked for";
          return {false, fmt::format("nothing happened for {} s after {}", limit.count(), last)};
        }
        Done told;
        if (!posted) posted = one_.post(request, 7) == Post::accepted;
        one_.progress();
        two_.progress();
        if (one_.next_done(told)) {
          if (told.status != CompletionStatus::ok)
            return {false, fmt::format("it ended with \"{}\"", name(told.status))};
          done = true;
        }
        if (two_.next_arrival(arrival_)) {
          if (arrived || arrival_.immediate != request.immediate)
            return {false, "another immediate came than was sent"};
          arrived = true;
        }
      }
    } catch (const Error& error) {
      return {false, error.what()};
    }
    return {true, {}};
  }

  alignas(64) unsigned char ours_[4096] = {};
  alignas(64) unsigned char theirs_[4096] = {};
  OfiWire one_;
  OfiWire two_;
  Arrival arrival_;
  bool is_stuck_ = false;
};

}  // namespace

Capabilities probe(const Provider& provider) {
  auto trial = std::make_unique<Trial>(provider);
  Capabilities found;
  found.write = trial->write(Verb::write, 8);
  found.write_inline = trial->write(Verb::write_inline, 8);
  found.read = trial->read();
  found.send = trial->send();
  // Last: a provider that loses it leaves nothing behind for the others to trip over.
  found.empty_write = trial->write(Verb::write, 0);
  // A provider may wait for what did not end when it is closed (efa of 1.17, for ever).
  if (trial->is_stuck()) static_cast<void>(trial.release());
  return found;
}

void require(const Capabilities& capabilities, const Provider& provider) {
  const auto check = [&](const Probed& probed, const char* what) {
    if (!probed.works)
      throw Error(Code::unavailable,
                  fmt::format("wire over {}: expected {} to work, came: {}; choose another provider",
                              title_of(provider), what, probed.why));
  };
  check(capabilities.write, "a write with four bytes for the target's CPU");
  check(capabilities.write_inline, "an inline write with four bytes for the target's CPU");
  check(capabilities.read, "a read");
  check(capabilities.send, "a message");
  check(capabilities.empty_write, "four bytes for the target's CPU without a payload");
}

}  // namespace gin::ofi
