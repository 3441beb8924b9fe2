"""Each header compiles alone: whoever includes one needs to know of no other.

What a source file of the product includes before all else has compiled alone when that file was built.

Each takes half a second: with --every N it is every N-th of them.

usage: headers.py --compiler CXX --build DIR [--jobs N] [--every N]
"""

import argparse
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import sources

# Only nvcc takes these; the build compiles them with it where it is found.
nvcc_only = {".cuh"}


_first_include = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)', re.MULTILINE)


def _compiled_first(tree):
    """Headers with which a source file begins; those of tests may be joined with others before they are compiled."""
    proven = set()
    for source in tree.cpp:
        first = _first_include.search(source.text)
        if not source.is_header and source.path.parts[0] != "tests" and first and first.group(1) == '"':
            proven.add(first.group(2))
    return proven


def _compile(root, build, compiler, path):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", str(root), "-I", str(build), "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{path}"\n', capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    first = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr.strip())
    return [f"{path}: expected a header that compiles alone, came: {first}; add the include it lacks"]


def check(root, tree, build, compiler, jobs=2, every=1):
    headers = [source.path for source in tree.cpp if source.is_header and source.path.suffix not in nvcc_only]
    proven = _compiled_first(tree)
    if not headers:
        return [f"{root}: expected headers, came none; is this the root of the repository?"]
    headers = [path for path in headers if path.as_posix() not in proven][::every]
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda path: _compile(root, build, compiler, path), headers)
    return [finding for findings in results for finding in findings]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", required=True)
    parser.add_argument("--build", required=True, help="where generated headers lie")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    root = sources.repository_root()
    findings = check(root, sources.Tree.read(root), options.build, options.compiler, options.jobs, options.every)
    sys.exit(sources.report(findings, "headers that do not compile alone"))


if __name__ == "__main__":
    main()
