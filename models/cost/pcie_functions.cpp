// The functions of pcie.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/inputs.hpp"
#include "models/cost/pcie.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> devices = {"gpu", "nic", "cpu"};  // in the order of Device
const std::vector<std::string> lookups = {"hit", "miss"};        // of Lookup

Field device(const char* path, const char* text) {
  return word_input(path, text, devices, Choice::required);
}
Field lookup_field() {
  return word_input("lookup", "What a translating IOMMU finds in its cache.", lookups, Choice::first);
}
FieldTable way_inputs() {
  return table_of({device("from", "Who reads or writes."), device("to", "Whose memory it is."), lookup_field()});
}

Way way_of(const Values& inputs) {
  return {chosen<Device>(inputs, "from", devices), chosen<Device>(inputs, "to", devices)};
}
Lookup lookup_of(const Values& inputs) {
  return chosen<Lookup>(inputs, "lookup", lookups);
}

}  // namespace

std::vector<Function> pcie_functions() {
  return {
      {"pcie.read", "Round trip of a read until its first byte is there.", way_inputs(), false,
       [](const Call& call) {
         return read(call.profile.pcie, call.profile.iommu, way_of(call.inputs), lookup_of(call.inputs));
       }},
      {"pcie.fetch", "The NIC's fetch of work requests.",
       table_of({device("in", "In whose memory their queue lies."), lookup_field()}), false,
       [](const Call& call) {
         const Profile& p = call.profile;
         return fetch(p.pcie, p.iommu, p.nic, chosen<Device>(call.inputs, "in", devices), lookup_of(call.inputs));
       }},
      {"pcie.copy", "A copy between GPU and CPU memory, until the CPU knows that it is done.",
       table_of({bytes_input("bytes", "Size of the copy.", 1)}), false,
       [](const Call& call) {
         return copy(call.profile.pcie, call.profile.host, Bytes{call.inputs.integer("bytes")});
       }},
      {"pcie.posted_write", "A posted write until it is visible.", way_inputs(), false,
       [](const Call& call) {
         return posted_write(call.profile.pcie, call.profile.iommu, way_of(call.inputs), lookup_of(call.inputs));
       }},
  };
}

}  // namespace gin::models::cost
