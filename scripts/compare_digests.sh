#!/usr/bin/env bash
# Two builds of ginlab must agree to the last event: runs each scenario with both and compares all digests.
#
# usage: scripts/compare_digests.sh GINLAB_A GINLAB_B SCENARIO.json...
# Exit status 0: all equal; 1: some differ, each named; 2: wrong usage.
set -euo pipefail

if (($# < 3)); then
  echo "scripts/compare_digests.sh: expected two ginlab binaries and scenarios, came $# arguments" >&2
  exit 2
fi
first=$(realpath -- "$1")
second=$(realpath -- "$2")
shift 2

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT

# Every digest of a result, the rows' and the whole's, one a line, in the order of the document.
digests() {
  /usr/bin/python3 -c '
import json, sys

def digests(value):
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from [inner] if key == "digest" else digests(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from digests(inner)

print("\n".join(digests(json.load(sys.stdin))))
'
}

# run GINLAB SCENARIO FILE: FILE gets the digests and the exit status, in a folder where outputs do no harm.
run() {
  local status=0
  (cd "$scratch" && "$1" run "$2" --json --quiet) >"$3.json" 2>"$3.errors" || status=$?
  digests <"$3.json" >"$3" 2>/dev/null || true
  if [[ ! -s $3 ]]; then
    printf '  %s printed no result for %s (status %d): %s\n' "$1" "$2" "$status" "$(head -n 1 "$3.errors")"
    return 1
  fi
  echo "status $status" >>"$3"
}

# Several: each by a process of its own, as many at once as there are cores.
if (($# > 1)); then
  printf '%s\0' "$@" >"$scratch/scenarios"
  status=0
  xargs -0 -P "$(nproc)" -n 1 -- "${BASH_SOURCE[0]}" "$first" "$second" <"$scratch/scenarios" >"$scratch/said" ||
    status=1
  cat "$scratch/said"
  printf '%d scenarios, %d with different digests\n' "$#" "$(grep -c '^  [^ ]' "$scratch/said" || true)"
  exit "$status"
fi

scenario=$(realpath -- "$1")
run "$first" "$scenario" "$scratch/first" || exit 1
run "$second" "$scenario" "$scratch/second" || exit 1
if ! diff -u --label "$first" --label "$second" "$scratch/first" "$scratch/second" >"$scratch/diff"; then
  # Said at once, for others say theirs at the same time.
  printf '  %s: digests differ\n%s\n' "$scenario" "$(sed 's/^/    /' "$scratch/diff")"
  exit 1
fi
