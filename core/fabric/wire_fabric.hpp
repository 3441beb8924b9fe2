// The protocol engine: a fabric over any wire (docs/decisions/006, 007, 024). Where order or atomics are missing,
// operations that change a target's memory take numbers; each of their messages says in its immediate which number,
// and how many there are; the target's CPU counts, carries signals and atomics out, and acknowledges by the stack's
// rule. Where a wire keeps order and has atomics, its own completion is enough.
//
// One for each CPU thread of a PE. Over a wire between processes, threads of the same index talk to each other: a send
// meets a receive only if both went through threads of one index, so two-sided programs have one thread per PE or give
// both ends of a pair the same ring. Threads that share a NIC match for each other.
//
// Handlers of arrivals and completions never post: what they want to send waits until flush(). Whoever posts from a
// handler meets himself when the wire is busy.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "core/base/fifo.hpp"
#include "core/base/planted.hpp"
#include "core/device/environment.hpp"
#include "core/device/memory_word.hpp"
#include "core/device/requests.hpp"
#include "core/fabric/matching.hpp"
#include "core/fabric/slots.hpp"
#include "core/fabric/stream_state.hpp"
#include "core/fabric/wire.hpp"
#include "core/fabric/wire_rules.hpp"
#include "core/fabric/wire_setup.hpp"

namespace gin {

/// An environment that keeps no time, counts nothing and lets nobody sleep.
struct NoEnv {};

template <Wire W, class Env>
class WireFabric {
 public:
  /// `env`: of the thread that uses it. `matching` is shared by all threads of the PE that share its NIC.
  WireFabric(Env& env, W& wire, Matching& matching, const WireFabricSetup& setup);

  Post post(const Posting& posting);
  bool wants_doorbell() const {
    if constexpr (RungWire<W>)
      return wire_.wants_doorbell();
    else
      return false;
  }
  void ring_doorbell() {
    if constexpr (RungWire<W>) wire_.ring_doorbell();
  }
  bool progress();
  void request_completions();
  std::size_t poll(std::span<Completion> out);

  /// How operations become work requests here; agents go by the same rules.
  const PostRules& rules() const { return setup_.post; }
  /// Nothing of this PE is under way or waits to be sent.
  bool idle() const { return slots_.used() == 0 && done_.empty() && answers_.empty() && speakers_.empty(); }

 private:
  enum class Kind : std::uint8_t {
    plain,     ///< done when the wire is, or the target has acknowledged its number, or both
    fetches,   ///< waits for `fetched`
    ready,     ///< a long send: waits for `finished`
    receives,  ///< waits for a send and its bytes
    reads,     ///< the bytes of a matched long send; belongs to a receive
    holds,     ///< data that its signal waits for
  };
  struct Entry {
    Kind kind = Kind::plain;
    bool answered = false;
    bool failed = false;      ///< and has been told so; more of it may still come
    std::uint32_t waits = 0;  ///< completions, acknowledgements and answers still to come
    std::uint32_t stream = 0;
    Pe peer = {};
    std::uint64_t tag = 0;
    std::uint64_t receive = 0;  ///< of reads: what this PE calls the receive
    std::uint64_t theirs = 0;   ///< of reads: what the sender calls its send
    std::uint64_t local = 0;    ///< of fetches: where the old value goes
  };
  /// What an operation is called here and at its target, and how many of its requests the wire has taken.
  struct Sending {
    std::uint32_t slot = 0;
    std::uint32_t number = 0;
    std::uint32_t next = 0;
    bool has_begun = false;   ///< it has its number
    std::uint64_t token = 0;  ///< of its requests
  };
  struct Waiting {
    Operation operation;
    Sending sending;
  };
  /// An answer, or an acknowledgement: a request that completes no operation.
  struct Answer {
    WorkRequest request;
    std::uint32_t number = 0;  ///< of the operation, where it is recorded
  };
  struct StreamName {
    Pe peer;
    std::uint32_t stream = 0;
  };
  struct DoneRange {
    StreamName of;
    std::uint32_t first = 0;
    std::uint32_t count = 1;
  };
  /// Bytes of this PE's heap, changed for an operation of that number, where it is recorded.
  struct Landing {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 8;
    std::uint32_t number = 0;
  };
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};  ///< the slot of what completes no operation
  static constexpr std::size_t arrivals_a_look = 16;

