#!/usr/bin/env bash
# Makes third_party/vega/vega.min.js again from the npm registry: the versions of package.json with the checksums of
# package-lock.json, so that equal versions give an equal file. Needs node 20, npm and the network; builds do not.
#
# usage: scripts/refresh_vega.sh [--latest]      --latest: the newest versions, which then stand in both files
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

case "${1-}" in
  '') packages=() ;;
  --latest) packages=(vega@latest vega-lite@latest vega-interpreter@latest esbuild@latest) ;;
  *)
    echo "scripts/refresh_vega.sh: expected nothing or --latest, came $1" >&2
    exit 2
    ;;
esac

home=$root/third_party/vega
scratch=$(mktemp -d)
trap 'rm -rf -- "$scratch"' EXIT
cp -- "$home"/{package.json,entry.mjs,bundle.mjs} "$scratch"
cd "$scratch"

# No script of a package runs here, and the lock file names no host: any mirror will do.
quiet=(--ignore-scripts --no-audit --no-fund --omit-lockfile-registry-resolved)
if ((${#packages[@]} > 0)) || [[ ! -e $home/package-lock.json ]]; then
  npm install "${quiet[@]}" --save-exact "${packages[@]}"
else
  cp -- "$home/package-lock.json" .
  npm ci "${quiet[@]}"
fi
node bundle.mjs vega.min.js
sha256sum vega.min.js >SHA256SUMS

if cmp -s vega.min.js "$home/vega.min.js"; then echo "vega.min.js is what it was"; else echo "vega.min.js is new"; fi
cp -- vega.min.js SHA256SUMS package.json package-lock.json "$home"
