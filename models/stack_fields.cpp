// Every number and rule of a stack file and the member it fills. What they mean in the model is told in
// models/stack.hpp; the texts here are what `ginlab explain` and the schema say.
#include "models/load.hpp"
#include "models/row.hpp"

namespace gin::models {
namespace {

constexpr auto cost = Limit::zero_or_more;
constexpr auto word = Limit::free_of_choice;

constexpr Row<Stack> rows[] = {
    {"call_ns", cost, "Entering any communication call on the device, before the path is known.",
     [](Stack& s) -> Member { return &s.call; }},
    {"strong_signals", word, "put_signal orders after all earlier puts to that peer, not after its own only.",
     [](Stack& s) -> Member { return &s.strong_signals; }},

    {"queues.per_peer", Limit::few, "Queues to each peer.", [](Stack& s) -> Member { return &s.queues.per_peer; }},
    {"queues.map", word, "How an agent's operations to one peer map to the queues of that peer.",
     [](Stack& s) -> Member { return &s.queues.map; }},
    {"queues.depth", Limit::queue_depth, "Work requests outstanding in one queue.",
     [](Stack& s) -> Member { return &s.queues.depth; }},
    {"queues.quiet", word, "Which queues a quiet polls: those used since the last one, or every configured one.",
     [](Stack& s) -> Member { return &s.queues.quiet; }},

    {"gpu.build_ns", cost, "Writing one work request.", [](Stack& s) -> Member { return &s.gpu.build; }},
    {"gpu.publish_ns", cost, "Making it visible to the NIC: fence and producer record.",
     [](Stack& s) -> Member { return &s.gpu.publish; }},
    {"gpu.doorbell_ns", cost, "The doorbell's store itself, and taking the lock around it.",
     [](Stack& s) -> Member { return &s.gpu.doorbell; }},
    {"gpu.doorbell_batch", Limit::many, "Work requests of one reservation that share a doorbell.",
     [](Stack& s) -> Member { return &s.gpu.doorbell_batch; }},
    {"gpu.poll_ns", cost, "One look at a completion queue.", [](Stack& s) -> Member { return &s.gpu.poll; }},
    {"gpu.inline_max_bytes", cost, "What this library inlines, at most the NIC's own limit.",
     [](Stack& s) -> Member { return &s.gpu.inline_max; }},

    {"proxy.rings", Limit::few, "Command rings per PE.", [](Stack& s) -> Member { return &s.proxy.rings; }},
    {"proxy.threads", Limit::few, "Proxy threads per PE; ring r is served by thread r mod threads.",
     [](Stack& s) -> Member { return &s.proxy.threads; }},
    {"proxy.ring_slots", Limit::ring_slots, "16-byte slots of one ring.",
     [](Stack& s) -> Member { return &s.proxy.ring_slots; }},
    {"proxy.credit", word, "When a slot is given back: when the proxy took the command, or when it completed.",
     [](Stack& s) -> Member { return &s.proxy.credit; }},
    {"proxy.push_ns", cost, "GPU: reserving and storing one command.",
     [](Stack& s) -> Member { return &s.proxy.push; }},
    {"proxy.poll_ring_ns", cost, "CPU: one look at one ring.",
     [](Stack& s) -> Member { return &s.proxy.poll_ring; }},
    {"proxy.decode_ns", cost, "CPU: taking one command apart.", [](Stack& s) -> Member { return &s.proxy.decode; }},
    {"proxy.post_ns", cost, "CPU: building one work request.", [](Stack& s) -> Member { return &s.proxy.post; }},
    {"proxy.doorbell_ns", cost, "CPU: ringing once.", [](Stack& s) -> Member { return &s.proxy.doorbell; }},
    {"proxy.doorbell_batch", Limit::many, "Commands taken from one ring that share a doorbell.",
     [](Stack& s) -> Member { return &s.proxy.doorbell_batch; }},
    {"proxy.poll_completions_ns", cost, "CPU: one look at the completion queue.",
     [](Stack& s) -> Member { return &s.proxy.poll_completions; }},
    {"proxy.complete_ns", cost, "CPU: handling one completion.",
     [](Stack& s) -> Member { return &s.proxy.complete; }},
    {"proxy.publish_ns", cost, "CPU: writing the completion or credit word to where the GPU reads it.",
     [](Stack& s) -> Member { return &s.proxy.publish; }},
    {"proxy.poll_ns", cost, "GPU: one look at the completion word.",
     [](Stack& s) -> Member { return &s.proxy.poll; }},
    {"proxy.budget_operations", Limit::many, "Commands in flight per thread.",
     [](Stack& s) -> Member { return &s.proxy.budget_operations; }},
    {"proxy.budget_bytes", Limit::one_or_more, "Payload in flight per thread.",
     [](Stack& s) -> Member { return &s.proxy.budget_bytes; }},
    {"proxy.inline_max_bytes", cost, "What the CPU inlines, at most the NIC's own limit.",
     [](Stack& s) -> Member { return &s.proxy.inline_max; }},
};

}  // namespace

std::span<const Row<Stack>> stack_rows() {
  return rows;
}

FieldTable stack_fields() {
  FieldTable table;
  add_head(table, "Name of the library; scenarios say it in stack.");
  Stack stack{};
  for (const auto& row : rows) table.add(field_of(row.path, row.limit, row.text, row.member(stack)));
  return table;
}

}  // namespace gin::models
