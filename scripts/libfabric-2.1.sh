#!/usr/bin/env bash
# Runs a program with Debian 13's libfabric 2.1 on a Debian 12, whose own is 1.17, and leaves the machine as it is: the
# packages that libfabric-2.1.sha256 lists are unpacked below build/, and their loader runs PROGRAM on their C library and
# on whatever else this machine has. The first time it downloads about 15 MB.
#
# usage: scripts/libfabric-2.1.sh PROGRAM [ARGUMENT]...   its exit status is PROGRAM's
#        scripts/libfabric-2.1.sh --renew                 writes the list again, of what Debian 13 has now
# What PROGRAM forks has this libfabric, too; what it starts from another file has the machine's. So it comes last:
# scripts/soft-verbs.sh scripts/libfabric-2.1.sh PROGRAM. Exit status 77, with a sentence, where the packages are not
# this machine's kind; 1 when they cannot be had.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

list=$root/scripts/libfabric-2.1.sha256

fail() {
  echo "scripts/libfabric-2.1.sh: $2" >&2
  exit "$1"
}

# apt with Debian 13 as its one source, by the mirror that this machine uses, and with lists of its own in $scratch.
# $1: what apt is to trust besides the keys that it has.
ask_debian_13() {
  local mirror
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Origin: Debian' 'Label: Debian' | head -n 1)
  [[ -n $mirror ]] || fail 1 "expected a mirror of Debian in apt's lists, came none; run apt-get update as root"
  echo "deb $1 $mirror trixie main" >"$scratch/sources.list"
  mkdir -p "$scratch/state/lists/partial" "$scratch/cache/archives/partial" "$scratch/packages"
  options=(-qq -o Dir::Etc::sourcelist="$scratch/sources.list" -o Dir::Etc::sourceparts=- -o APT::Sandbox::User=
    -o Dir::State="$scratch/state" -o Dir::State::status=/dev/null -o Dir::Cache="$scratch/cache")
  apt-get "${options[@]}" -o APT::Update::Error-Mode=any update >&2 ||
    fail 1 "expected the lists of Debian 13 from $mirror, came the failure above; is the network there, has the mirror trixie?"
}

download() { (cd "$scratch/packages" && apt-get "${options[@]}" download "$@" >&2); }

# Files are called NAME_VERSION_ARCHITECTURE.deb.
names() { sed -E 's/^[0-9a-f]+  ([^_]+)_.*/\1/' "$list"; }
names_and_versions() { sed -E 's/^[0-9a-f]+  ([^_]+)_([^_]+)_.*/\1=\2/' "$list"; }

renew() {
  local packages
  mapfile -t packages < <(names)
  ask_debian_13 ''
  download "${packages[@]}" || fail 1 "expected to download ${packages[*]}, came the failure above; the list is as it was"
  (cd "$scratch/packages" && sha256sum -- *.deb) >"$scratch/list"
  cp -- "$scratch/list" "$list"
  cat -- "$list"
}

unpack() {
  local packages package
  mapfile -t packages < <(names_and_versions)
  ask_debian_13 '[trusted=yes]' # The checksums say whose they are; an older Debian 12 lacks the keys of Debian 13.
  download "${packages[@]}" ||
    fail 1 "expected Debian 13 to have ${packages[*]}, came the failure above; where a version is gone, another took its \
place: scripts/libfabric-2.1.sh --renew, and see that the tests pass"
  (cd "$scratch/packages" && sha256sum --check --strict --quiet -- "$list") >&2 ||
    fail 1 "expected the packages of scripts/libfabric-2.1.sha256, came others under their names (above); nothing was \
unpacked: ask where they come from"
  for package in "$scratch"/packages/*.deb; do dpkg-deb -x "$package" "$scratch/unpacked"; done
  # Whole or not at all; another run may have been faster.
  mv -T -- "$scratch/unpacked" "$folder" 2>/dev/null || [[ -e $folder ]]
}

(($# > 0)) || fail 2 "expected a program, came none; try: scripts/libfabric-2.1.sh build/release/cli/ginlab doctor"
command -v dpkg >/dev/null && [[ $(. /etc/os-release && echo "$ID") == debian && $(dpkg --print-architecture) == amd64 ]] ||
  fail 77 "skipped: expected Debian on amd64, whose packages these are, came another system"
mkdir -p "$root/build"
read -r digest _ < <(sha256sum -- "$list")
folder=$root/build/libfabric-2.1-${digest:0:12}
if [[ $1 == --renew || ! -e $folder ]]; then
  scratch=$(mktemp -d "$root/build/libfabric.XXXXXX")
  trap 'rm -rf -- "$scratch"' EXIT
  if [[ $1 == --renew ]]; then
    renew
    exit
  fi
  unpack
  rm -rf -- "$scratch"
fi

program=$(type -P -- "$1") || fail 2 "expected a program, came $1, which is not there or may not be run"
[[ $(head -c 4 -- "$program" | tail -c 3) == ELF ]] ||
  fail 2 "expected a program that the loader can load, came $1, which is a script; let it call this one"
libraries=$folder/usr/lib/x86_64-linux-gnu
exec "$libraries/ld-linux-x86-64.so.2" --library-path "$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}" "$program" "${@:2}"
