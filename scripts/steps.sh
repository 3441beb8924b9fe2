# shellcheck shell=bash
# Sourced by the other scripts: where the repository is, and steps that are quiet until they fail.

root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"
logs="$root/build/logs"

# The CUDA toolkit's usual home is often not on the PATH; CMake looks for nvcc there.
if ! command -v nvcc >/dev/null && [[ -x /usr/local/cuda/bin/nvcc ]]; then
  PATH="$PATH:/usr/local/cuda/bin"
fi

have_nvcc() { command -v nvcc >/dev/null; }

# step NAME COMMAND...: one line with the seconds it took. The output goes to build/logs/NAME.log; when the
# command fails, the end of it is shown, without the tests that passed.
# Returns the command's status and leaves the seconds in step_seconds.
step_seconds=0
step() {
  local name=$1 start=$SECONDS status=0
  shift
  mkdir -p "$logs"
  local log="$logs/${name// /-}.log"
  printf '%-36s' "$name"
  "$@" >"$log" 2>&1 || status=$?
  step_seconds=$((SECONDS - start))
  if ((status == 0)); then
    printf '%5d s\n' "$step_seconds"
  else
    printf '%5d s  failed with status %d; the end of %s:\n' "$step_seconds" "$status" "$log"
    grep -vE '^ *(Start +[0-9]+: |[0-9]+/[0-9]+ Test +#[0-9]+: .* Passed )' "$log" | tail -n 60 | sed 's/^/  | /'
  fi
  return "$status"
}
