# shellcheck shell=bash
# Sourced after checks.sh: programs of others show that a verbs device is one. They run on $server, with its address at index
# $gid, or by LID where that is empty.

active() { ibv_devinfo -d "$server" >/dev/null && ibv_devinfo -d "$server" | grep -q PORT_ACTIVE; }

unpack_rdma_core() { cp -r /usr/share/doc/rdma-core/tests "$logs/tests" && gunzip -r "$logs/tests"; }
# One module of them: some pass and none fails.
rdma_core() {
  # The system's Python: a version manager's has no pyverbs.
  /usr/bin/python3 -B "$logs/tests/run_tests.py" --dev "$server" ${gid:+--gid "$gid"} -v "tests.test_$1" &&
    expect "tests that passed" "$(grep -c '\.\.\. ok$' "$log")" 1
}
# A test's name stands on the line of what it says of itself, or on the one before.
skips() { awk '/^test_/ { name = $1 } / \.\.\. skipped / { sub(/.* skipped /, ""); print "  skipped " name ": " $0 }' "$log"; }

others() {
  check ibv_devinfo active
  check ibv_rc_pingpong pair ibv_rc_pingpong ${gid:+-g "$gid"} -n 200 -s 8192 -c
  check "ibv_rc_pingpong with events" pair ibv_rc_pingpong ${gid:+-g "$gid"} -n 200 -e
  local operation module
  for operation in write read send atomic; do
    check "ib_${operation}_lat" pair "ib_${operation}_lat" ${gid:+-x "$gid"} -n 100
    check "ib_${operation}_bw" pair "ib_${operation}_bw" ${gid:+-x "$gid"} -n 100
  done
  for module in qp qpex mr cq atomic; do
    check "rdma-core $module" rdma_core "$module"
    skips
  done
}
