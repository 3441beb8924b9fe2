// libibverbs as the functions that are used of it, from either of two places: the system's, loaded when it is first
// needed and never linked, so that a ginlab without RDMA needs none of it; or a software device that is part of ginlab.
// What verbs.h inlines over a context's operations (ibv_post_send, ibv_poll_cq, ...) works on both as it is.
#pragma once

#include <infiniband/efadv.h>
#include <infiniband/mlx5dv.h>
#include <infiniband/verbs.h>

#include <string>

#include "core/base/error.hpp"
#include "core/softverbs/efa/younger.hpp"

namespace gin::verbs {

namespace younger_efa = softverbs::efa::younger;

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

  decltype(&::ibv_create_ah) create_ah;
  decltype(&::ibv_destroy_ah) destroy_ah;

  // Null where a library has none.
  decltype(&::ibv_reg_dmabuf_mr) reg_dmabuf_mr;
  decltype(&::mlx5dv_is_supported) mlx5_is_supported;
  decltype(&::mlx5dv_init_obj) mlx5_init_obj;  ///< maps queues in mlx5's format

  /// libefa, and what queues that agents write take of libraries that are younger than these headers; see efa_queues.hpp.
  struct Efa {
    decltype(&::efadv_query_device) query_device;
    decltype(&::efadv_create_qp_ex) create_qp;
    decltype(&::efadv_query_ah) query_ah;
    decltype(&younger_efa::query_send_queue) query_send_queue;
    decltype(&younger_efa::query_completion_queue) query_completion_queue;
    decltype(&younger_efa::create_counter_in_memory) create_counter;
    decltype(&younger_efa::destroy_counter) destroy_counter;
    decltype(&younger_efa::attach_counter) attach_counter;
    decltype(&younger_efa::query_counter_limits) query_counter_limits;
  };
  Efa efa;
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
