// Virtual time for one actor, an agent or a proxy thread: a fiber on the event heap. Charging moves the clock,
// moves queue on every resource of their route, idling parks the fiber until the gate is notified.
#pragma once

#include <optional>

#include "core/device/environment.hpp"
#include "core/device/lane_order.hpp"
#include "core/device/lanes_beside.hpp"
#include "core/device/poll_grid.hpp"
#include "core/env/doorbell.hpp"
#include "core/env/in_flight.hpp"
#include "core/env/late_reads.hpp"
#include "core/env/late_stores.hpp"
#include "core/env/payload.hpp"
#include "core/env/phase_log.hpp"
#include "core/env/queue_source.hpp"
#include "core/env/scratch.hpp"
#include "core/env/world.hpp"
#include "core/sim/fiber.hpp"

namespace gin {

class VirtualQueues;

class VirtualEnv : public OneLane {
 public:
  using Gate = sim::Gate;
  using Limit = Instant;
  using Paths = PathTable;
  using Queues = VirtualQueues;

  struct Identity {
    Pe pe;
    std::uint32_t number = 0;  ///< agent or proxy thread of that PE
    bool is_agent = true;
    std::uint32_t rings = 1;  ///< that a proxy thread looks into
    PathTable paths;          ///< of its PE's agents
    bool on_host = false;     ///< the agent is a stream of path host
    bool is_alone = false;    ///< the only agent of its PE: nobody else looks at what agents share
  };

  VirtualEnv(World& world, sim::StackSlab& stacks, std::size_t stack, const Identity& who, QueueSource* queues);

  // Environment.
  /// The clock follows when somebody could tell. What a CPU enqueues has its own time.
  void charge(Cost cost, std::uint32_t times) {
    if (who_.on_host)
      charge_stream(cost, times);
    else
      add_debt(cost, times);
  }
  /// The clock catches up with what was charged, if anybody else looks at what those of that scope share.
  void settle(Scope scope = Scope::system) {
    if (scope != Scope::system && (scope != Scope::gpu || who_.is_alone)) return;
    if (debt_count_ > 0) pay();
    if (late_stores_) [[unlikely]]
      hesitate();
  }
  bool touch(const Access& access, std::uint64_t lanes);
  void copy(const Copy& copy);
  void store(const StoreValue& store);
  std::uint64_t atomic(const AtomicMove& atomic);
  void drain();
  void post(Ring<VirtualEnv>& ring, std::uint32_t position, const Command& command);
  /// To the NIC; from an agent whose queue has a note, to the CPU thread that rings for it.
  void post(SendQueue<VirtualEnv>& queue, std::uint64_t index, bool carries_request = false);
  std::uint64_t observe(Gate& gate) {
    settle();
    return gate.observe();
  }
  bool idle(Gate& gate, std::uint64_t seen, const Waiting& why, Limit limit);
  void notify(Gate& gate) {
    if (gate.has_waiters()) settle();
    world_.waker = chain_;
    gate.notify();
  }
  Limit limit(Deadline deadline) const { return local_now() + deadline.within; }
  void* scratch(std::uint64_t bytes) { return scratch_.take({who_.pe, who_.number}, bytes); }
  void count(Count count, std::uint64_t n) {
    world_.ledger.counters[static_cast<std::uint32_t>(count)] += static_cast<std::int64_t>(n);
  }
  // Nobody else numbers operations, so that no number says that nobody asks for it.
  void issues(Operation* operations, std::uint32_t count, std::uint32_t context) {
    if (late_stores_) [[unlikely]]
      context_ = context;
    if (!world_.numbers()) [[likely]]
      return;
    world_.numbers()->number(operations, count);
    if (world_.promises) promise(operations, count, context);
    issue_began_ = local_now();
  }
  void asks(Asked what, std::uint32_t context) {
    if (world_.promises) [[unlikely]]
      keep_promise(what, context);
  }
  void issued(const Operation* operations, std::uint32_t count) {
    if (world_.recorder()) [[unlikely]]
      world_.recorder()->issued(own_track(), operations, count, issue_began_, local_now());
  }
  void placed(const SendQueue<VirtualEnv>& queue, std::uint64_t index, std::uint32_t number) {
    if (number != 0) [[unlikely]]
      queues_->placed(*queue.fabric, index, number);
  }