  // Tokens are slots, or say in which stream a request is that completes no operation.
  static constexpr std::uint64_t of_nobody = std::uint64_t{1} << 63;
  static constexpr std::uint64_t token_of(const StreamName& of) {
    return of_nobody | std::uint64_t{of.stream} << 32 | of.peer.value;
  }
  static constexpr StreamName stream_in(std::uint64_t token) {
    return {Pe{static_cast<std::uint32_t>(token)}, static_cast<std::uint32_t>(token >> 32) & 0x7fffffff};
  }

  // A wire of one's own leaves no choice, and costs none.
  bool shares_nic() const {
    if constexpr (SharedWire<W>)
      return setup_.shares_nic;
    else
      return false;
  }
  bool by_question() const { return !shares_nic() || setup_.acknowledging == Acknowledging::when_asked; }
  std::uint32_t stream_of(std::uint32_t lane) const {
    if constexpr (SharedWire<W>)
      return setup_.streams.of_lane(lane);
    else
      return 0;
  }
  std::uint32_t streams_per_peer() const {
    if constexpr (SharedWire<W>)
      return setup_.streams.all();
    else
      return 1;
  }
  std::uint32_t index_of(const StreamName& of) const { return of.peer.value * streams_per_peer() + of.stream; }
  StreamState& stream(const StreamName& of) {
    if (!streams_.empty()) [[likely]]
      if (StreamState* const known = streams_[index_of(of)].get()) [[likely]]
        return *known;
    return make_stream(of);
  }
  StreamState& make_stream(const StreamName& of);
  bool is_broken(const StreamName& of) const {
    return !streams_.empty() && streams_[index_of(of)] && streams_[index_of(of)]->broken;
  }
  /// That of what this thread says by itself.
  StreamName own(Pe peer) const { return {peer, stream_of(0)}; }

  // Its CPU writes there. In virtual time that takes time, and whoever waits for the bytes is told.
  template <class Write>
  std::uint64_t change_word(const Landing& landing, Write write);
  template <class Write>
  void change_bytes(const Landing& landing, Write write);

  // Sending (wire_sending.hpp).
  void post_here(const Operation& operation, std::uint64_t tag);
  Post hold(const Operation& operation, Entry& entry);
  void ask_for_value(Operation fetch, Entry& entry);
  bool is_numbered(const Operation& operation) const {
    return operation.op == Op::send ? setup_.post.numbered : takes_number(operation, setup_.post);
  }
  bool has_room(const Operation& operation, std::uint32_t stream);
  void start(const Operation& operation, std::uint32_t slot);
  void begin(const Operation& operation, Sending& sending);
  bool send(const Operation& operation, Sending& sending, bool was_refused);
  bool hand(const WorkRequest& request, std::uint64_t token, const Dispatch& dispatch, Count as);
  bool hand(const Answer& answer, Count as);
  bool flush();
  bool flush_backlog();

  // Completing (wire_completing.hpp).
  bool take_done();
  void one_less(std::uint32_t slot);
  void finish(std::uint32_t slot);
  void complete(const Entry& entry, CompletionStatus status) { done_.push({entry.tag, status}); }
  void break_off(const StreamName& of, std::uint32_t slot, CompletionStatus status);
  void fail(std::uint32_t slot, CompletionStatus status);

