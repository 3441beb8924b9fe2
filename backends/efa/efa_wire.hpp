// The wire of one proxy: an endpoint on each of the PE's NICs.
#pragma once

#include <string>

#include "core/ofi/ofi_wire.hpp"
#include "core/process/railed.hpp"

namespace gin::efa {

class EfaWire : public Railed<ofi::OfiWire> {
 public:
  /// Throws Error(unavailable) with what is missing.
  explicit EfaWire(const WireNeeds& needs);

  /// For people: fabric and NICs, libfabric's version, and what else decides how the bytes go.
  std::string title() const;

 private:
  bool is_relaxed_;
};

}  // namespace gin::efa
