#include "core/ofi/ofi_wire.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/base/error.hpp"
#include "core/ofi/library.hpp"

namespace gin::ofi {
namespace {

constexpr const char* is_it_there = "is that process still there? Its own output says why it left";

// Work requests count their bytes in 32 bits.
constexpr std::uint64_t message_max = std::uint64_t{1} << 31;

/// The constructor goes on only where the provider can do what a wire needs.
const Endpoint& able(const Endpoint& endpoint) {
  const auto refused = [&](const std::string& what) {
    throw Error(Code::unavailable,
                fmt::format("wire over {}: {}; choose another provider", title_of(endpoint.provider), what));
  };
  if (endpoint.info->domain_attr->cq_data_size < sizeof(std::uint32_t))
    refused(fmt::format("expected 4 bytes beside a write for the target's CPU, came {}",
                        endpoint.info->domain_attr->cq_data_size));
  if (endpoint.info->ep_attr->max_msg_size < message_bytes)
    refused(fmt::format("expected messages of {} bytes, came a limit of {}", message_bytes,
                        endpoint.info->ep_attr->max_msg_size));
  return endpoint;
}

/// What both ends have to be. shm of 1.17 and of 2.1 lay out the memory that they share differently and say the same version
/// of their protocol, which ends in a segmentation fault.
std::string kind_of(const Endpoint& endpoint) {
  return fmt::format("{}{}{} of libfabric {}", endpoint.provider.name, endpoint.provider.fabric.empty() ? "" : "/",
                     endpoint.provider.fabric, library_version());
}

}  // namespace

CompletionStatus status_of(long error) {
  switch (error < 0 ? -error : error) {
    case FI_EACCES:
    case FI_EPERM:
    case FI_EKEYREJECTED:
      return CompletionStatus::remote_access;
    case FI_ECANCELED:  // by the provider, once the connection is gone
    case FI_ECONNABORTED:
    case FI_ECONNREFUSED:
    case FI_ECONNRESET:
    case FI_EHOSTDOWN:
    case FI_EHOSTUNREACH:
    case FI_ENETUNREACH:
    case FI_ENOTCONN:
    case FI_ESHUTDOWN:
    case FI_ETIMEDOUT:
      return CompletionStatus::retry_exceeded;
    default:
      return CompletionStatus::other;
  }
}

OfiWire::OfiWire(const Provider& provider, std::span<unsigned char> heap, std::uint64_t eager_max)
    : heap_(heap),
      buffer_bytes_((message_bytes + eager_max + 63) / 64 * 64),
      buffers_(std::make_unique<unsigned char[]>(buffer_bytes_ * (sends_max + receives_max))),
      endpoint_(provider),
      heap_region_(able(endpoint_).region(heap, Endpoint::Use::heap)),
      buffer_region_(
          endpoint_.region({buffers_.get(), buffer_bytes_ * (sends_max + receives_max)}, Endpoint::Use::messages)),
      heap_descriptor_(fi_mr_desc(heap_region_.get())),
      buffer_descriptor_(fi_mr_desc(buffer_region_.get())),
      inject_max_(endpoint_.info->tx_attr->inject_size),
      injects_(provider.injects),
      limits_{WorkRequest::inline_bytes,
              std::min<std::uint64_t>(endpoint_.info->ep_attr->max_msg_size, message_max),
              std::min<std::uint64_t>(eager_max, endpoint_.info->ep_attr->max_msg_size - message_bytes), 1,
              provider.guards_queues ? 0 : Endpoint::completions_max},
      writes_(std::clamp<std::size_t>(endpoint_.info->tx_attr->size, 1, writes_max), nullptr, 0),
      sends_(sends_max, buffers_.get(), buffer_bytes_),
      receives_(std::clamp<std::size_t>(endpoint_.info->rx_attr->size, 1, receives_max),
                buffers_.get() + sends_max * buffer_bytes_, buffer_bytes_) {
  if (provider.own_bytes > 0) {
    room_.reset(new unsigned char[provider.own_bytes]);  // not touched
    room_region_ = endpoint_.region({room_.get(), provider.own_bytes}, Endpoint::Use::room);
  }
  for (Slot* slot = receives_.first(); slot; slot = receives_.first()) {
    receives_.take();
    if (!post_receive(slot)) break;
  }
}

std::string OfiWire::address() const {
  return ofi::write(PeerAddress{kind_of(endpoint_), endpoint_.name(), endpoint_.base_of(heap_.data()),
                                fi_mr_key(heap_region_.get()), heap_.size(), limits_.eager_max});
}

std::string OfiWire::title() const {
  const std::string device = device_of(*endpoint_.info);
  return device.empty() ? "" : fmt::format("{} on {}", endpoint_.info->fabric_attr->name, device);
}

void OfiWire::connect(const std::vector<std::string>& addresses, Pe me) {
  GIN_ASSERT(peers_.empty());
  if (me.value >= addresses.size() || addresses[me.value] != address())
    throw Error(Code::failed,
                fmt::format("wire of PE {}: expected its own address among the {} that were gathered, came"
                            " another; were they gathered in the order of the PEs?",
                            me.value, addresses.size()));
  room_region_.reset();
  room_.reset();
  peers_.reserve(addresses.size());
  for (std::uint32_t i = 0; i < addresses.size(); ++i) {
    const PeerAddress peer = read_address(addresses[i], Pe{i});
    const auto same = [&](const auto& came, const auto& expected, const char* what) {
      if (came != expected)
        throw Error(Code::failed,
                    fmt::format("address of PE {}: expected {} {} as at PE {}, came {}; run all PEs with"
                                " the same settings",
                                i, what, expected, me.value, came));
    };
    same(peer.provider, kind_of(endpoint_), "provider");
    same(peer.heap_bytes, heap_.size(), "a heap of bytes");
    same(peer.eager_max, limits_.eager_max, "eager bytes");
    peers_.push_back({endpoint_.insert(peer.endpoint, fmt::format("PE {}", i)), peer.base, peer.key});
  }
}

void OfiWire::open(const Arrived& one, Arrival& arrival) {
  PackedMessage packed;
  std::memcpy(&packed, one.slot->buffer, message_bytes);
  arrival.message = unpack(packed);
  arrival.bytes.assign(one.slot->buffer + message_bytes, one.slot->buffer + message_bytes + one.bytes);
  post_receive(one.slot);
}

bool OfiWire::post_receive(Slot* slot) {
  const ssize_t error =
      fi_recv(endpoint_.endpoint.get(), slot->buffer, buffer_bytes_, buffer_descriptor_, FI_ADDR_UNSPEC, slot);
  if (error == -FI_EAGAIN) {
    slot->next = owed_;
    owed_ = slot;
    return false;
  }
  if (error)
    refuse(Code::failed, "fi_recv", title_of(endpoint_.provider), error,
           "FI_LOG_LEVEL=warn makes the provider say more");
  return true;
}

void OfiWire::post_owed() {
  while (Slot* slot = owed_) {
    owed_ = slot->next;
    if (!post_receive(slot)) return;
  }
}

void OfiWire::take_failed(ssize_t error) {
  const std::string provider = title_of(endpoint_.provider);
  if (error != -FI_EAVAIL)
    refuse(Code::failed, "fi_cq_read", provider, error, "FI_LOG_LEVEL=warn makes the provider say more");
  fi_cq_err_entry entry{};
  const ssize_t read = fi_cq_readerr(endpoint_.completions.get(), &entry, 0);
  if (read < 0)
    refuse(Code::failed, "fi_cq_readerr", provider, read, "FI_LOG_LEVEL=warn makes the provider say more");
  auto* slot = static_cast<Slot*>(entry.op_context);
  const auto own_status = endpoint_.provider.own_status;
  const CompletionStatus own = own_status ? own_status(entry.prov_errno) : CompletionStatus::other;
  if (slot && (slot->home == &writes_ || slot->home == &sends_)) {
    done_.push({slot->token, own != CompletionStatus::other ? own : status_of(entry.err)});
    return slot->home->give_back(slot);
  }
  char own_words[128] = "";
  const char* said =
      fi_cq_strerror(endpoint_.completions.get(), entry.prov_errno, entry.err_data, own_words, sizeof own_words);
  throw Error(
      Code::failed,
      fmt::format("what a peer sent over {}: expected it to complete, came {}, in the provider's words: {}; {}",
                  provider, in_words(entry.err), said ? said : "nothing", is_it_there));
}

void OfiWire::look_at_events() {
  std::uint32_t event = 0;
  if (fi_eq_read(endpoint_.events.get(), &event, nullptr, 0, 0) != -FI_EAVAIL) return;
  fi_eq_err_entry entry{};
  if (fi_eq_readerr(endpoint_.events.get(), &entry, 0) < 0) return;
  char own_words[256] = "";
  const char* said =
      fi_eq_strerror(endpoint_.events.get(), entry.prov_errno, entry.err_data, own_words, sizeof own_words);
  throw Error(
      Code::failed,
      fmt::format(
          "endpoint of {}: expected to go on, came {}, in the provider's words {} ({}); a peer that is gone, or "
          "that names memory which is not there, ends one so",
          title_of(endpoint_.provider), in_words(entry.err), entry.prov_errno, said ? said : "nothing"));
}

}  // namespace gin::ofi
