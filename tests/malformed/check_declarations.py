"""A compiler refuses every wrong declaration of declarations.cpp with its sentence: check_declarations.py COMPILER ROOT FILE."""

import collections
import re
import subprocess
import sys

compiler, root, file = sys.argv[1:]
with open(file, encoding="utf-8") as source:
    expected = re.findall(r"^// expected: (.*)$", source.read(), re.MULTILINE)
done = subprocess.run([compiler, "-std=c++20", "-fsyntax-only", "-I", root, file], capture_output=True, text=True, check=False)
said = re.findall(r"error: static(?:_assert| assertion) failed[^\n]*", done.stderr)
# GCC and Clang say the requirement in different words; the sentence is ours.
came = collections.Counter(next((text for text in expected if text in line), line) for line in said)
if came != collections.Counter(expected):
    missing = list((collections.Counter(expected) - came).elements())
    more = list((came - collections.Counter(expected)).elements())
    sys.exit(f"{file}: expected {len(expected)} refusals, came {len(said)}; missing: {missing}; not expected: {more}")
print(f"{len(expected)} wrong declarations are refused")
