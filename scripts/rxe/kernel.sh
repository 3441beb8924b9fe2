#!/usr/bin/env bash
# Finds a kernel that has rdma_rxe for rxe-test.sh: Debian's, unpacked into a cache and never installed. Prints the folder
# of the unpacked package. The first time it downloads about 70 MB.
#
# usage: scripts/rxe/kernel.sh
# Exit status 77, with a sentence, where the package cannot be had. The cache is $XDG_CACHE_HOME/ginlab (~/.cache/ginlab),
# and may be deleted whenever nobody runs it.
set -euo pipefail

skip() {
  echo "scripts/rxe/kernel.sh: skipped: $1" >&2
  exit 77
}

for tool in apt-get apt-cache dpkg-deb; do
  command -v "$tool" >/dev/null || skip "expected a system with apt, from which the kernel comes, came one without $tool"
done
# The cloud image would do with half the size, but it lacks rdma_rxe.
package=$(LC_ALL=C apt-cache depends --important linux-image-amd64 2>/dev/null |
  sed -n '0,/.*Depends: \(linux-image-.*\)/s//\1/p') || true
[[ -n $package ]] || skip "expected Debian's package linux-image-amd64 in apt's lists, came none; is this Debian? apt-get update"

cache=${XDG_CACHE_HOME:-$HOME/.cache}/ginlab
folder=$cache/$package
if [[ ! -e $folder ]]; then
  mkdir -p "$cache"
  scratch=$(mktemp -d "$cache/new.XXXXXX")
  trap 'rm -rf -- "$scratch"' EXIT
  (cd "$scratch" && apt-get -qq -o APT::Sandbox::User= download "$package" >&2) ||
    skip "expected apt-get to download $package, came a failure; is the network there, are the lists of today?"
  dpkg-deb -x "$scratch"/*.deb "$scratch/unpacked"
  versions=("$scratch"/unpacked/lib/modules/*)
  PATH=$PATH:/usr/sbin:/sbin depmod -b "$scratch/unpacked" "${versions[0]##*/}"
  # Whole or not at all; another run may have been faster.
  mv -T -- "$scratch/unpacked" "$folder" 2>/dev/null || [[ -e $folder ]]
fi
echo "$folder"
