"""put_signal, packets, put and get over NVLink: ginlab's kernels, and beside them NVSHMEM's where its program was built (nvshmem_peer.cu). Packets
stand beside NVSHMEM's put_signal by as many threads: both bring bytes whose reader knows that they are there. Copies are the best of several sizes of
blocks, on both sides.

usage: figures.py GINLAB [--peer COMMAND...]
Two GPUs. Prints a table; the last line is a JSON object with all figures.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

sizes = [8, 64, 512, 1024, 4096]
count = 2000  # round trips of an iteration
common = {"schema": 1, "cluster": {"nodes": 1, "gpus_per_node": 2, "profile": "h200-nvlink"}, "path": "pointer",
          "measure": {"warmup": 1, "iterations": 7}}
ping_pong = common | {"name": "ping_pong", "program": "op_micro", "params": {"op": "ping_pong", "count": count},
                      "launch": {"agents": 1, "block_threads": 256},
                      "compare": {"scope": {"field": "launch.scope", "values": ["thread", "warp", "block"]},
                                  "bytes": {"field": "params.bytes", "values": sizes}}}


packets = ping_pong | {"name": "packets", "params": {"op": "packets", "count": count}, "launch": {"agents": 1, "block_threads": 512}}


def copies(bytes, passes, blocks):
    return common | {"name": "copies", "program": "copy", "params": {"bytes": bytes, "passes": passes},
                     "launch": {"agents": blocks, "scope": "block", "block_threads": 512},
                     "compare": {"mode": {"field": "params.mode", "values": ["put", "get"]},
                                 "threads": {"field": "launch.block_threads", "values": [256, 512]}}}


def rows_of(ginlab, scenario, backend="nvlink"):
    with tempfile.TemporaryDirectory() as scratch:
        file = Path(scratch) / "scenario.json"
        file.write_text(json.dumps(scenario))
        subprocess.run([ginlab, "run", file, "--backend", backend, "--quiet", "--out", scratch], check=True)
        result = json.loads((Path(scratch) / "result.json").read_text())
    for row in result["rows"]:
        yield dict(row["axes"]), row


def own(ginlab):
    for scenario, op in ((ping_pong, "put_signal"), (packets, "packets")):
        for axes, row in rows_of(ginlab, scenario):
            yield (op, axes["scope"], int(axes["bytes"])), round(row["p50_ps"] / 1e6 / (2 * count), 4)
    for bytes in (1 << 20, 64 << 20):
        for blocks in (1, 132):
            passes = 4 if blocks == 1 and bytes > 1 << 20 else 20
            best = {}
            for axes, row in rows_of(ginlab, copies(bytes, passes, blocks)):
                best[axes["mode"]] = max(best.get(axes["mode"], 0), round(bytes * passes / row["p50_ps"] * 1000, 2))
            for mode, rate in best.items():
                yield (mode, f"{blocks} blocks", bytes), rate


def peer_lines(command):
    said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return [json.loads(line) for line in said.splitlines() if line.startswith("{")]


def peers(command):
    for row in peer_lines(command):
        if row["op"] == "put_signal":
            yield ("put_signal", row["scope"], row["bytes"]), row["us"]
        else:
            yield (row["op"], f"{row['blocks']} blocks", row["bytes"]), row["gb_per_s"]


def main():
    ginlab, *rest = sys.argv[1:]
    ours = dict(own(ginlab))
    theirs = dict(peers(rest[1:])) if rest[:1] == ["--peer"] else {}
    print(f"{'':12}{'by':12}{'bytes':>10}{'ginlab':>10}{'NVSHMEM':>10}{'ratio':>8}")
    for key, value in ours.items():
        other = theirs.get(("put_signal", *key[1:]) if key[0] == "packets" else key)
        ratio = f"{value / other:8.2f}" if other else ""
        print(f"{key[0]:12}{key[1]:12}{key[2]:10}{value:10}{other or '-':>10}{ratio}  {'GB/s' if key[0] in ('put', 'get') else 'us'}")
    print(json.dumps([{"op": op, "by": by, "bytes": bytes, "ginlab": value, "nvshmem": theirs.get((op, by, bytes))}
                      for (op, by, bytes), value in ours.items()]))


if __name__ == "__main__":
    main()
