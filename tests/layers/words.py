"""Words that a part of the house may not use, because each would break a promise the whole project makes:
programs that run anywhere, virtual time that repeats to the digit, comparisons that come out of numbers.

Comments and the insides of strings do not count, except where a rule is about strings.
"""

import re
from dataclasses import dataclass, field
from fnmatch import fnmatchcase

import sources


@dataclass(frozen=True)
class Rule:
    name: str
    pattern: str
    why: str
    where: list  # patterns of paths; a * also matches slashes
    but: list = field(default_factory=list)

    def applies_to(self, path):
        def among(patterns):
            return any(fnmatchcase(path, pattern) for pattern in patterns)

        return among(self.where) and not among(self.but)


def words(text):
    return r"(?<!\w)(?:" + "|".join(text.split()) + r")(?!\w)"


programs = ["scenarios/programs/*", "tests/conformance/programs/*", "tests/outside/project/*"]
emulating = ["nic/*", "backends/emulated/*", "backends/emulated-wall/*"]
exact = ["core/sim/*", "core/device/*cost*", "models/*", *emulating]
ordered = ["core/sim/*", "models/*", *emulating]
everywhere = ["*"]
time_keepers = ["core/env/*", "core/run/*", "core/bootstrap/*", "core/topology/*", "core/ofi/probe.cpp", "core/softverbs/engine.*",
                "core/process/pe_threads.cpp", "core/process/kernel_run*", "backends/*thread*", "backends/*wall*"]

rules = [
    Rule(
        "gpu coordinates",
        words("threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __shfl\\w* __global__"
              " __shared__ asm"),
        "an agent knows itself through the context only, or it cannot run on a CPU",
        programs,
    ),
    Rule(
        "clock in a program",
        words("chrono clock clock64 globaltimer sleep sleep_for usleep nanosleep __nanosleep std::\\w*thread"
              " std::\\w*mutex"),
        "the environment keeps time; a program that looks at a clock differs between virtual time and a GPU",
        programs,
    ),
    Rule(
        "price in a program",
        words("charge cost Cost profile Profile stack Stack path Path VirtualEnv WallEnv CudaEnv Env"),
        "a program must not know where it runs or what it costs",
        programs,
    ),
    Rule(
        "raw spinning",
        r"while\s*\(\s*[!*]|while\s*\(\s*(?:true|1)\s*\)|for\s*\(\s*;[^;]*;\s*\)"
        r"|while\s*\([^;{}]*\)\s*\{\s*\}|(?<=[;{])\s*while\s*\([^;{}]*\)\s*;"
        r"|" + words("volatile std::atomic\\w* cuda::atomic\\w*"),
        "wait through the context (wait_until, signal_wait_until): a spin hangs virtual time and races on a GPU",
        programs,
    ),
    Rule(
        "clock or thread",
        words("steady_clock system_clock high_resolution_clock clock_gettime gettimeofday sleep_for sleep_until"
              " usleep nanosleep std::thread std::jthread std::async std::this_thread pthread_create random_device"
              " getrandom rand srand"),
        "the environment keeps time and the scenario's seed is the only chance; in a backend, put it into a file"
        " with thread or wall in its name",
        ["core/*", "models/*", "nic/*", "backends/*"],
        time_keepers,
    ),
    Rule(
        "floating point",
        words("float double") + r"|(?<![\w.])\d[\d']*(?:\.\d|\.(?![\w.])|[eE][+-]?\d)|(?<![\w.)\]])\.\d",
        "two runs must agree to the last digit whatever the compiler; count in integers and carry remainders",
        exact,
    ),
    Rule(
        "conditional compilation",
        r"(?m)^[ \t]*#[ \t]*(?:if|ifdef|ifndef|elif|elifdef|elifndef)(?!\w)",
        "compiler questions have one home each: annotate.hpp, atomic.hpp, the fiber switch, *_version.hpp",
        everywhere,
        ["core/device/annotate.hpp", "core/device/atomic.hpp", "core/sim/fiber*.hpp", "core/sim/fiber*.cpp",
         "*_version.hpp", "core/softverbs/softverbs.h"],  # programs in C read the last
    ),
    Rule(
        "unordered container",
        words("unordered_map unordered_set unordered_multimap unordered_multiset"),
        "their order differs between libraries and so would the events; use a map, a vector or a sorted one",
        ordered,
    ),
    Rule(
        "pointer as key",
        r"std::(?:map|set|multimap|multiset)\s*<\s*(?:const\s+)?[\w:]+\s*(?:const\s*)?\*|std::less\s*<[^<>]*\*\s*>",
        "addresses differ from run to run and so would the order; use an index",
        ordered,
    ),
    Rule(
        "std::function",
        words("std::function"),
        "nothing on the data path is dispatched by a pointer per command; use a template or an interface per run",
        ["core/device/*", "core/sim/*", "core/proxy/*", "core/fabric/*"],
    ),
]

# Words that scenarios and programs may share with the vocabulary of the device API and of scenario files.
vocabulary = set(
    "put get p g signal counter fence quiet flush barrier broadcast atomic atomics ptr team put_signal"
    " put_quiet_flag put_fence_flag ring proxy gpu pointer host fabric command window gate agent".split()
)
name_homes = {
    "scenarios/library/*.json": "scenario",
    "models/stacks/*.json": "stack",
    "models/profiles/*.json": "profile",
    "scenarios/programs/*.hpp": "program",
}
nameless = ["core/*", "models/*.cpp", "models/*.hpp", "nic/*", "backends/*"]


def _names(tree):
    """Every name that somebody could ask for, with what it is the name of."""
    names = {}
    for source in tree.sources:
        for home, kind in name_homes.items():
            if fnmatchcase(source.path.as_posix(), home) and source.path.stem not in vocabulary:
                names[source.path.stem] = kind
    return names


def _check_names(tree):
    names = _names(tree)
    spellings = {}
    for name, kind in names.items():
        parts = re.split(r"[-_]", name)
        spellings["_".join(parts)] = (name, kind)
        spellings["".join(part.capitalize() for part in parts)] = (name, kind)
    findings = []
    for source in tree.cpp:
        if not any(fnmatchcase(source.path.as_posix(), pattern) for pattern in nameless):
            continue
        hits = [(line, name, names[name]) for line, name in source.strings if name in names]
        for match in re.finditer(r"(?<!\w)[A-Za-z]\w*", source.code):
            if match.group() in spellings:
                hits.append((source.line_of(match.start()), *spellings[match.group()]))
        findings += [f"{source.path}:{line}: expected no name of a {kind}, came {name}: nobody may ask for a name"
                     " to decide what happens; put the difference into a number or a rule"
                     for line, name, kind in hits]
    return findings


def _check_rules(tree):
    findings = []
    for source in tree.cpp:
        for rule in rules:
            if not rule.applies_to(source.path.as_posix()):
                continue
            for match in re.finditer(rule.pattern, source.code):
                came = " ".join(match.group().split())
                start = match.start() + len(match.group()) - len(match.group().lstrip())
                where = f"{source.path}:{source.line_of(start)}"
                findings.append(f"{where}: expected no {rule.name}, came {came}: {rule.why}")
    return findings


def check(tree):
    return _check_rules(tree) + _check_names(tree)


if __name__ == "__main__":
    sources.run(check, "words out of place")
