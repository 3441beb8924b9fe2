#!/usr/bin/env bash
# Programs of others on EFA's side of the soft verbs device, unmodified: rdma-core's own tests of EFA, and libfabric's provider.
#
# usage: tests/softverbs/efa/others.sh LIBRARY      77 where they are not on this machine
set -euo pipefail
scripts=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../../scripts/rxe" && pwd)
source "$scripts/checks.sh"
source "$scripts/others.sh"
library=$1
server=softefa0
gid=''

for tool in fi_info fi_pingpong; do
  command -v "$tool" >/dev/null || { echo "expected $tool, came nothing; run scripts/setup.sh --tests" && exit 77; }
done
export SOFTVERBS_FABRIC="efa$$" FI_EFA_ENABLE_SHM_TRANSFER=0

offered() { [[ $(fi_info -p efa -t FI_EP_RDM | grep -c 'domain: softefa') == "$SOFTVERBS_NICS" ]]; }
# Both sides on this machine; port as in tests/softverbs/others.sh.
port=$((20000 + $$ % 12000))
pingpong() {
  local status=0
  port=$((port + 1))
  timeout 60 fi_pingpong -p efa -e rdm -c -B "$port" "$@" &
  until ss -Hltn | grep -q ":$port "; do
    kill -0 $! || return 1
    sleep 0.05
  done
  timeout 60 fi_pingpong -p efa -e rdm -c -P "$port" "$@" localhost || status=$?
  wait $! || status=$?
  return "$status"
}

check "rdma-core is there" unpack_rdma_core
export LD_PRELOAD=$library
for SOFTVERBS_EFA in 7 31; do
  export SOFTVERBS_EFA SOFTVERBS_NICS=1
  check "rdma-core efadv, capabilities $SOFTVERBS_EFA" rdma_core efadv
  check "rdma-core efa_srd, capabilities $SOFTVERBS_EFA" rdma_core efa_srd
done
export SOFTVERBS_EFA=7
SOFTVERBS_NICS=2 check "fi_info with two NICs" offered
check "fi_pingpong" pingpong -I 20
SOFTVERBS_REORDER=16 check "fi_pingpong out of order" pingpong -I 20
SOFTVERBS_REORDER=16 SOFTVERBS_LOSS=20 SOFTVERBS_NOT_READY=50 check "fi_pingpong in bad weather" pingpong -I 10 -S 4096
verdict
