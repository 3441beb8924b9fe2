// Mistakes that people make in a communication runtime, by name. The tests plant each of them and show that it does
// not stay unnoticed; the shipped build has none.
#pragma once

#include <cstdint>

namespace gin {

enum class Fault : std::uint8_t {
  none,
  commit_bit_not_flipped,      ///< a ring slot carries the parity of the first lap on every lap
  tail_cached_too_long,        ///< a producer takes the ring's cached tail for one that leaves room
  signal_before_last_segment,  ///< a signal does not wait for the last segment of its data
  completion_counted_twice,    ///< one report of the NIC or the target's CPU is counted as two
  fence_skipped,               ///< a fence does nothing although operations may overtake each other
  payload_read_at_post,        ///< a payload is read when its work request is built
  completion_dropped,          ///< a report of the wire is taken and forgotten
  failure_counted_as_done,     ///< an error completion is taken for one without
  request_posted_twice,        ///< a request that a busy wire refused goes out once more than it was accepted
  published_before_written,    ///< a NIC is told of requests whose slots are not written yet
  doorbell_left_behind,        ///< who rings for all goes without looking what was left to it meanwhile
  doorbell_goes_back,          ///< each agent rings for its own requests, whoever has rung for later ones
  counter_wrap_ignored,   ///< the 16 bits that a NIC reports take the place of the lower ones, wherever they wrap
  owner_bit_not_flipped,  ///< what marks an entry of a completion queue as new is the same on every lap
  context_used_again,     ///< a provider gets for an operation the context of another that is under way
  immediate_cut,          ///< an immediate has 16 bits where its reader looks for 32
  count_taken_for_order,  ///< of a queue that counts, so many completions are taken for those of the first requests
  value_place_used_again,    ///< a value takes the place of one that a NIC may not have read yet
  counter_before_payload,    ///< a NIC's counter moves before the bytes that it tells of are there
  promise_of_fence_broken,   ///< by the API's order alone, what a fence was between comes in any order
  promise_of_signal_broken,  ///< the same of a signal and its own payload
  drain_skipped,             ///< stores by pointer are under way when a drain returns
  one_place_overtaken,       ///< so are those to one place among each other
  queue_overtaken,           ///< a NIC that keeps order lets what is late be overtaken
  address_not_inserted,      ///< a peer is written to that the provider was not told of
};

}  // namespace gin
