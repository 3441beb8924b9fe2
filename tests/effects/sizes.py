"""What a shipped scenario concludes holds for other sizes, or it says where it does not.

sizes.py GINLAB [--all] [SCENARIO ...]: runs each scenario of the library as it is and, for each of its size-like fields,
with an eighth and with eight times of it, within the field's range. Wherever contestants meet, one of those who lead
(fastest, or less than 5 % behind) must lead at the other size too; or the scenario has an axis over that field; or its
description has a sentence with the word "turns", the field's last word, and a number between the two sizes. A description
that says so of a field where neither size shows it is wrong too.

Without --all a sample that takes seconds; the whole takes minutes. Payload is phantom, which changes no time.
"""

import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

library = pathlib.Path(__file__).resolve().parents[2] / "scenarios" / "library"
sample = ["pointer_against_get", "pointer_where_lines_stay", "alltoall_libraries", "single_put_libraries", "quickstart",
          "fence_rules", "host_driven", "proxy_against_gpu_single", "proxy_against_gpu_size", "who_rings"]
# Parameters that are no bytes and yet say how large the problem is.
counts = {"rows", "tokens", "hidden", "agents"}


def call(*words):
    done = subprocess.run([ginlab, *map(str, words)], check=False, text=True, capture_output=True)
    return done.returncode, done.stdout, done.stderr


def params_of(schema, program):
    rule = next(rule["then"] for rule in schema["allOf"] if rule["if"]["properties"]["program"]["const"] == program)
    return rule["properties"]["params"]["properties"]


def size_fields(schema, scenario):
    """(name, rule of the schema, its value) of each size-like field that the scenario does not vary."""
    fields = {f"params.{name}": rule for name, rule in params_of(schema, scenario["program"]).items()}
    fields["launch.agents"] = schema["properties"]["launch"]["properties"]["agents"]
    block = dict(scenario.get("compare", {}))
    varied = {name for bundle in block.pop("contestants", {}).values() for name in bundle}
    varied |= {axis["field"] for axis in block.values()}
    for name, rule in fields.items():
        last = name.rsplit(".", 1)[1]
        if name in varied or rule.get("type") != "integer" or not (last in counts or "Unit: bytes" in rule["description"]):
            continue
        section, key = name.split(".")
        yield name, rule, scenario.get(section, {}).get(key, rule["default"])


def other_sizes(rule, base):
    """An eighth and eight times of it, as the field takes them."""
    step = rule.get("multipleOf", 1)
    for size in (base // 8, base * 8):
        size = min(max(size // step * step, rule["minimum"]), rule["maximum"])
        if size != base:
            yield size


def leaders_of(result):
    """For each place where two contestants or more meet: those less than 5 % behind the fastest on offer."""
    places = {}
    for row in result["rows"]:
        axes = list(row["axes"].items())
        if axes and not row["not_offered"]:
            places.setdefault(tuple(axes[1:]), {})[axes[0][1]] = row["p50_ps"]
    return {place: {name for name, time in times.items() if time * 100 < min(times.values()) * 105}
            for place, times in places.items() if len(times) > 1}


def named_turn(description, field, sizes):
    """The description says that it turns with this field, between these sizes."""
    last = field.rsplit(".", 1)[1]
    low, high = sorted(sizes)
    for sentence in re.split(r"(?<=[.;?]) ", description):
        numbers = [int(number.replace(",", "")) for number in re.findall(r"\d[\d,]*", sentence)]
        if re.search(r"\bturns\b", sentence) and re.search(rf"\b{last}\b", sentence) and any(
                low <= number <= high for number in numbers):
            return True
    return False


def ran(name, *sets):
    words = [word for one in sets for word in ("--set", one)]
    code, out, err = call("run", library / f"{name}.json", "--json", "--set", "payload=phantom", *words)
    if code == 2:
        return None, err.strip()
    if code != 0:
        sys.exit(f"{name} {' '.join(sets)}: expected exit code 0 or 2, came {code}: {err}")
    return leaders_of(json.loads(out)), ""


def look_at(name, schema):
    """What is to be said of one scenario: (turned, lines)."""
    scenario = json.loads((library / f"{name}.json").read_text(encoding="utf-8"))
    base, why = ran(name)
    if base is None:
        sys.exit(f"{name}: expected that it runs, came: {why}")
    turned, lines = [], []
    description = scenario.get("description", "")
    for field, rule, usual in size_fields(schema, scenario):
        seen = said = False
        for size in other_sizes(rule, usual):
            told = named_turn(description, field, (usual, size))
            said = said or told
            now, why = ran(name, f"{field}={size}")
            if now is None:
                lines.append(f"{name}: {field} {size} cannot be run: {why}")
                continue
            for place in base:
                if base[place] & now.get(place, base[place]):
                    continue
                at = ", ".join(f"{axis} {value}" for axis, value in place) or "its only place"
                seen = True
                text = (f"{name}: {at}: {' and '.join(sorted(base[place]))} led with {field} {usual}, "
                        f"{' and '.join(sorted(now[place]))} with {size}")
                if told:
                    lines.append(f"{text}, as its description says")
                else:
                    turned.append(f"NOT SAID: {text}")
        if said and not seen:
            turned.append(f"NOT SEEN: {name}: its description says that it turns with {field}; neither size shows that")
    return turned, lines


def main():
    global ginlab
    words = sys.argv[1:]
    everything = "--all" in words
    ginlab, *names = [word for word in words if word != "--all"]
    names = names or (sorted(path.stem for path in library.glob("*.json")) if everything else sample)
    code, out, err = call("schema", "scenario")
    if code != 0:
        sys.exit(err)
    schema = json.loads(out)
    all_turned = []
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for turned, lines in pool.map(lambda name: look_at(name, schema), names):
            all_turned += turned
            for line in lines:
                print(line)
    for line in all_turned:
        print(line)
    if all_turned:
        sys.exit(f"{len(all_turned)} times a conclusion turns with a size and nobody says so, or the other way round: give the "
                 "scenario an axis over the field, or its description a sentence with the word turns, the field and where")
    print(f"{len(names)} scenarios conclude the same at other sizes, or say where they do not")


if __name__ == "__main__":
    main()
