"""Runs action.yml in workflows of a repository that is not ours, in the mode `check`: try-action.py REPOSITORY PACKAGES VERSION

Closes with the runs that were made.
"""

import json
import re
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import act

repository, packages, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
faulty = repository / "corpus/faulty/sensor-archive"
clean = repository / "corpus/clean/sensor-archive/doc.md"
runner = act.Runner(repository, packages)


class Run(NamedTuple):
    """What a job came to: the annotations are pairs of a command and its properties, the reports are by the name of the file."""

    passed: bool
    annotations: list
    printed: str
    reports: dict


def workflow(inputs):
    """The lines that somebody else's workflow has."""
    given = "".join(f"          {name}: {json.dumps(value)}\n" for name, value in inputs.items())
    return f"""on: pull_request
jobs:
  documents:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v7
      - uses: designlint/designlint@v{version}
        with:
{given}"""


def run(inputs, fork=False):
    """The job of such a workflow, for a pull request from a fork or from the repository itself."""
    with tempfile.TemporaryDirectory() as work:
        uploaded = Path(work, "uploaded")
        uploaded.mkdir()
        act.project(Path(work, "project"), {
            "docs/a folder/doc.md": (faulty / "doc.md").read_text(), "docs/right.md": clean.read_text(),
        })
        event = {"pull_request": {"head": {"repo": {"fork": fork}}}}
        job = runner.run(work, workflow(inputs), "pull_request", event, {"UPLOADED": str(uploaded)})
        assert job.result in ("success", "failure"), job.log
        assert not list(Path(work).rglob("pwned")), "a part of an input was run"
        reports = {file.name: json.loads(file.read_text()) for file in uploaded.iterdir()}
    return Run(job.passed, job.annotations, job.printed, reports)


def annotated(run):
    """What is found, as `expected` has it, by the annotations, which all stand in the document."""
    severities = {"error": "error", "warning": "warning", "notice": "info"}
    assert {values["file"] for _, values in run.annotations} <= {"docs/a folder/doc.md"}, run
    return [(severities[command], values["line"], values["title"].removeprefix("designlint: ")) for command, values in run.annotations]


def reported(run):
    """The same of the report that was uploaded."""
    severities = {"error": "error", "warning": "warning", "note": "info"}
    places = [(one, one["locations"][0]["physicalLocation"]) for one in run.reports["designlint.sarif"]["runs"][0]["results"]]
    assert {place["artifactLocation"]["uri"] for _, place in places} == {"docs/a%20folder/doc.md"}, run
    return [(severities[one["level"]], str(place["region"]["startLine"]), one["ruleId"]) for one, place in places]


def main():
    found = act.expected(faulty)

    both = run({"paths": "docs/right.md\ndocs/a folder\n", "sarif-file": "found.sarif"})
    assert not both.passed, both
    assert sorted(annotated(both)) == sorted(found), both
    assert sorted(reported(both)) == sorted(found), both

    fork = run({"mode": "check", "sarif-file": "found.sarif"}, fork=True)
    assert not fork.passed and sorted(annotated(fork)) == sorted(found) and not fork.reports, fork

    right = run({"paths": "docs/right.md", "sarif-file": "found.sarif", "upload-sarif": "false"})
    assert right.passed and not right.annotations and not right.reports, right

    rule = next(rule for severity, _, rule in found if severity == "error")
    one = run({"paths": "docs", "args": f"--select  {rule}\n--quiet", "format": "concise", "fail-level": "off"})
    assert one.passed and not one.annotations, one
    printed = re.findall(r"^docs/a folder/doc\.md:(\d+):\d+: (\w+)\[([a-z-]+)\] .*$", one.printed, re.MULTILINE)
    assert sorted((severity, line, rule) for line, severity, rule in printed) == sorted(entry for entry in found if entry[2] == rule), one

    usage = run({"args": "--no-such-option", "sarif-file": "found.sarif"})
    assert not usage.passed and not usage.annotations and not usage.reports, usage

    hostile = run({"paths": "$(touch pwned)\n`touch pwned`\n--fix", "args": "; touch pwned"})
    # Each is the name of a file that is not there, and nothing else.
    names = {"$(touch pwned)", "`touch pwned`", "--fix", ";", "touch", "pwned"}
    assert not hostile.passed and {values["file"] for _, values in hostile.annotations} == names, hostile

    mode = run({"mode": "$(touch pwned)", "paths": "docs"})
    assert not mode.passed and not mode.printed, mode
    assert [values["title"] for _, values in mode.annotations] == ["designlint"], mode

    print(f"{runner.runs} runs by act, {len(found)} annotations and results held")


main()
