// Which devices there are, and what they say of themselves.
#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "core/softverbs/device.hpp"
#include "core/softverbs/efa/describe.hpp"
#include "core/softverbs/exports.hpp"
#include "core/softverbs/receive_side.hpp"
#include "core/softverbs/request.hpp"

namespace softverbs {
namespace {

/// All of this host, made once.
std::vector<Device>& devices() {
  static auto& once = *[] {
    auto& made = *new std::vector<Device>(settings()->nics);  // never destroyed, as the settings
    for (std::uint32_t i = 0; i < made.size(); ++i) {
      made[i].address = {settings()->host, i};
      made[i].node_type = IBV_NODE_CA;
      made[i].transport_type = IBV_TRANSPORT_IB;
      std::snprintf(made[i].name, sizeof made[i].name, "soft%u", i);
      std::snprintf(made[i].dev_name, sizeof made[i].dev_name, "softverbs%u", i);
      if (settings()->efa) efa::describe(made[i]);
    }
    return &made;
  }();
  return once;
}

/// What there is at most of things that only memory limits.
constexpr int plenty = static_cast<int>(Regions::entries) - 1;

ibv_device_attr describe(const Address& address) {
  ibv_device_attr attr{};
  std::snprintf(attr.fw_ver, sizeof attr.fw_ver, "softverbs");
  attr.node_guid = attr.sys_image_guid = htobe64(guid_of(address));
  attr.max_mr_size = ~0ull;
  attr.vendor_id = 0xffffff;  // nobody's: OUIs of vendors are lower, and 0 would be a mistake
  attr.page_size_cap = 4096;
  attr.max_qp = attr.max_cq = attr.max_mr = attr.max_pd = plenty;
  attr.max_qp_wr = static_cast<int>(limits::requests);
  attr.max_sge = attr.max_sge_rd = static_cast<int>(pieces_max);
  attr.max_cqe = static_cast<int>(limits::completions);
  attr.max_qp_rd_atom = attr.max_qp_init_rd_atom = static_cast<int>(ReceiveSide::answers);
  attr.max_res_rd_atom = plenty;
  attr.atomic_cap = IBV_ATOMIC_HCA;
  attr.max_pkeys = 1;
  attr.phys_port_cnt = 1;
  if (settings()->efa) efa::describe(attr);
  return attr;
}

ibv_port_attr port_of(const Address& address) {
  ibv_port_attr attr{};
  const bool is_down = settings()->down == address.nic + 1;
  attr.state = is_down ? IBV_PORT_DOWN : IBV_PORT_ACTIVE;
  attr.max_mtu = attr.active_mtu = IBV_MTU_4096;
  attr.gid_tbl_len = attr.pkey_tbl_len = 1;
  attr.max_msg_sz = static_cast<std::uint32_t>(limits::message);
  attr.lid = lid_of(address);
  attr.sm_lid = 1;
  attr.max_vl_num = 1;
  // The slowest that there is a code for (1X, 2.5 Gb/s): nobody should take it for a measure of anything.
  attr.active_width = attr.active_speed = 1;
  attr.phys_state = is_down ? 2 : 5;  // Polling, LinkUp (IBTA Vol. 1, 14.2.5.6)
  attr.link_layer = IBV_LINK_LAYER_INFINIBAND;
  if (settings()->efa) efa::describe(attr);
  return attr;
}

bool is_entry(std::uint32_t port, std::int64_t index) {
  return port == 1 && index == 0;
}

}  // namespace

int query_port(ibv_context* context, std::uint8_t port, ibv_port_attr* attr, std::size_t bytes) {
  if (port != 1) return EINVAL;
  copy_up_to(attr, port_of(Context::of(context).address()), bytes);
  return 0;
}

int query_device_ex(ibv_context* context, const ibv_query_device_ex_input*, ibv_device_attr_ex* attr,
                    std::size_t bytes) {
  ibv_device_attr_ex filled{};
  filled.orig_attr = describe(Context::of(context).address());
  filled.phys_port_cnt_ex = 1;
  copy_up_to(attr, filled, bytes);
  return 0;
}

}  // namespace softverbs

using namespace softverbs;