  // For proxies: which operation stands in a slot, where somebody asks, and that a command left the ring.
  std::uint32_t number_at(const Ring<VirtualEnv>& ring, std::uint32_t position) {
    return world_.numbers() ? taking_ = world_.numbers()->in_slot(&ring.slot(position)) : 0;
  }
  void took(const Ring<VirtualEnv>& ring, const Command& command) {
    if (world_.recorder()) [[unlikely]]
      world_.recorder()->filled(ring.gpu, local_now(), -std::int64_t{command.count});
  }

  // For proxies: a word written by the CPU to where the GPU reads it, and the idle loop.
  void publish(std::uint32_t& word, std::uint32_t value, Gate& gate);
  /// Goes on to the next station of the grid and pays for the look. When `idle`, nothing was found for a whole
  /// round: sleeps until `gate` moves past `seen`, and wakes at the station and moment at which the polling
  /// loop would have looked next. Returns how many stations were passed.
  std::uint64_t poll(const PollGrid& grid, bool idle, Gate& gate, std::uint64_t seen);

  // For the harness.
  void start(sim::Fiber::Body body, void* argument);  ///< runs `body` from now on, as an event of this actor
  const Identity& who() const { return who_; }
  World& world() { return world_; }
  sim::ActorId actor() const { return actor_; }
  bool finished() const { return fiber_ && fiber_->finished(); }
  bool parked() const { return waiter_.first != nullptr; }
  const Waiting& waiting() const { return why_; }
  /// In which a program's lanes are played; null: in theirs.
  LaneOrder* lane_order() { return world_.options.permute_lanes ? &lane_order_ : nullptr; }
  /// Who charges lanes that do something at the same time.
  LanesBeside* lanes_beside() { return &lanes_beside_; }
  /// Who decides when what its lanes store arrives; null: nobody.
  LaneStores* lane_stores() { return late_stores_ ? &*late_stores_ : nullptr; }
  sim::Chain chain() const { return chain_; }
  /// A new iteration begins now, for the CPU of a stream too.
  void restart() {
    chain_ = {};
    l1_.forget();
    stream_.synchronised(world_.pes[who_.pe.value].host, world_.now());
  }
  const Pace& pace() const { return pace_; }
  /// CPU threads: a word of GPU memory was written at this moment, by whoever's work ends here.
  void wrote(std::uint64_t offset, std::uint64_t bytes, Delivery kind, std::uint32_t number = 0) {
    world_.written(who_.pe, offset, bytes, kind, chain_, number);
  }
  /// CPU threads: `write` changes a word of the heap as a CPU carries out an atomic; whoever waits for it is told.
  /// Returns what `write` does.
  template <class Write>
  std::uint64_t change_word(std::uint64_t offset, std::uint32_t number, Write write) {
    charge(Cost::arrival_apply, 1);
    settle();
    const std::uint64_t old = write();
    wrote(offset, 8, Delivery::applied, number);
    return old;
  }
  /// The same of bytes, when PCIe has taken them. Phantom ones are left alone.
  template <class Write>
  void change_bytes(std::uint64_t offset, std::uint64_t bytes, std::uint32_t number, Write write) {
    if (bytes > 0) {
      settle();
      const sim::Service way = queues_->write_memory(who_.pe, Bytes{static_cast<std::int64_t>(bytes)});
      wait_until(way.end, world_.items.memory_write, way.end - way.begin);
    }
    if (bytes > 0 && !world_.phantom(offset, bytes)) {
      write();
      world_.payload_passed(world_.pes[who_.pe.value].heap + offset, bytes);
    }
    wrote(offset, bytes, Delivery::applied, number);
  }
  /// Goes on when what takes so long is through; with nothing in its way it takes `alone`.
  void wait_until(Instant when, sim::Item item, Duration alone) {
    advance_to(when);
    spend(item, when, alone);
  }
  void release_scratch() { scratch_.release(); }
  /// Writes down what the agent does from now on; it must outlive the run.
  void log_phases(PhaseLog& phases) { phases_ = &phases; }
  void through() {
    if (phases_) phases_->enter(PhaseLog::Kind::through, "", world_.now());
  }

