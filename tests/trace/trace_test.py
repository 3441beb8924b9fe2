"""Both trace formats of whole runs say the same, and what the run itself says was delivered."""

import collections
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

import decoders

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1]))
from guard import patience  # noqa: E402  (found by the line above)

library = pathlib.Path(__file__).resolve().parents[2] / "scenarios" / "library"
memory = "memory: delivered"
everything = 10**9


def compare(field, *values):
    return {"compare": {"axis": {"field": field, "values": list(values)}}}


# A scenario of the library, made small: what it is here for.
cases = {
    "agents, after a warm-up": ("quickstart", compare("signalling", "put_signal", "put_quiet_flag")),
    "CPU threads": ("who_rings", compare("path", "gpu-cpu-doorbell", "proxy")),
    "numbered operations, several rails": ("signals_without_order", {}),
    "two-sided, streams": ("host_driven", {"params": {"rows": 8}, **compare("params.mode", "two_sided", "pairwise")}),
    "gets": ("interleaved_get", {"params": {"rows": 16}, "launch": {"agents": 2, "scope": "block"},
                                 **compare("path.other_node", "gpu", "proxy")}),
    "loads and stores": ("pointer_against_get", {"params": {"rows": 16}, **compare("params.mode", "pairwise")}),
    "copies beside the CPU": ("gpudirect_against_staging", compare("profile.pcie.gpudirect", 0)),
    "links of a mesh": ("nvswitch_against_mesh", compare("profile.nvlink.topology", "crossbar", "mesh")),
    "signals that the NIC counts": ("alltoall_order", {"cluster": {"nodes": 3, "gpus_per_node": 1, "profile": "aws-p5en-efa-direct"},
                                                       "stack": "nccl-efa-gda", "path": "gpu", "payload": "real",
                                                       "params": {"bytes": 1024, "count": 2},
                                                       **compare("params.order", "rotated", "same")}),
    "every call, messages of the iteration before": ("one_call", {}),
    "calls of all lanes": ("moe_libraries", {"stack": "lean", "params": {"tokens": 4}, "launch": {"agents": 4, "scope": "warp"},
                                             "cluster": {"nodes": 4, "gpus_per_node": 1, "profile": "dgx-h100-cx7"},
                                             **compare("path", "gpu", "proxy")}),
}
comes_home = {"issue get", "issue fetch atomic"}


def key(pair):
    return json.dumps(pair, sort_keys=True)


class Run:
    """What a probe of one scenario wrote, by the names of tracks instead of their ids."""

    def __init__(self, scenario, changes, pes="all", events=everything):
        with tempfile.TemporaryDirectory(prefix="ginlab-trace-") as folder:
            folder = pathlib.Path(folder)
            small = json.loads((library / f"{scenario}.json").read_text(encoding="utf-8"))
            for key, value in changes.items():
                small[key] = {**small.get(key, {}), **value} if key == "params" else value
            (folder / "small.json").write_text(json.dumps(small), encoding="utf-8")
            subprocess.run([probe, folder / "small.json", folder, pes, str(events)], check=True, timeout=patience)
            self.perfetto = decoders.read_perfetto((folder / "run.pftrace").read_bytes())
            self.chrome = decoders.read_chrome((folder / "run.json").read_text(encoding="utf-8"))
            self.rows = json.loads((folder / "rows.json").read_text(encoding="utf-8"))

    def events(self):
        values = [value for value in self.perfetto["values"] if value[1] > 0]
        return len(self.perfetto["spans"]) + len(self.perfetto["instants"]) + len(values)


def named(trace, kind):
    return sorted(((trace["tracks"][event[0]], *event[1:]) for event in trace[kind]), key=key)


def flows_by_place(trace):
    return sorted([[trace["tracks"][track], when, end] for track, when, end in points]
                  for points in trace["flows"].values())


