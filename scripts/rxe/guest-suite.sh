#!/usr/bin/env bash
# What rxe-test.sh runs by default: programs of others show that the device is one, then come ours.
#
# usage: scripts/rxe/guest-suite.sh BUILD      BUILD: a folder with a build of ginlab; in the virtual machine
set -euo pipefail
here=$(dirname -- "${BASH_SOURCE[0]}")
source "$here/checks.sh"
source "$here/others.sh"
(($# == 1)) || {
  echo "scripts/rxe/guest-suite.sh: expected the folder of a build, came $# words" >&2
  exit 2
}
built=$1
gid=1

check "rdma-core is there" unpack_rdma_core
sed -i 's/^    def test_qp_ex_rc_atomic_write(/    @unittest.skip("rxe has atomic writes since Linux 6.2")\n&/' \
  "$logs/tests/test_qpex.py"
others
check "ginlab doctor" "$built/cli/ginlab" doctor
verdict
