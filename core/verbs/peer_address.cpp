#include "core/verbs/peer_address.hpp"

#include <fmt/format.h>

#include <bit>
#include <cstring>
#include <string_view>

#include "core/base/error.hpp"

namespace gin::verbs {
namespace {

constexpr std::string_view mark = "gin-ibv1";
/// The members up to the GID, as they lie in memory.
using Numbers = std::array<std::uint64_t, 8>;
constexpr std::size_t fixed_bytes = mark.size() + sizeof(Numbers) + sizeof(PeerAddress::gid);
static_assert(std::endian::native == std::endian::little);

[[noreturn]] void malformed(Pe pe, const std::string& what) {
  throw Error(Code::failed, fmt::format("address of PE {}: {}; do all PEs run the same ginlab?", pe.value, what));
}

}  // namespace

std::string write(const PeerAddress& address) {
  const Numbers numbers = {address.is_infiniband, address.lid, address.mtu,        address.reads_answered,
                           address.base,          address.key, address.heap_bytes, address.eager_max};
  std::string text(mark);
  text.append(reinterpret_cast<const char*>(numbers.data()), sizeof numbers);
  text.append(reinterpret_cast<const char*>(address.gid.data()), address.gid.size());
  return text.append(reinterpret_cast<const char*>(address.queue_pairs.data()),
                     address.queue_pairs.size() * sizeof(std::uint32_t));
}

PeerAddress read_address(const std::string& text, Pe pe, std::size_t queue_pairs) {
  const std::size_t expected = fixed_bytes + queue_pairs * sizeof(std::uint32_t);
  if (text.size() != expected)
    malformed(pe, fmt::format("expected {} bytes for {} queue pairs, came {}", expected, queue_pairs, text.size()));
  if (!text.starts_with(mark))
    malformed(pe, fmt::format("expected it to begin with {}, came something else", mark));
  Numbers number;
  PeerAddress address;
  const char* from = text.data() + mark.size();
  std::memcpy(number.data(), from, sizeof number);
  std::memcpy(address.gid.data(), from + sizeof number, address.gid.size());
  address.queue_pairs.resize(queue_pairs);
  std::memcpy(address.queue_pairs.data(), text.data() + fixed_bytes, queue_pairs * sizeof(std::uint32_t));
  address.is_infiniband = number[0];
  address.lid = number[1];
  address.mtu = number[2];
  address.reads_answered = number[3];
  address.base = number[4];
  address.key = number[5];
  address.heap_bytes = number[6];
  address.eager_max = number[7];
  return address;
}

std::vector<PeerAddress> read_addresses(const std::vector<std::string>& texts, const PeerAddress& own, Pe me) {
  if (me.value >= texts.size() || texts[me.value] != write(own))
    throw Error(Code::failed,
                fmt::format("PE {}: expected its own address among those of all PEs, came {} without; were they"
                            " gathered in the order of the PEs?",
                            me.value, texts.size()));
  std::vector<PeerAddress> all;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    const PeerAddress& peer = all.emplace_back(read_address(texts[i], Pe{i}, own.queue_pairs.size()));
    const auto same = [&](std::uint64_t came, std::uint64_t expected, const char* what) {
      if (came != expected)
        throw Error(Code::failed,
                    fmt::format("address of PE {}: expected {} {} as at PE {}, came {}; run all PEs with"
                                " the same settings on the same kind of network",
                                i, what, expected, me.value, came));
    };
    same(peer.is_infiniband, own.is_infiniband, "InfiniBand (1) or Ethernet (0)");
    same(peer.heap_bytes, own.heap_bytes, "a heap of bytes");
    same(peer.eager_max, own.eager_max, "eager bytes");
  }
  return all;
}

}  // namespace gin::verbs
