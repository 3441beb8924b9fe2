// A fabric over any wire (docs/decisions/007). Operations that change a target's memory take numbers; each of their
// messages says in its immediate who sent it, which number, and how many there are; the target's CPU counts,
// carries signals and atomics out, and acknowledges when it is asked or a quarter of the window is done.
//
// One for each proxy thread of a PE. Threads of the same index on all PEs talk to each other, on wires of their
// own: a send meets a receive only if both went through threads of one index, so two-sided programs have one thread
// per PE or give both ends of a pair the same ring.
//
// Handlers of arrivals and completions never post: what they want to send waits until flush(). Whoever posts from a
// handler meets himself when the wire is busy.
#pragma once

#include <string>
#include <vector>

#include "core/base/fifo.hpp"
#include "core/base/planted.hpp"
#include "core/device/environment.hpp"
#include "core/device/requests.hpp"
#include "core/fabric/heard_numbers.hpp"
#include "core/fabric/matching.hpp"
#include "core/fabric/numbered_setup.hpp"
#include "core/fabric/sent_numbers.hpp"
#include "core/fabric/slots.hpp"
#include "core/fabric/wire.hpp"
#include "core/fabric/wire_rules.hpp"

namespace gin {

/// An environment that keeps no time, counts nothing and lets nobody sleep.
struct NoEnv {};

template <Wire W, class Env>
class NumberedFabric {
 public:
  /// `env`: of the thread that uses it. Throws Error(unavailable) where the wire or so many PEs cannot carry this.
  NumberedFabric(Env& env, W& wire, Matching& matching, const NumberedSetup& setup);

  Post post(const Posting& posting);
  bool wants_doorbell() const { return false; }
  void ring_doorbell() {}
  bool progress();
  void request_completions();
  std::size_t poll(std::span<Completion> out);

  /// How operations become work requests here; agents go by the same rules.
  const PostRules& rules() const { return rules_; }
  /// Nothing of this PE is under way or waits to be sent.
  bool idle() const { return slots_.used() == 0 && done_.empty() && answers_.empty() && speakers_.empty(); }

 private:
  enum class Kind : std::uint8_t {
    writes,    ///< or reads: done when the wire is, and the target has acknowledged what took a number
    fetches,   ///< waits for `fetched`
    ready,     ///< a long send: waits for `finished`
    receives,  ///< waits for a send and its bytes
    reads,     ///< the bytes of a matched long send; belongs to a receive
  };
  struct Entry {
    Kind kind = Kind::writes;
    bool answered = false;
    std::uint32_t waits = 0;    ///< completions, acknowledgements and answers still to come
    Pe peer;                    ///< of all but writes
    std::uint32_t receive = 0;  ///< of reads: the slot of the receive
    std::uint64_t tag = 0;
    std::uint64_t theirs = 0;  ///< of reads: what the sender calls its send
    std::uint64_t local = 0;   ///< of fetches: where the old value goes
  };
  /// What an operation is called here and at its target, and how many of its requests the wire has taken.
  struct Sending {
    std::uint32_t slot = 0;
    std::uint32_t number = 0;
    std::uint32_t next = 0;
  };
  struct Waiting {
    Operation operation;
    Sending sending;
  };
  struct Peer {
    SentNumbers sent;
    HeardNumbers heard;
    bool listed = false;    ///< in unasked_
    bool speaking = false;  ///< in speakers_
    bool asks = false;      ///< a question is to be sent
    bool answers = false;   ///< an answer is to be sent
  };
  static constexpr std::uint32_t nobody = ~std::uint32_t{0};  ///< the slot of what completes no operation
  static constexpr std::size_t arrivals_a_look = 16;

  /// Bytes of this PE's heap, changed for an operation of that number, where it is recorded.
  struct Landing {
    std::uint64_t offset = 0;
    std::uint64_t bytes = 8;
    std::uint32_t number = 0;
  };
  // Its CPU writes there. In virtual time that takes time, and whoever waits for the bytes is told.
  template <class Write>
  std::uint64_t change_word(const Landing& landing, Write write);
  template <class Write>
  void change_bytes(const Landing& landing, Write write);

  // Sending.
  bool hand(const WorkRequest& request, std::uint32_t token, Count as, std::uint32_t number = 0);
  Post post_send(const Operation& operation, std::uint64_t tag);
  void post_here(const Operation& operation, std::uint64_t tag);
  void send_here(const Operation& operation, std::uint64_t tag);
  bool has_room(Peer& peer, std::uint32_t index);
  void start(const Operation& operation, std::uint32_t slot, std::uint32_t number);
  bool send(const Operation& operation, Sending& sending, bool was_refused);
  WorkRequest send_request(const Operation& operation, const Sending& sending) const;
  void want_answer(std::uint32_t peer);
  void ask(std::uint32_t peer);
  void speak(std::uint32_t peer);
  bool say(std::uint32_t peer);
  bool flush();
  bool flush_backlog();
  WorkRequest unnumbered(const CpuMessage& message, Pe peer) const;

  // Completing.
  bool take_done();
  void one_less(std::uint32_t slot);
  void finish(std::uint32_t slot);

  // What arrives (numbered_arrivals.hpp).
  void handle(Arrival& arrival);
  void count(Arrival& arrival, const Immediate& immediate);
  void carry_out(Arrival& arrival);
  void heard_unnumbered(const Arrival& arrival);
  Entry& answered(const Arrival& arrival, Kind kind, std::uint32_t& slot);
  void receive(const PostedReceive& receive, const Arrival& arrival);
  void check(const Arrival& arrival, const Immediate& immediate) const;
  bool in_heap(std::uint64_t offset, std::uint64_t bytes) const;
  [[noreturn]] void refuse(const Arrival& arrival, const std::string& expected, const std::string& came) const;

  Env& env_;
  W& wire_;
  Matching& matching_;
  NumberedSetup setup_;
  PostRules rules_;
  std::uint32_t window_;
  std::uint32_t own_;                 ///< the immediate of unnumbered messages: whom they are from
  std::vector<unsigned char*> here_;  ///< as `execute` wants heaps: only this PE's is ever asked for
  std::vector<Peer> peers_;
  Slots<Entry> slots_;
  Fifo<std::uint64_t> done_;  ///< tags that poll() has not told yet
  Fifo<WorkRequest> answers_;
  Fifo<std::uint32_t> speakers_;  ///< peers with a question or an acknowledgement to be sent
  Fifo<Waiting> backlog_;
  std::vector<std::uint32_t> unasked_;  ///< peers with writes that nobody has asked for
  Arrival arrival_;                     ///< keeps the memory of its bytes
};

}  // namespace gin

#include "core/fabric/numbered_arrivals.hpp"
#include "core/fabric/numbered_sending.hpp"
