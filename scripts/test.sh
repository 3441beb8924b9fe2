#!/usr/bin/env bash
# Builds and tests everything: release with g++, the address and undefined-behaviour sanitizers with clang++ (which
# compiles them almost three times as fast) and the digests of both compared. The last line says how many tests passed and
# failed; the exit status is 1 when anything failed.
#
# --all        also the thread sanitizer, verbs devices in a virtual machine, libfabric 2.1 and EFA; what CI runs
# --nightly    all that, and whole what is sampled there: every placing, many more seeds, lost packets, thousands of mutants.
#              Two cores need a night; named parts (release, asan-ubsan, EFA, "every placing" and so on, as the summary
#              names them) run alone, so that machines can share one
#
# usage: scripts/test.sh [--all | --nightly [PART...]]
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

passed=0
failed=0
summary=()

# What the summary says of a status; 77 is a machine that cannot do it.
outcome() {
  case $1 in
    0) ;;
    77) echo '  skipped' ;;
    *) echo '  failed' ;;
  esac
}

# part NAME COMMAND...: a step that is remembered for the summary; the others go on when it fails.
part() {
  local status=0
  step "$@" || status=$?
  local line
  printf -v line '%-36s%5d s%s' "$1" "$step_seconds" "$(outcome "$status")"
  summary+=("$line")
  return "$status"
}

# wanted NAME: whether this part runs: all do, or those that were named. The first pass only asks which there are.
only=()
names=()
asking=no
wanted() {
  local one
  if [[ $asking == yes ]]; then
    names+=("$1")
    return 1
  fi
  ((${#only[@]} == 0)) && return
  for one in "${only[@]}"; do
    if [[ $one == "$1" ]]; then return; fi
  done
  return 1
}

# count NAME COMMAND...: a part that counts as one test, on neither side where this machine cannot do it.
count() {
  wanted "$1" || return 0
  local status=0
  part "$@" || status=$?
  case $status in
    0) passed=$((passed + 1)) ;;
    77) ;;
    *) failed=$((failed + 1)) ;;
  esac
}

whole=OFF
configure() { (cd "$root" && cmake --preset "$1" -DGINLAB_WHOLE="$whole"); }

# The layout randomisation of newer kernels leaves no room for the thread sanitizer's shadow memory.
launcher=()
use_fixed_layout() {
  if setarch "$(uname -m)" -R true 2>/dev/null; then launcher=(setarch "$(uname -m)" -R); fi
}

# One more at a time than CI has cores: those between processes wait a third of their time.
run_ctest() {
  "${launcher[@]}" ctest --test-dir "$root/build/$1" --output-on-failure --no-tests=error -j 3 "${@:2}"
}

