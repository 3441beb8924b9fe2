#!/usr/bin/env bash
# Runs the core of the conformance suite (core-cases.txt) with two PEs over a verbs device, and says of each case in a line
# how it ended: "passed CASE", "skipped CASE", "failed CASE", or "lost CASE" when the suite ended without a word of it.
#
# usage: scripts/rxe/core.sh BUILD DEVICE [OUTCOMES]
#   BUILD      a folder with a build of ginlab
#   DEVICE     as launch.device: auto, soft, a name
#   OUTCOMES   what this script said for another device; each case that ended otherwise there is named
# The exit status is 1 when a case failed or was lost, or OUTCOMES disagree.
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
(($# == 2 || $# == 3)) || {
  echo "scripts/rxe/core.sh: expected a build, a device and perhaps outcomes, came $# words" >&2
  exit 2
}
suite=$1/tests/conformance/conformance_tests
mapfile -t cases < <(grep -v '^#' "$here/core-cases.txt" | grep .)
((${#cases[@]} <= 60)) || {
  echo "scripts/rxe/core.sh: expected at most 60 cases in core-cases.txt, came ${#cases[@]}; leave out what others tell" >&2
  exit 2
}

said=$(mktemp)
trap 'rm -f -- "$said"' EXIT
filter=$(IFS=: && echo "${cases[*]}")
status=0
GINLAB_TEST_NODES=2 GINLAB_TEST_DEVICE=$2 "$suite" --gtest_color=no --gtest_filter="$filter" >"$said" 2>&1 || status=$?

declare -A ended there
while read -r word name; do
  ended[$name]=$word
done < <(sed -nE 's/^\[ +(OK|SKIPPED|FAILED) +\] ([^ ,]+).*\([0-9]+ ms\)$/\1 \2/p' "$said" |
  sed 's/^OK/passed/; s/^SKIPPED/skipped/; s/^FAILED/failed/')
if (($# == 3)); then
  while read -r word name; do there[$name]=$word; done <"$3"
fi

for name in "${cases[@]}"; do
  word=${ended[$name]-lost}
  echo "$word $name"
  case $word in failed | lost) status=1 ;; esac
done
if ((status != 0)); then
  grep -vE '^(\[ *(RUN|OK|-*) *\]|Note: |Running |$)' "$said" >&2
fi
for name in "${cases[@]}"; do
  if (($# == 3)) && [[ ${ended[$name]-lost} != "${there[$name]-lost}" ]]; then
    echo "$name: ${there[$name]-lost} there, ${ended[$name]-lost} on $2; the rule that it is about says which is right" >&2
    status=1
  fi
done
exit "$status"
