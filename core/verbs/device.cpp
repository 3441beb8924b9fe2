#include "core/verbs/device.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cerrno>
#include <functional>
#include <memory>

#include "core/verbs/rxe_queue.hpp"

namespace gin::verbs {
namespace {

constexpr const char* what_to_install =
    "hardware needs its kernel driver (`rdma link` lists devices) and a provider of ibverbs-providers";

/// Calls `look` with each device of a library until it is satisfied.
void each_device(const Library* library, const std::function<bool(ibv_device*)>& look) {
  if (!library) return;
  int count = 0;
  const auto free = [library](ibv_device** list) { library->free_device_list(list); };
  const std::unique_ptr<ibv_device*, decltype(free)> list(library->get_device_list(&count), free);
  for (int i = 0; list && i < count; ++i)
    if (look(list.get()[i])) return;
}

/// EFA's have none.
bool has_connections(const ibv_device& device) {
  return device.transport_type != IBV_TRANSPORT_UNSPECIFIED;
}

struct Found {
  Handle<ibv_context> context;
  std::string name;
  ibv_device_attr attributes{};
};

/// One that cannot be opened or asked has no context.
Found open(const Library* library, ibv_device* device) {
  Found found{{library->open_device(device), {library}}, library->get_device_name(device)};
  if (found.context && library->query_device(found.context.get(), &found.attributes) != 0) found.context.reset();
  return found;
}

/// What verbs.h asks through a table where there is one; this call is in every library, and fills what was there
/// when it was made. The rest is zero.
bool ask(const Library* library, ibv_context* context, std::uint8_t number, ibv_port_attr& port) {
  port = {};
  return library->query_port(context, number, reinterpret_cast<_compat_ibv_port_attr*>(&port)) == 0;
}

double gigabits(const ibv_port_attr& port) {
  // ibv_devinfo's words for the codes of speed and width.
  constexpr std::array<double, 8> lane = {2.5, 5, 10, 10, 14, 25, 50, 100};
  constexpr std::array<int, 5> lanes = {1, 4, 8, 12, 2};
  const auto bit = [](unsigned code) { return static_cast<std::size_t>(__builtin_ctz(code | 0x100)); };
  const std::size_t speed = bit(port.active_speed);
  const std::size_t width = bit(port.active_width);
  return speed < lane.size() && width < lanes.size() ? lane[speed] * lanes[width] : 0;
}

/// How requests look in its queues, where somebody other than its own driver can write them.
std::optional<VerbsKind> queues_of(const Library* library, ibv_context* context) {
  if (library == soft_library()) return VerbsKind::soft;
  if (is_rxe(*context)) return VerbsKind::rxe;
  const bool has_library = library->mlx5_is_supported && library->mlx5_init_obj;
  if (has_library && library->mlx5_is_supported(context->device)) return VerbsKind::mlx5;
  return {};
}

/// Whether agents can write its queues, for paths gpu and gpu-cpu-doorbell.
std::string queue_words(const Library* library, ibv_context* context) {
  if (!has_connections(*context->device)) return "it has no reliable connections: not for backend ib-loopback";
  const std::optional<VerbsKind> queues = queues_of(library, context);
  if (!queues)
    return "agents cannot write its queues: expected an mlx5 adapter and its libmlx5, Soft-RoCE or the software device";
  constexpr const char* formats[] = {"of mlx5", "of Soft-RoCE", "its own, or of mlx5"};
  return fmt::format("agents can write its queues (format {})", formats[static_cast<std::size_t>(*queues)]);
}

std::string in_words(const Library* library, const std::string& name, const ibv_device_attr& device, int number,
                     const ibv_port_attr& port) {
  if (library == soft_library())
    return fmt::format("{} port {}: a device in software, whose times are this machine's", name, number);
  return fmt::format("{} port {}: firmware {}, {}, {:g} Gbit/s, MTU {}{}", name, number, device.fw_ver,
                     port.link_layer == IBV_LINK_LAYER_ETHERNET ? "Ethernet" : "InfiniBand", gigabits(port),
                     128 << port.active_mtu, port.state == IBV_PORT_ACTIVE ? "" : ", not active");
}

/// The port that was asked for, or the first that is active; 0 where there is none.
std::uint8_t port_of(const Library* library, const Found& found, int wanted, ibv_port_attr& port) {
  for (std::uint8_t number = 1; number <= found.attributes.phys_port_cnt; ++number)
    if ((wanted == 0 || wanted == number) && ask(library, found.context.get(), number, port) &&
        port.state == IBV_PORT_ACTIVE)
      return number;
  return 0;
}

/// How well an entry of an Ethernet port's table reaches others: any machine by IPv4, then by IPv6, then those of
/// the same switches.
int rank(const ibv_gid_entry& entry) {
  static constexpr std::array<std::uint8_t, 12> mapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
  if (entry.gid_type != IBV_GID_TYPE_ROCE_V2) return 1;
  return std::equal(mapped.begin(), mapped.end(), entry.gid.raw) ? 3 : 2;
}

/// Sets the address that peers reach this port by.
void choose_gid(Device& device, int wanted) {
  int best = 0;
  for (int i = 0; i < device.port.gid_tbl_len; ++i) {
    ibv_gid_entry entry{};
    const bool is_there = device.library->query_gid_ex(device.context.get(), device.port_number,
                                                       static_cast<std::uint32_t>(i), &entry, 0, sizeof entry) == 0;
    const int here = !is_there ? 0 : i == wanted ? 4 : rank(entry);
    if (here <= best || (wanted >= 0 && i != wanted) || (wanted < 0 && device.is_infiniband())) continue;
    best = here;
    device.gid_index = i;
    device.gid = entry.gid;
  }
  if (device.gid_index >= 0 || (wanted < 0 && device.is_infiniband())) return;
  throw Error(
      Code::unavailable,
      fmt::format("launch.gid: expected {} in the table of {} port {}, came {} places, none of them that; -1"
                  " chooses one, and an Ethernet port needs an IP address to have any",
                  wanted < 0 ? "an address" : fmt::format("entry {}", wanted), device.name, device.port_number,
                  device.port.gid_tbl_len));
}

/// Opens the first device of `library` that is called `name` (empty: any) and has connections and the port.
bool find(Device& device, const Library* library, const std::string& name, int port) {
  each_device(library, [&](ibv_device* one) {
    if (!has_connections(*one) || (!name.empty() && name != library->get_device_name(one))) return false;
    Found found = open(library, one);
    if (!found.context) return false;
    device.port_number = port_of(library, found, port, device.port);
    if (device.port_number == 0) return false;
    device.library = library;
    device.context = std::move(found.context);
    device.name = found.name;
    device.attributes = found.attributes;
    return true;
  });
  return device.context != nullptr;
}

}  // namespace

Device::Device(const Choice& choice) {
  const bool any = choice.device == "auto";
  const bool as_mlx5 = choice.device == "soft-mlx5";
  const bool soft = choice.device == "soft" || as_mlx5;
  const std::string wanted = any || soft ? "" : choice.device;
  if ((soft || !find(*this, system_library(), wanted, choice.port)) &&
      !find(*this, soft_library(), wanted, choice.port)) {
    const Inventory there = inventory();
    throw Error(
        Code::unavailable,
        fmt::format("launch.device: expected {} {}, came {}; {}",
                    any    ? "an RDMA device with reliable connections"
                    : soft ? "the software device"
                           : fmt::format("a device {}", wanted),
                    choice.port == 0 ? "with an active port" : fmt::format("whose port {} is active", choice.port),
                    there.ports.empty() ? "none" : fmt::format("[{}]", fmt::join(there.ports, "; ")),
                    there.missing.empty() ? "name one of those" : there.missing));
  }
  queues = as_mlx5 ? VerbsKind::mlx5 : queues_of(library, context.get());
  choose_gid(*this, choice.gid);
}

std::string Device::description() const {
  return in_words(library, name, attributes, port_number, port);
}

std::string Device::title() const {
  return fmt::format("{} port {}{}{}", name, port_number, is_soft() ? ": software, times of this host" : "",
                     is_soft() && queues == VerbsKind::mlx5 ? ", queues as mlx5's" : "");
}

Inventory inventory() {
  Inventory all;
  const auto list = [&](const Library* library) {
    each_device(library, [&](ibv_device* one) {
      const Found found = open(library, one);
      ibv_port_attr port;
      if (!found.context) {
        all.ports.push_back(fmt::format("{}: cannot be opened ({})", found.name, errno));
        all.queues.emplace_back();
      }
      for (std::uint8_t number = 1; found.context && number <= found.attributes.phys_port_cnt; ++number)
        if (ask(library, found.context.get(), number, port)) {
          all.ports.push_back(in_words(library, found.name, found.attributes, number, port));
          all.queues.push_back(queue_words(library, found.context.get()));
          all.connects |= has_connections(*one);
        }
      return false;
    });
  };
  list(system_library());
  if (all.ports.empty()) all.missing = system_library() ? what_to_install : system_library_missing();
  list(soft_library());
  return all;
}

}  // namespace gin::verbs
