#!/usr/bin/env python3
"""How busy a sweep of many small points keeps the cores it may use, from its start to its last file.

    sweep_busy.py GINLAB [--points N] [--runs N]

Processor time of the sweep and its workers over the clock on the wall times cores, the median of several runs. Who
shares the machine takes cores away that are then counted as idle: on one that is not quiet, run it as root under
`chrt --rr 1`, where Linux leaves 5 % of each core to the others.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import tempfile
import time


def scenario(points):
    """Two PEs, four agents each, tens of messages: some two milliseconds a point."""
    return {
        "schema": 1,
        "cluster": {"nodes": 2, "gpus_per_node": 1, "profile": "dgx-h100-cx7"},
        "stack": "lean",
        "program": "signal_pipeline",
        "params": {"chunks": 8},
        "launch": {"agents": 4, "scope": "block"},
        "measure": {"warmup": 1, "iterations": 5},
        "compare": {"bytes": {"field": "params.bytes", "range": {"from": 8, "to": 8 * points, "step": 8}}},
    }


def processor_time():
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def one_run(ginlab, points, cores):
    with tempfile.TemporaryDirectory(prefix="ginlab-bench-") as folder:
        file = pathlib.Path(folder) / "points.json"
        file.write_text(json.dumps(scenario(points)), encoding="utf-8")
        before, start = processor_time(), time.monotonic()
        subprocess.run([ginlab, "sweep", file, "--jobs", str(cores), "--quiet"], cwd=folder, check=True)
        return time.monotonic() - start, processor_time() - before


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("ginlab", type=lambda text: str(pathlib.Path(text).resolve()))
    parser.add_argument("--points", type=int, default=1000)
    parser.add_argument("--runs", type=int, default=5)
    options = parser.parse_args()
    cores = len(os.sched_getaffinity(0))
    shares = []
    for _ in range(options.runs):
        wall, used = one_run(options.ginlab, options.points, cores)
        shares.append(used / (wall * cores))
        print(f"{options.points} points on {cores} cores: {wall:.2f} s, {used:.2f} s of processor time,"
              f" {shares[-1]:.0%} busy")
    print(f"median {statistics.median(shares):.0%}")


if __name__ == "__main__":
    main()
