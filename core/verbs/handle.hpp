// Whatever verbs opened is closed once, in the order of the owners, by the library that opened it.
#pragma once

#include <memory>

#include "core/verbs/library.hpp"

namespace gin::verbs {

/// What a device says to closing does not matter: the process is done with it, and ends soon.
struct Close {
  const Library* library = nullptr;
  void operator()(ibv_context* one) const { library->close_device(one); }
  void operator()(ibv_pd* one) const { library->dealloc_pd(one); }
  void operator()(ibv_mr* one) const { library->dereg_mr(one); }
  void operator()(ibv_cq* one) const { library->destroy_cq(one); }
  void operator()(ibv_qp* one) const { library->destroy_qp(one); }
  void operator()(ibv_ah* one) const { library->destroy_ah(one); }
  void operator()(younger_efa::Counter* one) const { library->efa.destroy_counter(one); }
};

template <class T>
using Handle = std::unique_ptr<T, Close>;

}  // namespace gin::verbs