# Adds up what ctest says in "97% tests passed, 1 tests failed out of 35", skipped ones on neither side.
count_tests() {
  local log="$logs/test-$1.log" counts skipped
  counts=$(sed -nE 's/.*tests passed, ([0-9]+) tests failed out of ([0-9]+).*/\1 \2/p' "$log")
  if [[ -z $counts ]]; then
    failed=$((failed + 1))
    return
  fi
  skipped=$(grep -cE '\*\*\*Skipped' "$log" || true)
  failed=$((failed + ${counts% *}))
  passed=$((passed + ${counts#* } - ${counts% *} - skipped))
  summary[-1]+="  ${counts#* } tests, ${counts% *} failed, $skipped skipped"
}

# leg PRESET [CTEST OPTION...]: configures, builds and tests one preset. Other parts run what the release build made.
leg() {
  local preset=$1 tested=yes
  wanted "$preset" || tested=no
  if [[ $asking == yes || ($tested == no && $preset != release) ]]; then return; fi
  if ! part "configure $preset" configure "$preset" || ! part "build $preset" cmake --build "$root/build/$preset"; then
    failed=$((failed + 1))
    return
  fi
  if [[ $tested == no ]]; then return; fi
  part "test $preset" run_ctest "$preset" "${@:2}" || true
  count_tests "$preset"
}

# Checks of the sources and tests of a user's project say nothing new under a sanitizer.
sanitizer_leg() { leg "$1" -LE '^release-only$'; }

compare_digests() {
  "$root/scripts/compare_digests.sh" "$root/build/release/cli/ginlab" "$root/build/asan-ubsan/cli/ginlab" "$root"/scenarios/library/*.json
}

built="$root/build/release"

# side_by_side COMMAND...: a GoogleTest binary in one shard for each core, or of so many shards the first few.
shards=$(nproc)
beside=$shards
side_by_side() {
  local status=0 running=() one
  for ((one = 0; one < beside; ++one)); do
    GTEST_TOTAL_SHARDS=$shards GTEST_SHARD_INDEX=$one "$@" &
    running+=($!)
  done
  for one in "${running[@]}"; do wait "$one" || status=1; done
  return "$status"
}

# The release build over Debian 13's libfabric: each wire, and of the conformance suite a sample in which each place has some.
later_libfabric() {
  local under=$root/scripts/libfabric-2.1.sh beside=4 shards=26 said
  if [[ $nightly == yes ]]; then shards=$beside; fi
  said=$("$under" "$built/cli/ginlab" doctor) || return
  [[ $said == *$'\n  libfabric 2.1\n'* ]] || {
    printf 'expected ginlab doctor to say libfabric 2.1, came:\n%s\n' "$said"
    return 1
  }
  "$under" "$built/tests/unit/unit_tests" --gtest_brief=1 --gtest_filter='*Ofi*:*WireOver*:*WirePressureOver*:*Probe*:TidyUp*' &&
    side_by_side "$under" "$built/tests/conformance/conformance_tests" --gtest_brief=1 --gtest_filter='*/Shm*:*/Tcp*'
}

# Backend efa over both libfabrics, on devices in software.
efa_devices() {
  local whole=()
  if [[ $nightly == yes ]]; then whole=(--all); fi
  "$root/scripts/efa-test.sh" "${whole[@]}" "$built"
}

source "$root/scripts/nightly.sh"

everything() {
  leg release
  sanitizer_leg asan-ubsan
  count "compare digests" compare_digests
  if [[ $all == yes ]]; then
    count "virtual machine" "$root/scripts/rxe-test.sh"
    count "libfabric 2.1" later_libfabric
    count "EFA" efa_devices
  fi
  if [[ $nightly == yes ]]; then nightly_parts; fi
  if [[ $all == yes ]]; then
    use_fixed_layout
    sanitizer_leg tsan
  fi
}

# Names of parts that nobody knows would run nothing, and pass.
check_names() {
  local one
  asking=yes
  everything
  asking=no
  for one in "${only[@]}"; do
    if ! printf '%s\n' "${names[@]}" | grep -qxF -e "$one"; then
      printf 'scripts/test.sh: expected parts of --nightly, came %s; there are:\n' "$one" >&2
      printf '  %s\n' "${names[@]}" >&2
      exit 2
    fi
  done
}

all=no
nightly=no
case "${1-}" in
  '') ;;
  --all) all=yes ;;
  --nightly) all=yes nightly=yes whole=ON only=("${@:2}") ;;
  *)
    echo "scripts/test.sh: expected nothing, --all or --nightly [PART...], came $1" >&2
    exit 2
    ;;
esac

check_names

"$root/scripts/setup.sh" --tests
exec </dev/null # From here on nothing may wait for somebody to type.
if have_nvcc; then
  echo "nvcc found: device programs are compiled for the GPU too"
else
  echo "no nvcc on the PATH nor in /usr/local/cuda/bin: device programs are not compiled for the GPU"
fi

everything

printf '\nSummary, %d s in all\n' "$SECONDS"
printf '  %s\n' "${summary[@]}"
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
