#!/usr/bin/env bash
# Runs any program with the verbs device in software (docs/soft-verbs.md) in place of libibverbs.
#
# usage: scripts/soft-verbs.sh COMMAND [ARGUMENT]...      its exit status is COMMAND's
# Settings are environment variables: SOFTVERBS_HOST, SOFTVERBS_NICS, SOFTVERBS_LOSS and others, listed there.
# GINLAB_SOFTVERBS: the device's library, where another than that of build/release is meant.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

configure() { (cd "$root" && cmake --preset release); }

if (($# == 0)); then
  echo "scripts/soft-verbs.sh: expected a command, came none; try: scripts/soft-verbs.sh ibv_devinfo" >&2
  exit 2
fi
library=${GINLAB_SOFTVERBS:-$root/build/release/core/softverbs/libginlab_softverbs.so}
if [[ ! -e $library ]]; then
  "$root/scripts/setup.sh" >&2
  step "configure release" configure >&2
  step "build the device" cmake --build "$root/build/release" --target ginlab_softverbs >&2
fi
LD_PRELOAD=$library${LD_PRELOAD:+:$LD_PRELOAD} exec "$@"
