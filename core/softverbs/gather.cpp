#include "core/softverbs/gather.hpp"

namespace softverbs {

bool gather(const NicMemory& nic, std::uint32_t domain, const Request& request, std::vector<iovec>& into) {
  const auto access = request.fetches() ? IBV_ACCESS_LOCAL_WRITE : ibv_access_flags{};
  into.clear();
  for (std::uint32_t i = 0; i < request.count; ++i) {
    const ibv_sge& piece = request.pieces[i];
    auto* at = reinterpret_cast<unsigned char*>(piece.addr);
    if (piece.length == 0) continue;
    if (!(request.flags & IBV_SEND_INLINE)) {
      const Regions::Entry* region = nic.region(piece, domain, access);
      if (!region) return false;
      at = reinterpret_cast<unsigned char*>(region->address + (piece.addr - region->start));
    }
    into.push_back({at, piece.length});
  }
  return true;
}

}  // namespace softverbs
