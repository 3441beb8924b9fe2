#!/usr/bin/env python3
"""Checks a result against the published schema with a validator that is not ours: check_result.py RESULT SCHEMA."""

import json
import sys

import jsonschema


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: check_result.py RESULT SCHEMA")
    with open(sys.argv[1], encoding="utf-8") as file:
        result = json.load(file)
    with open(sys.argv[2], encoding="utf-8") as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    errors = sorted(jsonschema.Draft202012Validator(schema).iter_errors(result), key=lambda e: e.json_path)
    for error in errors:
        print(f"{sys.argv[1]}: {error.json_path}: {error.message}", file=sys.stderr)
    sys.exit(1 if errors else 0)


if __name__ == "__main__":
    main()
