"""Ways to spoil what a person gives to the command: documents by bytes and by values, files by kind, words of a line."""

import json
import os

numbers = [0, -1, 1, 2, 3, 7, 8, 64, 1000, 65535, 65536, 2**31 - 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64, -(2**63),
           0.5, -0.0, 1e-300, 1e308]
words = ["", "x", "gpu", "proxy", "pointer", "host", "none", "true", "lean", "dgx-h100-cx7", "\x1b[31m", "\u0000", "a\nb", "\u009b",
         "\ud7ff", "../../etc/passwd", "%n%s", "-", "--", "1e9", "0x10", "NaN", "a" * 5000, "9" * 5000]
pieces = [b"\0", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"{", b"}", b"[", b"]", b",", b":", b'"', b"//", b"1" * 300, b"1e400", b"-",
          b"null", b"true", b"[" * 100, b"\x1b[2J", b"\xc3", b"\xed\xa0\x80"]


def of_bytes(random, text):
    """One to four changes of bytes: most of what comes out is no JSON any more."""
    text = bytearray(text)
    for _ in range(random.choice([1, 1, 1, 2, 4])):
        at = random.randrange(len(text) + 1)
        kind = random.randrange(5)
        if kind == 0 and at < len(text):
            text[at] ^= 1 << random.randrange(8)
        elif kind == 1:
            text[at:at] = random.choice(pieces)
        elif kind == 2:
            del text[at:at + random.randint(1, 40)]
        elif kind == 3:
            text[at:at] = text[at:at + random.randint(1, 200)]
        else:
            del text[at:]
            text += random.choice(pieces)
    return bytes(text)


def places(value, path=()):
    yield path
    if isinstance(value, dict):
        for key in value:
            yield from places(value[key], (*path, key))
    elif isinstance(value, list):
        for index, one in enumerate(value):
            yield from places(one, (*path, index))


def other_value(random, value):
    if isinstance(value, bool):
        return random.choice([not value, None, "true", 1])
    if isinstance(value, (int, float)) and random.random() < 0.8:
        return random.choice([*numbers, value + 1, value - 1, value * 2, value + 1, value * 2, value // 2])
    return random.choice([*numbers, *words, None, [], {}, [value], {"field": value}, True])


def of_values(random, text):
    """One to three values, keys or members that are something else: mostly JSON still, and often nearly right."""
    document = json.loads(text)
    for _ in range(random.choice([1, 1, 1, 2, 3])):
        path = random.choice([path for path in places(document) if path] or [()])
        if not path:
            return json.dumps(other_value(random, document)).encode()
        holder = document
        for step in path[:-1]:
            holder = holder[step]
        kind = random.randrange(6)
        if kind == 0:
            del holder[path[-1]]
        elif kind == 1 and isinstance(holder, dict):
            holder[random.choice([*words, "seed", "stack", "path"])] = holder.pop(path[-1])
        elif kind == 2 and isinstance(holder, list):
            holder.extend(holder[:8])
        else:
            holder[path[-1]] = other_value(random, holder[path[-1]])
    return json.dumps(document, ensure_ascii=random.random() < 0.5).encode("utf-8", "surrogatepass")


def of_text(random, text):
    try:
        return of_values(random, text) if random.random() < 0.6 else of_bytes(random, text)
    except (ValueError, RecursionError):
        return of_bytes(random, text)


def of_file(random, file):
    """Something else under the same name."""
    kind = random.randrange(6)
    file.unlink()
    if kind == 0:
        os.mkfifo(file)
    elif kind == 1:
        file.mkdir()
    elif kind == 2:
        file.symlink_to(random.choice(["/dev/zero", "/dev/full", "/dev/tty", "/proc/self/mem", "nowhere", file.name]))
    elif kind == 3:
        file.write_bytes(b"")
    elif kind == 4:
        with open(file, "wb") as large:  # of nothing: it takes no room
            large.truncate(3 << 30)
    else:
        file.write_bytes(os.fsencode("{" + '"a":[' * 20000))


def of_line(random, line):
    """One to three words of a command line that are something else."""
    line = list(line)
    for _ in range(random.choice([1, 1, 2, 3])):
        at = random.randrange(len(line) + 1)
        kind = random.randrange(4)
        if kind == 0 and at < len(line):
            del line[at]
        elif kind == 1 and at < len(line) and "=" in line[at]:
            line[at] = line[at].split("=")[0] + "=" + str(random.choice([*numbers, *words]))
        elif kind == 2:
            line.insert(at, random.choice(line or [""]))
        else:
            line.insert(at, random.choice([*map(str, numbers), *words, "--set", "--axis", "--out", "-h", "--json", "--backend=x", "\udcff"]))
    return [word.replace("\0", "\ufffd") for word in line]