SOFTVERBS_EXPORT ibv_device** ibv_get_device_list(int* count) {
  if (count) *count = 0;
  if (!settings()) return refuse(EINVAL);
  auto** list = static_cast<ibv_device**>(std::calloc(devices().size() + 1, sizeof(ibv_device*)));
  if (!list) return nullptr;
  std::ranges::transform(devices(), list, [](Device& device) { return &device; });
  if (count) *count = static_cast<int>(devices().size());
  return list;
}

SOFTVERBS_EXPORT void ibv_free_device_list(ibv_device** list) {
  std::free(list);
}

SOFTVERBS_EXPORT const char* ibv_get_device_name(ibv_device* device) {
  return device->name;
}

SOFTVERBS_EXPORT __be64 ibv_get_device_guid(ibv_device* device) {
  return htobe64(guid_of(static_cast<Device*>(device)->address));
}

SOFTVERBS_EXPORT int ibv_get_device_index(ibv_device*) {
  return -1;  // no kernel knows it
}

SOFTVERBS_EXPORT ibv_context* ibv_open_device(ibv_device* device) {
  Context* opened = Context::open(static_cast<Device&>(*device));
  return opened ? &opened->context : nullptr;
}

SOFTVERBS_EXPORT int ibv_close_device(ibv_context* context) {
  delete &Context::of(context);
  return 0;
}

SOFTVERBS_EXPORT int ibv_query_device(ibv_context* context, ibv_device_attr* attr) {
  *attr = describe(Context::of(context).address());
  return 0;
}

SOFTVERBS_EXPORT int ibv_query_port(ibv_context* context, std::uint8_t port, _compat_ibv_port_attr* attr) {
  // Programs of that age know the structure up to `link_layer` and what pads it.
  return query_port(context, port, reinterpret_cast<ibv_port_attr*>(attr),
                    offsetof(ibv_port_attr, port_cap_flags2));
}

SOFTVERBS_EXPORT int ibv_query_gid(ibv_context* context, std::uint8_t port, int index, ibv_gid* gid) {
  if (!is_entry(port, index)) {
    errno = EINVAL;
    return -1;
  }
  *gid = gid_of(Context::of(context).address());
  return 0;
}

SOFTVERBS_EXPORT int _ibv_query_gid_ex(ibv_context* context, std::uint32_t port, std::uint32_t index,
                                       ibv_gid_entry* entry, std::uint32_t flags, std::size_t bytes) {
  if (flags != 0 || !is_entry(port, index)) return flags != 0 ? EINVAL : ENODATA;
  ibv_gid_entry filled{};
  filled.gid = gid_of(Context::of(context).address());
  filled.port_num = 1;
  filled.gid_type = IBV_GID_TYPE_IB;
  copy_up_to(entry, filled, bytes);
  return 0;
}

SOFTVERBS_EXPORT ssize_t _ibv_query_gid_table(ibv_context* context, ibv_gid_entry* entries, std::size_t count,
                                              std::uint32_t flags, std::size_t bytes) {
  if (count == 0) return -EINVAL;
  const int failed = _ibv_query_gid_ex(context, 1, 0, entries, flags, bytes);
  return failed != 0 ? -failed : 1;
}

/// Between libibverbs and the programs of its own package.
SOFTVERBS_EXPORT int ibv_query_gid_type(ibv_context*, std::uint8_t port, unsigned index, int* type) {
  if (!is_entry(port, index)) return EINVAL;
  *type = 0;  // IB, or RoCE version 1
  return 0;
}

SOFTVERBS_EXPORT int ibv_query_pkey(ibv_context*, std::uint8_t port, int index, __be16* key) {
  if (!is_entry(port, index)) {
    errno = EINVAL;
    return -1;
  }
  *key = 0xffff;  // the default partition, full member (IBTA Vol. 1, 10.9.2)
  return 0;
}

SOFTVERBS_EXPORT int ibv_get_pkey_index(ibv_context*, std::uint8_t port, __be16 key) {
  return port == 1 && key == 0xffff ? 0 : -1;
}

SOFTVERBS_EXPORT int ibv_fork_init() {
  return 0;
}

SOFTVERBS_EXPORT ibv_fork_status ibv_is_fork_initialized() {
  return IBV_FORK_UNNEEDED;  // nothing is pinned
}
