// The rules, as [letters] beside each test:
//
// [a] device API (core/device/context.hpp): puts are unordered among each other; nothing orders across contexts or peers.
// [b] the same: after a fence what writes comes after what wrote before it, to the same peer. A get after it, too.
// [c] the same: after quiet all that the agent issued on the context is visible.
// [d] the same: a signal comes after its own payload, and after nothing else (weak).
// [e] the same: a source may be read until flush, quiet or the return of a blocking put.
// [f] PTX ISA, memory consistency model: stores and atomics of a thread to different places have no order but by a fence; to one
//     place they have that of the program, and the thread sees them.
// [g] the same: a fence is cumulative; put_signal by pointer has one before its signal (core/device/pointer_path.hpp).
// [h] InfiniBand specification, volume 1, ordering of work requests of a reliable connection: a queue executes writes,
//     sends and atomics in order, and a read after them. A read that has not returned may be passed by a later write.
// [i] queues in turn (IBGDA with several queues to a peer): each keeps [h], nothing orders two of them. A fence waits for completions.
// [j] scalable reliable datagram (EFA): no order. A fence waits for completions; a target that counts applies a signal when its own
//     payload is there, an atomic when it comes (core/device/post_rules.hpp, receiver_count).
// [k] the same; a target that reorders applies signals and atomics of a queue in the order of issue, behind all that was issued before
//     (receiver_reorder). Bytes of puts are there when they come.
// [l] a work request that is inline has its payload when it is built (lean: up to 28 bytes); others when the NIC reads it.
// [m] bytes of one transfer have no order among each other, on any of them.
// [n] device API: packets follow nothing but a fence, and nothing follows them; whoever sees a packet's flag has its word.
//     Their words are read when the call returns.
#include "tests/adversary/litmus_table.hpp"

#include <iterator>
#include <sstream>

