"""What a device call takes over NVLink, in ns: ginlab's kernels, NVSHMEM's where its program was built (nvshmem_peer.cu), and virtual time with a
profile that was measured on this machine. A call is one of many in a row by one agent of one GPU to the other; a quiet ends them, and each is followed
by a fence or a quiet where the row says so.

usage: calls.py GINLAB [--profile FILE] [--peer COMMAND...]
Two GPUs. Prints a table; the last line is a JSON object with all figures.
"""

import json
import sys

from figures import common, peer_lines, rows_of

count = 2000  # calls of an iteration; the peer's program makes as many
of_any_scope = ["put", "put_signal", "get", "wait"]
by_scope = {"thread": ["p", "g", "add", "fetch_add", *of_any_scope], "warp": of_any_scope, "block": of_any_scope}


def calls(scope, ops, until, profile):
    return common | {"name": "calls", "stack": "ginlab-gpu", "program": "op_micro", "params": {"bytes": 8, "count": count, "until": until},
                     "cluster": common["cluster"] | {"profile": profile},
                     "launch": {"agents": 1, "scope": scope, "block_threads": 256},
                     "compare": {"op": {"field": "params.op", "values": ops}}}


def own(ginlab, profile):
    """Yields (call, scope), what it took and what virtual time says, None where the profile is not of a machine with NVLink."""
    for scope, ops in by_scope.items():
        for until, after in (("quiet_at_end", ""), ("fence", ", fence"), ("quiet", ", quiet")):
            chosen = [op for op in ops if not after or op in ("p", "put")]
            for axes, row in rows_of(ginlab, calls(scope, chosen, until, profile)):
                took, predicted = row["p50_ps"], row.get("predicted_p50_ps")
                yield (axes["op"] + after, scope), took / 1e3 / count, predicted and predicted / 1e3 / count


def main():
    ginlab, *rest = sys.argv[1:]
    profile = common["cluster"]["profile"]
    if rest[:1] == ["--profile"]:
        profile, *rest = rest[1:]
    theirs = {(line["op"], line["scope"]): line["ns"] for line in peer_lines(rest[1:]) if "ns" in line} if rest[:1] == ["--peer"] else {}
    print(f"{'':20}{'by':10}{'ginlab':>10}{'NVSHMEM':>10}{'virtual':>10}  ns")
    found = []
    for (call, scope), took, predicted in own(ginlab, profile):
        other = theirs.get((call, scope))
        print(f"{call:20}{scope:10}{took:10.1f}{f'{other:.1f}' if other else '-':>10}{f'{predicted:.1f}' if predicted else '-':>10}", flush=True)
        found.append({"call": call, "by": scope, "ginlab_ns": round(took, 1), "nvshmem_ns": other, "virtual_ns": predicted and round(predicted, 1)})
    print(json.dumps(found))


if __name__ == "__main__":
    main()
