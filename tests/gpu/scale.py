"""What changes from two GPUs to four, with virtual time by a profile of this machine beside it: half a round trip of put_signal, an all-to-all in which
all pairs are active, messages a second that proxies have copy engines carry out, and workloads.

usage: scale.py GINLAB PROFILE        four GPUs
       scale.py --again GINLAB KEPT   what GINLAB predicts now of rows that were kept with their profile, where no GPU is
Prints a table; the last line is a JSON object with all rows.
"""

import json
import sys
import tempfile
from pathlib import Path

from figures import common, rows_of

workloads = Path(__file__).resolve().parent / "workloads"
gpus = {"field": "cluster.gpus_per_node", "values": [2, 4]}
block = {"agents": 1, "scope": "block", "block_threads": 256}
count = 500  # round trips of an iteration
messages = 64  # of a PE to each peer
large, small = 256 << 10, 8

own = {
    "put_signal, 8 bytes, half a round trip": {"program": "op_micro", "params": {"op": "ping_pong", "count": count, "bytes": 8}, "launch": block},
    "all-to-all, 16 MiB to each": {"program": "alltoall", "params": {"bytes": large, "count": messages}, "launch": block | {"agents": 64}},
    "by proxies, 8 bytes": {"program": "alltoall", "params": {"bytes": small, "count": messages}, "path": "proxy", "launch": {"agents": 4, "scope": "thread"}},
}


def scenarios():
    for name, scenario in own.items():
        yield name, {**common, "name": "scale", "stack": "ginlab-gpu", **scenario, "compare": {"gpus": gpus}}
    for name in ("alltoall", "transpose", "moe"):
        scenario = json.loads((workloads / f"{name}.json").read_text())
        yield name, scenario | {"compare": scenario.get("compare", {}) | {"gpus": gpus}}


def figure_of(name, n, us):
    """In words, where it says more than the time."""
    if name.startswith("put_signal"):
        return f"{us / (2 * count):.3f} us"
    if name.startswith("all-to-all"):
        return f"{messages * large * (n - 1) / us / 1000:.1f} GB/s a GPU"
    if name.startswith("by proxies"):
        return f"{messages * n * (n - 1) / us:.3f} million a second"
    return ""


def rows(ginlab, profile, backend):
    """(name, where, GPUs, row) of all."""
    for name, scenario in scenarios():
        is_predicted = scenario["path"] == "pointer"  # the profile has no copy engine that proxies drive
        if backend == "emulated" and not is_predicted:
            continue
        scenario["cluster"] = scenario["cluster"] | {"profile": profile}
        for axes, row in rows_of(ginlab, scenario, backend):
            n = int(axes.pop("gpus"))
            if not is_predicted:
                row.pop("predicted_p50_ps", None)
            yield name, " ".join([name, *axes.values()]), n, row


def measured(ginlab, profile):
    for name, where, n, row in rows(ginlab, profile, "nvlink"):
        predicted = row.get("predicted_p50_ps")
        yield name, where, n, row["p50_ps"] / 1e6, predicted / 1e6 if predicted else None


def again(ginlab, kept):
    kept = json.loads(Path(kept).read_text())
    took = {(row["what"], row["gpus"]): row["us"] for row in kept["rows"]}
    with tempfile.TemporaryDirectory() as folder:
        profile = Path(folder) / "profile.json"
        profile.write_text(json.dumps(kept["profile"]))
        for name, where, n, row in rows(ginlab, str(profile), "emulated"):
            yield name, where, n, took[where, n], row["p50_ps"] / 1e6


def main():
    words = sys.argv[1:]
    found = []
    for name, where, n, us, virtual in again(*words[1:]) if words[0] == "--again" else measured(*words):
        beside = f"{virtual:12.2f} ({virtual / us - 1:+.0%})" if virtual else ""
        print(f"{where:44}{n:3} GPUs{us:12.2f} us{beside:20}  {figure_of(name, n, us)}", flush=True)
        found.append({"what": where, "gpus": n, "us": round(us, 3), "virtual_us": round(virtual, 3) if virtual else None})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
