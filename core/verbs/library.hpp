// libibverbs as the functions that are used of it, from either of two places: the system's, loaded when it is first
// needed and never linked, so that a ginlab without RDMA needs none of it; or a software device that is part of ginlab.
// What verbs.h inlines over a context's operations (ibv_post_send, ibv_poll_cq, ...) works on both as it is.
#pragma once

#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <string>

#include "core/base/error.hpp"

namespace gin::verbs {

struct Library {
  decltype(&::ibv_get_device_list) get_device_list;
  decltype(&::ibv_free_device_list) free_device_list;
  decltype(&::ibv_get_device_name) get_device_name;
  decltype(&::ibv_open_device) open_device;
  decltype(&::ibv_close_device) close_device;
  decltype(&::ibv_query_device) query_device;
  decltype(&::ibv_query_port) query_port;  ///< verbs.h calls what is older than its ibv_port_attr by this name, too
  decltype(&::_ibv_query_gid_ex) query_gid_ex;
  decltype(&::ibv_alloc_pd) alloc_pd;
  decltype(&::ibv_dealloc_pd) dealloc_pd;
  decltype(&::ibv_reg_mr) reg_mr;
  decltype(&::ibv_dereg_mr) dereg_mr;
  decltype(&::ibv_create_cq) create_cq;
  decltype(&::ibv_destroy_cq) destroy_cq;
  decltype(&::ibv_create_qp) create_qp;
  decltype(&::ibv_modify_qp) modify_qp;
  decltype(&::ibv_destroy_qp) destroy_qp;
  decltype(&::ibv_wc_status_str) wc_status_str;

  // Null where a library has none.
  decltype(&::ibv_reg_dmabuf_mr) reg_dmabuf_mr;
  decltype(&::mlx5dv_is_supported) mlx5_is_supported;
  decltype(&::mlx5dv_init_obj) mlx5_init_obj;  ///< maps queues in mlx5's format
};

/// Loads libibverbs.so.1 on the first call. Null where it cannot be loaded; why not says `system_library_missing`.
const Library* system_library();
/// A sentence, or empty where there is a system's library.
const std::string& system_library_missing();

/// The software device's; null in a ginlab without one.
const Library* soft_library();

/// Throws Error(code): "`what`: expected it to work, came 22 (Invalid argument); `advice`".
[[noreturn]] void refuse(Code code, const std::string& what, int error, const std::string& advice);

}  // namespace gin::verbs
