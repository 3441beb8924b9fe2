#include "core/fabric/capabilities.hpp"

#include <fmt/format.h>

namespace gin {

std::string missing(const Capabilities& has, const Requirements& needs, bool several_nodes) {
  if (needs.pointers && !has.pointers_within_node)
    return fmt::format(
        "{}: expected peers within a node to be reached by load and store, got another path; set path.same_node to "
        "pointer",
        needs.pointers_why);
  if (needs.pointers && several_nodes && !has.pointers_across_nodes)
    return fmt::format(
        "{}: expected every peer to be reached by load and store, got more than one node; set cluster.nodes to 1",
        needs.pointers_why);
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
