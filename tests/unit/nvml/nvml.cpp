// A machine of three GPUs as NVML describes it: two with NVLinks, of which one is down and one slow; the third has none, and the chipset
// lets nobody write to it.
#include <cstring>

namespace {

struct Field {
  unsigned id, scope;
  long long timestamp, latency;
  int type, status;
  unsigned long long value;
};
char gpus[3];

int number_of(const void* gpu) {
  return static_cast<int>(static_cast<const char*>(gpu) - gpus);
}

}  // namespace

extern "C" {

int nvmlInit_v2() {
  return 0;
}
int nvmlShutdown() {
  return 0;
}
int nvmlDeviceGetHandleByPciBusId_v2(const char* address, void** gpu) {
  for (int i = 0; i < 3; ++i)
    if (address[6] == '1' + i && std::strlen(address) == 12) return *gpu = gpus + i, 0;
  return 6;  // not found
}
int nvmlDeviceGetNvLinkState(void* gpu, unsigned link, unsigned* state) {
  if (number_of(gpu) == 2) return 3;  // not supported
  *state = link != 3;
  return 0;
}
int nvmlDeviceGetFieldValues(void* gpu, int count, Field* fields) {
  for (int i = 0; i < count; ++i) {
    fields[i].status = fields[i].id == 164 && number_of(gpu) == 0 ? 0 : 3;
    fields[i].value = fields[i].scope == 5 ? 20'000 : 26'562;
  }
  return 0;
}
int nvmlDeviceGetP2PStatus(void* one, void* other, unsigned what, unsigned* status) {
  *status = what == 1 && (number_of(one) == 2 || number_of(other) == 2) ? 1 : 0;
  return 0;
}
}
