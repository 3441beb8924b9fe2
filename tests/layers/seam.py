"""The seam stays narrow: what an environment has to bring is counted from the concepts that ask for it.

A call is a name with one list of arguments that a concept requires; a call of one concept that includes another counts
once. Every environment brings those of `Environment`; what keeps time those of `Clock`, too; what counts or records those
of `Observer` and `Scribe`.
"""

import re

import sources

calls_max = 20
files = ["core/device/environment.hpp", "core/device/clock.hpp", "core/device/team.hpp"]
everybody = ["Moves", "Posts", "Team", "AgentTeam", "Waits"]
with_a_clock = ["Clock"]
with_a_record = ["Observer", "Scribe"]

_concept = re.compile(r"concept (\w+) =(.*?);\n(?=\n|template|///|class|struct)", re.DOTALL)
_call = re.compile(r"\benv\.(\w+)\(((?:[^()]|\([^()]*\))*)\)")


def calls_of(tree):
    """{concept: [call]} of the headers that make the seam."""
    found = {}
    for source in tree.cpp:
        if source.path.as_posix() not in files:
            continue
        for name, body in _concept.findall(source.code):
            calls = [f"{call}({' '.join(arguments.split())})" for call, arguments in _call.findall(body)]
            found[name] = list(dict.fromkeys(calls))
    return found


def check(tree):
    found = calls_of(tree)
    findings = [
        f"{files[0]}: expected a concept {name}, which tests/layers/seam.py counts, came none; adapt one of the two"
        for name in everybody + with_a_clock + with_a_record
        if not found.get(name)
    ]
    unknown = set(found) - set(everybody + with_a_clock + with_a_record) - {"Environment", "PlaysLanes"}
    findings += [
        f"{files[0]}: concept {name} asks for calls that nobody counts; name it in tests/layers/seam.py"
        for name in sorted(unknown)
        if found[name]
    ]
    count = sum(len(found.get(name, [])) for name in everybody + with_a_clock)
    if count > calls_max:
        findings.append(
            f"{files[0]}: expected at most {calls_max} calls that an environment with a clock brings, came {count}; is one of"
            " them a fact that the agent's view can hold, or made of others?"
        )
    return findings


def show(tree):
    found = calls_of(tree)
    for title, names in (("every environment", everybody), ("with a clock", with_a_clock), ("with a record", with_a_record)):
        print(f"{title}: {sum(len(found.get(name, [])) for name in names)}")
        for name in names:
            print(f"  {name:<10}{', '.join(found.get(name, []))}")


if __name__ == "__main__":
    show(sources.Tree.read(sources.repository_root()))
    sources.run(check, "calls beyond the seam")
