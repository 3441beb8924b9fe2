"""Both formats, read by nobody's library: what a trace holds as plain lists, times in picoseconds.

A trace is a dictionary of lists that a reader of either format can fill in the same way:
  tracks    (process, track) by id of the format
  spans     (track, begin, end, name, arguments), in the order of the file
  instants  (track, when, name, arguments)
  values    (track, when, value): picoseconds in JSON, whole nanoseconds in Perfetto
  flows     id -> [(track, when, "first" | "middle" | "last")], in the order of time
"""

import collections
import decimal
import json
import struct


def varint(data, at):
    value, shift = 0, 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def fields(data):
    """(field number, value) of a message: integers for varint and fixed64, bytes for the rest."""
    at = 0
    while at < len(data):
        tag, at = varint(data, at)
        kind = tag & 7
        if kind == 0:
            value, at = varint(data, at)
        elif kind == 1:
            value, at = struct.unpack_from("<Q", data, at)[0], at + 8
        elif kind == 2:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size, "a message ends before its last field"
        else:
            raise ValueError(f"wire type {kind}")
        yield tag >> 3, value


def last(data):
    """The last value of each field, as a reader takes it where a field is not repeated."""
    return dict(fields(data))


def empty():
    return {"tracks": {}, "spans": [], "instants": [], "values": [], "flows": collections.defaultdict(list)}


def read_perfetto(data):
    trace, names, said, processes = empty(), {}, {}, {}
    counters, open_spans, sequences = set(), collections.defaultdict(list), set()
    for number, packet in fields(data):
        assert number == 1, "a trace is packets"
        packet = last(packet)
        sequence = packet[10]
        assert packet[13] == (2 if sequence in sequences else 1), "the first packet of a sequence clears its state"
        sequences.add(sequence)
        for number, entry in fields(packet.get(12, b"")):
            entry = last(entry)
            {2: names, 3: said}[number][sequence, entry[1]] = entry[2].decode()
        if 60 in packet:
            track = last(packet[60])
            if 3 in track:
                processes[track[1]] = last(track[3])[6].decode()
            else:
                trace["tracks"][track[1]] = (processes[track[5]], track[2].decode())
                if 8 in track:
                    counters.add(track[1])
        if 11 not in packet:
            continue
        event, details = last(packet[11]), {}
        for number, annotation in fields(packet[11]):
            if number == 4:
                annotation = last(annotation)
                details[said[sequence, annotation[1]]] = annotation[6].decode() if 6 in annotation else annotation[4]
        kind, track = event[9], event[11]
        assert (kind == 4) == (track in counters), "counters count, nobody else does"
        exact = [details.pop(key) for key in ("begin_ps", "end_ps", "at_ps") if key in details]
        when = exact[0] if exact else packet[8] * 1000
        assert when // 1000 == packet[8], "nanoseconds and picoseconds say the same"
        if kind == 4:
            trace["values"].append((track, when, event[30]))
        elif kind == 2:
            begin, name, arguments = open_spans[track].pop()
            trace["spans"].append((track, begin, when, name, arguments))
        else:
            name = names[sequence, event[10]]
            if kind == 1:
                open_spans[track].append((when, name, details))
            else:
                trace["instants"].append((track, when, name, details))
            for number, flow in fields(packet[11]):
                if number in (47, 48):
                    ends = "last" if number == 48 else "middle" if trace["flows"][flow] else "first"
                    trace["flows"][flow].append((track, when, ends))
    assert not any(open_spans.values()), "every span ends"
    return trace


def picoseconds(microseconds):
    return int(microseconds * 1_000_000)


def read_chrome(text):
    trace, processes, threads = empty(), {}, {}
    whole = json.loads(text, parse_float=decimal.Decimal)
    for event in whole["traceEvents"]:
        kind, pid = event["ph"], event["pid"]
        if kind == "M":
            if event["name"] == "process_name":
                processes[pid] = event["args"]["name"]
            elif event["name"] == "thread_name":
                threads[pid, event["tid"]] = event["args"]["name"]
            continue
        when = picoseconds(event["ts"])
        if kind == "C":
            track = pid, event["name"]
            trace["tracks"][track] = processes[pid], event["name"]
            trace["values"].append((track, when, event["args"]["value"]))
            continue
        track = pid, event["tid"]
        trace["tracks"][track] = processes[pid], threads[track]
        if kind == "X":
            trace["spans"].append((track, when, when + picoseconds(event["dur"]), event["name"], event["args"]))
        elif kind == "i":
            trace["instants"].append((track, when, event["name"], event["args"]))
        else:
            trace["flows"][event["id"]].append((track, when, {"s": "first", "t": "middle", "f": "last"}[kind]))
    return trace
