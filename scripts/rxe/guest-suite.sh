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

# Tests of the device in software by libibverbs' calls: all but those that a table beside them says are for that device only.
verbs_tests() {
  local suite=$built/tests/softverbs/verbs_tests left_out
  mapfile -t left_out < <(sed -nE 's/^\| `(Soft\w+\.\w+)` .*/\1/p' "$here/../../tests/softverbs/README.md")
  "$suite" --gtest_color=no --gtest_filter="-$(IFS=: && echo "${left_out[*]}")" &&
    expect "tests that passed" "$(grep -c '^\[       OK \]' "$log")" 40 &&
    expect "tests, with those that the table names" "$("$suite" --gtest_list_tests | grep -c '^  ')" \
      $(($(grep -c '^\[       OK \]' "$log") + ${#left_out[@]}))
}

# Wires over verbs, and queues that agents write by themselves: none may be left out for want of a device.
wires_and_queues() {
  "$built/tests/unit/unit_tests" --gtest_color=no --gtest_filter='*/verbs:*/RequestsByHand.*/Rxe:RxeQueue.*' &&
    expect "tests that passed" "$(grep -c '^\[       OK \]' "$log")" 20
}

check "rdma-core is there" unpack_rdma_core
sed -i 's/^    def test_qp_ex_rc_atomic_write(/    @unittest.skip("rxe has atomic writes since Linux 6.2")\n&/' \
  "$logs/tests/test_qpex.py"
others
check "ginlab doctor" "$built/cli/ginlab" doctor
check "calls of verbs, as on the soft device" verbs_tests
check "wires and queues over verbs" wires_and_queues
before=$(counted sent_pkts 0)
check "conformance, as on the soft device" "$here/core.sh" "$built" auto "${@:2}"
check "it went through rxe0" expect "packets of rxe0" $(($(counted sent_pkts 0) - before)) 1000
verdict
