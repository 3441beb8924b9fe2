"""Every checker can fail: each rule finds the violation planted for it, and leaves its lawful twin alone.

usage: selftest.py [--compiler CXX]
"""

import argparse
import tempfile
import unittest
from pathlib import Path

import headers
import layers
import seam
import sources
import tidy
import words

compiler = "c++"


def findings_of(check, path, text, others=None):
    return [finding for finding in check(sources.Tree({**(others or {}), path: text})) if finding.startswith(path)]


class Planted(unittest.TestCase):
    def found(self, check, fragment, path, text, others=None):
        with self.subTest(path=path, text=text):
            findings = findings_of(check, path, text, others)
            self.assertEqual(len(findings), 1, findings)
            self.assertIn(fragment, findings[0])

    def lawful(self, check, path, text, others=None):
        with self.subTest(path=path, text=text):
            self.assertEqual(findings_of(check, path, text, others), [])


class Reading(Planted):
    def test_comments_and_strings_are_told_apart_from_code(self):
        text = '// float\nx = "float"; /* float\n */ auto y = R"(float)"; n = 1\'000; float z;'
        source = sources.Source("a.cpp", text)
        self.assertEqual(source.code.count("float"), 1)
        self.assertEqual(source.code.count("\n"), 2)
        self.assertEqual(source.strings, [(2, "float"), (3, "float")])

    def test_a_digit_separator_opens_no_character(self):
        self.assertIn("float", sources.Source("a.cpp", "f(1'000, 'x'); float z; g('y', 2'000);").code)


class Layers(Planted):
    def test_an_include_that_runs_up_the_house_is_found(self):
        for folder, target in [("core/base", "core/device/ring.hpp"), ("core/device", "core/sim/fiber.hpp"),
                               ("core/sim", "core/device/ring.hpp"), ("core/env", "core/fabric/window.hpp"),
                               ("core/fabric", "core/proxy/proxy.hpp"), ("core/proxy", "core/env/wall_env.hpp"),
                               ("core/ofi", "core/proxy/proxy.hpp"),
                               ("core/topology", "core/bootstrap/rendezvous.hpp"),
                               ("core/bootstrap", "core/topology/cores.hpp"),
                               ("core/scenario", "core/trace/result.hpp"),
                               ("core/trace", "core/scenario/scenario.hpp"), ("core/cuda", "core/sim/fiber.hpp"),
                               ("core/run", "models/profile.hpp"), ("models", "core/scenario/scenario.hpp"),
                               ("backends/efa", "backends/emulated/emulated_run.hpp"),
                               ("nic", "backends/emulated/emulated_run.hpp"),
                               ("backends/efa", "reports/page/page.hpp"),
                               ("reports/verdicts", "reports/text/csv.hpp"),
                               ("reports/verdicts", "reports/figures/figure.hpp"),
                               ("reports/figures", "reports/page/page.hpp"),
                               ("scenarios/programs", "core/base/units.hpp"), ("reports/base", "core/run/backend.hpp")]:
            self.found(layers.check, "may include", f"{folder}/x.hpp", f'#include "{target}"\n')

    def test_an_include_down_the_house_is_lawful(self):
        for folder, target in [("core/env", "core/sim/fiber.hpp"), ("core/run", "core/trace/result.hpp"),
                               ("core/ofi", "core/fabric/wire.hpp"), ("backends/efa", "core/proxy/proxy.hpp"),
                               ("backends/efa", "backends/efa/device.hpp"),
                               ("backends/efa", "models/profile.hpp"), ("cli", "backends/efa/device.hpp"),
                               ("reports/page", "reports/figures/figure.hpp"),
                               ("tests/unit", "core/sim/fiber.hpp"),
                               ("scenarios/programs", "core/device/context.hpp")]:
            self.lawful(layers.check, f"{folder}/x.hpp", f'#include "{target}"\n#include <cstdint>\n')
        self.lawful(layers.check, "core/base/x.hpp", '// #include "core/sim/fiber.hpp"\n')

    def test_an_unknown_folder_is_found(self):
        for path in ["core/misc/x.hpp", "core/x.hpp", "backends/x.cpp", "reports/x.cpp", "src/x.cpp", "x.cpp"]:
            self.found(layers.check, "expected a folder listed", path, "int x;\n")

    def test_an_include_that_does_not_start_at_the_root_is_found(self):
        self.found(layers.check, "from the repository root", "core/sim/x.cpp", '#include "fiber.hpp"\n')
        self.found(layers.check, "expected quotes", "core/sim/x.cpp", "#include <core/sim/fiber.hpp>\n")

    def test_another_project_has_its_own_files_beside_each_other(self):
        self.lawful(layers.check, "tests/outside/theirs/x.cpp", '#include "wire.hpp"\n')
        self.found(layers.check, "from the repository root", "tests/outside/theirs/x.cpp", '#include "theirs/wire.hpp"\n')

    def test_a_library_outside_its_room_is_found(self):
        self.found(layers.check, "core/sim only", "core/env/x.cpp", "#include <boost/context/fiber.hpp>\n")
        self.found(layers.check, "core/bootstrap, reports/page only", "core/run/x.cpp", "#include <openssl/hmac.h>\n")
        self.found(layers.check, "heavy", "core/base/x.hpp", "#include <nlohmann/json.hpp>\n")
        self.found(layers.check, "heavy", "core/bootstrap/x.hpp", "#include <boost/asio.hpp>\n")
        self.lawful(layers.check, "core/base/x.hpp", "#include <nlohmann/json_fwd.hpp>\n")
        self.lawful(layers.check, "core/base/x.cpp", "#include <nlohmann/json.hpp>\n")

    def test_a_host_header_in_code_for_the_gpu_is_found(self):
        self.found(layers.check, "a header for the GPU", "core/device/x.hpp", "#include <vector>\n")
        self.found(layers.check, "a header for the GPU", "scenarios/programs/x.hpp", "#include <atomic>\n")
        self.lawful(layers.check, "core/device/atomic.hpp", "#include <atomic>\n#include <cstdint>\n")
        self.lawful(layers.check, "core/device/x.cpp", "#include <vector>\n")


