#!/usr/bin/env bash
# Runs any program with EFA devices in software (docs/soft-efa.md) in place of libibverbs and libefa: libfabric's provider efa too.
#
# usage: scripts/soft-efa.sh COMMAND [ARGUMENT]...      its exit status is COMMAND's
# Settings are environment variables: SOFTVERBS_EFA (7: what libfabric 1.17 knows; 31: what fabric efa-direct needs),
# SOFTVERBS_NICS, SOFTVERBS_REORDER and others, listed there.
set -euo pipefail

if (($# == 0)); then
  echo "scripts/soft-efa.sh: expected a command, came none; try: scripts/soft-efa.sh fi_info -p efa" >&2
  exit 2
fi
# Between processes of one machine the provider would take its shared memory otherwise, and no device.
SOFTVERBS_EFA=${SOFTVERBS_EFA:-7} FI_EFA_ENABLE_SHM_TRANSFER=${FI_EFA_ENABLE_SHM_TRANSFER:-0} \
  exec "$(dirname -- "${BASH_SOURCE[0]}")/soft-verbs.sh" "$@"
