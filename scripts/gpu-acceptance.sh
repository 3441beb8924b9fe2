#!/usr/bin/env bash
# What backend nvlink is held to on a machine with GPUs, in parts that can be called alone, each within ten minutes; builds are kept for the
# next. Needs CUDA and no network. The last line of each part says what was run and what was not.
#
# build     the command with optimised kernels, and once more with kernels that count (build/gpu, build/gpu-counts)
# digests   every program on one GPU, on two and on four: the windows, calls and bytes of virtual time
# proxies   every program as a kernel whose commands CPU threads carry out, two hosts, over shm, tcp, verbs and efa in software, and copy engines
# repeat    every program a hundred times without a hang, on one GPU and on all; what hangs, is killed or has no room ends with its sentence
# figures   put_signal, put and get, beside NVSHMEM's where it is installed (NVSHMEM_HOME, or Python's nvidia.nvshmem), and the bare
#           words and fences that they are made of
# calls     what each call takes, beside NVSHMEM's and virtual time's with the profile that part calibrate left
# ring      rings to the host in four libraries' layouts: one way, and commands a second; copy engines, and puts by way of both
# calibrate a profile of this machine's GPUs, and how far virtual time with it is from workloads that it was not measured by
# scale     what changes from two GPUs to four, beside virtual time with the profile that part calibrate left
# sanitize  compute-sanitizer on small inputs, and that it finds what is planted
#
# usage: scripts/gpu-acceptance.sh PART...
# BACKENDS, ON_GPUS: those that parts proxies and digests take, all unless set.
# GINLAB_LIBRARIES: a folder with include and lib of what the machine lacks. OUT: where results are left, build/gpu-acceptance unless set.
set -uo pipefail
source "$(dirname -- "${BASH_SOURCE[0]}")/steps.sh"

gpus=$(nvidia-smi -L 2>/dev/null | grep -c '^GPU')
ginlab="$root/build/gpu/cli/ginlab"
cases="$root/build/gpu/tests/gpu/cases/gpu_cases"
counts="$root/build/gpu-counts/cli/ginlab"
held="$root/tests/gpu"
out=${OUT:-$root/build/gpu-acceptance}
mkdir -p "$out"
failed=()
left_out=()

# check NAME COMMAND...: prints what it says, and remembers it if it fails.
check() {
  local name=$1
  shift
  printf '%-44s' "$name"
  local said status=0
  said=$("$@" 2>&1) || status=$?
  case $status in
    0) printf '%s\n' "${said##*$'\n'}" ;;
    77) left_out+=("$name") && printf 'not run: %s\n' "$said" ;;
    *) failed+=("$name") && printf 'failed\n%s\n' "$said" ;;
  esac
}

# ends STATUS PATTERN COMMAND...: it ends so, within a minute, and says that.
ends() {
  local wanted=$1 pattern=$2 said status=0
  shift 2
  said=$(timeout 60 "$@" 2>&1) || status=$?
  if [[ $status == "$wanted" && $said =~ $pattern ]]; then
    echo "ends with $status and says so"
  else
    echo "expected exit status $wanted and $pattern, came $status and: $said"
    return 1
  fi
}

configure() {
  local options=()
  if [[ -n ${GINLAB_LIBRARIES-} ]]; then
    # What travels: Boost.Context without its CMake files, headers of libfabric beside the machine's own library.
    options=(-DBoost_NO_BOOST_CMAKE=ON "-DBOOST_LIBRARYDIR=$GINLAB_LIBRARIES/lib" "-DCMAKE_PREFIX_PATH=$GINLAB_LIBRARIES"
      "-DGINLAB_LIBFABRIC=$(ldconfig -p | sed -n 's/.*libfabric\.so\.1 .*=> //p' | head -1)")
  fi
  (cd "$root" && cmake --preset gpu -B "$root/build/$1" "${options[@]}" "${@:2}")
}

# At once: one program's kernels take as long as all others'.
both_builds() {
  local status=0
  cmake --build "$root/build/gpu-counts" --target ginlab -- --quiet &
  cmake --build "$root/build/gpu" -- --quiet || status=$?
  wait $! || status=$?
  return "$status"
}
part_build() {
  step "configure gpu" configure gpu || failed+=("configure gpu")
  step "configure gpu-counts" configure gpu-counts -DGINLAB_CUDA_COUNTS=ON || failed+=("configure gpu-counts")
  step "build both" both_builds || failed+=("build")
}