 private:
  struct Store {
    Pe peer;
    std::uint64_t offset;
    std::uint64_t bytes;
    Delivery kind;
    std::uint32_t number;  ///< of its operation
  };
  struct Flight {  // a store or atomic on its way to a peer
    VirtualEnv* sender;
    Store store;
    AtomicMove atomic;
    sim::Chain chain;
    bool stored;                            // false: phantom payload
    const unsigned char* source = nullptr;  // from where the payload has yet to be read; null: it has been
    Payload payload;
    LateStores::Piece lanes;  // what lanes stored, in place of a payload
    void arrive(std::uint64_t);
  };
  struct PostedCommand {
    VirtualEnv* sender;
    Ring<VirtualEnv>* ring;
    std::uint32_t position;
    Command command;
    sim::Chain chain;
    void arrive(std::uint64_t);
  };
  struct PostedDoorbell {
    VirtualEnv* sender;
    SendQueue<VirtualEnv>* queue;
    bool carries_request;
    bool to_note;
    sim::Chain chain;
    void arrive(std::uint64_t index);
  };
  struct PostedWord {
    VirtualEnv* sender;
    std::uint32_t* word;
    Gate* gate;
    sim::Chain chain;
    void arrive(std::uint64_t value);
  };

  /// What the CPU puts into a stream; everything else happens when the stream gets there.
  static bool is_enqueued(Cost cost) { return cost == Cost::kernel || cost == Cost::call || cost == Cost::group; }
  void charge_stream(Cost cost, std::uint32_t times);
  void enqueue(Cost cost);
  /// A named piece of time that has been charged and that the clock has not followed yet.
  struct Debt {
    sim::Item item;
    Instant end;
  };
  static constexpr std::uint32_t debts_max = 16;

  /// What the agent does as long as this lives; then it issues again.
  class Doing {
   public:
    Doing(VirtualEnv& env, PhaseLog::Kind kind, const char* call = "") : env_(env) { enter(kind, call); }
    ~Doing() { enter(PhaseLog::Kind::issue, ""); }
    Doing(const Doing&) = delete;
    Doing& operator=(const Doing&) = delete;

   private:
    void enter(PhaseLog::Kind kind, const char* call) {
      if (env_.phases_) env_.phases_->enter(kind, call, env_.world_.now());
    }
    VirtualEnv& env_;
  };

  void polled_in_vain(const Waiting& why);
  void add_debt(Cost cost, std::uint32_t times);
  void pay();
  /// Where this actor is in time: ahead of the clock by what it owes.
  Instant local_now() const { return debt_count_ > 0 ? debts_[debt_count_ - 1].end : world_.now(); }
  void advance(Duration time, sim::Item item);
  void advance_to(Instant when);
  /// This actor's time up to `end` went to `item`; `alone` is what CausalPath::extend may be told besides.
  template <class... Alone>
  void spend(sim::Item item, Instant end, Alone... alone) {
    if (world_.recorder()) [[unlikely]]
      record(item, end);
    chain_ = world_.path.extend(chain_, item, end, alone...);
  }

  // What is recorded (virtual_recording.cpp).
  void record(sim::Item item, Instant end);
  void record_wait(const char* call, Instant begin);
  void record_posted(Posted what, Instant when);
  void record_store(const Store& store, Instant arrival);
  std::uint32_t own_track();

  Duration move(const Access& access, std::uint64_t lanes);
  void stored(const Access& access);
  void issue(Duration all, Duration waited);
  Bytes load_near(const Route& route, Bytes bytes);
  Duration transfer(const Route& route, Bytes bytes);
  Duration pass(const Route& route, Bytes bytes);
  Passage load_source(const CopyLoop& loop, std::uint64_t offset, Bytes bytes);
  Flight& start_flight(const Store& store);
  /// `bytes`: the payload, if it is known.
  Flight& launch(const Store& store, const unsigned char* bytes = nullptr);
  std::uint64_t apply(const AtomicMove& atomic);
  /// `arrive` happens when a posted write that leaves at `when` is visible.
  struct PostedTo {
    Posted what;
    const void* place = nullptr;  ///< of a note: its queue
  };
  void post(const PostedTo& to, Instant when, sim::Action arrive) {
    const Posted what = to.what;
    if (world_.recorder()) [[unlikely]]
      record_posted(what, when);
    if (late_stores_) [[unlikely]]
      return post_late(to, when, arrive);
    sim::Lane& lane = posted_lanes_[static_cast<std::uint32_t>(what)];
    world_.simulation.schedule(lane, when + world_.machine.posted[what], arrive);
  }
  void park_in(Gate& gate);
  void leave_parked_words();
  Duration round_of(const PollGrid& grid) const;
  void woken_on_grid();
  void woken(std::uint64_t);
  void timer(std::uint64_t generation);
  void resume(std::uint64_t generation);

