"""docs/your-own-program.md, done as it stands there: page_test.py PAGE PREFIX PROJECT FOLDER.

FOLDER is emptied. In the order of the page, blocks ```LANGUAGE NAME become files and ```console blocks are run: a command
must end with 0 unless the next one is "echo $?", and print what stands below it, where "..." may be anything. A command
with nothing below it may print what it likes. In the end the files must be those of PROJECT, which other tests hold to the
rules of the house.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

block = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
mark = "-- the command above ended with"


def commands_of(text):
    """[command, lines below it] of a console block."""
    commands = []
    for line in text.splitlines():
        if line.startswith("$ "):
            commands.append((line[2:], []))
        elif commands:
            commands[-1][1].append(line)
        else:
            sys.exit(f"expected a console block that begins with a command, came {line!r}")
    return commands


def pattern_of(lines):
    """A line of "..." is any number of lines, one inside a line any text."""
    parts = [r"(?:.*\n)*" if line == "..." else re.escape(line).replace(r"\.\.\.", ".*") + r"\n" for line in lines]
    return "".join(parts)


def run(commands, folder, environment):
    """Runs the commands of a block in one shell; complains about the first that does not do as the page says."""
    script = ""
    for command, _ in commands:
        # The status is put back, for "echo $?" to print.
        script += f"{command}\nstatus=$?; echo; echo '{mark}' $status; (exit $status)\n"
    done = subprocess.run(["bash", "-c", script], cwd=folder, env=environment, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, check=False, text=True)
    outputs = re.findall(rf"(.*?)\n{mark} (\d+)\n", done.stdout, re.DOTALL)
    if len(outputs) != len(commands):
        sys.exit(f"expected the output of {len(commands)} commands, came that of {len(outputs)}:\n{done.stdout}")
    for i, ((command, lines), (output, status)) in enumerate(zip(commands, outputs)):
        shown_next = i + 1 < len(commands) and commands[i + 1][0] == "echo $?"
        if status != "0" and not shown_next:
            sys.exit(f"$ {command}\nexpected exit code 0, came {status}:\n{output}")
        if lines and not re.fullmatch(pattern_of(lines), output):
            wanted = "\n".join(lines)
            sys.exit(f"$ {command}\nexpected what the page shows:\n{wanted}\ncame:\n{output}")


def check_workflow(page, folder):
    """The workflow cannot run here; at least it takes the steps that the page takes."""
    workflow = (folder / ".github/workflows/ci.yml").read_text(encoding="utf-8")
    install = next(text for language, name, text in block.findall(page) if language == "sh").splitlines()
    for command in [*install[1:], "bash ci.sh"]:
        if not re.search(rf"^ *(- run: )?{re.escape(command)}$", workflow, re.MULTILINE):
            sys.exit(f"the workflow: expected the step {command!r}, which the page takes, came none")


def main():
    page, prefix, project, folder = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    environment = {**os.environ, "GINLAB": str(prefix)}
    files, ran = [], 0
    for language, name, text in block.findall(page.read_text(encoding="utf-8")):
        if language == "console":
            run(commands_of(text), folder, environment)
            ran += 1
        elif name:
            file = folder / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            files.append(name)
    check_workflow(page.read_text(encoding="utf-8"), folder)
    for name in ("ping_pong.hpp", "ping_pong.json", "halo.hpp", "halo.json", "CMakeLists.txt"):
        if (folder / name).read_bytes() != (project / name).read_bytes():
            sys.exit(f"{page}: {name}: expected the text of {project / name}, came another; copy one to the other")
    print(f"{len(files)} files and {ran} blocks of commands do as the page says")


if __name__ == "__main__":
    main()
