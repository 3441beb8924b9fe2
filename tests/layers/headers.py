"""Each header compiles alone: whoever includes one needs to know of no other.

Each takes half a second: with --every N it is every N-th of them.

usage: headers.py --compiler CXX --build DIR [--jobs N] [--every N]
"""

import argparse
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import sources

# These want CUDA's headers; the build compiles them where they are found.
with_cuda = {".cuh"}


def _compile(root, build, compiler, path):
    command = [compiler, "-std=c++20", "-fsyntax-only", "-I", str(root), "-I", str(build), "-x", "c++", "-"]
    done = subprocess.run(command, input=f'#include "{path}"\n', capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return []
    first = next((line for line in done.stderr.splitlines() if "error:" in line), done.stderr.strip())
    return [f"{path}: expected a header that compiles alone, came: {first}; add the include it lacks"]


def check(root, tree, build, compiler, jobs=2, every=1):
    headers = [source.path for source in tree.cpp if source.is_header and source.path.suffix not in with_cuda]
    if not headers:
        return [f"{root}: expected headers, came none; is this the root of the repository?"]
    with ThreadPoolExecutor(jobs) as pool:
        results = pool.map(lambda path: _compile(root, build, compiler, path), headers[::every])
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
