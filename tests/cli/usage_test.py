"""Command lines that mean nothing: one line, the word that was probably meant, exit code 2."""

import command


class Usage(command.CommandTest):
    def test_no_command(self):
        self.refuse(expected="expected a command, got none")

    def test_unknown_command(self):
        self.refuse("vaildate", self.scenario, expected='unknown command "vaildate"; did you mean "validate"?')

    def test_unknown_option(self):
        self.refuse("run", self.scenario, "--quite", expected='unknown option "--quite"; did you mean "--quiet"?')
        self.refuse("--versoin", expected='unknown option "--versoin"; did you mean "--version"?')

    def test_unknown_backend(self):
        self.refuse("run", self.scenario, "--backend", "emulatd", expected='did you mean "emulated"?')

    def test_unknown_words_of_list_schema_and_explain(self):
        self.refuse("list", "program", expected='did you mean "programs"?')
        self.refuse("schema", "scenarios", expected='did you mean "scenario"?')
        self.refuse("explain", "cluster.node", expected='did you mean "cluster.nodes"?')
        self.refuse("explain", "nodes", expected='did you mean "cluster.nodes"?')
        self.refuse("explain", "wqe_fetch_ns", expected='did you mean "profile.nic.wqe_fetch_ns"?')
        self.refuse("explain", "profile.nic.wqe_fetch", expected='did you mean "profile.nic.wqe_fetch_ns"?')
        self.refuse("explain", "nic.wqe_fetsh", expected='did you mean "nic.wqe_fetch"?')
        self.refuse("explain", "earlier_work", expected='did you mean "nic.earlier_work"?')
        self.refuse("explain", "nic.atomicz", expected='did you mean "nic.atomic" or "nic.atomics"')
        self.refuse("explain", "fencez", expected='did you mean "fences"?')
        self.refuse("explain", "OrderSignals", expected='did you mean "OrderedSignals"?')
        self.refuse("explain", "gpu", expected='did you mean "path gpu" or "stack.offers.gpu"?')
        self.refuse("explain", "frobnication", expected="ginlab explain lists the kinds of words")

    def test_unknown_field_of_set(self):
        self.refuse("run", self.scenario, "--set", "cluster.nodez=2", expected='did you mean "cluster.nodes"?')
        self.refuse("run", self.scenario, "--set", "profile.nic.mtu_byte=2", expected='mean "nic.mtu_bytes"?')

    def test_missing_and_surplus_words(self):
        self.refuse("run", expected="expected FILE, got none")
        self.refuse("validate", expected="expected FILE, got none")
        self.refuse("run", self.scenario, "--set", expected="--set: expected a value, got none")
        self.refuse("run", self.scenario, "--set", "seed", expected="expected path=value")
        self.refuse("doctor", "now", expected='expected no further word, got "now"')

    def test_help_and_version_are_no_errors(self):
        self.assertIn("doctor", self.succeed("--help"))
        self.assertIn("--expect GOLDEN", self.succeed("run", "--help"))
        self.assertIn("--junit FILE", self.succeed("run", "--help"))
        self.assertIn("what-if", self.succeed("--help"))
        self.assertIn("--by PERCENT", self.succeed("what-if", "--help"))
        self.assertRegex(self.succeed("--version"), r"\Aginlab \d+\.\d+\.\d+\n\Z")


if __name__ == "__main__":
    command.main()
