// The functions of ordering.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/ordering.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> posters = {"gpu", "proxy"};
const std::vector<std::string> moments = {"best", "worst", "in_turn"};  // in the order of Looks

FieldTable told_inputs() {
  return table_of(
      {word_input("handing", "Who posts the work.", posters, Choice::required),
       bytes_input("bytes", "Payload of the put.", 1, 8),
       word_input("looks", "CPU threads look at once, have just looked, or look around since the call began.",
                  moments, Choice::first)});
}

using Of = Itemised (*)(const Profile&, const Stack&, const Told&);
template <Of of>
Itemised called(const Call& call) {
  return of(call.profile, call.stack,
            {handing_of(call), {call.inputs.integer("bytes")}, chosen<Looks>(call.inputs, "looks", moments)});
}

}  // namespace

std::vector<Function> ordering_functions() {
  return {
      {"ordering.put_signal", "A put with a signal until the signal is visible at another node.", told_inputs(),
       true, called<put_signal_visible>},
      {"ordering.put_fence_flag", "A put, a fence and a signal until the signal is visible at another node.",
       told_inputs(), true, called<put_fence_flag_visible>},
      {"ordering.fence", "What a fence waits behind a put that has just been handed over.", told_inputs(), true,
       called<fence_wait>},
      {"ordering.strong_signal", "What a strong signal waits behind a put to the same peer.", told_inputs(), true,
       called<strong_signal_wait>},
      {"ordering.layer", "What a put with a signal takes more than if the NIC kept order and had atomics.",
       told_inputs(), true, called<layer_adds>},
  };
}

}  // namespace gin::models::cost
