"""Runs the workflows of docs/workflows as they stand, on the GitHub of bot/tests: try-review.py REPOSITORY PACKAGES VERSION

Closes with the runs that were made. Nowhere in what they print is the token.
"""

import json
import re
import sys
import tempfile
import zipfile
from pathlib import Path

import act
from hub import MOST_INLINE, Hub, gravest, told_by

repository, packages, version = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
workflows = {path.stem: path.read_text() for path in (repository / "docs/workflows").glob("*.yml")}
faulty = repository / "corpus/faulty/serving-platform"
clean = repository / "corpus/clean/serving-platform/doc.md"
path = "docs/a folder/doc.md"
runner = act.Runner(repository, packages)
# What is to be told, the gravest first.
expected = gravest(act.expected(faulty))
EVIL = "@ana see https://evil.example"


class Place:
    """A pull request of `repo`, from `source`, and a folder for its runs."""

    def __init__(self, hub, work, repo, source=None):
        self.hub, self.work, self.repo, self.source = hub, Path(work), repo, source or repo
        self.artifacts = self.work / "artifacts"
        self.artifacts.mkdir(parents=True)
        self.files, self.commit = {}, ""

    def push(self, files):
        """The head has these files: texts, and links to a path."""
        self.files, self.commit = files, act.project(self.work / "project", files)
        self.has()

    def has(self):
        """What GitHub has by now."""
        texts = {path: text for path, text in self.files.items() if isinstance(text, str)}
        return self.hub.pull(self.repo, self.commit, texts, self.source)

    def run(self, workflow, event, says, secrets):
        environment = self.hub.environment()
        del environment["GITHUB_TOKEN"]
        environment |= {"GITHUB_REPOSITORY": self.repo, "ORIGIN": str(self.work / "project"), "ARTIFACTS": str(self.artifacts)}
        job = runner.run(self.work, workflow, event, says, environment, secrets)
        assert self.hub.token not in job.log, "the token is printed"
        return job

    def opened(self, workflow, **secrets):
        """A workflow for the pull request as it stands."""
        head = {"sha": self.commit, "repo": {"full_name": self.source, "fork": self.source != self.repo}}
        return self.run(workflow, "pull_request", {"pull_request": {"number": 1, "head": head}}, secrets)

    def ended(self, event="pull_request", run=1):
        """post.yml, which starts when a run of report.yml has ended; nothing of the pull request is where it runs."""
        act.project(self.work / "project", {"README.md": "# Documents\n"})
        run = {"id": run, "event": event, "conclusion": "success", "head_sha": self.commit, "head_branch": "q7",
               "head_repository": {"full_name": self.source}, "pull_requests": []}
        return self.run(workflows["post"], "workflow_run", {"workflow_run": run}, {"GITHUB_TOKEN": self.hub.token})


def all_text(has):
    return "\n".join([*(comment["body"] for comment in has["on_lines"] + has["on_pull"]), *has["reviews"]])


def documents(doc=faulty / "doc.md"):
    """A document and one that is right, with the files that both of them name as contracts."""
    texts = {path: doc.read_text(), "docs/right.md": clean.read_text()}
    return texts | {name: "\n" for text in texts.values() for name in re.findall(r"`(\w+/[\w.]+)`", text)}


def told(has):
    """The pull request says what is found: the gravest at their lines, the others in the one summary, with the rubric."""
    assert {(comment["path"], comment["user"]["login"]) for comment in has["on_lines"]} == {(path, "github-actions[bot]")}
    on_lines = [told_by(comment) for comment in has["on_lines"]]
    assert on_lines == expected[:MOST_INLINE], f"{on_lines} of {expected}"
    [summary] = [comment["body"] for comment in has["on_pull"]]
    others = re.findall(r"^- line (\d+), \*\*(\w+)\*\* \[([a-z-]+)\]", summary, re.MULTILINE)
    assert [(severity, line, rule) for line, severity, rule in others] == expected[MOST_INLINE:], summary
    assert f"### {path} (design): approve with changes\n" in summary and "calculations: " in summary, summary
    assert "\n| Rubric | Answer | Why |\n" in summary and "\n| rollout and rollback, migrations | **no** | " in summary, summary
    assert "docs/right.md" not in summary, summary


def reviews(hub, work):
    """review.yml: a review, which stays as it is, is edited when the document changes, and is not posted for a fork."""
    place = Place(hub, work, "acme/review")
    place.push(documents())
    first = place.opened(workflows["review"], GITHUB_TOKEN=hub.token)
    assert first.passed and not first.annotations, first.log
    has = place.has()
    told(has)
    # With a token of one's own, where that of the workflow is worth nothing.
    own = workflows["review"].replace("paths: docs\n", "paths: docs\n          token: ${{ secrets.BOT }}\n")
    again = place.opened(own, GITHUB_TOKEN="nothing", BOT=hub.token)
    assert again.passed and place.has() == has, again.log

    place.push(documents(clean))
    mended = place.opened(workflows["review"], GITHUB_TOKEN=hub.token)
    now = place.has()
    assert mended.passed and not now["on_lines"], mended.log
    [summary] = [comment["body"] for comment in now["on_pull"]]
    assert summary.startswith("## designlint\n\nNothing is left"), summary

    fork = Place(hub, f"{work}/fork", "acme/review-of-fork", "mallory/docs")
    fork.push(documents())
    left_out = fork.opened(workflows["review"], GITHUB_TOKEN=hub.token)
    assert left_out.result == "none" and not fork.has()["written"], left_out.log
    return all_text(has)


