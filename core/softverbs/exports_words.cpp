// How requests end, in words, for programs that are linked with this library in place of libibverbs.
#include "core/softverbs/exports.hpp"

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
  const auto index = static_cast<unsigned>(status);
  return index < sizeof words / sizeof *words ? words[index] : "unknown";
}
