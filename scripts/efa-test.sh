#!/usr/bin/env bash
# Runs the conformance suite and random programs over backend efa, on EFA devices in software: libfabric 1.17 of this machine, and 2.1
# of Debian 13 (libfabric-2.1.sh) on fabrics efa and efa-direct; devices that keep order by chance and that do not; 2 and 4 PEs; 1 and
# 2 NICs of each. Six rows, in which every two of these meet, with a sample of the cases each.
#
# --all         all 24 rows, whole: hours on two cores, so more shards side by side where there are more
# --part K/N    of those, the K-th of N parts, so that machines can share them
#
# usage: scripts/efa-test.sh [--all | --part K/N] [BUILD]      BUILD: a folder with a release build (build/release)
# The last line says how many rows passed; the exit status is 1 when one failed. 77 where Debian 13's packages are not this machine's kind.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

asked=$*
all=no
share=1
shares=1
if [[ ${1-} == --all ]]; then
  all=yes
  shift
elif [[ ${1-} == --part && ${2-} =~ ^([1-9][0-9]?)/([1-9][0-9]?)$ ]]; then
  all=yes share=${BASH_REMATCH[1]} shares=${BASH_REMATCH[2]}
  shift 2
fi
built=${1:-$root/build/release}
if (($# > 1 || share > shares)) || [[ ! -x $built/tests/conformance/conformance_tests ]]; then
  echo "scripts/efa-test.sh: expected [--all | --part K/N] and a folder with a build of ginlab and its tests, came $asked" >&2
  exit 2
fi

"$root/scripts/libfabric-2.1.sh" "$built/cli/ginlab" list backends >/dev/null

# Library and fabric, how many requests may overtake one, PEs, NICs of each.
rows=('1.17 efa 0 2 1' '1.17 efa 16 4 2' '2.1 efa 0 4 2' '2.1 efa 16 2 1' '2.1 efa-direct 0 4 1' '2.1 efa-direct 16 2 2')
if [[ $all == yes ]]; then
  rows=()
  number=0
  for library in '1.17 efa' '2.1 efa' '2.1 efa-direct'; do
    for reorder in 0 16; do
      for pes in 2 4; do
        for nics in 1 2; do
          if ((number++ % shares == share - 1)); then rows+=("$library $reorder $pes $nics"); fi
        done
      done
    done
  done
fi

# The suite in shards side by side, the programs beside them: processes that wait for each other leave a quarter of two cores idle.
beside=4
if [[ $all == yes ]]; then beside=$((2 * $(nproc))); fi

# row LIBRARY FABRIC REORDER PES NICS
row() {
  local under=() capabilities=7 but='*/Efa*Gpu*' shards=130 programs=10 status=0
  # What 1.17 does not know of a device it cannot use, and it takes a second to start. Path gpu takes a device that writes and counts.
  if [[ $1 == 2.1 ]]; then under=("$root/scripts/libfabric-2.1.sh") capabilities=95 but='' shards=72; fi
  if [[ $all == yes ]]; then shards=$beside programs=25; fi
  local settings=(SOFTVERBS_EFA="$capabilities" SOFTVERBS_REORDER="$3" SOFTVERBS_NICS="$5" GINLAB_TEST_FABRIC="$2"
    GINLAB_TEST_NODES="$4" GINLAB_TEST_RAILS="$5" GINLAB_DIFFERENTIAL_PROGRAMS="$programs")

  # run NAME SHARDS SHARD TESTS FILTER, on a fabric of that name
  run() {
    env "${settings[@]}" SOFTVERBS_FABRIC="efatest$$$1" GTEST_TOTAL_SHARDS="$2" GTEST_SHARD_INDEX="$3" \
      "$root/scripts/soft-efa.sh" "${under[@]}" "$built/tests/$4" --gtest_brief=1 --gtest_filter="$5"
  }
  local running=() shard
  for ((shard = 0; shard < beside; ++shard)); do
    run "s$shard" "$shards" "$shard" conformance/conformance_tests "*/Efa*-$but" &
    running+=($!)
  done
  # Virtual time counts the messages of one NIC; what is striped over two are more.
  if [[ $5 == 2 ]]; then but+=':*Messages*'; fi
  run programs 1 0 differential/differential_tests "On/*/Efa*-$but" || status=1
  for shard in "${running[@]}"; do wait "$shard" || status=1; done
  # With this machine's libfabric ctest runs those.
  if [[ $1 == 2.1 && $3 != 0 ]]; then run wire 1 0 efa/efa_wire_tests '*' || status=1; fi
  return "$status"
}

passed=0
for one in "${rows[@]}"; do
  read -ra words <<<"$one"
  started=$SECONDS
  if row "${words[@]}"; then
    passed=$((passed + 1))
    outcome=passed
  else
    outcome=FAILED
  fi
  echo "libfabric ${words[0]}, fabric ${words[1]}, overtaken by ${words[2]}, ${words[3]} PEs, NICs of each ${words[4]}: $outcome, $((SECONDS - started)) s"
done
echo "$passed of ${#rows[@]} rows passed"
((passed == ${#rows[@]}))