def reports(hub, work, trusted):
    """report.yml without a token, and post.yml with what it left: the same words as those of review.yml."""
    place = Place(hub, work, "acme/fork", "mallory/docs")
    place.push(documents())
    report = place.opened(workflows["report"])
    assert report.passed and not place.has()["written"], report.log
    [archive] = place.artifacts.rglob("*.zip")
    with zipfile.ZipFile(archive) as file:
        assert file.namelist() == ["designlint.json"], file.namelist()
        found = json.loads(file.read("designlint.json"))
    told_of = [(one["severity"], str(one["line"]), one["rule"]) for one in found["diagnostics"]]
    assert sorted(told_of) == sorted(expected) and [one["path"] for one in found["review"]] == [path, "docs/right.md"], found
    post = place.ended()
    assert post.passed and not post.annotations, post.log
    told(place.has())
    assert all_text(place.has()) == trusted
    stands = place.has()
    push = place.ended(event="push")
    assert push.result == "none" and place.has() == stands, push.log

    return found


def linked(hub, work):
    """A report in the checkout, where the pull request has put a link: what it leads to stays as it is."""
    place = Place(hub, work, "acme/linked", "mallory/docs")
    outside = place.work / "outside"
    outside.write_text("the runner's\n")
    place.push({**documents(), "designlint.json": outside})
    workflow = workflows["report"].replace("paths: docs\n", "paths: docs\n          report: designlint.json\n")
    report = place.opened(workflow)
    assert report.passed and list(place.artifacts.rglob("*.zip")), report.log
    assert outside.read_text() == "the runner's\n"


def hostile(hub, work, found):
    """post.yml with artifacts that a stranger made: only rules and places of them are told."""
    place = Place(hub, work, "acme/hostile", "mallory/docs")
    place.push(documents())

    def post(run, members):
        (place.artifacts / str(run)).mkdir()
        with zipfile.ZipFile(place.artifacts / str(run) / "designlint.zip", "w", zipfile.ZIP_DEFLATED) as file:
            for name, content in members.items():
                file.writestr(name, content)
        job = place.ended(run=run)
        assert not [*place.work.rglob("pwned"), *place.work.parent.glob("pwned"), *Path("/").glob("pwned")], "a file of it was written"
        return job

    nothing = {
        2: {"other.json": "{}"},
        3: {"designlint.json": b" " * (9 << 20)},
        4: {"designlint.json": json.dumps({**found, "pull_request": 7})},
        5: {"designlint.json": json.dumps({**found, "files": [{**found["files"][0], "path": "../../etc/passwd"}]})},
    }
    for run, members in nothing.items():
        job = post(run, members)
        assert not job.passed and "designlint-bot: error: --from: " in job.printed and not place.has()["written"], job.log

    changed = json.loads(json.dumps(found))
    for one in changed["diagnostics"]:
        one["message"] = one["help"] = EVIL
    for line in changed["review"][0]["lines"]:
        line["says"] = line["reason"] = EVIL
    members = {"../pwned": "x", "designlint.json": json.dumps(changed), "/pwned": "x", "sub/designlint.json": "{}"}
    job = post(6, members)
    assert job.passed, job.log
    told(place.has())
    assert "evil" not in all_text(place.has()) and "evil" not in job.log, all_text(place.has())


def wrong(hub, work):
    """What goes wrong fails the job, posts nothing, and is said."""
    place = Place(hub, work, "acme/wrong")
    place.push(documents())
    stale = place.opened(workflows["review"], GITHUB_TOKEN=f"{hub.token[:-1]}x")
    assert not stale.passed and "GitHub says 401: Bad credentials" in stale.printed, stale.log
    assert hub.token[:-1] not in stale.log, "the token is printed"
    gone = place.opened(workflows["review"].replace("paths: docs", "paths: gone"), GITHUB_TOKEN=hub.token)
    assert not gone.passed and "designlint-bot" not in gone.printed, gone.log
    assert not place.has()["written"]


def main():
    with Hub(repository) as hub, tempfile.TemporaryDirectory() as work:
        trusted = reviews(hub, f"{work}/review")
        found = reports(hub, f"{work}/report", trusted)
        linked(hub, f"{work}/linked")
        hostile(hub, f"{work}/hostile", found)
        wrong(hub, f"{work}/wrong")
        held = "held to GitHub's description" if hub.held else "without Prism"
    print(f"{runner.runs} runs by act, {held}")


main()
