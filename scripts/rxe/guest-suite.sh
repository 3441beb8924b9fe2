#!/usr/bin/env bash
# What rxe-test.sh runs by default: programs of others show that the device is one, then come ours.
#
# usage: scripts/rxe/guest-suite.sh BUILD      BUILD: a folder with a build of ginlab; in the virtual machine
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/checks.sh"
(($# == 1)) || {
  echo "scripts/rxe/guest-suite.sh: expected the folder of a build, came $# words" >&2
  exit 2
}
built=$1

active() { ibv_devinfo -d rxe0 && ibv_devinfo -d rxe0 | grep -q PORT_ACTIVE; }

# rdma-core's own tests, less what its library has and this kernel's device has not.
unpack_rdma_core() {
  cp -r /usr/share/doc/rdma-core/tests "$logs/tests" && gunzip -r "$logs/tests" &&
    sed -i 's/^    def test_qp_ex_rc_atomic_write(/    @unittest.skip("rxe has atomic writes since Linux 6.2")\n&/' \
      "$logs/tests/test_qpex.py"
}
# One module of them: some pass and none fails.
rdma_core() {
  # The system's Python: a version manager's has no pyverbs.
  /usr/bin/python3 -B "$logs/tests/run_tests.py" --dev rxe0 --gid 1 -v "tests.test_$1" &&
    expect "tests that passed" "$(grep -c '\.\.\. ok$' "$log")" 1
}
# A test's name stands on the line of what it says of itself, or on the one before.
skips() { awk '/^test_/ { name = $1 } / \.\.\. skipped / { sub(/.* skipped /, ""); print "  skipped " name ": " $0 }' "$log"; }

check ibv_devinfo active
check ibv_rc_pingpong pair ibv_rc_pingpong -g 1 -n 200 -s 8192 -c
for operation in write read send atomic; do
  check "ib_${operation}_lat" pair "ib_${operation}_lat" -x 1 -n 100
done
check "rdma-core is there" unpack_rdma_core
for module in qp qpex mr cq atomic; do
  check "rdma-core $module" rdma_core "$module"
  skips
done
check "ginlab doctor" "$built/cli/ginlab" doctor
verdict
