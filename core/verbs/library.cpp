#include "core/verbs/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>

#include <cstring>

namespace gin::verbs {
namespace {

/// Whichever of the two is there: the library, or why there is none.
struct Loaded {
  Library library{};
  std::string missing;
};

template <class Function>
void find(Loaded& loaded, void* handle, Function& function, const char* name) {
  void* found = ::dlsym(handle, name);
  if (!found)
    loaded.missing =
        fmt::format("libibverbs.so.1: expected {}, came a library without; install rdma-core 28 or later", name);
  function = reinterpret_cast<Function>(found);
}

/// What a ginlab without it can do without.
template <class Function>
void find_newer(void* handle, Function& function, const char* name) {
  function = reinterpret_cast<Function>(::dlsym(handle, name));
}

void find_efa(void* verbs, Library::Efa& made) {
  find_newer(verbs, made.destroy_counter, "ibv_destroy_comp_cntr");
  find_newer(verbs, made.attach_counter, "ibv_qp_attach_comp_cntr");
  find_newer(verbs, made.query_counter_limits, "ibv_query_comp_cntr_caps");
  void* efa = ::dlopen("libefa.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!efa) return;
  find_newer(efa, made.query_device, "efadv_query_device");
  find_newer(efa, made.create_qp, "efadv_create_qp_ex");
  find_newer(efa, made.query_ah, "efadv_query_ah");
  find_newer(efa, made.query_send_queue, "efadv_query_qp_wqs");
  find_newer(efa, made.query_completion_queue, "efadv_query_cq");
  find_newer(efa, made.create_counter, "efadv_create_comp_cntr");
}

Loaded load() {
  Loaded loaded;
  // Never closed: it keeps its providers' libraries and their devices.
  void* handle = ::dlopen("libibverbs.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!handle) {
    loaded.missing = fmt::format(
        "libibverbs: expected libibverbs.so.1 to load, came: {}; install libibverbs1 and"
        " ibverbs-providers",
        ::dlerror());
    return loaded;
  }
  Library& made = loaded.library;
  find(loaded, handle, made.get_device_list, "ibv_get_device_list");
  find(loaded, handle, made.free_device_list, "ibv_free_device_list");
  find(loaded, handle, made.get_device_name, "ibv_get_device_name");
  find(loaded, handle, made.open_device, "ibv_open_device");
  find(loaded, handle, made.close_device, "ibv_close_device");
  find(loaded, handle, made.query_device, "ibv_query_device");
  find(loaded, handle, made.query_port, "ibv_query_port");
  find(loaded, handle, made.query_gid_ex, "_ibv_query_gid_ex");
  find(loaded, handle, made.alloc_pd, "ibv_alloc_pd");
  find(loaded, handle, made.dealloc_pd, "ibv_dealloc_pd");
  find(loaded, handle, made.reg_mr, "ibv_reg_mr");
  find(loaded, handle, made.dereg_mr, "ibv_dereg_mr");
  find(loaded, handle, made.create_cq, "ibv_create_cq");
  find(loaded, handle, made.destroy_cq, "ibv_destroy_cq");
  find(loaded, handle, made.create_qp, "ibv_create_qp");
  find(loaded, handle, made.modify_qp, "ibv_modify_qp");
  find(loaded, handle, made.destroy_qp, "ibv_destroy_qp");
  find(loaded, handle, made.wc_status_str, "ibv_wc_status_str");
  find(loaded, handle, made.create_ah, "ibv_create_ah");
  find(loaded, handle, made.destroy_ah, "ibv_destroy_ah");
  find_newer(handle, made.reg_dmabuf_mr, "ibv_reg_dmabuf_mr");
  find_efa(handle, made.efa);
  // The same file as libibverbs' own provider for these adapters.
  if (void* mlx5 = ::dlopen("libmlx5.so.1", RTLD_NOW | RTLD_LOCAL)) {
    find_newer(mlx5, made.mlx5_is_supported, "mlx5dv_is_supported");
    find_newer(mlx5, made.mlx5_init_obj, "mlx5dv_init_obj");
  }
  return loaded;
}

const Loaded& loaded_once() {
  static const Loaded once = load();
  return once;
}

}  // namespace

const Library* system_library() {
  return loaded_once().missing.empty() ? &loaded_once().library : nullptr;
}

const std::string& system_library_missing() {
  return loaded_once().missing;
}

void refuse(Code code, const std::string& what, int error, const std::string& advice) {
  throw Error(code,
              fmt::format("{}: expected it to work, came {} ({}); {}", what, error, std::strerror(error), advice));
}

}  // namespace gin::verbs
