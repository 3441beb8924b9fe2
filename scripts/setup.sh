#!/usr/bin/env bash
# Installs what ginlab is built from, on Debian 12, Ubuntu 24.04 and their like. Says and does nothing when
# everything is there already.
#
# usage: scripts/setup.sh [--tests]      --tests: also what scripts/test.sh needs
# GINLAB_SETUP=no skips it, for machines whose packages are somebody else's business.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

packages() {
  sed 's/ *#.*//' <<'LIST'
g++                    # the compiler of the release, debug and sanitizer builds
cmake                  # configures
ninja-build            # builds
git                    # the checks of the house ask it which files are ours
pkg-config             # finds libraries that bring no CMake files
libboost-dev           # headers: Asio for the rendezvous of PE processes, and what Boost.Context needs
libboost-context-dev   # the switch between fibers
libfmt-dev             # formatted text: messages, tables, reports
nlohmann-json3-dev     # scenarios, profiles, stacks and results are JSON
libcli11-dev           # the command line
libxxhash-dev          # digests of runs
libssl-dev             # the proof that a PE knows its job's secret
libfabric-dev          # headers of the wires between processes, and the library that they load
libibverbs-dev         # headers of verbs; the library itself is loaded where there are RDMA devices
libhwloc-dev           # which cores there are, and which of them are near the NIC
libgtest-dev           # unit and conformance tests
librapidcheck-dev      # tests of properties over generated inputs
libbenchmark-dev       # benchmarks
python3                # the checks of the house
python3-jsonschema     # tests of the published schemas
clang-format           # scripts/format.sh
iproute2               # networks of their own for PEs (scripts/namespaces.sh), verbs devices of a virtual machine
nftables               # lost packets in them
LIST
  if [[ $with_tests == yes ]]; then test_packages; fi
}

test_packages() {
  sed 's/ *#.*//' <<'LIST'
clang                  # the sanitizers' builds
lld                    # which it links, in a fifth of the time
openmpi-bin            # mpirun, for tests of sweeps on ranks
qemu-system-x86        # the virtual machine with verbs devices (scripts/rxe-test.sh)
busybox-static         # its first process
cpio                   # packs the files it boots from
kmod                   # which of its kernel's modules need which
ibverbs-providers      # what libibverbs drives its devices with
ibverbs-utils          # ibv_devinfo and ibv_rc_pingpong, run there
perftest               # ib_write_lat and its like, run there
python3-pyverbs        # rdma-core's own tests, run there
libfabric-bin          # fi_info and fi_pingpong, run on EFA's side of it
LIST
}

# Tests of HTML reports. Ubuntu has Chromium as a snap only, which these tests cannot drive: they are skipped there.
browser_packages() {
  sed 's/ *#.*//' <<'LIST'
chromium               # opens them
chromium-driver        # drives it
python3-selenium       # speaks to the driver
fonts-dejavu-core      # letters for its pictures
LIST
}

installed() { [[ $(dpkg-query -W -f '${db:Status-Status}' "$1" 2>/dev/null) == installed ]]; }

known() { apt-cache show "$1" >/dev/null 2>&1; }

missing() {
  local package
  while read -r package; do
    installed "$package" || echo "$package"
  done
}

# The sanitizers' runtime is packaged by clang's major version: libclang-rt-14-dev for clang 1:14.0-55.
clang_runtime() {
  local version
  version=$(dpkg-query -W -f '${Version}' clang)
  version=${version#*:}
  echo "libclang-rt-${version%%.*}-dev"
}

# Where nobody is there to type a password, sudo must fail instead of asking.
sudo_options=()
[[ -t 0 ]] || sudo_options=(-n)

as_root() {
  if ((EUID == 0)); then env "$@"; else sudo "${sudo_options[@]}" env "$@"; fi
}

apt() { as_root DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=120 "$@"; }

# A mirror that is down for a moment is common. One that stays down need not matter: the lists on this machine
# may do, and if not, the installation says so.
update() { apt -o APT::Update::Error-Mode=any update || { sleep 5 && apt update; } || true; }

install_packages() {
  update
  apt install -y --no-install-recommends "$@"
}

refuse() {
  printf 'scripts/setup.sh: %s\nIt takes these packages, by their Debian names: %s\n' "$1" \
    "$(packages | xargs)" >&2
  printf 'Install them by your own means, then set GINLAB_SETUP=no to skip this step.\n' >&2
  exit 1
}

ensure() {
  local wanted
  mapfile -t wanted < <(missing)
  if ((${#wanted[@]} == 0)); then return; fi
  if ((EUID != 0)) && ! command -v sudo >/dev/null; then
    refuse "expected root or sudo to install ${wanted[*]}, came a user without; run it as root once."
  fi
  echo "setup installs: ${wanted[*]}"
  if ! step setup install_packages "${wanted[@]}"; then
    refuse "expected apt-get to install ${wanted[*]}, came the failure above; is the network there?"
  fi
}

with_tests=no
case "${1-}" in
  '') ;;
  --tests) with_tests=yes ;;
  *)
    echo "scripts/setup.sh: expected nothing or --tests, came $1" >&2
    exit 2
    ;;
esac
if [[ ${GINLAB_SETUP-} == no ]]; then exit 0; fi
if ! command -v apt-get >/dev/null || ! command -v dpkg-query >/dev/null; then
  refuse "expected a system with apt-get (Debian 12, Ubuntu 24.04), came $(uname -s) without."
fi
packages | ensure
if [[ $with_tests == yes ]]; then
  clang_runtime | ensure
  if ! installed chromium && ! known chromium; then update >/dev/null 2>&1; fi
  if known chromium; then browser_packages | ensure; fi
fi