  World& world_;
  Identity who_;
  const Pace& pace_;
  HostStream stream_;
  QueueSource* queues_;
  sim::StackSlab& stacks_;
  std::size_t stack_;
  sim::ActorId actor_;
  std::optional<sim::Fiber> fiber_;
  sim::Chain chain_;
  Instant stores_acknowledged_;
  Duration flush_;  ///< of the next drain, which reads back what was posted across PCIe
  Debt debts_[debts_max];
  std::uint32_t debt_count_ = 0;
  LanesBeside lanes_beside_;
  PhaseLog* phases_ = nullptr;

  sim::Waiter waiter_;
  std::uint64_t generation_ = 0;  ///< counts sleeps: an event meant for an earlier one is ignored
  bool timed_out_ = false;
  const PollGrid* grid_ = nullptr;  ///< asleep on a poll grid
  Instant grid_start_;
  std::uint64_t grid_passed_ = 0;
  Waiting why_;
  const Gate* word_gate_ = nullptr;  ///< asleep until a word changes

  // What an adversary makes late (virtual_lateness.cpp).
  void hesitate();
  Adversary::Draw draw_of(Adversary::Moment moment);
  Duration late(Adversary::Moment moment);
  void post_late(const PostedTo& to, Instant when, sim::Action arrive);
  void launch_late(Flight& flight, LateStores::Piece what);
  void launch_stored(const Access& access);
  void put_late(const Copy& copy);
  void launch_packets(const Copy& copy);
  void load_late(const Copy& copy);
  void promise(const Operation* operations, std::uint32_t count, std::uint32_t context);
  void keep_promise(Asked what, std::uint32_t context);
  void wait_for_promised(std::uint32_t context);
  void read_source(Flight& flight);
  void read_asked(Asked what, std::uint32_t context);
  /// Before the agent loads from there.
  void wait_for_own(Pe peer, std::uint64_t offset, std::uint64_t bytes);

  sim::Lane posted_lanes_[posted_count];  // PCIe keeps the order of posted writes that take the same way
  sim::Lane store_lane_;                  // and NVLink that of stores (World::schedule_store)
  InFlight<Flight> flights_;
  InFlight<PostedCommand> commands_;
  InFlight<PostedDoorbell> doorbells_;
  InFlight<PostedWord> words_;

  Instant recorded_until_;
  Instant issue_began_;
  std::uint32_t taking_ = 0;  ///< a CPU thread: the operation whose command it has just read

  Scratch scratch_;
  LaneOrder lane_order_;
  KeptLines l1_;
  /// What it loads from now on has to be as new as what it has just seen.
  void acquire() {
    l1_.forget();
    world_.acquire(who_.pe);
  }

  // Where an adversary decides when stores arrive.
  std::optional<LateStores> late_stores_;
  LateReads<Flight> late_reads_;
  std::uint32_t newest_ = 0;  ///< the first operation of the newest call
  std::uint64_t draws_[Adversary::moment_count] = {};
  Instant posted_by_cpu_;      ///< a CPU thread: when the newest of its posted writes arrives
  std::uint32_t context_ = 0;  ///< of the newest call
};

/// The send queues of a PE, made on first use; their slots grow up to their depth.
class VirtualQueues {
 public:
  VirtualQueues() = default;
  VirtualQueues(QueueSource& source, Pe me, const PathTable& paths) : source_(&source), me_(me), paths_(paths) {}

  SendQueue<VirtualEnv>& operator()(Pe peer, std::uint32_t index) const {
    return source_->queue(me_, peer, index, paths_(peer) == Path::gpu_cpu_doorbell);
  }
  void room(SendQueue<VirtualEnv>& queue, std::uint64_t end) const {
    if (end - queue.words().completed > queue.memory.capacity) source_->grow(*queue.fabric, end);
  }

 private:
  QueueSource* source_ = nullptr;
  Pe me_;
  PathTable paths_;
};

}  // namespace gin
