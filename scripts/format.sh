#!/usr/bin/env bash
# Gives every C++ file the shape that .clang-format describes.
#
# usage: scripts/format.sh [--check]      --check: changes nothing, names what would change, fails if anything would
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

case "${1-}" in
  '') mode=(-i) ;;
  --check) mode=(--dry-run -Werror) ;;
  *)
    echo "scripts/format.sh: expected nothing or --check, came $1" >&2
    exit 2
    ;;
esac

cd "$root"
git ls-files -z -co --exclude-standard -- '*.hpp' '*.cpp' '*.cuh' '*.cu' |
  xargs -0 -r -n 16 -P 2 clang-format --style=file "${mode[@]}"