  // What two CPUs tell each other of numbers (wire_numbers.hpp).
  void ask(const StreamName& of) {
    stream(of).asks = true;
    speak(of);
  }
  /// Whoever waits for what is done is told of it, if there is enough to say.
  void answer_if_due(const StreamName& of, StreamState& known) {
    if (!known.heard.answer_due(setup_.window)) return;
    known.answers = true;
    speak(of);
  }
  void speak(const StreamName& of) {
    if (!std::exchange(stream(of).speaking, true)) speakers_.push(of);
  }
  bool say(const StreamName& of);
  void heard_question(const Arrival& arrival);
  void heard_answer(const Arrival& arrival);
  void note_done(const StreamName& of, std::uint32_t number);
  void acknowledge_ranges();
  void heard_range(const Arrival& arrival, const Immediate& range);
  WorkRequest unnumbered(const CpuMessage& message, Pe peer) const;

  // Sends and receives (wire_two_sided.hpp).
  void post_receive(const Operation& operation, std::uint64_t tag);
  void send_here(const Operation& operation, std::uint64_t tag);
  void send_near(const Operation& operation, std::uint64_t tag);
  bool is_near(Pe peer) const {
    if constexpr (SharedWire<W>)
      return shares_nic() && wire_.is_near(peer);
    else
      return false;
  }
  CpuMessage message_of_send(const Operation& operation, std::uint32_t slot);
  WorkRequest send_request(const Operation& operation, const Sending& sending);
  std::uint32_t begin_beside(const Operation& operation, std::uint64_t tag, Kind kind);
  Arrival told_of(const Operation& operation, std::uint32_t slot);
  void matched(Arrival& arrival) {
    if (const auto wanted = matching_.arrive(arrival)) receive(*wanted, arrival);
  }
  void receive(const PostedReceive& receive, const Arrival& arrival);
  void finished(std::uint64_t id);

  // What arrives (wire_arriving.hpp).
  void handle(Arrival& arrival);
  void count(Arrival& arrival, const Immediate& immediate);
  void done(const StreamName& of, std::uint32_t number, Arrival* arrival);
  void carry_out(Arrival& arrival, const StreamName& of, std::uint32_t number);
  /// A fetched value has come, for the word at `offset`.
  void land(std::uint64_t offset, const Arrival& arrival) {
    change_word({offset, 8, arrival.number},
                [&] { return store_value(setup_.heap + offset, arrival.message.value, 8), 0; });
  }
  void heard_unnumbered(const Arrival& arrival);
  void check(const Arrival& arrival, const Immediate& immediate) const;
  bool in_heap(std::uint64_t offset, std::uint64_t bytes) const {
    return bytes <= setup_.heap_bytes && offset <= setup_.heap_bytes - bytes;
  }
  [[noreturn]] void refuse(const Arrival& arrival, const std::string& expected, const std::string& came) const;

  Env& env_;
  W& wire_;
  Matching& matching_;
  WireFabricSetup setup_;
  std::uint32_t own_immediate_ = 0;   ///< of unnumbered messages: whom they are from
  std::vector<unsigned char*> here_;  ///< as `execute` wants heaps: only this PE's is ever asked for
  std::vector<std::unique_ptr<StreamState>> streams_;  ///< by peer, then stream; made when something is to be kept
  Slots<Entry> slots_;
  std::vector<Operation> held_;  ///< signals, by the slot of their data
  Fifo<Completion> done_;        ///< what poll() has not told yet
  Fifo<Answer> answers_;
  Fifo<StreamName> speakers_;  ///< those with a question or an answer to be sent
  Fifo<Waiting> backlog_;
  std::vector<StreamName> unasked_;  ///< those with writes that nobody has asked for
  std::vector<DoneRange> ranges_;    ///< carried out and not acknowledged
  Arrival arrival_;                  ///< keeps the memory of its bytes
};

}  // namespace gin

#include "core/fabric/wire_arriving.hpp"
#include "core/fabric/wire_completing.hpp"
#include "core/fabric/wire_numbers.hpp"
#include "core/fabric/wire_sending.hpp"
#include "core/fabric/wire_two_sided.hpp"
