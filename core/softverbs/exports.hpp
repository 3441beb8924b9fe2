// The functions that stand in for those of libibverbs, in files by what they are about. Where this library is preloaded or linked,
// programs get these; what is not here is libibverbs' own, if that is there.
#pragma once

#include <infiniband/verbs.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>

// In verbs.h they are macros around the functions that are defined here.
#undef ibv_query_port
#undef ibv_reg_mr
#undef ibv_reg_mr_iova

#define SOFTVERBS_EXPORT extern "C" __attribute__((visibility("default")))

namespace softverbs {

/// Structures are as long as the program's headers say: what is behind that is not touched, and what they have more than ours is
/// zero.
template <class T>
void copy_up_to(void* to, const T& from, std::size_t bytes) {
  std::memset(to, 0, bytes);
  std::memcpy(to, &from, std::min(bytes, sizeof from));
}

/// The functions that programs reach through the context.
void set_operations(verbs_context& context);

// Of those, by file.
int query_port(ibv_context* context, std::uint8_t port, ibv_port_attr* attr, std::size_t bytes);
int query_device_ex(ibv_context* context, const ibv_query_device_ex_input* input, ibv_device_attr_ex* attr,
                    std::size_t bytes);

}  // namespace softverbs
