#!/usr/bin/env bash
# Builds and tests everything: release and the address and undefined-behaviour sanitizers, with --all also clang
# (with the digests of both compilers compared) and the thread sanitizer. The last line says how many tests
# passed and failed; the exit status is 1 when anything failed.
#
# usage: scripts/test.sh [--all]
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

passed=0
failed=0
summary=()

# part NAME COMMAND...: a step that is remembered for the summary; the others go on when it fails.
part() {
  local status=0
  step "$@" || status=$?
  local line
  printf -v line '%-36s%5d s%s' "$1" "$step_seconds" "$( ((status == 0)) || echo '  failed')"
  summary+=("$line")
  return "$status"
}

configure() { (cd "$root" && cmake --preset "$@"); }

# The layout randomisation of newer kernels leaves no room for the thread sanitizer's shadow memory.
launcher=()
use_fixed_layout() {
  if setarch "$(uname -m)" -R true 2>/dev/null; then launcher=(setarch "$(uname -m)" -R); fi
}

run_ctest() {
  "${launcher[@]}" ctest --test-dir "$root/build/$1" --output-on-failure --no-tests=error -j 2 "${@:2}"
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

# built PRESET [CMAKE OPTION...]: configures and builds.
built() {
  if part "configure $1" configure "$@" && part "build $1" cmake --build "$root/build/$1"; then return; fi
  failed=$((failed + 1))
  return 1
}

# leg PRESET [CMAKE OPTION...]: configures, builds and tests one preset, with ctest_options.
ctest_options=()
leg() {
  local preset=$1
  built "$@" || return 0
  part "test $preset" run_ctest "$preset" "${ctest_options[@]}" || true
  count_tests "$preset"
}

# Checks of the sources and tests of a user's project say nothing new under a sanitizer.
sanitizer_leg() {
  local ctest_options=(-LE '^release-only$' "${@:2}")
  leg "$1"
}

compare_digests() {
  part "compare digests" "$root/scripts/compare_digests.sh" "$root/build/release/cli/ginlab" \
    "$root/build/release-clang/cli/ginlab" "$root"/scenarios/library/*.json || failed=$((failed + 1))
}

all=no
case "${1-}" in
  '') ;;
  --all) all=yes ;;
  *)
    echo "scripts/test.sh: expected nothing or --all, came $1" >&2
    exit 2
    ;;
esac

setup_options=()
if [[ $all == yes ]]; then setup_options=(--clang); fi
"$root/scripts/setup.sh" "${setup_options[@]}"
exec </dev/null # From here on nothing may wait for somebody to type.
if have_nvcc; then
  echo "nvcc found: device programs are compiled for the GPU too"
else
  echo "no nvcc on the PATH nor in /usr/local/cuda/bin: device programs are not compiled for the GPU"
fi

leg release
sanitizer_leg asan-ubsan
if [[ $all == yes ]]; then
  # Its tests are compiled by clang too, and run, in the leg of the thread sanitizer.
  if built release-clang -DGINLAB_TESTS=OFF; then compare_digests; fi
  use_fixed_layout
  # Whole runs in virtual time have one thread: nothing for this sanitizer to see that unit tests do not show it.
  sanitizer_leg tsan -E '^differential|^effects\.(Determinism|Signal|Pointer|Proxy|Fence|Interleaving|HandSum|Libraries|CpuDoorbell|Host|Moe|SixtyFour|Layers|SeveralLanes|Shipped|Places|On/|Of|Workloads/FlippedBit)'
fi

printf '\nSummary, %d s in all\n' "$SECONDS"
printf '  %s\n' "${summary[@]}"
printf '%d passed, %d failed\n' "$passed" "$failed"
((failed == 0))
