#!/usr/bin/env bash
# Runs COMMAND once for each PE of a job, each in a network namespace and with a /dev/shm of its own, as if on machines
# of their own: only packets lead from one to another. Each copy has GINLAB_RANK, GINLAB_SIZE, GINLAB_ADDRESS and
# GINLAB_SECRET in its environment, and its machine's address in GINLAB_HERE.
#
# usage: scripts/namespaces.sh [--pes N] [--loss PERCENT] COMMAND [WORD]...
#   --pes N          how many, 2 to 200; 2 by default
#   --loss PERCENT   each drops so many of the packets that come to it, 0 to 99; 0 by default
# The exit status is that of the first that did not end with 0; 77 when this machine cannot do it, with a sentence.
# Needs root, ip (iproute2), unshare and nsenter (util-linux), and nft (nftables) for loss. Leaves nothing behind.
set -euo pipefail

fail() {
  echo "scripts/namespaces.sh: $2" >&2
  exit "$1"
}

pes=2 loss=0
while [[ ${1-} == --* ]]; do
  case "$1" in
    --pes) pes=${2-} ;;
    --loss) loss=${2-} ;;
    *) fail 2 "expected --pes, --loss or a command, came $1" ;;
  esac
  shift 2 || fail 2 "expected a number after $1, came nothing"
done
[[ $pes =~ ^[0-9]+$ ]] && ((pes >= 2 && pes <= 200)) || fail 2 "--pes: expected 2 to 200, came $pes"
[[ $loss =~ ^[0-9]+$ ]] && ((loss <= 99)) || fail 2 "--loss: expected 0 to 99 percent, came $loss"
(($# > 0)) || fail 2 "expected a command, came nothing"

# The outer half only opens the door: a namespace of processes ends everything in it with its first one, and what the
# inner half makes of networks and mounts goes with them.
if [[ -z ${GINLAB_INSIDE-} ]]; then
  ((EUID == 0)) || fail 77 "expected root, came user $(id -un): namespaces of networks and mounts need it"
  for tool in ip unshare nsenter; do
    command -v "$tool" >/dev/null || fail 77 "expected $tool on this machine, came nothing; install iproute2, util-linux"
  done
  ((loss == 0)) || command -v nft >/dev/null || fail 77 "expected nft for --loss, came nothing; install nftables"
  unshare --net --mount --pid --fork true 2>/dev/null ||
    fail 77 "expected namespaces of networks, mounts and processes, came a refusal; is this a container without them?"
  GINLAB_INSIDE=yes exec unshare --net --mount --pid --fork --kill-child --mount-proc \
    "$0" --pes "$pes" --loss "$loss" "$@"
fi

ip link add hub type bridge
ip link set hub up
holders=()
for ((pe = 0; pe < pes; ++pe)); do
  unshare --net --mount sleep infinity </dev/null >/dev/null 2>&1 &
  holders+=($!)
done

inside() { # RANK COMMAND...
  nsenter --net --mount --target "${holders[$1]}" "${@:2}"
}

# sleep has to be in namespaces of its own before anything is put there.
apart() { [[ $(readlink "/proc/$1/ns/mnt") != $(readlink /proc/self/ns/mnt) && $(cat "/proc/$1/comm") == sleep ]]; }

for ((pe = 0; pe < pes; ++pe)); do
  until apart "${holders[$pe]}"; do sleep 0.01; done
  # As on most machines there is another network, which does not lead to the others.
  inside "$pe" ip link add other type bridge
  inside "$pe" ip addr add "192.0.2.$((pe + 1))/24" dev other
  inside "$pe" ip link set other up
  ip link add "to$pe" type veth peer name net netns "${holders[$pe]}"
  ip link set "to$pe" master hub up
  # A packet that is lost is one packet: nothing larger than the wire carries comes this way.
  inside "$pe" ip link set net gso_max_segs 1 2>/dev/null || true
  inside "$pe" ip addr add "10.77.0.$((pe + 1))/24" dev net
  inside "$pe" ip link set net up
  inside "$pe" ip link set lo up
  inside "$pe" mount -t tmpfs -o mode=1777 ginlab /dev/shm
  if ((loss > 0)); then
    inside "$pe" nft -f - <<RULES || fail 77 "expected nft to drop packets, came a refusal; does this kernel have it?"
table inet loss {
  counter lost {}
  counter seen {}
  chain incoming {
    type filter hook input priority 0;
    iifname "net" counter name seen
    iifname "net" numgen random mod 100 < $loss counter name lost drop
  }
}
RULES
  fi
done

secret=$(od -An -N16 -tx1 /dev/urandom | tr -d ' \n')
running=()
for ((pe = 0; pe < pes; ++pe)); do
  inside "$pe" env -u GINLAB_INSIDE GINLAB_RANK="$pe" GINLAB_SIZE="$pes" GINLAB_ADDRESS=10.77.0.1:4077 \
    GINLAB_SECRET="$secret" GINLAB_HERE="10.77.0.$((pe + 1))" "$@" </dev/null &
  running+=($!)
done
status=0
for process in "${running[@]}"; do
  ended=0
  wait "$process" || ended=$?
  ((status != 0)) || status=$ended
done
if ((loss > 0)); then
  for ((pe = 0; pe < pes; ++pe)); do
    # "packets 25 bytes 1300"
    count() { inside "$pe" nft list counter inet loss "$1" | sed -n 's/.*packets \([0-9]*\).*/\1/p'; }
    echo "PE $pe: $(count lost) of $(count seen) packets lost" >&2
  done
fi
exit "$status"
