// The functions of pcie.hpp by name.
#include "models/cost/function.hpp"
#include "models/cost/pcie.hpp"

namespace gin::models::cost {
namespace {

const std::vector<std::string> devices = {"gpu", "nic", "cpu"};  // in the order of Device

Field device(const char* path, const char* text) {
  return {.path = path, .kind = FieldKind::choice, .choices = devices, .text = text};
}

Field lookup_field() {
  return {.path = "lookup",
          .kind = FieldKind::choice,
          .default_value = std::string("hit"),
          .choices = {"hit", "miss"},
          .text = "What a translating IOMMU finds in its cache."};
}

FieldTable way_inputs() {
  FieldTable table;
  table.add(device("from", "Who reads or writes.")).add(device("to", "Whose memory it is.")).add(lookup_field());
  return table;
}

Device device_of(const std::string& word) {
  return word == devices[0] ? Device::gpu : word == devices[1] ? Device::nic : Device::cpu;
}
Way way_of(const Values& inputs) {
  return {device_of(inputs.text("from")), device_of(inputs.text("to"))};
}
Lookup lookup_of(const Values& inputs) {
  return inputs.text("lookup") == "miss" ? Lookup::miss : Lookup::hit;
}

}  // namespace

std::vector<Function> pcie_functions() {
  return {
      {"pcie.read", "Round trip of a read until its first byte is there.", way_inputs(), false,
       [](const Call& call) {
         return read(call.profile.pcie, call.profile.iommu, way_of(call.inputs), lookup_of(call.inputs));
       }},
      {"pcie.fetch", "The NIC's fetch of work requests.",
       FieldTable().add(device("in", "In whose memory their queue lies.")).add(lookup_field()), false,
       [](const Call& call) {
         const Profile& p = call.profile;
         return fetch(p.pcie, p.iommu, p.nic, device_of(call.inputs.text("in")), lookup_of(call.inputs));
       }},
      {"pcie.copy", "A copy between GPU and CPU memory, until the CPU knows that it is done.",
       FieldTable().add({.path = "bytes",
                         .kind = FieldKind::integer,
                         .unit = "bytes",
                         .min = 1,
                         .max = std::int64_t{1} << 40,
                         .text = "Size of the copy."}),
       false,
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