namespace gin::adversary {

std::set<std::string> allowed(const LitmusTest& test, Keeps keeps, scenario::Adversary adversary) {
  const bool is_contract = adversary == scenario::Adversary::contract;
  std::istringstream outcomes(is_contract ? test.contract : test.machine[static_cast<std::size_t>(keeps)]);
  return {std::istream_iterator<std::string>(outcomes), {}};
}

const std::vector<LitmusTest>& litmus_table() {
  // A table is read by its columns.
  // clang-format off
  static const std::vector<LitmusTest> table = {
      // name, script, contract, {pointer, queue, spread, count, reorder}

      // A flag after data, by every pair of calls.
      {"PutPut", "0: put x1 1; put y1 1 | 1: await y1 1; read x1",  // [a] [f] [h] [i] [j]
       "0 1", {"0 1", "1", "0 1", "0 1", "0 1"}},
      {"PutFencePut", "0: put x1 1; fence; put y1 1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"PutQuietPut", "0: put x1 1; quiet; put y1 1 | 1: await y1 1; read x1",  // [c]
       "1", {"1", "1", "1", "1", "1"}},
      {"PutFlushPut", "0: put x1 1; flush; put y1 1 | 1: await y1 1; read x1",  // [e]: no more; a NIC's completion is one of the put
       "0 1", {"0 1", "1", "1", "1", "1"}},
      {"ValueValue", "0: p x1 1; p y1 1 | 1: await y1 1; read x1",  // [a] [f] [h] [i] [j]
       "0 1", {"0 1", "1", "0 1", "0 1", "0 1"}},
      {"ValueFenceValue", "0: p x1 1; fence; p y1 1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"PutValue", "0: put x1 1; p y1 1 | 1: await y1 1; read x1",  // [a]
       "0 1", {"0 1", "1", "0 1", "0 1", "0 1"}},
      {"PutAdd", "0: put x1 1; add y1 1 | 1: await y1 1; read x1",  // [d] [k]
       "0 1", {"0 1", "1", "0 1", "0 1", "1"}},
      {"PutFenceAdd", "0: put x1 1; fence; add y1 1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"PutQuietAdd", "0: put x1 1; quiet; add y1 1 | 1: await y1 1; read x1",  // [c]
       "1", {"1", "1", "1", "1", "1"}},
      {"ValueAdd", "0: p x1 1; add y1 1 | 1: await y1 1; read x1",  // [a] [k]
       "0 1", {"0 1", "1", "0 1", "0 1", "1"}},
      {"BlockingPutAdd", "0: bput x1 1; add y1 1 | 1: await y1 1; read x1",  // [e]: its return tells of the source only
       "0 1", {"0 1", "1", "1", "1", "1"}},
      {"AddAdd", "0: add x1 1; add y1 1 | 1: await y1 1; read x1",  // [a] [f] [k]
       "0 1", {"0 1", "1", "0 1", "0 1", "1"}},
      {"AddFenceAdd", "0: add x1 1; fence; add y1 1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"AddValue", "0: add x1 1; p y1 1 | 1: await y1 1; read x1",  // [a]; [k]: bytes of p do not wait
       "0 1", {"0 1", "1", "0 1", "0 1", "0 1"}},
      {"FetchAdd", "0: fadd x1 1; add y1 1 | 1: await y1 1; read x1",  // a fetched value comes from an atomic that is done
       "01", {"01", "01", "01", "01", "01"}},

      // Signals with data of their own.
      {"OwnPayload", "0: psig x1 y1 | 1: await y1 1; read x1",  // [d]
       "1", {"1", "1", "1", "1", "1"}},
      {"LaterSignal", "0: put x1 1; psig z1 y1 | 1: await y1 1; read x1",  // [d] [g] [k]
       "0 1", {"1", "1", "0 1", "0 1", "1"}},
      {"FenceSignal", "0: put x1 1; fence; psig z1 y1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"PutAfterSignal", "0: psig z1 y1; put x1 1 | 1: await y1 1; read x1",  // nothing keeps it back, nobody waits for it
       "0 1", {"0 1", "0 1", "0 1", "0 1", "0 1"}},
      {"TwoSignals", "0: psig z1 x1; psig w1 y1 | 1: await y1 1; read x1",  // [d] [g] [k]
       "0 1", {"1", "1", "0 1", "0 1", "1"}},
      {"TwoSignalsFence", "0: psig z1 x1; fence; psig w1 y1 | 1: await y1 1; read x1",  // [b]
       "1", {"1", "1", "1", "1", "1"}},

      // Stores of lanes.
      {"StoreAdd", "0: st x1 1; add y1 1 | 1: await y1 1; read x1", "0 1", {"0 1"}},              // [f]
      {"StoreFenceAdd", "0: st x1 1; fence; add y1 1 | 1: await y1 1; read x1", "1", {"1"}},      // [b] [g]
      {"StoreQuietAdd", "0: st x1 1; quiet; add y1 1 | 1: await y1 1; read x1", "1", {"1"}},      // [c] [g]
      {"StoreValue", "0: st x1 1; p y1 1 | 1: await y1 1; read x1", "0 1", {"0 1"}},              // [f]
      {"StoreStore", "0: st x1 1; st y1 1 | 1: await y1 1; read x1", "0 1", {"0 1"}},             // [f]
      {"StoreSignal", "0: st x1 1; psig z1 y1 | 1: await y1 1; read x1", "0 1", {"1"}},           // [d] [g]
      {"StoreStoreOnePlace", "0: st x1 1; st x1 2; quiet; add y1 1 | 1: await y1 1; read x1", "2", {"2"}},  // [f]

      // Packets.
      {"PacketTake", "0: pack x1 2 | 1: take x1", "2", {"2"}},                                            // [n]
      {"PacketPacket", "0: pack x1 1; pack y1 2 | 1: take y1; peek x1", "20 21", {"20 21"}},             // [n] [f]
      {"PutPacket", "0: put x1 1; pack y1 2 | 1: take y1; read x1", "20 21", {"20 21"}},                 // [n] [f]
      {"PutFencePacket", "0: put x1 1; fence; pack y1 2 | 1: take y1; read x1", "21", {"21"}},           // [n] [b]
      {"StorePacket", "0: st x1 1; pack y1 2 | 1: take y1; read x1", "20 21", {"20 21"}},                // [n] [f]
      {"SignalPacket", "0: psig z1 x1; pack y1 2 | 1: take y1; read x1", "20 21", {"20 21"}},            // [n] [f]
      {"PacketAdd", "0: pack x1 2; add y1 1 | 1: await y1 1; peek x1", "0 2", {"0 2"}},                  // [n] [f]
      {"PacketFenceAdd", "0: pack x1 2; fence; add y1 1 | 1: await y1 1; peek x1", "2", {"2"}},          // [n] [b]
      {"PacketQuietAdd", "0: pack x1 2; quiet; add y1 1 | 1: await y1 1; peek x1", "2", {"2"}},          // [c]
      {"PacketSpoil", "0: pack x1 2; spoil | 1: take x1", "2", {"2"}},  // [n]
      {"PacketSignal", "0: pack x1 2; psig z1 y1 | 1: await y1 1; peek x1", "0 2", {"2"}},               // [n] [g]

      // One place.
      {"PutPutOnePlace", "0: put x1 1; put x1 2; quiet; add y1 1 | 1: await y1 1; read x1",  // [a] [f] [h]
       "1 2", {"2", "2", "1 2", "1 2", "1 2"}},
      {"PutFencePutOnePlace", "0: put x1 1; fence; put x1 2; quiet; add y1 1 | 1: await y1 1; read x1",  // [b]
       "2", {"2", "2", "2", "2", "2"}},
      {"ValueValueOnePlace", "0: p x1 1; p x1 2; quiet; add y1 1 | 1: await y1 1; read x1",  // [a] [f] [h]
       "1 2", {"2", "2", "1 2", "1 2", "1 2"}},
      {"AddSetOnePlace", "0: add x1 1; set x1 5; quiet; add y1 1 | 1: await y1 1; read x1",  // [a] [f] [h] [k]
       "5 6", {"5", "5", "5 6", "5 6", "5"}},
      {"ReadersAgree", "0: p x1 1 | 2: get x1; get x1",  // what is visible stays so
       "00 01 11", {"00 01 11", "00 01 11", "00 01 11", "00 01 11", "00 01 11"}},

      // Loads of what one has written.
      {"PutGet", "0: put x1 1; get x1",  // [a] [f] [h] [i] [j]
       "0 1", {"1", "1", "0 1", "0 1", "0 1"}},
      {"PutFenceGet", "0: put x1 1; fence; get x1", "1", {"1", "1", "1", "1", "1"}},  // [b]
      {"PutQuietGet", "0: put x1 1; quiet; get x1", "1", {"1", "1", "1", "1", "1"}},  // [c]
      {"ValueFetch", "0: p x1 1; fadd x1 1", "0 1", {"1", "1", "0 1", "0 1", "1"}},   // [a] [f] [h] [k]
      {"AddFetch", "0: add x1 1; fadd x1 1", "0 1", {"1", "1", "0 1", "0 1", "1"}},   // [a] [f] [h] [k]
      {"PutOwn", "0: put x0 1; read x0", "0 1", {"1", "0 1", "0 1", "0 1", "0 1"}},   // [a]; the own PE is a peer; [f]
      {"PutOwnQuiet", "0: put x0 1; quiet; read x0", "1", {"1", "1", "1", "1", "1"}},  // [c]
      {"GetThenPut", "0: getn x1; put x1 1",  // [a] [h]; a load by pointer has returned
       "0 1", {"0", "0 1", "0 1", "0 1", "0 1"}},
      {"GetFencePut", "0: getn x1; fence; put x1 1",  // [b]: gets are not what writes; [i] [j]
       "0 1", {"0", "0 1", "0", "0", "0"}},
      {"GetQuietPut", "0: getn x1; quiet; put x1 1", "0", {"0", "0", "0", "0", "0"}},  // [c]

      // Sources.
      {"Spoil", "0: put x1 1; spoil; quiet; add y1 1 | 1: await y1 1; read x1",  // [e] [l]
       "1 9", {"1", "1", "1 9", "1", "1"}},
      {"FlushSpoil", "0: put x1 1; flush; spoil; quiet; add y1 1 | 1: await y1 1; read x1",  // [e]
       "1", {"1", "1", "1", "1", "1"}},
      {"BlockingPutSpoil", "0: bput x1 1; spoil; quiet; add y1 1 | 1: await y1 1; read x1",  // [e]
       "1", {"1", "1", "1", "1", "1"}},

      // Many bytes.
      {"Torn", "0: putv v1 1 | 1: readv v1", "0 1 8", {"0 1 8", "0 1 8", "0 1 8", "0 1 8", "0 1 8"}},  // [m]
      {"WholeAfterFence", "0: putv v1 1; fence; add y1 1 | 1: await y1 1; readv v1",                // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"TornBySignal", "0: putv v1 1; add y1 1 | 1: await y1 1; readv v1",  // [d] [m] [k]
       "0 1 8", {"0 1 8", "1", "0 1 8", "0 1 8", "1"}},

      // More than two.
      {"FenceIsPeerByPeer", "0: put x1 1; fence; add y2 1 | 2: await y2 1; get x1",  // [a]; [g] [i] [j]: their fences wait
       "0 1", {"1", "0 1", "1", "1", "1"}},
      {"QuietIsNot", "0: put x1 1; quiet; add y2 1 | 2: await y2 1; get x1", "1", {"1", "1", "1", "1", "1"}},  // [c]
      {"Chain", "0: put x1 1; fence; add y1 1 | 1: await y1 1; add z2 1 | 2: await z2 1; get x1",            // [b]
       "1", {"1", "1", "1", "1", "1"}},
      {"SeenByGets", "0: put x1 1; put y1 1 | 2: get y1; get x1",  // [a] [f] [h]
       "00 01 10 11", {"00 01 10 11", "00 01 11", "00 01 10 11", "00 01 10 11", "00 01 10 11"}},
      {"SeenByGetsFence", "0: put x1 1; fence; put y1 1 | 2: get y1; get x1",  // [b]
       "00 01 11", {"00 01 11", "00 01 11", "00 01 11", "00 01 11", "00 01 11"}},
      {"AnothersFence", "0: put x1 1; tick w0 | 0b: await w0 1; fence; add y1 1 | 1: await y1 1; read x1",
       "0 1", {"0 1", "1", "1", "0 1", "1"}},  // a fence is its agent's; [h] [k]: agents share a queue; [i]: and begin with the same
      {"AnothersQuiet", "0: put x1 1; quiet; tick w0 | 0b: await w0 1; add y1 1 | 1: await y1 1; read x1",  // [c]
       "1", {"1", "1", "1", "1", "1"}},
      {"OtherContext", "0: put x1 1; cfence; cadd y1 1 | 1: await y1 1; read x1",  // [a]
       "0 1", {"0 1", "0 1", "0 1", "0 1", "0 1"}},
      {"Crossing", "0: p x1 1; read y0 | 1: p y0 1; read x1",  // [f]: store buffering
       "00 01 10 11", {"00 01 10 11", "00 01 10 11", "00 01 10 11", "00 01 10 11", "00 01 10 11"}},
      {"CrossingFence", "0: p x1 1; fence; read y0 | 1: p y0 1; fence; read x1",  // [b] orders no loads; [g] [i] [j]: it waits
       "00 01 10 11", {"01 10 11", "00 01 10 11", "01 10 11", "01 10 11", "01 10 11"}},
      {"CrossingQuiet", "0: p x1 1; quiet; read y0 | 1: p y0 1; quiet; read x1",  // [c]
       "01 10 11", {"01 10 11", "01 10 11", "01 10 11", "01 10 11", "01 10 11"}},
  };
  // clang-format on
  return table;
}

}  // namespace gin::adversary
