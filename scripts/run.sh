#!/usr/bin/env bash
# From a fresh clone to a first result: installs what is missing, builds the command, runs one scenario.
#
# usage: scripts/run.sh [SCENARIO] [OPTION of ginlab run]...      (scenarios/library/quickstart.json)
# The exit status is ginlab's.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

configure() { (cd "$root" && cmake --preset release); }

scenario=scenarios/library/quickstart.json
if (($# > 0)) && [[ $1 != -* ]]; then
  scenario=$1
  shift
fi
# A path that does not start where the caller stands starts at the repository.
if [[ ! -e $scenario && -e $root/$scenario ]]; then scenario=$root/$scenario; fi

# Standard output is ginlab's alone: it may be a result that somebody pipes on.
"$root/scripts/setup.sh" >&2
step "configure release" configure >&2
step "build release" cmake --build "$root/build/release" --target ginlab >&2
exec "$root/build/release/cli/ginlab" run "$scenario" "$@"
