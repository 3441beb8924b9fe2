"""Each call that every environment has to bring is named by the compiler when toy_env.hpp is without it.

usage: left_out.py COMPILER REPOSITORY
"""

import pathlib
import re
import subprocess
import sys
import tempfile

compiler, root = sys.argv[1], pathlib.Path(sys.argv[2])
header = (root / "tests/outside/environment/toy_env.hpp").read_text(encoding="utf-8")
calls = ["copy", "store", "atomic", "drain", "post", "observe", "idle", "notify", "limit", "scratch"]
failures = []
for call in calls:
    text, found = re.subn(rf"(?<=[ *&]){call}(?=\((?:const |std::|Ring|Gate|Deadline|\)))", f"{call}_left_out", header, count=1)
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder) / "without.cpp"
        source.write_text(text.replace("#pragma once", ""), encoding="utf-8")
        done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", f"-I{root}", source], capture_output=True, text=True, check=False)
    if not found or done.returncode == 0 or f"env.{call}(" not in done.stderr:
        failures.append(f"{call}: expected that the compiler names env.{call}(...), came exit code {done.returncode}:\n{done.stderr}")
print("\n".join(failures) or f"each of {len(calls)} calls that is left out is named")
sys.exit(bool(failures))
