#include "core/fabric/capabilities.hpp"

#include <fmt/format.h>

namespace gin {

std::string missing(const Capabilities& has, const Requirements& needs, bool several_nodes) {
  if (needs.pointers && !has.pointers_within_node)
    return fmt::format(
        "{}: expected peers within a node to be reached by load and store, got another path; set path.same_node to "
        "pointer",
        needs.pointers_why);
  if (needs.pointers && several_nodes)
    return fmt::format(
        "{}: expected every peer to be reached by load and store, got more than one node; set cluster.nodes to 1",
        needs.pointers_why);
  if (needs.two_sided && !has.two_sided)
    return fmt::format(
        "{}: expected a backend that matches sends and receives, got one that does not; use backend shm "
        "or emulated",
        needs.two_sided_why);
  if (needs.streams > has.streams_max)
    return fmt::format(
        "expected at most {} queues to each peer, which is what an immediate tells apart, got {}; use fewer "
        "contexts, proxy threads or stack.queues.per_peer",
        has.streams_max, needs.streams);
  if (needs.signal_words > has.signal_words_max)
    return fmt::format(
        "expected at most {} words that signals may go to, which is how many the NIC counts (profile.nic.counters), got {}, the "
        "barrier's among them; use fewer agents or signals, or a stack whose signals a CPU counts (stack.arrivals.signals)",
        has.signal_words_max, needs.signal_words);
  if (needs.atomics && !has.atomics)
    return "expected a fabric with 64-bit atomics, got one without; choose another backend or path";
  if (needs.strong_signals && !has.strong_signals && has.ordering == Ordering::none)
    return "expected a fabric with strong signals, got one without; choose another backend or a stack with weak "
           "signals";
  if (needs.message_bytes > has.message_bytes_max)
    return fmt::format("expected transfers of at most {} bytes, got {}; use smaller blocks", has.message_bytes_max,
                       needs.message_bytes);
  return "";
}

}  // namespace gin
