// What a provider does when it is asked, as against what it says: one operation of each kind between two endpoints
// of this process. Some list what they answer with "not implemented"; some take a write and never tell of it.
#pragma once

#include <string>

#include "core/ofi/provider.hpp"

namespace gin::ofi {

/// A kind of operation: whether it was carried out, and if not, what came instead.
struct Probed {
  bool works = false;
  std::string why;
};

struct Capabilities {
  Probed write;         ///< four bytes for the target's CPU beside the payload
  Probed write_inline;  ///< the same, payload taken at once
  Probed empty_write;   ///< the four bytes alone
  Probed read;
  Probed send;  ///< with four bytes beside the message
};

/// Takes ten seconds at most, two an operation. Throws Error(unavailable) where the provider is not there at all.
Capabilities probe(const Provider& provider);

/// Throws Error(unavailable) with a sentence unless all that a wire needs works.
void require(const Capabilities& capabilities, const Provider& provider);

}  // namespace gin::ofi
