#!/usr/bin/env bash
# What rxe-test.sh runs by default: programs of others show that the device is one, then come ours.
#
# usage: scripts/rxe/guest-suite.sh BUILD [OUTCOMES]      in the virtual machine
#   BUILD      a folder with a build of ginlab
#   OUTCOMES   what core.sh said of the device in software, which rxe0 has to agree with
set -euo pipefail
here=$(dirname -- "${BASH_SOURCE[0]}")
source "$here/checks.sh"
source "$here/others.sh"
(($# == 1 || $# == 2)) || {
  echo "scripts/rxe/guest-suite.sh: expected the folder of a build and perhaps outcomes, came $# words" >&2
  exit 2
}
built=$1
gid=1

check "rdma-core is there" unpack_rdma_core
sed -i 's/^    def test_qp_ex_rc_atomic_write(/    @unittest.skip("rxe has atomic writes since Linux 6.2")\n&/' \
  "$logs/tests/test_qpex.py"
others
check "ginlab doctor" "$built/cli/ginlab" doctor
before=$(counted sent_pkts 0)
check "conformance, as on the soft device" "$here/core.sh" "$built" auto "${@:2}"
check "it went through rxe0" expect "packets of rxe0" $(($(counted sent_pkts 0) - before)) 1000
verdict