class Seam(unittest.TestCase):
    """The seam as it is, with one thing changed."""

    def changed(self, path, old, new):
        tree = sources.Tree.read(sources.repository_root())
        texts = {source.path.as_posix(): source.text for source in tree.cpp if source.path.as_posix() in seam.files}
        self.assertIn(old, texts[path])
        texts[path] = texts[path].replace(old, new, 1)
        return seam.check(sources.Tree(texts))

    def test_one_call_more_than_the_bound_is_found(self):
        self.assertEqual(self.changed(seam.files[0], "  env.drain();", "  env.drain();"), [])
        more = "".join(f"  env.more({n}u);" for n in range(seam.calls_max))
        self.assertIn("expected at most", self.changed(seam.files[0], "  env.drain();", f"  env.drain();{more}")[0])

    def test_a_concept_that_nobody_counts_is_found(self):
        another = "template <class E>\nconcept Naps = requires(E env) { env.nap(); };\n\ntemplate <class E>\nconcept Posts"
        self.assertIn("Naps", self.changed(seam.files[0], "template <class E>\nconcept Posts", another)[0])

    def test_a_concept_that_is_gone_is_found(self):
        self.assertIn("a concept Waits", self.changed(seam.files[0], "concept Waits", "concept Rests")[0])


class Words(Planted):
    planted = {
        "gpu coordinates": ["scenarios/programs/x.hpp", "int i = threadIdx.x;"],
        "clock in a program": ["scenarios/programs/x.hpp", "auto t = clock();"],
        "price in a program": ["scenarios/programs/x.hpp", "template <class Env> void f();"],
        "raw spinning": ["scenarios/programs/x.hpp", "while (!flag) f();", "while (*flag < 3) f();",
                         "for (;;) f();", "while (true) f();", "{ while (flag < n) {} }", "f(); while (flag < n);",
                         "volatile int x;"],
        "clock or thread": ["core/sim/x.cpp", "std::thread t;", "std::chrono::steady_clock c;",
                            "std::random_device r;"],
        "floating point": ["models/x.cpp", "double x = y;", "auto x = 1.5;", "auto x = 1e9;", "auto x = 3.;",
                           "auto x = .5;"],
        "conditional compilation": ["core/sim/x.hpp", "#ifdef A\n", "#if A\n", "  #  ifndef A\n"],
        "unordered container": ["nic/x.cpp", "std::unordered_map<int, int> m;"],
        "pointer as key": ["core/sim/x.cpp", "std::map<const Fiber*, int> m;", "std::set<Fiber *> s;"],
        "std::function": ["core/proxy/x.hpp", "std::function<void()> f;"],
    }
    lawful_twins = [
        ("scenarios/programs/x.hpp", "while (next < n) { f(); } // threadIdx, clock and cost, in a comment"),
        ("scenarios/programs/x.hpp", "do { f(); } while (next < n);"),
        ("core/env/x.cpp", "std::thread t; std::chrono::steady_clock c;"),
        ("backends/emulated-wall/proxy_thread.cpp", "std::thread t;"),
        ("models/x.cpp", "auto x = 0x1e5 + 1'000; s = \"1.5\"; // double"),
        ("core/trace/x.cpp", "double x = 1.5; std::unordered_map<int, int> m; std::function<void()> f;"),
        ("core/sim/fiber_switch.cpp", "#if A\n"),
        ("core/device/atomic.hpp", "#ifdef A\n"),
        ("core/ofi/libfabric_version.hpp", "#if A\n"),
        ("core/sim/x.cpp", "std::map<int, Fiber*> m;"),
    ]

    def test_each_rule_finds_what_was_planted_for_it(self):
        self.assertEqual(set(self.planted), {rule.name for rule in words.rules})
        for name, (path, *texts) in self.planted.items():
            for text in texts:
                self.found(words.check, f"expected no {name}, came", path, text)

    def test_the_lawful_twin_of_each_is_left_alone(self):
        for path, text in self.lawful_twins:
            self.lawful(words.check, path, text)

    def test_asking_for_a_name_is_found(self):
        homes = {"models/stacks/tuned-proxy.json": "{}", "models/profiles/fast-box.json": "{}",
                 "scenarios/library/first_steps.json": "{}", "scenarios/programs/all_to_all.hpp": "",
                 "scenarios/programs/put_signal.hpp": ""}
        for text in ['if (name == "tuned-proxy") f();', "enum class Kind { tuned_proxy };", 'auto x = "fast-box";',
                     "bool first_steps = true;", "void AllToAll();"]:
            self.found(words.check, "expected no name of a", "core/run/x.cpp", text, homes)
        self.lawful(words.check, "core/run/x.cpp", 'f("put_signal"); // all_to_all, tuned-proxy', homes)
        self.lawful(words.check, "tests/unit/x.cpp", 'f("tuned-proxy");', homes)


