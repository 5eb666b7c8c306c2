"""The programs that are compared: how each checks a folder, and what it says of files and findings.

No cache, no configuration, no ignore file: each looks at every document. What each prints is its own shortest form of all findings.
"""

import re
import subprocess
from dataclasses import dataclass
from typing import Callable

from bench import BENCH, HERE, ROOT, Miscounted, Run


@dataclass
class Tool:
    """A program."""

    name: str
    binary: str
    # Arguments that check the folder in which it is started, and one file.
    folder: list
    file: Callable
    # The numbers of files and of findings, of its run over a folder.
    counts: Callable
    # What the exit codes of a run that went well are.
    good: tuple = (0, 1)
    # The other programs: those with which designlint is compared.
    peer: bool = True

    def version(self):
        if not self.peer:
            return subprocess.run([self.binary, "--version"], check=True, capture_output=True, text=True).stdout.split()[-1]
        return (BENCH / self.name / "version").read_text().strip()

    def check(self, run: Run, files: int):
        """The number of findings. The number of files must be the one that is there, and there must be findings."""
        if run.code not in self.good:
            raise Miscounted(f"{self.name} ended with {run.code}: {run.err[-300:]}")
        seen, found = self.counts(run)
        if files <= 0 or seen != files:
            raise Miscounted(f"{self.name} looked at {seen} files and not at {files}")
        if found <= 0:
            raise Miscounted(f"{self.name} found nothing in documents with mistakes")
        return found


def number(pattern, text):
    """The number that a pattern finds, which may be grouped by commas; 0 where it finds none."""
    match = re.search(pattern, text, re.MULTILINE)
    return int(match[1].replace(",", "")) if match else 0


def of_designlint(run):
    """It closes with the files and with the findings by severity, and prints one line for each finding."""
    printed = len(re.findall(r"^\S.*:\d+:\d+: (?:error|warning|info)\[", run.out, re.MULTILINE))
    total = sum(number(rf"^found .*?\b(\d[\d,]*) {word}s?\b", run.out + run.err) for word in ("error", "warning", "info"))
    if printed != total:
        raise Miscounted(f"designlint printed {printed} findings and says that it found {total}")
    return number(r"^([\d,]+) files?; checked", run.out + run.err), total


def of_rumdl(run):
    return number(r"in (?:\d+/)?(\d+) files?", run.out), number(r"^Issues: Found (\d+) issue", run.out)


def of_markdownlint(run):
    text = run.out + run.err
    return number(r"^Linting: (\d+) file", text), number(r"^Summary: (\d+) error", text)


def of_typos(run):
    """It counts no files; but lists, when asked, those that it would read, one a line."""
    command = [TYPOS, "--isolated", "--no-ignore", "--files", "."]
    listed = subprocess.run(command, cwd=BENCH / "documents", check=True, capture_output=True, text=True).stdout
    return len(listed.splitlines()), len(re.findall(r"^\S.*: error: `", run.out, re.MULTILINE))


TYPOS = str(BENCH / "typos" / "bin" / "typos")
DESIGNLINT = ["check", "--isolated", "--no-ignore", "--fail-level", "off", "--format", "concise"]
RUMDL = ["check", "--no-cache", "--isolated", "--respect-gitignore=false"]


def tools(binary):
    """All programs; the first is designlint."""
    markdownlint = str(BENCH / "markdownlint-cli2" / "node_modules" / ".bin" / "markdownlint-cli2")
    return [
        Tool("designlint", binary, DESIGNLINT + ["."], lambda f: DESIGNLINT + [f], of_designlint, (0,), False),
        Tool("rumdl", str(BENCH / "rumdl" / "bin" / "rumdl"), RUMDL + ["."], lambda f: RUMDL + [f], of_rumdl),
        Tool("markdownlint-cli2", markdownlint, ["**/*.{md,markdown}"], lambda f: [f], of_markdownlint),
        Tool("typos", TYPOS, ["--isolated", "--no-ignore", "--format", "brief", "."],
             lambda f: ["--isolated", "--format", "brief", f], of_typos, (0, 2)),
    ]


def installed(tool):
    """Why a peer is not there, or nothing."""
    if not tool.peer:
        return ""
    done = subprocess.run([HERE / "install", tool.name], check=False, capture_output=True, text=True, cwd=ROOT)
    if done.returncode not in (0, 3):
        raise RuntimeError(f"benches/install {tool.name}: {done.stderr[-500:]}")
    return done.stdout.strip().splitlines()[-1] if done.returncode == 3 else ""
