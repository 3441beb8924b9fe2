#!/usr/bin/python3
"""Holds the published scenario schema to what the loader does.

    check_schema.py SCHEMA LIBRARY MALFORMED

Every scenario in LIBRARY must validate. Every file in MALFORMED that is JSON at all must be refused, and at the
place that its expected.txt names: an editor that underlines another line is no help. Files whose mistake a
schema cannot see give their reason in expected.txt and must validate, so that the list stays true.
"""
import json
import pathlib
import re
import sys

from jsonschema import Draft202012Validator


def refuse_constant(word):
    raise ValueError(f"{word} is no JSON")


def read(file):
    """The document, or None where the file is no JSON that a schema could be asked about."""
    try:
        return json.loads(file.read_text(encoding="utf-8"), parse_constant=refuse_constant)
    except ValueError:
        return None


def dotted(keys):
    """A path as the loader writes it."""
    def step(key):
        if isinstance(key, int):
            return f"[{key}]"
        return f".{key}" if re.fullmatch(r"[\w-]+", key) else f"[{json.dumps(key)}]"
    return "$" + "".join(step(key) for key in keys)


def places(error):
    """Where the schema sees one mistake, the alternatives that were tried included."""
    yield dotted(error.absolute_path)
    for inner in error.context:
        yield from places(inner)


def is_seen_at(place, errors):
    """A missing or unknown key is a mistake of the object around it, a value given twice one of its array."""
    around = re.sub(r"(\.[\w-]+|\[\d+\]|\[\"[^\"]*\"\])$", "", place)
    return any(seen in (place, around) for error in errors for seen in places(error))


def expected_cases(folder):
    for line in (folder / "expected.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            name, place, _, *reason = line.split(" | ")
            yield folder / name, place, bool(reason)


def complaints(schema, library, malformed):
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    scenarios = sorted(library.glob("*.json"))
    if not scenarios:
        yield f"{library}: expected scenarios, found none"
    for file in scenarios:
        for error in validator.iter_errors(read(file)):
            yield f"{file}: {dotted(error.absolute_path)}: ships and is refused: {error.message[:200]}"
    asked = 0
    for file, place, unseen in expected_cases(malformed):
        document = read(file)
        if document is None:
            continue
        asked += 1
        errors = list(validator.iter_errors(document))
        if unseen and errors:
            yield f"{file}: expected the schema to accept it, it says {errors[0].message[:200]}"
        elif not unseen and not errors:
            yield f"{file}: {place}: expected the schema to refuse it, it validates"
        elif not unseen and not is_seen_at(place, errors):
            seen = ", ".join(sorted({seen for error in errors for seen in places(error)}))
            yield f"{file}: expected the schema to refuse {place}, it refuses {seen}"
    if asked < 30:
        yield f"{malformed}: expected at least 30 malformed scenarios that are JSON, got {asked}"


def main():
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    schema, library, malformed = map(pathlib.Path, sys.argv[1:])
    found = list(complaints(json.loads(schema.read_text(encoding="utf-8")), library, malformed))
    print("\n".join(found) if found else "the schema and the loader agree")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