class Tidy(Planted):
    readme = {"core/sim/README.md": "# sim\n"}

    def test_each_untidy_place_is_found(self):
        for fragment, name, text in [
            ("at most 400 lines", "x.cpp", "\n" * 401),
            ("#pragma once", "x.hpp", "// #pragma once\n"),
            ("whitespace", "x.cpp", "int x; \n"),
            ("path of one machine", "x.md", "see /" + "work/main\n"),
            ("path of one machine", "x.md", "in /" + "root/.cache\n"),
            ("path outside", "x.md", "see ../" + "shared/notes\n"),
            ("package registry", "x.sh", "curl https://pypi" + ".org/x\n"),
            ("unfinished work", "x.cpp", "// TO" + "DO\n"),
        ]:
            self.found(tidy.check, fragment, f"core/sim/{name}", text, self.readme)

    def test_tidy_files_are_left_alone(self):
        longest = "// Why.\n#pragma once\n\nint work/root;\n" + "\n" * 396
        self.lawful(tidy.check, "core/sim/x.hpp", longest, self.readme)
        self.lawful(tidy.check, "core/sim/x.md", "https://example.com/work and gpu/work\n", self.readme)
        self.lawful(tidy.check, "tests/malformed/x.json", "{ \n", {"tests/malformed/README.md": ""})

    def test_a_folder_without_a_short_readme_is_found(self):
        self.found(tidy.check, "expected a README.md", "core/sim", "", {"core/sim/x.cpp": ""})
        self.found(tidy.check, "at most 40 lines", "core/sim/README.md", "\n" * 41)


class Headers(unittest.TestCase):
    def test_a_header_that_needs_another_is_found(self):
        with tempfile.TemporaryDirectory() as folder:
            root = Path(folder)
            (root / "alone.hpp").write_text("#pragma once\n#include <vector>\nstd::vector<int> numbers();\n")
            (root / "lacking.hpp").write_text("#pragma once\nstd::vector<int> numbers();\n")
            findings = headers.check(root, sources.Tree.read(root), root, compiler)
        self.assertEqual(len(findings), 1, findings)
        self.assertIn("lacking.hpp: expected a header that compiles alone", findings[0])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiler", default=compiler)
    options, rest = parser.parse_known_args()
    compiler = options.compiler
    unittest.main(argv=["selftest.py", *rest])
