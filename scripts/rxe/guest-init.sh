#!/bin/busybox sh
# The first process of rxe-test.sh's virtual machine: makes the host's files its own, runs the command on them, and leaves
# its exit status for the host. It lies in the archive that the machine boots from (initramfs.sh).
/bin/busybox --install -s /bin

# Ends the machine; without a status the host knows that something is wrong.
fail() {
  echo "virtual machine: $1"
  poweroff -f
}

mkdir -p /proc /sys /dev /lower /memory /machine /results
mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/shm
ln -s /proc/self/fd /dev/fd # As udev does; bash's <(...) is a name in it.
mount -t tmpfs tmpfs /dev/shm
stty -F /dev/console -opost # Lines end as they do on the host.

for module in /modules/*; do
  insmod "$module" || fail "expected $module to load, came a refusal"
done

# The host's files, read-only, under a layer of memory that takes all writes.
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose,ro machine /lower &&
  mount -t tmpfs tmpfs /memory && mkdir /memory/upper /memory/work &&
  mount -t overlay -o lowerdir=/lower,upperdir=/memory/upper,workdir=/memory/work overlay /machine ||
  fail "expected the host's files, came a refusal"
for folder in proc sys dev; do
  mount -o rbind "/$folder" "/machine/$folder"
done
here=$(cat /results-here)
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=mmap results /results &&
  mkdir -p "/machine$here" && mount -o bind /results "/machine$here" ||
  fail "expected the folder for results, came a refusal"

chroot /machine /bin/bash -c "$(cat /command)" </dev/null
echo $? >/results/.status
umount "/machine$here" /results
poweroff -f
