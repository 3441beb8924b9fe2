#!/usr/bin/env bash
# Runs COMMAND in a small virtual machine whose kernel has verbs devices in software (Soft-RoCE, rdma_rxe), which few
# machines' own kernels have: no adapter is needed, no /dev/kvm, no root. COMMAND finds this machine's files where they are
# here and may write everywhere; what it writes is forgotten, except in the folder of --results.
#
# usage: scripts/rxe-test.sh [--netem LOSS] [--results DIR] [--timeout SECONDS] [COMMAND [WORD]...]
#   --netem LOSS     two devices, rxe0 and rxe1, on a wire that loses so many percent of all packets, 1 to 50; without it
#                    rxe0 alone
#   --results DIR    what COMMAND writes there stays
#   --timeout SECONDS   600 by default: the suites take two to three minutes, on a host that others use twice that
#   COMMAND          scripts/rxe/lossy-suite.sh build/release with --netem, else scripts/rxe/guest-suite.sh build/release, once
#                    the device in software has answered here what both are asked (scripts/rxe/core.sh)
# The exit status is that of COMMAND; 124 when it took too long, 125 when the machine ended without one. 77, with a
# sentence, where there is no kernel to boot (scripts/rxe/kernel.sh); 1 when anything else is missing.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

fail() {
  echo "scripts/rxe-test.sh: $2" >&2
  exit "$1"
}

loss='' results='' seconds_max=600
while [[ ${1-} == --* ]]; do
  case "$1" in
    --netem) loss=${2-} ;;
    --results) results=${2-} ;;
    --timeout) seconds_max=${2-} ;;
    *) fail 2 "expected --netem, --results, --timeout or a command, came $1" ;;
  esac
  [[ -n ${2-} ]] || fail 2 "expected a value after $1, came nothing"
  shift 2
done
[[ -z $loss ]] || { [[ $loss =~ ^[0-9]+$ ]] && ((loss >= 1 && loss <= 50)); } ||
  fail 2 "--netem: expected 1 to 50 percent, came $loss"
[[ $seconds_max =~ ^[1-9][0-9]*$ ]] || fail 2 "--timeout: expected seconds, 1 or more, came $seconds_max"
kernel=$("$root/scripts/rxe/kernel.sh") || exit
PATH=$PATH:/usr/sbin:/sbin # Where depmod, modprobe and, in the machine, tc are; users have neither on their path.
for tool in qemu-system-x86_64 busybox cpio modprobe ip rdma tc; do
  command -v "$tool" >/dev/null || fail 1 "expected $tool on this machine, came nothing; run scripts/setup.sh --tests"
done

scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
mkdir -p "$scratch/files" "${results:=$scratch/results}"
results=$(realpath -- "$results")
rm -f -- "$results/.status"

if (($# == 0)) && [[ -n $loss ]]; then
  set -- "$root/scripts/rxe/lossy-suite.sh" "$root/build/release"
elif (($# == 0)); then
  # Also where it failed: that rxe0 disagrees with it says more.
  "$root/scripts/rxe/core.sh" "$root/build/release" soft >"$scratch/soft" || true
  set -- "$root/scripts/rxe/guest-suite.sh" "$root/build/release" "$scratch/soft"
fi

# What the first process of the machine reads: where the results go, and a script for this machine's bash.
printf '%s\n' "$results" >"$scratch/files/results-here"
{
  printf 'export PATH=%q\n' "$PATH"
  printf '%q %s || exit\n' "$root/scripts/rxe/devices.sh" "$loss"
  printf 'cd %q && exec' "$PWD"
  printf ' %q' "$@"
} >"$scratch/files/command"
"$root/scripts/rxe/initramfs.sh" "$kernel" "$scratch/files" >"$scratch/initramfs"

# Without KVM, which a virtual machine of its own often lacks. Two processors, or everybody who polls keeps the other from
# running for a time slice. On a busy host the machine would take the rate of its time stamp counter for another, and its
# clock would run many times too fast (notsc), and it may stand still for a while (nowatchdog). A kernel that trips over its
# feet ends the machine at once.
status=0
timeout --foreground --kill-after=5 "$seconds_max" qemu-system-x86_64 \
  -accel tcg,thread=multi -cpu max -machine q35 -smp 2 -m 1024 \
  -nodefaults -no-user-config -no-reboot -display none -serial stdio \
  -kernel "$kernel"/boot/vmlinuz-* -initrd "$scratch/initramfs" \
  -append "console=ttyS0 quiet loglevel=3 oops=panic panic=-1 mitigations=off notsc nowatchdog random.trust_cpu=on" \
  -virtfs local,path=/,mount_tag=machine,security_model=none,readonly=on,multidevs=remap \
  -virtfs "local,path=${results//,/,,},mount_tag=results,security_model=none" </dev/null || status=$?
case $status in
  0) ;;
  124 | 137) fail 124 "expected an end within $seconds_max s, came none; the machine was stopped" ;;
  *) fail 125 "expected the virtual machine to run, came status $status of qemu-system-x86_64, which said why" ;;
esac
[[ -s $results/.status ]] ||
  fail 125 "expected an exit status from the virtual machine, came none; its last words are above"
status=$(<"$results/.status")
rm -f -- "$results/.status"
exit "$status"
