#include "reports/glossary/glossary.hpp"

namespace gin::reports {
constexpr const char* in_bound = "models/bound.cpp";

constexpr Term bound_table[] = {
    {"nic.line_out", "The bytes that the busiest NIC sent, headers included, over the rate of its line.",
     "profile.nic.line_bytes_per_second profile.nic.header_bytes profile.nic.mtu_bytes", in_bound,
     "Fewer bytes, more evenly spread; more or faster NICs."},
    {"nic.line_in", "The bytes that the busiest NIC was sent, headers included, over the rate of its line.",
     "profile.nic.line_bytes_per_second profile.nic.header_bytes profile.nic.mtu_bytes", in_bound,
     "Fewer bytes, more evenly spread over targets; more or faster NICs."},
    {"nic.messages_out", "The messages that the busiest NIC sent, over what its pipeline passes.",
     "profile.nic.messages_per_second", in_bound, "Fewer and larger messages, more evenly spread."},
    {"nic.messages_in", "The messages that the busiest NIC was sent, over what its pipeline passes.",
     "profile.nic.messages_per_second", in_bound, "Fewer and larger messages, more evenly spread over targets."},
    {"nic.atomics", "The atomics and signals that the busiest NIC executed, over what its unit does.",
     "profile.nic.atomics_per_second", in_bound, "Fewer signals and atomics, more evenly spread over targets."},
    {"pcie.read", "The payload that NICs read from the memory of one GPU, over the rate of PCIe.",
     "profile.pcie.bandwidth_bytes_per_second profile.pcie.root_complex_bytes_per_second "
     "profile.pcie.socket_bytes_per_second",
     in_bound, "Fewer bytes; a faster link or a NIC behind the GPU's own switch."},
    {"pcie.written", "The payload that NICs wrote to the memory of one GPU, over the rate of PCIe.",
     "profile.pcie.bandwidth_bytes_per_second profile.pcie.root_complex_bytes_per_second "
     "profile.pcie.socket_bytes_per_second",
     in_bound, "Fewer bytes; a faster link or a NIC behind the GPU's own switch."},
    {"nvlink.out", "The bytes that left the busiest GPU by NVLink, over the rate of its port.",
     "profile.nvlink.read_bytes_per_second profile.nvlink.write_bytes_per_second", in_bound,
     "Fewer bytes, more evenly spread."},
    {"nvlink.in", "The bytes that reached the busiest GPU by NVLink, over the rate of its port.",
     "profile.nvlink.read_bytes_per_second profile.nvlink.write_bytes_per_second", in_bound,
     "Fewer bytes, more evenly spread."},
    {"memory.l2", "The bytes that passed the busiest GPU's L2, over its rate.", "profile.gpu.l2_bytes_per_second",
     in_bound, "Fewer passes over the data."},
    {"memory.hbm", "The bytes that passed the busiest GPU's HBM, over its rate.",
     "profile.gpu.hbm_bytes_per_second", in_bound, "Fewer passes over the data; a footprint that stays in the L2."},
    {"latency",
     "The longest chain in which each had to wait for the one before, had nothing been in the way and software "
     "taken no time.",
     "profile.wire.propagation_ns profile.nvlink.load_ns profile.nvlink.store_ns profile.pcie.posted_ns "
     "profile.nic.wqe_fetch_ns",
     "core/sim/causal_path.hpp", "Fewer round trips one after the other; a machine with shorter ones."},
};

std::span<const Term> bound_terms() {
  return bound_table;
}

}  // namespace gin::reports
