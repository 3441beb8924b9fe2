// A wire over libfabric (docs/decisions/007). Who uses it needs no header of libfabric.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/ids.hpp"
#include "core/fabric/wire.hpp"
#include "core/ofi/provider.hpp"

namespace gin::ofi {

class Link;

/// Belongs to one thread, like every wire. The heap has to outlive it.
class OfiWire {
 public:
  /// Opens `provider`, which probe.hpp should have tried before; throws Error(unavailable) with a sentence when it
  /// says of itself that it cannot do what a wire has to. Up to `eager_max` bytes travel behind a message.
  OfiWire(const Provider& provider, std::span<unsigned char> heap, std::uint64_t eager_max);
  ~OfiWire();
  OfiWire(OfiWire&&) noexcept;
  OfiWire& operator=(OfiWire&&) noexcept;

  /// What the other PEs have to know, for an all-gather.
  std::string address() const;
  /// Those of all PEs, in their order, this one's too; once, before the first post. Throws Error(failed) that names
  /// the PE whose address is malformed or not to be reached.
  void connect(const std::vector<std::string>& addresses, Pe me);

  /// What carries the bytes, as the OS names it ("0000:a1:00.0", "mlx5_0", "eth0"), or the provider ("shm").
  std::string nic() const;

  WireLimits limits() const;
  Post post(const WorkRequest& request, std::uint64_t token);
  bool progress();
  bool next_done(Done& done);
  bool next_arrival(Arrival& arrival);

 private:
  std::unique_ptr<Link> link_;
};
static_assert(Wire<OfiWire>);

}  // namespace gin::ofi
