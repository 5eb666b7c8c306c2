"""Runs workflows by act, on this machine and without containers, with action.yml and packages that are not published.

pip takes the wheels from a folder and asks no index. The actions that cannot be fetched are those in stand-ins; act gives them and
ours for the names and commits that action.yml and the workflow say.
"""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple


class Job(NamedTuple):
    """What a job came to: success, failure, or none where it was left out. Annotations are pairs of a command and its properties."""

    result: str
    annotations: list
    printed: str
    log: str

    @property
    def passed(self):
        return self.result == "success"


class Runner:
    """Runs workflows with the action of a clone and the wheels of a folder. `runs` is how often."""

    def __init__(self, repository, packages):
        self.repository, self.packages, self.runs = Path(repository), Path(packages), 0

    def local(self, workflow, ours):
        """The options that give folders of this machine, `ours` with our action, for the actions by their names and commits."""
        options = []
        for name, commit in re.findall(r"uses: ([\w-]+/[\w-]+)[\w/-]*@(\S+)", workflow + (ours / "action.yml").read_text()):
            folder = ours if name == "designlint/designlint" else self.repository / "packages/stand-ins" / name.split("/")[1]
            # One without a commit is act's own.
            if name == "designlint/designlint" or re.fullmatch("[0-9a-f]{40}", commit):
                assert folder.is_dir(), name
                options.append(f"--local-repository={name}@{commit}={folder}")
        return options

    def run(self, work, workflow, event, says, environment, secrets=None):
        """The job of a workflow, the text of a file, in the repository at `work/project`, for an event that says this.

        Secrets are taken from the environment, as act is told to, and it shows them, should anything print them."""
        self.runs += 1
        work = Path(work)
        ours, home = work / "ours", work / "home"
        shutil.rmtree(ours, ignore_errors=True)
        # All that the action is; act copies the folder whole.
        ours.mkdir()
        home.mkdir(exist_ok=True)
        shutil.copy(self.repository / "action.yml", ours)
        (work / "workflow.yml").write_text(workflow)
        (work / "event.json").write_text(json.dumps(says))
        command = ["act", event, "--json", "--platform=ubuntu-latest=-self-hosted", "--pull=false", "--no-cache-server"]
        command += [f"--workflows={work / 'workflow.yml'}", f"--eventpath={work / 'event.json'}", *self.local(workflow, ours)]
        given = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.packages), **environment}
        command += [f"--env={name}={value}" for name, value in given.items()]
        surroundings = {**os.environ, "HOME": str(home), "XDG_CACHE_HOME": str(home)}
        surroundings.pop("GITHUB_TOKEN", None)
        surroundings |= secrets or {}
        command += ["--insecure-secrets", *(f"--secret={name}" for name in secrets or {})]
        ended = subprocess.run(
            command, cwd=work / "project", env=surroundings, stdin=subprocess.DEVNULL, capture_output=True, text=True,
        )
        return job(ended.stdout, ended.stderr)


def job(out, err):
    """What act said of the one job that it was to run."""
    said = [json.loads(line) for line in out.splitlines() if line.startswith("{")]
    results = [entry["jobResult"] for entry in said if "jobResult" in entry]
    annotations = [(entry["command"], entry["kvPairs"]) for entry in said if entry.get("command") in ("error", "warning", "notice")]
    printed = "".join(entry["msg"] for entry in said if entry.get("raw_output"))
    return Job(results[-1] if results else "none", annotations, printed, out + err)


def project(folder, files):
    """A repository of git with these files, texts or links to a path, by their names; gives its commit."""

    def git(*arguments):
        settings = ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "init.defaultBranch=main"]
        return subprocess.run(["git", *settings, *arguments], cwd=folder, check=True, capture_output=True, text=True).stdout

    shutil.rmtree(folder, ignore_errors=True)
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        if isinstance(text, Path):
            (folder / path).symlink_to(text)
        else:
            (folder / path).write_text(text)
    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "documents")
    return git("rev-parse", "HEAD").strip()


def expected(case):
    """What is found in the document of a case of the corpus: (severity, line, rule) of each line of expected.txt."""
    lines = (Path(case) / "expected.txt").read_text().splitlines()
    return [(severity, line, rule) for line, severity, rule in (re.match(r"(\d+):\S+ (\w+)\[([a-z-]+)\]", one).groups() for one in lines)]
