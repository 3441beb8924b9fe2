#!/usr/bin/env bash
# Packs the first files of rxe-test.sh's virtual machine, about 4 MB: a shell, the modules of its devices and file systems,
# its first process (guest-init.sh), and what FILES holds. Writes the archive to standard output.
#
# usage: scripts/rxe/initramfs.sh KERNEL FILES      KERNEL: the folder that kernel.sh prints
set -euo pipefail
here=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
kernel=$1
files=$2

# rxe asks for crc32 by its name in the crypto interface, so that no module's list of needs shows it.
modules=(virtio_pci 9pnet_virtio 9p overlay crc32_generic dummy veth sch_netem ib_uverbs rdma_ucm rdma_rxe)

root=$(mktemp -d)
trap 'rm -rf -- "$root"' EXIT
mkdir "$root/bin" "$root/modules"
cp -- "$(command -v busybox)" "$root/bin/busybox"
cp -- "$here/guest-init.sh" "$root/init"
cp -- "$files"/* "$root"

# Each comes after those that it needs, and is loaded in the order of its number.
versions=("$kernel"/lib/modules/*)
modprobe -C /dev/null -d "$kernel" -S "${versions[0]##*/}" --all --show-depends "${modules[@]}" >"$root/order"
number=100
while read -r _ module; do
  cp -- "$module" "$root/modules/$((number++))-${module##*/}"
done < <(awk '$1 == "insmod" && !seen[$2]++' "$root/order")

(cd "$root" && find . | cpio -o -H newc --quiet | gzip -1)
