"""Runs programs of the bot on the GitHub of bot/tests: try-bot.py REPOSITORY VERSION DOCUMENT REPORT PROGRAM...

The report is what `check --format json --review` prints of the document, which is one of the corpus. Each program says its version
and its help, prints what it would post, and posts nothing.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import act
from hub import MOST_INLINE, Hub, gravest, told_by

repository, version, document, report, programs = Path(sys.argv[1]), sys.argv[2], sys.argv[3], sys.argv[4], sys.argv[5:]
case = repository / "corpus/faulty/serving-platform"


def run(program, *arguments, code=0, **environment):
    """What it prints on either output; it ends with this code."""
    # Windows starts nothing without the first of them.
    kept = {name: os.environ[name] for name in ("SYSTEMROOT", "PATH") if name in os.environ}
    ended = subprocess.run([program, *arguments], env={**kept, **environment}, capture_output=True, text=True, encoding="utf-8")
    assert ended.returncode == code, ended
    return ended.stdout, ended.stderr


def dry_run(program, hub, head):
    """What would be posted is what is expected; the token is in nothing that is printed."""
    post = ["post", "--from", report, "--repo", "acme/docs", "--pull", "1", "--commit", head, "--dry-run"]
    out, err = run(program, *post, **hub.environment())
    assert hub.token not in out + err
    review, summary = [json.loads(line) for line in out.splitlines()]
    assert (review["path"], review["body"]["commit_id"]) == ("/repos/acme/docs/pulls/1/reviews", head), review
    comments = review["body"]["comments"]
    assert {comment["path"] for comment in comments} == {document}, comments
    assert [told_by(comment) for comment in comments] == gravest(act.expected(case))[:MOST_INLINE], comments
    assert summary["path"] == "/repos/acme/docs/issues/1/comments" and f"### {document} (" in summary["body"]["body"], summary
    refused = run(program, *post, code=2, **hub.environment() | {"GITHUB_TOKEN": "another"})[1]
    assert refused.startswith("designlint-bot: error: GitHub says 401: Bad credentials"), refused


def main():
    head, files = "7" * 40, {document: Path(document).read_text(encoding="utf-8")}
    with Hub(repository) as hub:
        hub.pull("acme/docs", head, files)
        for program in programs:
            assert run(program, "--version") == (f"designlint-bot {version}\n", ""), program
            assert "Usage: designlint-bot" in run(program, "--help")[0], program
            dry_run(program, hub, head)
        assert not hub.pull("acme/docs", head, files)["written"]


main()
