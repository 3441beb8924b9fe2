#!/usr/bin/env bash
# Runs the comparisons that ginlab is for and makes the gallery of them: pages in build/gallery (open index.html), the
# same reports as Markdown with a picture each in docs/gallery.
#
# usage: scripts/gallery.sh
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

configure() { (cd "$root" && cmake --preset release); }

"$root/scripts/setup.sh"
step "configure release" configure
step "build release" cmake --build "$root/build/release" --target ginlab
exec /usr/bin/python3 -B "$root/scripts/gallery.py" "$root/build/release/cli/ginlab"