def same_in_both(test, run):
    for kind in ("spans", "instants"):
        test.assertEqual(named(run.perfetto, kind), named(run.chrome, kind), kind)
    in_ns = [(track, when // 1000 * 1000, value) for track, when, value in run.chrome["values"]]
    test.assertEqual(named(run.perfetto, "values"), named({**run.chrome, "values": in_ns}, "values"))
    test.assertEqual(flows_by_place(run.perfetto), flows_by_place(run.chrome))


def nests(test, trace):
    by_track = collections.defaultdict(list)
    for track, begin, end, *_ in trace["spans"]:
        test.assertLessEqual(0, begin)
        test.assertLessEqual(begin, end)
        by_track[track].append((begin, -end))
    for track, spans in by_track.items():
        around = []
        for begin, end in sorted(spans):
            while around and around[-1] <= begin:
                around.pop()
            test.assertTrue(not around or -end <= around[-1], f"{trace['tracks'][track]} at {begin}")
            around.append(-end)


def counters_end_empty(test, trace):
    newest = {}
    for track, when, value in trace["values"]:
        test.assertGreaterEqual(value, 0)
        test.assertGreaterEqual(when, newest.get(track, (0, 0))[0])
        newest[track] = when, value
    test.assertTrue(all(value == 0 for _, value in newest.values()), "something never came to an end")


def what_was_delivered(row):
    """The run's own lines as instants of the trace: (PE, when, name, details)."""
    for line in row["delivered"]:
        us, fraction, pe, text = re.fullmatch(r" *(\d+)\.(\d{6}) us  PE (\d+): (.*)", line).groups()
        when = int(us + fraction) - row["start_ps"]
        completion = re.fullmatch(r"completion from PE (\d+)", text)
        if completion:
            yield int(pe), when, "completion", {"peer": int(completion[1])}
        else:
            name, size, place = re.fullmatch(r"(.*?) of (\d+) bytes at (.*)", text).groups()
            yield int(pe), when, name, {"bytes": int(size), "place": place}


def same_as_delivered(test, run):
    told = collections.defaultdict(list)
    for track, when, name, details in run.perfetto["instants"]:
        process, track = run.perfetto["tracks"][track]
        if track == memory:
            row, pe = re.fullmatch(r"(.*): PE (\d+)", process).groups()
            told[row].append((int(pe), when, name, details))
    for row in run.rows:
        delivered = [event for event in what_was_delivered(row) if event[1] >= 0]
        test.assertTrue(any(when > 0 for _, when, *_ in delivered))
        # At the very start, only what was delivered after it.
        later = [[event for event in events if event[1] > 0] for events in (delivered, told[row["name"]])]
        test.assertEqual(sorted(later[0], key=key), sorted(later[1], key=key))
        test.assertLessEqual(len(told[row["name"]]), len(delivered))


def flows_go_from_issue_to_visible(test, trace):
    tracks = trace["tracks"]
    issues = {(track, begin): (name, details) for track, begin, _, name, details in trace["spans"]
              if name.startswith("issue ")}
    visible = {(track, when) for track, when, name, _ in trace["instants"]
               if tracks[track][1] == memory and name not in ("completion", "arrival")}
    begun = set()
    for flow, points in trace["flows"].items():
        points = sorted(points, key=lambda point: (point[1], ["first", "middle", "last"].index(point[2])))
        test.assertEqual([end for *_, end in points], ["first"] + ["middle"] * (len(points) - 2) + ["last"], flow)
        first, newest = points[0], points[-1]
        test.assertIn(first[:2], issues)
        test.assertIn(newest[:2], visible)
        begun.add(first[:2])
        name, details = issues[first[:2]]
        row, pe = re.fullmatch(r"(.*)PE (\d+)", tracks[first[0]][0]).groups()
        ends_at = pe if name in comes_home else details["peer"]
        test.assertEqual(tracks[newest[0]][0], f"{row}PE {ends_at}", name)
    unseen = {name for place, (name, _) in issues.items() if place not in begun}
    test.assertLessEqual(unseen, {"issue receive"}, "an operation without a flow")


class Trace(unittest.TestCase):
    def test_both_formats_tell_what_happened(self):
        for name, case in cases.items():
            with self.subTest(name):
                run = Run(*case)
                same_in_both(self, run)
                same_as_delivered(self, run)
                for trace in (run.perfetto, run.chrome):
                    nests(self, trace)
                    counters_end_empty(self, trace)
                    flows_go_from_issue_to_visible(self, trace)

    def test_every_kind_of_track_is_there(self):
        run = Run(*cases["CPU threads"])
        tracks = {f"{process} | {track}" for process, track in run.perfetto["tracks"].values()}
        for expected in ("PE 0 | agent 0", "PE 0 | CPU thread 0", "PE 1 | memory: delivered",
                         "PE 0 | ring 0: slots full", "PE 0 | posted writes under way", "PE 1 | PCIe in",
                         r"NIC 0.0 \(PE 0, rail 0\) | to PE 1", r"NIC 1.0 \(PE 1, rail 0\) | from PE 0",
                         r"NIC 0.0 \(PE 0, rail 0\) | line out", r"NIC 0.0 \(PE 0, rail 0\) | messages under way",
                         r"NIC 0.0 \(PE 0, rail 0\) | to PE 1: posted and not complete"):
            pattern = expected.replace("|", r"\|")
            self.assertTrue(any(re.fullmatch(rf"row \d+: {pattern}", track) for track in tracks), expected)

    def test_a_filter_keeps_only_its_pes(self):
        whole, some = Run(*cases["gets"]), Run(*cases["gets"], pes="1,3")
        mine = re.compile(r".*: (PE [13]|NIC \d+\.\d+ \(PE [13], rail \d+\))")

        def kept(trace):
            return [event for kind in ("spans", "instants", "values") for event in named(trace, kind)
                    if mine.fullmatch(event[0][0])]

        self.assertTrue(all(mine.fullmatch(process) for process, _ in some.perfetto["tracks"].values()))
        self.assertTrue(any(mine.fullmatch(process) is None for process, _ in whole.perfetto["tracks"].values()))
        self.assertEqual(kept(whole.perfetto), kept(some.perfetto))
        self.assertTrue(0 < len(some.perfetto["flows"]) < len(whole.perfetto["flows"]))

    def test_a_cap_holds_and_says_so(self):
        case = cases["agents, after a warm-up"]
        whole, some = Run(*case), Run(*case, events=100)
        self.assertGreater(whole.events(), 100)
        notes = [name for _, _, name, _ in some.perfetto["instants"] if "left out" in name]
        self.assertEqual(len(notes), len(some.rows))
        self.assertLessEqual(some.events() - len(notes), 100)
        left_out = sum(int(note.split()[0]) for note in notes)
        self.assertGreater(left_out, 0)
        same_in_both(self, some)
        nests(self, some.chrome)


if __name__ == "__main__":
    probe = pathlib.Path(sys.argv.pop(1)).resolve()
    unittest.main()
