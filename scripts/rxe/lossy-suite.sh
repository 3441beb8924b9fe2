#!/usr/bin/env bash
# What rxe-test.sh --netem runs by default: data between two devices whose wire loses packets arrives, and counters show
# that it came over that wire, that packets were lost and that they were sent again.
#
# usage: scripts/rxe/lossy-suite.sh BUILD      BUILD: a folder with a build of ginlab; in the virtual machine
set -euo pipefail
here=$(dirname -- "${BASH_SOURCE[0]}")
source "$here/checks.sh"
(($# == 1)) || {
  echo "scripts/rxe/lossy-suite.sh: expected the folder of a build, came $# words" >&2
  exit 2
}
built=$1
client=rxe1

messages=300
packets=8 # in each message

crossed() { expect "packets into net$1" "$(<"/sys/class/net/net$1/statistics/tx_packets")" $((messages * packets)); }
lost() { expect "packets lost of net$1" "$(tc -s qdisc show dev "net$1" | sed -n 's/.*dropped \([0-9]*\),.*/\1/p')" 1; }
retried() {
  grep -H . "/sys/class/infiniband/rxe$1/ports/1/hw_counters/"*
  expect "retries of rxe$1" "$(counted completer_retry_err "$1")" 1
}

# A side that has sent and received everything leaves. Where the acknowledgement that it sent last is lost, the other asks for ever, as
# rxe does with seven retries, and nobody answers: the program's end, not the data's. So it has three tries.
arrives() {
  local patience=40
  for _ in 1 2 3; do
    if pair ibv_rc_pingpong -g 1 -m 1024 -s $((packets * 1024)) -n "$messages" -c; then return; fi
  done
  return 1
}
check "all data arrives" arrives
for end in 0 1; do
  check "it crossed the wire from rxe$end" crossed "$end"
  check "packets of rxe$end were lost" lost "$end"
  check "rxe$end sent again" retried "$end"
done
for operation in write read send atomic; do
  check "ib_${operation}_lat" pair "ib_${operation}_lat" -x 1 -n 100
done

# Two PEs started by hand. Both take the first device that opens: the second's name of rxe0's file leads to nothing, so that
# their bytes cross the wire. Counts of signals are exact and all bytes right, or they end with 1; their digest is that of the
# same run on the device in software.
signals() {
  local status=0 run=("$built/cli/ginlab" run "$here/signals.json" --backend ib-loopback --json)
  "${run[@]}" --set launch.device=soft >"$logs/soft.json" || return
  export GINLAB_SIZE=2 GINLAB_ADDRESS=127.0.0.1:18700 GINLAB_SECRET=of-these-two
  GINLAB_RANK=1 timeout 60 unshare --mount bash -c \
    'mount --bind /dev/null /dev/infiniband/uverbs0 && exec "$@"' bash "${run[@]}" &
  GINLAB_RANK=0 timeout 60 "${run[@]}" >"$logs/rxe.json" || status=$?
  wait $! || status=$?
  ((status == 0)) && diff <(grep '"digest"' "$logs/soft.json") <(grep '"digest"' "$logs/rxe.json")
}
sent=("$(counted sent_pkts 0)" "$(counted sent_pkts 1)")
again=("$(counted completer_retry_err 0)" "$(counted completer_retry_err 1)")
check "ginlab: each signal once, all data right" signals
for end in 0 1; do
  check "ginlab: it went through rxe$end" expect "packets of rxe$end" $(($(counted sent_pkts "$end") - sent[end])) 800
  check "ginlab: rxe$end sent again" expect "retries of rxe$end" $(($(counted completer_retry_err "$end") - again[end])) 1
done
verdict
