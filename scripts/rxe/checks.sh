# shellcheck shell=bash
# Sourced by the suites of rxe-test.sh's virtual machine: checks, each of which says one line, and pairs of processes.

failed=0
logs=$(mktemp -d)

# check NAME COMMAND...: "ok NAME", or "failed NAME: why" and the end of what the command said. Leaves its output in $log.
check() {
  local name=$1 status=0
  shift
  log=$logs/${name// /-}.log
  "$@" >"$log" 2>&1 || status=$?
  if ((status == 0)); then
    echo "ok $name"
    return
  fi
  failed=$((failed + 1))
  echo "failed $name: status $status, $(grep -v '^ *$' "$log" | tail -n 1)"
  tail -n 40 "$log" | sed 's/^/  | /'
}

# expect WHAT NUMBER MINIMUM: that much or more came.
expect() {
  echo "$1: expected $3 or more, came $2"
  (($2 >= $3))
}

# counted NAME END: that counter of device rxe0 or rxe1.
counted() { cat "/sys/class/infiniband/rxe$2/ports/1/hw_counters/$1"; }

# pair TOOL [OPTION]...: the two sides of a tool that meet over TCP, on the devices $server and $client; each ends in $patience seconds.
patience=60
port=18600
server=rxe0
client=rxe0
pair() {
  local status=0
  port=$((port + 1))
  timeout "$patience" "$@" -d "$server" -p "$port" &
  until ss -Hltn | grep -q ":$port "; do
    kill -0 $! || return 1
    sleep 0.1
  done
  timeout "$patience" "$@" -d "$client" -p "$port" 127.0.0.1 || status=$?
  wait $! || status=$?
  return "$status"
}

# The suite's exit status.
verdict() {
  if ((failed > 0)); then
    echo "$failed failed"
    return 1
  fi
}
