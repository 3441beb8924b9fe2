#!/usr/bin/env bash
# Programs of others on the soft verbs device, unmodified; the same as on Soft-RoCE in the virtual machine.
#
# usage: tests/softverbs/others.sh LIBRARY      77 where they are not on this machine
set -euo pipefail
scripts=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/../../scripts/rxe" && pwd)
source "$scripts/checks.sh"
source "$scripts/others.sh"
library=$1
server=soft0
client=soft0
gid=''

for tool in ibv_devinfo ibv_rc_pingpong ib_write_lat; do
  command -v "$tool" >/dev/null || { echo "expected $tool, came nothing; run scripts/setup.sh --tests" && exit 77; }
done
# A fabric of its own: others may test on this machine at the same time. So is the port, below those that the kernel gives to
# whoever connects (from 32768 on).
export SOFTVERBS_FABRIC="others$$"
port=$((20000 + $$ % 12000))
check "rdma-core is there" unpack_rdma_core
export LD_PRELOAD=$library
others
verdict
