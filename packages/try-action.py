"""Runs action.yml in workflows of a repository that is not ours: try-action.py REPOSITORY PACKAGES VERSION

The runner is act, on this machine and without containers. pip takes the wheel from PACKAGES and asks no index. The two actions
that cannot be fetched are those in stand-ins; act gives them and ours for the names and commits that action.yml and the
workflow say. Closes with the runs that were made.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

repository, packages, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
here = repository / "packages"
faulty = repository / "corpus/faulty/sensor-archive/doc.md"
clean = repository / "corpus/clean/sensor-archive/doc.md"
runs = 0


class Run(NamedTuple):
    """What a job came to: the annotations are pairs of a command and its properties, the reports are by the name of the file."""

    passed: bool
    annotations: list
    printed: str
    reports: dict


def git(*arguments, at):
    settings = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
    subprocess.run(["git", *settings, *arguments], cwd=at, check=True, stdout=subprocess.DEVNULL)


def local(ours):
    """The options that give folders of this machine, `ours` with our action, for the actions by their names and commits."""
    pinned = dict(re.findall(r"uses: ([\w-]+/[\w-]+)[\w/-]*@([0-9a-f]{40}) # v", (repository / "action.yml").read_text()))
    assert set(pinned) == {"actions/setup-python", "github/codeql-action"}, pinned
    folders = {f"designlint/designlint@v{version}": ours}
    for name, commit in pinned.items():
        folders[f"{name}@{commit}"] = here / "stand-ins" / name.split("/")[1]
    return [f"--local-repository={name}={folder}" for name, folder in folders.items()]


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
    global runs
    runs += 1
    with tempfile.TemporaryDirectory() as work:
        project, uploaded, ours = (Path(work, name) for name in ("project", "uploaded", "ours"))
        (project / ".github/workflows").mkdir(parents=True)
        (project / "docs/a folder").mkdir(parents=True)
        uploaded.mkdir()
        # All that the action is; act copies the folder whole.
        ours.mkdir()
        shutil.copy(repository / "action.yml", ours)
        shutil.copy(faulty, project / "docs/a folder/doc.md")
        shutil.copy(clean, project / "docs/right.md")
        (project / ".github/workflows/documents.yml").write_text(workflow(inputs))
        event = Path(work, "event.json")
        event.write_text(json.dumps({"pull_request": {"head": {"repo": {"fork": fork}}}}))
        git("init", "--quiet", at=project)
        git("add", ".", at=project)
        git("commit", "--quiet", "--message", "documents", at=project)
        command = ["act", "pull_request", "--json", "--platform=ubuntu-latest=-self-hosted", "--pull=false", "--no-cache-server"]
        command += [f"--eventpath={event}", "--env=PIP_NO_INDEX=1", f"--env=PIP_FIND_LINKS={packages}", f"--env=UPLOADED={uploaded}"]
        result = subprocess.run(
            command + local(ours), cwd=project, env={**os.environ, "HOME": work, "XDG_CACHE_HOME": work}, stdin=subprocess.DEVNULL,
            capture_output=True, text=True,
        )
        said = [json.loads(line) for line in result.stdout.splitlines() if line.startswith("{")]
        ended = [entry["jobResult"] for entry in said if "jobResult" in entry]
        assert ended and ended[-1] in ("success", "failure"), result.stdout + result.stderr
        assert not list(project.parent.rglob("pwned")), "a part of an input was run"
        reports = {file.name: json.loads(file.read_text()) for file in uploaded.iterdir()}
    annotations = [(entry["command"], entry["kvPairs"]) for entry in said if entry.get("command") in ("error", "warning", "notice")]
    printed = "".join(entry["msg"] for entry in said if entry.get("raw_output"))
    return Run(ended[-1] == "success", annotations, printed, reports)


def expected():
    """What is found in the document: (severity, line, rule) of each line of expected.txt."""
    lines = (faulty.parent / "expected.txt").read_text().splitlines()
    return [(severity, line, rule) for line, severity, rule in (re.match(r"(\d+):\S+ (\w+)\[([a-z-]+)\]", one).groups() for one in lines)]


def annotated(run):
    """The same of the annotations, which all stand in the document."""
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
    found = expected()

    both = run({"paths": "docs/right.md\ndocs/a folder\n", "sarif-file": "found.sarif"})
    assert not both.passed, both
    assert sorted(annotated(both)) == sorted(found), both
    assert sorted(reported(both)) == sorted(found), both

    fork = run({"sarif-file": "found.sarif"}, fork=True)
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

    print(f"{runs} runs by act, {len(found)} annotations and results held")


main()
