#!/usr/bin/env bash
# Makes the verbs devices of rxe-test.sh's virtual machine. GID 1 of each is its IPv4 address.
#
# usage: scripts/rxe/devices.sh [LOSS]
#   without LOSS   rxe0, which reaches itself
#   with LOSS      rxe0 and rxe1, whose packets cross a wire that loses LOSS percent of them, either way
set -euo pipefail

ip link set lo up
if (($# == 0)); then
  ip link add net0 type dummy
  ip addr add 192.0.2.1/24 dev net0
  ip link set net0 up
  rdma link add rxe0 type rxe netdev net0
  exit
fi

# Both ends lie in one namespace, for rxe 6.1 knows devices of the first one only. There the kernel would hand a packet to
# the other end's address over by itself: rules that come before the table of local addresses send it through the wire,
# and the end that it comes to must not mind an address of its own machine.
ip link add net0 type veth peer name net1
for end in all default net0 net1; do
  echo 1 >"/proc/sys/net/ipv4/conf/$end/accept_local"
  echo 0 >"/proc/sys/net/ipv4/conf/$end/rp_filter"
done
ip rule add pref 10 lookup local
ip rule del pref 0 lookup local
for end in 0 1; do
  ip addr add "192.0.2.$((end + 1))/32" dev "net$end"
  ip link set "net$end" mtu 4200 up # Room for a path MTU of 4096 and the headers.
done
for end in 0 1; do
  table=$((100 + end)) other=192.0.2.$((2 - end))
  ip route add "$other" dev "net$end" src "192.0.2.$((end + 1))" table "$table"
  ip rule add pref "$((5 + end))" iif lo to "$other" lookup "$table"
  # A connection that first has to ask for the other end's address fails where questions are lost, and that is not what is tested.
  ip neigh add "$other" lladdr "$(<"/sys/class/net/net$((1 - end))/address")" dev "net$end" nud permanent
  tc qdisc add dev "net$end" root netem loss "$1%"
  rdma link add "rxe$end" type rxe netdev "net$end"
done
