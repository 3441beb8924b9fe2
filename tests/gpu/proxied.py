"""Puts that a kernel has its proxy's copy engine carry out, to the other GPU, beside the sum of their parts: the command's way to the CPU, the copy
until its mark is seen, the answer's way back.

usage: proxied.py GINLAB RING     RING: what tests/bench/gpu_ring printed on this machine
Two GPUs. Exit status 1 where a put takes more than 1.3 times its parts.
"""

import json
import sys
from pathlib import Path

from figures import common, rows_of

most = 1.3
count = 500  # puts of an iteration, each waited for


def puts(path, bytes):
    launch = {"agents": 1, "scope": "thread"}
    return common | {"name": "proxied", "program": "op_micro", "params": {"op": "put", "until": "quiet", "bytes": bytes, "count": count},
                     "launch": launch, "path": path}


def main():
    ginlab, file = sys.argv[1:]
    lines = [json.loads(line) for line in Path(file).read_text().splitlines() if line.startswith("{")]
    copies = {line["bytes"]: line["us"] for line in lines if line.get("copy_engine") == "put"}
    ring = next(line["one_way_us"] for line in lines if line.get("slot_bytes") == 16)
    if not copies:
        print("proxied.py: expected copies from one GPU to another, came none; there have to be two GPUs")
        return 77
    worst = 0.0
    print(f"{'bytes':>10}{'proxy':>10}{'gpu':>10}{'parts':>10}{'ratio':>8}  us")
    for bytes, copy in copies.items():
        (_, proxied), = rows_of(ginlab, puts("proxy", bytes))
        (_, queued), = rows_of(ginlab, puts("gpu", bytes))
        parts = 2 * ring + copy
        took = proxied["p50_ps"] / 1e6 / count
        worst = max(worst, took / parts)
        print(f"{bytes:10}{took:10.2f}{queued['p50_ps'] / 1e6 / count:10.2f}{parts:10.2f}{took / parts:8.2f}")
    return 0 if worst <= most else 1


if __name__ == "__main__":
    sys.exit(main())
