// Enumerations in words, for programs that are linked with this library in place of libibverbs.
#include <cstddef>

#include "core/softverbs/exports.hpp"

namespace softverbs {
namespace {

template <std::size_t count>
const char* word_of(const char* const (&words)[count], unsigned index) {
  return index < count ? words[index] : "unknown";
}

}  // namespace
}  // namespace softverbs

SOFTVERBS_EXPORT const char* ibv_node_type_str(ibv_node_type type) {
  static const char* const words[] = {"unknown", "InfiniBand channel adapter", "InfiniBand switch",
                                      "InfiniBand router"};
  return softverbs::word_of(words, static_cast<unsigned>(type));
}

SOFTVERBS_EXPORT const char* ibv_port_state_str(ibv_port_state state) {
  static const char* const words[] = {"no state change", "down", "init", "armed", "active", "active defer"};
  return softverbs::word_of(words, static_cast<unsigned>(state));
}

SOFTVERBS_EXPORT const char* ibv_event_type_str(ibv_event_type event) {
  static const char* const words[] = {"CQ error", "local work queue catastrophic error",
                                      "invalid request local work queue error",
                                      "local access violation work queue error"};
  return softverbs::word_of(words, static_cast<unsigned>(event));
}

SOFTVERBS_EXPORT const char* ibv_wc_status_str(ibv_wc_status status) {
  static const char* const words[] = {"success",
                                      "local length error",
                                      "local QP operation error",
                                      "local EE context operation error",
                                      "local protection error",
                                      "work request flushed error",
                                      "memory window bind error",
                                      "bad response error",
                                      "local access error",
                                      "remote invalid request error",
                                      "remote access error",
                                      "remote operation error",
                                      "transport retry counter exceeded",
                                      "RNR retry counter exceeded"};
  return softverbs::word_of(words, static_cast<unsigned>(status));
}
