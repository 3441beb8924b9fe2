#!/usr/bin/env bash
# What rxe-test.sh --netem runs by default: data between two devices whose wire loses packets arrives, and counters show
# that it came over that wire, that packets were lost and that they were sent again.
#
# usage: scripts/rxe/lossy-suite.sh      in the virtual machine
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/checks.sh"
client=rxe1

messages=300
packets=8 # in each message

crossed() { expect "packets into net$1" "$(<"/sys/class/net/net$1/statistics/tx_packets")" $((messages * packets)); }
lost() { expect "packets lost of net$1" "$(tc -s qdisc show dev "net$1" | sed -n 's/.*dropped \([0-9]*\),.*/\1/p')" 1; }
retried() {
  grep -H . "/sys/class/infiniband/rxe$1/ports/1/hw_counters/"*
  expect "retries of rxe$1" "$(counted completer_retry_err "$1")" 1
}

check "all data arrives" pair ibv_rc_pingpong -g 1 -m 1024 -s $((packets * 1024)) -n "$messages" -c
for end in 0 1; do
  check "it crossed the wire from rxe$end" crossed "$end"
  check "packets of rxe$end were lost" lost "$end"
  check "rxe$end sent again" retried "$end"
done
for operation in write read send atomic; do
  check "ib_${operation}_lat" pair "ib_${operation}_lat" -x 1 -n 100
done
verdict