# Four PEs, in one scope.
four=(--set cluster.gpus_per_node=4 --set compare.scope=null --set launch.scope=warp)

# digests_on GPUS OPTION...: by those that CUDA_VISIBLE_DEVICES names.
digests_on() {
  local on=$1 scenario
  shift
  for scenario in "$held"/*.json; do
    local more=()
    [[ $on == 0,1,2,3 && $scenario == */op_micro.json ]] && more=(--set compare.until=null --set params.until=quiet)
    check "$(basename "$scenario" .json), GPUs $on" env CUDA_VISIBLE_DEVICES="$on" \
      python3 -B "$held/same_windows.py" "$counts" "$scenario" nvlink "$@" "${more[@]}"
  done
}
part_digests() {
  local on
  for on in ${ON_GPUS:-0 0,1 0,1,2,3}; do
    case $on in
      0) digests_on 0 ;;
      0,1) if ((gpus > 1)); then digests_on 0,1; else left_out+=("two GPUs: there is one"); fi ;;
      *) if ((gpus > 3)); then digests_on 0,1,2,3 "${four[@]}"; else left_out+=("four GPUs: there are $gpus"); fi ;;
    esac
  done
}

# proxied BACKEND[:PATH] SCENARIO OPTION...: agents on GPUs, a ring or queues, a proxy, that backend's wire.
proxied() {
  local backend=${1%:*} path=proxy scenario=$2 with=()
  [[ $1 == *:* ]] && path=${1#*:}
  shift 2
  [[ $backend == efa ]] && with=(env GINLAB_SOFTVERBS="$root/build/gpu/core/softverbs/libginlab_softverbs.so" "$root/scripts/soft-efa.sh")
  "${with[@]}" python3 -B "$held/same_windows.py" "$ginlab" "$held/$scenario.json" "$backend" --set cluster.nodes=2 --set cluster.gpus_per_node=1 \
    --set path="$path" "$@" -- --set launch.runs_on=gpu --set launch.hang_after_s=20
}
part_proxies() {
  local backend ops='{"field": "params.op", "values": ["put", "p", "get", "g", "add", "fetch_add", "ping_pong"]}' gets='{"field": "params.mode", "values": ["put", "get"]}' blocks='{"field": "params.mode", "values": ["all_to_all", "pairwise"]}'
  for backend in ${BACKENDS:-shm tcp ib-loopback efa nvlink nvlink:gpu}; do
    check "alltoall, $backend" proxied "$backend" alltoall --set compare.scope=null --set launch.scope=warp
    check "alltoall_lanes, $backend" proxied "$backend" alltoall_lanes
    check "copy, $backend" proxied "$backend" copy --set "compare.mode=$gets"
    check "moe_dispatch, $backend" proxied "$backend" moe_dispatch --set compare.scope=null --set compare.format=null --set launch.scope=block
    check "op_micro, $backend" proxied "$backend" op_micro --set compare.scope=null --set compare.until=null --set params.until=quiet --set launch.scope=thread --set "compare.op=$ops"
    check "overlap, $backend" proxied "$backend" overlap --set compare.scope=null --set launch.scope=block
    check "ring_rate, $backend" proxied "$backend" ring_rate --set compare.scope=null --set launch.scope=warp
    check "signal_pipeline, $backend" proxied "$backend" signal_pipeline --set compare.scope=null --set launch.scope=block
    check "transpose, $backend" proxied "$backend" transpose --set "compare.mode=$blocks" --set compare.scope=null --set launch.scope=warp
    check "indices that wrap, $backend" proxied "$backend" signal_pipeline --set compare=null --set test.start_near_wrap=true
  done
  if [[ -n ${BACKENDS-} ]]; then return; fi
  for backend in proxy gpu; do
    check "pointers within a node, else $backend" proxied nvlink alltoall --set cluster.gpus_per_node=2 --set path.same_node=pointer --set "path.other_node=$backend"
  done
}

# hangs KIND: the report of a hang, on as many GPUs.
hangs() {
  check "a hang, GPUs $1" ends 1 'PE 1 gave up: hang: nothing has moved for 2 s .*agent 0 waits in signal_wait_until for window arrived\[0\]: 0 seen, >= 2 wanted' \
    env CUDA_VISIBLE_DEVICES="$1" "$cases" run "$held/cases/waits_in_vain.json" --backend nvlink
}
# killed: a PE that is killed ends the others within seconds.
killed() {
  local job status=0 pe
  "$cases" run "$held/cases/waits_in_vain.json" --backend nvlink --set launch.hang_after_s=50 >"$out/killed.log" 2>&1 &
  job=$!
  for ((i = 0; i < 100; ++i)); do
    sleep 0.2
    pe=$(pgrep -P "$job" | tail -1)
    [[ -n $pe ]] && ((i > 40)) && break
  done
  local begin=$SECONDS
  kill -9 "$pe"
  wait "$job" || status=$?
  ((status == 1 && SECONDS - begin <= 5)) && grep -q 'died: killed by signal 9' "$out/killed.log" && echo "the others end within $((SECONDS - begin)) s" && return
  echo "expected exit status 1 within 5 s, came $status after $((SECONDS - begin)) s: $(cat "$out/killed.log")"
  return 1
}
# repeated GPUS PES: each program a hundred times.
repeated() {
  local scenario
  for scenario in "$held"/*.json; do
    check "$(basename "$scenario" .json), $2 PEs on GPUs $1" env CUDA_VISIBLE_DEVICES="$1" "$ginlab" run "$scenario" --backend nvlink --quiet \
      --set compare=null --set launch.scope=warp --set cluster.gpus_per_node="$2" --set measure.iterations=100 --set launch.hang_after_s=20
  done
}
part_repeat() {
  repeated 0 2
  if ((gpus > 3)); then repeated 0,1,2,3 4; elif ((gpus > 1)); then repeated 0,1 2; fi
  hangs 0
  if ((gpus > 1)); then hangs 0,1; fi
  check "a deadline" "$cases" run "$held/cases/waits_in_vain.json" --backend nvlink --quiet --set params.ends=at_deadline
  check "agents without room" ends 2 'launch.agents: expected at most' "$cases" run "$held/cases/waits_in_vain.json" --backend nvlink \
    --set launch.agents=4000 --set launch.scope=block
  check "a PE is killed" killed
  check "the GPU afterwards" python3 -B "$held/same_windows.py" "$ginlab" "$held/copy.json" nvlink
}

# nvshmem_peer: builds it; 77 where NVSHMEM or MPI is not there.
nvshmem_peer() {
  local home=${NVSHMEM_HOME:-$(python3 -c 'import nvidia.nvshmem as m; print(list(m.__path__)[0])' 2>/dev/null)}
  [[ -n $home ]] && command -v mpicc >/dev/null || return 77
  local links
  links=$(mpicc --showme:link | sed 's/-Wl,/-Xlinker /g')
  export NVSHMEM_REMOTE_TRANSPORT=none NVSHMEM_DISABLE_NVLS=1 LD_LIBRARY_PATH="$home/lib:${LD_LIBRARY_PATH-}"
  [[ $root/build/gpu/nvshmem_peer -nt $held/nvshmem_peer.cu ]] && return
  # shellcheck disable=SC2046,SC2086 # both are lists of options
  nvcc -O3 -std=c++17 -arch=native -rdc=true "-I$home/include" $(mpicc --showme:compile) "$held/nvshmem_peer.cu" -o "$root/build/gpu/nvshmem_peer" \
    "-L$home/lib" -l:libnvshmem_host.so.3 -lnvshmem_device $links -lcuda -lnvidia-ml
}
# beside_nvshmem NAME OPTION...: the table of NAME.py, with NVSHMEM's side where its program can be built.
beside_nvshmem() {
  local name=$1 peer=()
  shift
  if ((gpus < 2)); then
    left_out+=("$name: they take two GPUs")
    return
  fi
  if nvshmem_peer >"$out/nvshmem_peer.log" 2>&1; then
    peer=(--peer mpirun --allow-run-as-root -np 2 -x LD_LIBRARY_PATH -x NVSHMEM_REMOTE_TRANSPORT -x NVSHMEM_DISABLE_NVLS "$root/build/gpu/nvshmem_peer" "$name")
  else
    left_out+=("NVSHMEM's side of $name: $out/nvshmem_peer.log says why")
  fi
  python3 -B "$held/$name.py" "$ginlab" "$@" "${peer[@]}" | tee "$out/$name.txt" || failed+=("$name")
}
part_figures() {
  beside_nvshmem figures
  "$root/build/gpu/tests/bench/gpu_words/gpu_words" | tee "$out/words.txt" || failed+=("bare words")
}
part_calls() {
  local profile=()
  [[ -e $out/calibrated.json ]] && profile=(--profile "$out/calibrated.json")
  beside_nvshmem calls "${profile[@]}"
}

part_ring() {
  "$root/build/gpu/tests/bench/gpu_ring/gpu_ring" | tee "$out/ring.txt" || failed+=(ring)
  local status=0
  python3 -B "$held/proxied.py" "$ginlab" "$out/ring.txt" | tee "$out/proxied.txt" || status=$?
  if ((status == 77)); then left_out+=("proxied puts: there is one GPU"); elif ((status != 0)); then failed+=("proxied puts"); fi
}

part_calibrate() {
  if ((gpus < 2)); then
    left_out+=("calibrate: it takes two GPUs")
    return
  fi
  local file results=()
  "$ginlab" calibrate --out "$out/calibrated.json" | tee "$out/calibrated.txt" || failed+=(calibrate)
  for file in "$held"/workloads/*.json; do
    file=$(basename "$file" .json)
    "$ginlab" run "$held/workloads/$file.json" --backend nvlink --quiet --set cluster.profile="$out/calibrated.json" --out "$out/workloads/$file" ||
      failed+=("workload $file")
    results+=("$out/workloads/$file/result.json")
  done
  python3 -B "$held/workloads/errors.py" --keep "$out/kept.json" "$out/calibrated.json" "${results[@]}" | tee "$out/errors.txt" || failed+=("predictions")
}

part_scale() {
  if ((gpus < 4)); then
    left_out+=("scale: it takes four GPUs")
    return
  fi
  if [[ ! -e $out/calibrated.json ]]; then
    echo "scripts/gpu-acceptance.sh: part scale expected $out/calibrated.json, which part calibrate writes" >&2
    failed+=(scale)
    return
  fi
  python3 -B "$held/scale.py" "$ginlab" "$out/calibrated.json" | tee "$out/scale.txt" || failed+=(scale)
}

# clean TOOL SCENARIO OPTION...: compute-sanitizer's tool finds nothing in all processes of a run.
clean() {
  local tool=$1 scenario=$2
  shift 2
  timeout 300 compute-sanitizer --tool "$tool" --target-processes all --error-exitcode 9 "$cases" run "$scenario" --backend nvlink --quiet \
    --set compare=null --set launch.hang_after_s=200 "$@" >"$out/$tool.log" 2>&1 || {
    tail -n 20 "$out/$tool.log"
    return 1
  }
  grep -o 'ERROR SUMMARY: .*\|RACECHECK SUMMARY: .*' "$out/$tool.log" | sort | uniq -c | tail -1
}
part_sanitize() {
  if ! command -v compute-sanitizer >/dev/null; then
    left_out+=("compute-sanitizer: it is not installed")
    return
  fi
  local tool scenario
  for tool in memcheck racecheck synccheck; do
    for scenario in signal_pipeline transpose; do
      check "$tool, $scenario" clean "$tool" "$held/$scenario.json" --set launch.agents=2 --set launch.scope=block --set launch.block_threads=64
    done
  done
  check "memcheck finds a planted store" ends 1 'nvalid __global__ write' compute-sanitizer --tool memcheck --target-processes all "$cases" run \
    "$held/cases/strays.json" --backend nvlink --quiet
}

if (($# == 0)); then
  sed -n '2,/^set -/{/^set -/d;s/^# \{0,1\}//;p}' "${BASH_SOURCE[0]}"
  exit 2
fi
for part in "$@"; do
  case $part in
    build | digests | proxies | repeat | figures | calls | ring | calibrate | scale | sanitize) ;;
    *)
      echo "scripts/gpu-acceptance.sh: expected build, digests, proxies, repeat, figures, calls, ring, calibrate, scale or sanitize, came $part" >&2
      exit 2
      ;;
  esac
done
for part in "$@"; do "part_$part"; done
# joined WORD...: "a, b", or what is said where there are none.
joined() {
  local none=$1 all
  shift
  printf -v all '%s, ' "$@"
  if (($# > 0)); then echo "${all%, }"; else echo "$none"; fi
}
printf '%s on %d GPUs: failed: %s; not run: %s\n' "$*" "$gpus" "$(joined nothing "${failed[@]}")" "$(joined nothing "${left_out[@]}")"
((${#failed[@]} == 0))
