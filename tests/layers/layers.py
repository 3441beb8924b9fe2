"""Includes go only down the house. This table is the house; a folder that is not in it may hold no C++.

A folder may always include itself. "core" stands for all of core, "" for everything, and "backends/*" for each
backend as a room of its own, so that a new one edits nothing here.
"""

import re
from fnmatch import fnmatchcase

import sources

may_include = {
    "core/base": [],
    "core/format": ["core/base"],
    "core/device": ["core/base", "core/format"],
    "core/sim": ["core/base"],
    "core/env": ["core/base", "core/format", "core/device", "core/sim", "core/trace"],
    "core/fabric": ["core/base", "core/format", "core/device"],
    "core/proxy": ["core/base", "core/format", "core/device", "core/fabric"],
    "core/ofi": ["core/base", "core/format", "core/device", "core/fabric"],
    "core/softverbs": [],
    "core/verbs": ["core/base", "core/format", "core/device", "core/fabric", "core/softverbs"],
    "core/topology": ["core/base"],
    "core/bootstrap": ["core/base"],
    "core/trace": ["core/base"],
    "core/scenario": ["core/base"],
    "core/cuda": ["core/base", "core/format", "core/device"],
    "core/run": ["core"],
    "core/process": ["core"],
    "models/rules": ["core", "models"],
    "models": ["core/base"],
    "nic": ["core", "models"],
    "backends/*": ["core", "models", "nic"],
    "scenarios/programs": ["core/device"],
    "reports/base": ["core/base"],
    "reports/glossary": ["core/base", "core/trace"],
    "reports/verdicts": ["core/base", "core/trace", "reports/base"],
    "reports/compare": ["core/base", "core/trace", "reports/base", "reports/verdicts"],
    "reports/text": ["core/base", "core/trace", "reports/base", "reports/verdicts"],
    "reports/figures": ["core/base", "core/trace", "reports/base", "reports/verdicts"],
    "reports/page": ["core/base", "core/trace", "reports/base", "reports/glossary", "reports/verdicts",
                     "reports/figures"],
    "reports/traces": ["core/base", "core/trace"],
    "sweep": ["core"],
    "calibrate": ["core"],
    "cli": [""],
    "tests": [""],
}

# Heavy or system libraries stay behind one door each; nlohmann's full header costs three seconds a file.
library_rooms = {
    "boost/context/*": ["core/sim"],
    "boost/asio*": ["core/bootstrap"],
    "openssl/*": ["core/bootstrap", "reports/page"],
    "cuda*.h": ["core/cuda"],
    "hwloc*": ["core/topology"],
    "rdma/f*": ["core/ofi", "backends/*", "tests"],  # libfabric's
    "rdma/[ir]*": ["core/verbs", "tests"],  # the kernel's, of verbs
    "infiniband/*": ["core/softverbs", "core/verbs", "backends/*", "tests"],
    "CLI/*": ["cli", "tests"],
    "gtest/*": ["tests"],
    "gmock/*": ["tests"],
    "benchmark/*": ["tests"],
    "rapidcheck*": ["tests"],
}
not_in_headers = ["nlohmann/json.hpp", "CLI/*", "boost/asio*"]

# nvcc compiles the headers of these rooms for the GPU, where little of the standard library exists.
device_rooms = ["core/format", "core/device", "scenarios/programs"]
device_headers = ["array", "bit", "compare", "concepts", "cstddef", "cstdint", "limits", "span", "type_traits",
                  "utility"]
device_headers_of = {"core/device/atomic.hpp": ["atomic", "cuda/atomic"]}

_include = re.compile(r'^[ \t]*#[ \t]*include[ \t]*(?:"(?P<ours>[^"]+)"|<(?P<library>[^>]+)>)', re.MULTILINE)


def room_of(path):
    """The room a path lies in, named in full ("backends/efa"), or None when the house has no such room."""
    parts = path.split("/")
    for room in may_include:
        depth = room.count("/") + 1
        if len(parts) > depth and fnmatchcase("/".join(parts[:depth]), room):
            return "/".join(parts[:depth])
    return None


def _allowed(room):
    return next(allowed for pattern, allowed in may_include.items() if fnmatchcase(room, pattern))


def _may_include(room, target):
    return room == target or any(up in ("", target) or target.startswith(up + "/") for up in _allowed(room))


def _check_ours(source, room, line, target):
    where = f"{source.path}:{line}"
    if source.path.as_posix().startswith("tests/outside/") and "/" not in target:
        return []  # Another's project, whose own files lie beside each other.
    target_room = room_of(target)
    if target_room is None:
        return [f'{where}: expected an include path from the repository root, came "{target}"']
    if not _may_include(room, target_room):
        allowed = ", ".join(_allowed(room)) or "nothing"
        return [f"{where}: {room} may include {allowed} and itself, came {target}; move one of the two"]
    return []


def _check_library(source, room, line, target):
    where = f"{source.path}:{line}"
    if room_of(target) is not None:
        return [f"{where}: expected quotes around a header of this repository, came <{target}>"]
    if source.is_header and any(fnmatchcase(target, pattern) for pattern in not_in_headers):
        return [f"{where}: <{target}> is heavy and belongs into a .cpp; move the code that needs it there"]
    if source.is_header and room in device_rooms:
        known = device_headers + device_headers_of.get(source.path.as_posix(), [])
        if target not in known:
            return [f"{where}: a header for the GPU may include {', '.join(known)} only, came <{target}>"]
    for pattern, rooms in library_rooms.items():
        if fnmatchcase(target, pattern) and not any(fnmatchcase(room, allowed) for allowed in rooms):
            return [f"{where}: <{target}> may be included by {', '.join(rooms)} only, came {room}"]
    return []


def check(tree):
    findings = []
    for source in tree.cpp:
        room = room_of(source.path.as_posix())
        if room is None:
            findings.append(f"{source.path}: expected a folder listed in tests/layers/layers.py, came"
                            f" {source.folder}; move the file or give the folder a line there")
            continue
        for match in _include.finditer(source.text):
            line = source.line_of(match.start())
            if source.code[match.start() : match.end()].strip() == "":
                continue  # It stands in a comment.
            if match.group("ours"):
                findings += _check_ours(source, room, line, match.group("ours"))
            else:
                findings += _check_library(source, room, line, match.group("library"))
    return findings


if __name__ == "__main__":
    sources.run(check, "includes that run up the house")
