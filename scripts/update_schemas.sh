#!/usr/bin/env bash
# Writes the published schemas that editors check scenarios, profiles and stacks with. They come out of the tables
# that the loaders use; a test fails while the files say something else.
#
# usage: scripts/update_schemas.sh [GINLAB]      (build/release/cli/ginlab, built first)
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

configure() { (cd "$root" && cmake --preset release); }

if (($# > 1)); then
  echo "scripts/update_schemas.sh: expected nothing or a ginlab binary, came $# arguments" >&2
  exit 2
fi
ginlab=${1-}
if [[ -z $ginlab ]]; then
  ginlab=$root/build/release/cli/ginlab
  step "configure release" configure
  step "build release" cmake --build "$root/build/release" --target ginlab
fi

# update NAME FILE: the file is replaced only by a whole schema.
update() {
  local file=$root/$2
  mkdir -p "$(dirname -- "$file")"
  "$ginlab" schema "$1" >"$file.new" || { rm -f -- "$file.new"; return 1; }
  mv -- "$file.new" "$file"
}

update scenario scenarios/schema/scenario.schema.json
update profile models/profile.schema.json
update stack models/stack.schema.json
