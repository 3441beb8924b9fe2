#!/usr/bin/env bash
# Gathers on a machine with EFA what ginlab wants to know of it: versions, devices, topology, whether the conformance suite passes, and
# the quickstart's results. Nothing is sent anywhere; names of the host are taken out.
#
# usage: scripts/efa-collect.sh [BUILD [FOLDER]]      a folder with a release build (build/release), and a new one for the results (efa-results)
# The last line says where they are; the exit status is 1 when the suite or a run failed, 2 when there is no build or no room for results.
set -euo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

built=${1:-$root/build/release}
results=${2:-efa-results}
ginlab=$built/cli/ginlab
if (($# > 2)) || [[ ! -x $ginlab ]]; then
  echo "scripts/efa-collect.sh: expected a folder with a build of ginlab, came $built; build it with cmake --preset release && cmake --build build/release" >&2
  exit 2
fi
mkdir -- "$results" || {
  echo "scripts/efa-collect.sh: expected a folder $results that is not there yet; name another" >&2
  exit 2
}

left_out=()
failed=0

# keep FILE COMMAND...: what it prints, without this host's name; left out where the machine has no such command.
keep() {
  local file=$results/$1 status=0
  shift
  command -v "$1" >/dev/null || {
    left_out+=("$1 is not installed")
    return
  }
  "$@" >"$file" 2>&1 || status=$?
  echo "exit status $status" >>"$file"
  sed -i "s/$(uname -n)/HOST/g" "$file"
  return "$status"
}
# must FILE COMMAND...: the same, of what has to succeed.
must() { keep "$@" || failed=1; }

keep system.txt uname -srm || true
keep modules.txt modinfo efa || true
keep packages.txt cat /opt/amazon/efa_installed_packages || true
keep settings.txt bash -c 'env | grep -E "^(FI_|RDMAV_|LD_LIBRARY_PATH|SOFTVERBS_)"; ulimit -l' || true
keep fi_info.txt fi_info -p efa -v || true
keep verbs.txt ibv_devinfo -v || true
keep gpus.txt nvidia-smi topo -m || true
keep topology.xml lstopo-no-graphics --of xml || true
must doctor.txt "$ginlab" doctor
said=$(tr -s '\n ' ' ' <"$results/doctor.txt")
# Path gpu takes a device and libraries that count, which few have.
cases='*/Efa*-*/Efa*Gpu*'
if [[ $said == *'agents can write its queues'* ]]; then cases='*/Efa*'; fi
fabrics=(efa)
if [[ $said == *'efa ready: efa-direct over'* ]]; then
  fabrics+=(efa-direct)
else
  left_out+=("fabric efa-direct is not offered here")
fi
for fabric in "${fabrics[@]}"; do
  # PEs of this machine reach each other through their NICs.
  must "quickstart-$fabric.txt" "$ginlab" run "$root/scenarios/library/quickstart.json" --backend efa --set path=proxy \
    --set launch.fabric=$fabric --out "$results/quickstart-$fabric"
  GINLAB_TEST_FABRIC=$fabric must "conformance-$fabric.txt" "$built/tests/conformance/conformance_tests" --gtest_filter="$cases"
done

for one in "${left_out[@]}"; do echo "left out: $one"; done
((failed == 0)) || echo "something failed: look for exit statuses other than 0 in $results"
echo "results are in $results"
exit $failed
