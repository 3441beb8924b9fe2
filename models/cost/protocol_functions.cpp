// The functions of protocol.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/protocol.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> protocols = {"simple", "ll", "ll128"};  // in the order of Protocol
const std::vector<std::string> links = {"nvlink", "pcie", "net"};      // of HopLink

Hop hop_of(const Values& inputs) {
  return {chosen<HopLink>(inputs, "link", links),
          chosen<Protocol>(inputs, "protocol", protocols),
          {inputs.integer("bytes")},
          inputs.integer("channels")};
}
FieldTable hop_inputs() {
  return table_of({word_input("protocol", "How data and flags move.", protocols, Choice::required),
                   word_input("link", "To the next GPU.", links, Choice::required),
                   bytes_input("bytes", "Data.", 1, 8), count_input("channels", "Blocks that share them.", 1, 1)});
}

}  // namespace

std::vector<Function> protocol_functions() {
  return {
      {"protocol.hop_latency", "What a hop takes however few bytes there are.", hop_inputs(), true,
       [](const Call& call) { return hop_latency(call.profile, call.stack, hop_of(call.inputs)); }},
      {"protocol.hop", "A hop until the receiver has all data.", hop_inputs(), true,
       [](const Call& call) { return hop(call.profile, call.stack, hop_of(call.inputs)); }},
  };
}

}  // namespace gin::models::cost
