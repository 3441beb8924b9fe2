"""What a program becomes on a GPU, held to bounds: no arrays in threads' memory, no spilled registers, no fence that nobody
asked for, no instruction of a path that the kernel does not have. Compiled at full optimisation for sm_90; the build itself
compiles kernels fast and says nothing of them.

usage: kernels_test.py --nvcc NVCC --include DIR... SOURCE.cu...
Exit status 0: all within; 1: some are not, each named; 77: no nvcc.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

frame_max = 256  # bytes of a thread's stack
registers_max = 128  # of a thread: two blocks of 256 threads stay on an SM of 65,536 registers
exceeding_max = 3  # kernels

# {(program, paths): (bytes of stack, why)}
may_exceed = {
    ("moe_dispatch", paths): (1400, "two modes and three phases in one kernel, with ten places that describe an operation to a queue or ring")
    for paths in ("pointer and gpu", "pointer and proxy")
} | {("op_micro", "pointer and gpu"): (700, "seven calls, each in a loop of its own, so that none chooses among the others, with an operation that it describes to a queue")}
# {program: (bytes, why)}: what its kernels may spill. No kernel has more registers than leave two blocks of 256 threads on an SM.
may_spill = {
    "moe_dispatch": (2000, "two modes and three phases, each with its own loops over tokens, experts and copies"),
    "op_micro": (720, "every operation, alone and together, in one kernel"),
    "transpose": (300, "four loads of 16 bytes of a lane are under way, and where each goes: as many words as a tile has for it"),
    "alltoall": (40, "a signal remembers whether anything came since the last fence"),
    "signal_pipeline": (80, "the same, and where a queue's completions are written, beside its words"),
    "alltoall_lanes": (300, "lanes' own operations, grouped by peer and submitted, in one loop"),
}
# {what stands in the PTX: the sentence for it}; sequentially consistent fences cost microseconds while stores are under way.
may_fence = {}

# {program: why its kernel of pointers has a ring all the same}
may_push = {"transpose": "mode two_sided: the CPU executes sends and receives, on every path",
            "op_micro": "its packets are stored 16 bytes at a time, as commands are"}
# Programs whose lanes load words ahead: four, then four stores.
load_ahead = {"transpose"}

path_names = ["pointer", "gpu", "gpu-cpu-doorbell", "proxy", "host"]


class Kernel:
    def __init__(self, program, paths):
        self.program = program
        self.paths = paths
        self.frame = self.spilled = self.registers = 0
        self.ptx = ""

    @property
    def name(self):
        return f"{self.program} on {self.paths}"


def key_of(mangled):
    """(program, paths) of run_program<programs::X, PathsByClass<A, B>>; None for another function."""
    name = subprocess.run(["c++filt", mangled], capture_output=True, text=True, check=True).stdout
    found = re.match(r"void gin::run_program<.*?(\w+), gin::PathsByClass<\(gin::Path\)(\d), \(gin::Path\)(\d)> >", name)
    if not found:
        return None
    program = re.sub(r"(?<!^)([A-Z])", r"_\1", found.group(1)).lower()
    near, far = (path_names[int(found.group(i))] for i in (2, 3))
    return program, near if near == far else f"{near} and {far}"


def kernels_of(ptx, measured):
    """The kernels of a PTX text, with what ptxas -v said of them."""
    kernels = {}
    for part in re.split(r"(?=^\.(?:visible |weak )?\.?(?:entry|func))", ptx, flags=re.MULTILINE):
        entry = re.match(r"\.(?:visible |weak )?\.?entry (\S+?)\(", part)
        key = key_of(entry.group(1)) if entry else None
        if key:
            kernels[key] = Kernel(*key)
            kernels[key].ptx = part
    kernel = None
    for line in measured.splitlines():
        if entry := re.search(r"Compiling entry function '(\S+)'", line):
            kernel = kernels.get(key_of(entry.group(1)))
        elif re.search(r"Function properties for ", line):
            of_entry = key_of(line.rsplit(" ", 1)[-1]) is not None
        elif found := re.search(r"(\d+) bytes stack frame, (\d+) bytes spill stores, (\d+) bytes spill loads", line):
            frame, stores, loads = map(int, found.groups())
            kernel.spilled += stores + loads
            if of_entry:
                kernel.frame = frame
        elif found := re.search(r"Used (\d+) registers", line):
            kernel.registers = int(found.group(1))
    return list(kernels.values())


def findings_of(kernel):
    found = []
    frame_most = may_exceed.get((kernel.program, kernel.paths), (frame_max,))[0]
    for what, came, most in (("bytes of stack", kernel.frame, frame_most), ("registers", kernel.registers, registers_max)):
        if came > most:
            found.append(f"{kernel.name}: expected at most {most} {what} a thread, came {came}; is there an array"
                         " that is indexed by a variable, or a copy of what could be read where it is?")
    spill_max = may_spill.get(kernel.program, (0,))[0]
    if kernel.spilled > spill_max:
        found.append(f"{kernel.name}: expected at most {spill_max} bytes of registers spilled, came {kernel.spilled}")
    accesses = "".join("L" if name == "ld" else "S" for name in re.findall(r"\b(ld|st)(?:\.global)?\.[ub]32\b", kernel.ptx))
    if kernel.program in load_ahead and "LLLLSSSS" not in accesses:
        found.append(f"{kernel.name}: expected four loads of words before four stores, came none; is a loop in two halves unrolled?")
    for fence in sorted(set(re.findall(r"\b(?:fence\.sc\S*|membar\S*?)(?=;)", kernel.ptx)) - set(may_fence)):
        found.append(f"{kernel.name}: expected no {fence}, came {kernel.ptx.count(fence)}; name scope and order where it is"
                     " asked for, or say in kernels_test.py why it has to be")
    if kernel.paths == "pointer" and kernel.program not in may_push:
        # What is complete is raised for agents of the own GPU; commands are published 16 bytes at a time.
        for what, mark in (("gpu", r"\batom\.max\S*\.gpu\."), ("proxy", r"\bst\.relaxed\.sys\.b128")):
            if re.search(mark, kernel.ptx):
                found.append(f"{kernel.name}: expected no instruction of path {what}, came one that matches {mark}")
    return found


def check(kernels):
    found = [finding for kernel in kernels for finding in findings_of(kernel)]
    exceeding = [k.name for k in kernels if k.frame > frame_max]
    if len(exceeding) > exceeding_max:
        found.append(f"expected at most {exceeding_max} kernels that exceed a bound, came {', '.join(exceeding)}")
    return found


def compiled(nvcc, includes, source):
    with tempfile.TemporaryDirectory() as scratch:
        ptx = Path(scratch) / "kernel.ptx"
        subprocess.run([nvcc, "-std=c++20", "-arch=sm_90", "-O3", "--expt-relaxed-constexpr",
                        *(f"-I{folder}" for folder in includes), "-ptx", "-o", ptx, source], check=True)
        ptxas = Path(nvcc).resolve().parent / "ptxas"
        measured = subprocess.run([ptxas, "-v", "-arch=sm_90", "-o", Path(scratch) / "kernel.cubin", ptx],
                                  capture_output=True, text=True, check=True).stderr
        return kernels_of(ptx.read_text(), measured)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--nvcc", default="")
    parser.add_argument("--include", nargs="+", default=[])
    parser.add_argument("--required", action="store_true", help="without nvcc this fails")
    parser.add_argument("sources", nargs="*")
    arguments = parser.parse_args()
    if not arguments.nvcc:
        print("no nvcc on this machine: kernels are not held to their bounds")
        sys.exit(1 if arguments.required else 77)
    kernels = [k for source in arguments.sources for k in compiled(arguments.nvcc, arguments.include, source)]
    print(f"{'kernel':<34}{'stack':>7}{'spilled':>9}{'registers':>11}")
    for kernel in kernels:
        print(f"{kernel.name:<34}{kernel.frame:>7}{kernel.spilled:>9}{kernel.registers:>11}")
    found = check(kernels)
    for finding in found:
        print(finding)
    if len(kernels) < len(arguments.sources):
        found.append("fewer kernels than programs")
        print(f"expected a kernel of each of {len(arguments.sources)} programs, came {len(kernels)}")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
