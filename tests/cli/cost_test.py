"""ginlab cost: which functions there are, what they say, and what is refused."""

import re

import command


class Cost(command.CommandTest):
    def total_ns(self, *words):
        text = self.succeed("cost", *words)
        items = re.findall(r"(?m)^\| ([\w.]+) +\| +([\d,.]+) ns \| +\S+ % \|$", text)
        self.assertEqual(items[-1][0], "total")
        times = [float(time.replace(",", "")) for _, time in items]
        self.assertAlmostEqual(sum(times[:-1]), times[-1], places=3)
        return times[-1]

    def test_lists_functions_with_inputs_units_and_what_they_take(self):
        text = self.succeed("cost")
        names = re.findall(r"(?m)^([a-z_]+\.[a-z_]+)  ", text)
        self.assertLessEqual({"pcie.read", "put.completed", "nic.busiest", "protocol.hop"}, set(names))
        self.assertRegex(text, r"(?m)^  bytes +an integer from 1 to \d+ \(bytes\)\. Size of the copy\.$")
        self.assertRegex(text, r"(?m)^  kernel_ns +an integer from 0 to \d+ \(ns\), default 0\. ")
        self.assertLessEqual(max(map(len, text.splitlines())), 116)

    def test_every_whole_input_has_a_unit(self):
        for rule in re.findall(r"(?m)^  \w+ +an integer [^.]*\.", self.succeed("cost")):
            self.assertRegex(rule, r" \((bytes|count|ns)\)")

    def test_a_value_is_the_sum_of_its_items(self):
        text = self.succeed("cost", "put.completed", "handing=gpu", "bytes=8")
        self.assertIn("put.completed handing=gpu looks=best bytes=8\n", text)
        self.assertIn("dgx-h100-cx7 + lean\n", text)
        self.assertGreater(self.total_ns("put.completed", "handing=gpu", "bytes=65536"),
                           self.total_ns("put.completed", "handing=gpu", "bytes=8"))

    def test_profile_stack_and_their_numbers_count(self):
        put = ("put.completed", "handing=gpu")
        usual = self.total_ns(*put)
        self.assertNotEqual(self.total_ns(*put, "--profile", "h200-cx7-200"), usual)
        self.assertNotEqual(self.total_ns(*put, "--stack", "nvshmem-ibgda"), usual)
        self.assertAlmostEqual(self.total_ns(*put, "--set", "stack.call_ns=1000000"), usual + 1e6, delta=1000)
        self.assertIn("stack.call_ns=7", self.succeed("cost", *put, "--set", "stack.call_ns=7"))

    def test_is_what_accuracy_says(self):
        text = self.succeed("accuracy", "--family", "fences")
        predicted = re.search(r"(?m)^\| store to a peer, __threadfence_system +\|.*\| +([\d.]+) \| +\S+ % \|", text)[1]
        cost = self.total_ns("agent.fence", "scope=system", "outstanding=peer_stores", "--profile", "h200-nvlink")
        self.assertAlmostEqual(float(predicted) * 1000, cost, delta=0.1)

    def test_what_is_wrong_is_refused(self):
        for words, expected in (
                (("pcie.reed",), 'did you mean "pcie.read"?'),
                (("pcie.read", "from=nic"), "cost pcie.read: $.to: this key is required and missing; expected one of"),
                (("pcie.read", "from=nic", "too=gpu"), 'did you mean "to"?'),
                (("pcie.read", "from=nic", "to=gpuu"), 'did you mean "gpu"?'),
                (("pcie.copy", "bytes=many"), '$.bytes: expected an integer from 1 to 1099511627776 (bytes), got "many"'),
                (("pcie.copy", "bytes"), '"bytes": expected input=value, such as bytes=8'),
                (("pcie.copy", "bytes=8", "--stack", "lean"), "which looks at the profile alone"),
                (("pcie.copy", "bytes=8", "--profile", "laptob"), 'did you mean "laptop"?'),
                (("pcie.copy", "bytes=8", "--set", "nic.mtu_bytes=8"), "such as profile.nic.mtu_bytes"),
                (("pcie.copy", "bytes=8", "--set", "profile.nic.mtu_byte=8"), 'did you mean "nic.mtu_bytes"?')):
            with self.subTest(words):
                self.refuse("cost", *words, expected=expected)


if __name__ == "__main__":
    command.main()
