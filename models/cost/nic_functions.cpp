// The functions of nic.hpp and wire.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/nic.hpp"
#include "models/cost/pcie.hpp"
#include "models/cost/wire.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> verbs = {"write", "read", "atomic", "message"};  // in the order of Verb
const std::vector<std::string> payloads = {"gpu", "cpu", "inline"};
const std::vector<std::string> requests = {"fetched", "with_doorbell"};
const std::vector<std::string> ends = {"taken", "visible", "completed"};
const std::vector<std::string> roles = {"sends", "sends_and_receives"};

std::vector<Field> work_inputs() {
  return {word_input("verb", "What the work request does.", verbs, Choice::first),
          bytes_input("bytes", "Payload.", 0, 8),
          word_input("payload", "Where it is: GPU memory, CPU memory, or in the work request.", payloads,
                     Choice::first),
          word_input("request", "Whether the NIC fetches it or it comes with its doorbell (BlueFlame).", requests,
                     Choice::first)};
}
Work work_of(const Values& inputs) {
  return {chosen<Verb>(inputs, "verb", verbs), {inputs.integer("bytes")},
          inputs.text("payload") == "inline",  inputs.text("request") == "with_doorbell",
          inputs.text("payload") == "cpu",     true};
}
FieldTable with(std::vector<Field> fields, const std::vector<Field>& more) {
  fields.insert(fields.end(), more.begin(), more.end());
  return table_of(std::move(fields));
}

Itemised posted_work(const Call& call) {
  const Work work = work_of(call.inputs);
  Itemised cost;
  cost.add("pcie.posted_write", posted_time(call.profile, {Device::cpu, Device::nic}));
  const std::string& end = call.inputs.text("until");
  if (end == "taken") return cost.add(taken(call.profile, work));
  return cost.add(end == "visible" ? visible(call.profile, work) : completed(call.profile, work));
}

Itemised carried(const Call& call) {
  const Values& in = call.inputs;
  return busiest(call.profile, work_of(in),
                 {in.integer("connections"), in.integer("batch"), in.text("role") == "sends_and_receives"},
                 in.integer("messages"));
}

}  // namespace

std::vector<Function> nic_functions() {
  return {
      {"nic.posted", "A work request from the doorbell that its NIC's CPU rings.",
       with(work_inputs(), {word_input("until", "Which moment ends it.", ends, Choice::required)}), false,
       posted_work},
      {"nic.busiest", "What messages of a NIC that is never short of work take in its busiest part.",
       with(work_inputs(), {count_input("messages", "How many.", 1, 1'000'000),
                            count_input("connections", "In use, in any order.", 1, 1),
                            count_input("batch", "Messages of one connection in a row at their sender.", 1, 1),
                            word_input("role", "Whether the NIC also receives as many.", roles, Choice::first)}),
       false, carried},
      {"nic.windowed", "What messages of one queue take whose depth limits how many are under way.",
       with(work_inputs(),
            {count_input("messages", "How many.", 1, 1'000'000), count_input("depth", "Under way at a time.", 1)}),
       false,
       [](const Call& call) {
         return windowed(call.profile, work_of(call.inputs), call.inputs.integer("depth"),
                         call.inputs.integer("messages"));
       }},
      {"wire.flight", "A message between idle ports, first byte out to last byte in.",
       table_of({bytes_input("bytes", "Payload.", 0)}), false,
       [](const Call& call) {
         return flight(call.profile.nic, call.profile.wire, {call.inputs.integer("bytes")});
       }},
      {"wire.climb",
       "What the NICs of a leaf bring to its uplinks at once, until the busiest is through: the mean over how "
       "chance shares it out.",
       table_of({count_input("nics", "Of the leaf.", 1, 1), count_input("flows", "Connections to other leaves.", 1),
                 count_input("messages", "Of each.", 1, 1), bytes_input("bytes", "Payload of a message.", 0)}),
       false,
       [](const Call& call) {
         const Values& in = call.inputs;
         return climb(call.profile.nic, call.profile.wire,
                      {in.integer("nics"), in.integer("flows"), in.integer("messages"), {in.integer("bytes")}});
       }},
  };
}

}  // namespace gin::models::cost
