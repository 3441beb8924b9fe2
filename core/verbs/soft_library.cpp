// The software device of core/softverbs as a library of verbs: linked, under the names of libibverbs, which is only ever
// loaded.
#include "core/verbs/library.hpp"

// Around the functions, verbs.h has macros of their names.
#undef ibv_query_port
#undef ibv_reg_mr

namespace gin::verbs {

const Library* soft_library() {
  static const Library linked = {.get_device_list = &::ibv_get_device_list,
                                 .free_device_list = &::ibv_free_device_list,
                                 .get_device_name = &::ibv_get_device_name,
                                 .open_device = &::ibv_open_device,
                                 .close_device = &::ibv_close_device,
                                 .query_device = &::ibv_query_device,
                                 .query_port = &::ibv_query_port,
                                 .query_gid_ex = &::_ibv_query_gid_ex,
                                 .alloc_pd = &::ibv_alloc_pd,
                                 .dealloc_pd = &::ibv_dealloc_pd,
                                 .reg_mr = &::ibv_reg_mr,
                                 .dereg_mr = &::ibv_dereg_mr,
                                 .create_cq = &::ibv_create_cq,
                                 .destroy_cq = &::ibv_destroy_cq,
                                 .create_qp = &::ibv_create_qp,
                                 .modify_qp = &::ibv_modify_qp,
                                 .destroy_qp = &::ibv_destroy_qp,
                                 .wc_status_str = &::ibv_wc_status_str,
                                 .create_ah = &::ibv_create_ah,
                                 .destroy_ah = &::ibv_destroy_ah,
                                 .reg_dmabuf_mr = &::ibv_reg_dmabuf_mr,
                                 .mlx5_is_supported = nullptr,
                                 .mlx5_init_obj = &::mlx5dv_init_obj,
                                 .efa = {.query_device = &::efadv_query_device,
                                         .create_qp = &::efadv_create_qp_ex,
                                         .query_ah = &::efadv_query_ah,
                                         .query_send_queue = &younger_efa::query_send_queue,
                                         .query_completion_queue = &younger_efa::query_completion_queue,
                                         .create_counter = &younger_efa::create_counter_in_memory,
                                         .destroy_counter = &younger_efa::destroy_counter,
                                         .attach_counter = &younger_efa::attach_counter,
                                         .query_counter_limits = &younger_efa::query_counter_limits}};
  return &linked;
}

}  // namespace gin::verbs
