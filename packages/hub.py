"""The GitHub of bot/tests as a process: it has pull requests, takes comments, and refuses what GitHub refuses."""

import json
import re
import subprocess

# The most comments on lines that stand at a time.
MOST_INLINE = 10


def told_by(comment):
    """What a comment on a line is about: (severity, line, rule)."""
    severity, rule = re.match(r"\*\*(\w+)\*\* \[([a-z-]+)\]\(https://designlint\.github\.io/", comment["body"]).groups()
    return severity, str(comment.get("start_line") or comment["line"]), rule


def gravest(found):
    """What is found in a document, each like that, in the order in which it is told."""
    order = ["error", "warning", "info"]
    return sorted(found, key=lambda one: (order.index(one[0]), int(one[1])))


class Hub:
    """With it as a context: `at` is its address, `token` the one that it takes, `held` whether Prism holds what passes."""

    def __init__(self, repository):
        self.command = ["cargo", "test", "--quiet", "--workspace", "--test", "hub", "--", "--ignored", "--nocapture"]
        self.repository = repository

    def __enter__(self):
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(self.command, cwd=self.repository, stdin=pipe, stdout=pipe, text=True, encoding="utf-8")
        said = self.say({"repo": "nobody/nothing", "head": "0" * 40, "from": "nobody/nothing", "files": {}})
        self.at, self.token, self.held = said["at"], said["token"], said["held"]
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait(timeout=60)

    def say(self, pull):
        self.process.stdin.write(json.dumps(pull) + "\n")
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith("{"):
                return json.loads(line)
        raise RuntimeError("the GitHub of bot/tests does not come up")

    def pull(self, repo, head, files, source=None):
        """Pull request 1 of the repository has this head, of the repository `source` if that is another, and adds these files.

        Gives what GitHub has by now: `on_lines` and `on_pull` are comments, `reviews` their bodies, `written` what was asked."""
        said = self.say({"repo": repo, "head": head, "from": source or repo, "files": files})
        assert not said["complaints"], said["complaints"]
        return said["has"]

    def environment(self):
        """What tells a program that GitHub is here, and opens it."""
        return {"GITHUB_API_URL": self.at, "GITHUB_GRAPHQL_URL": f"{self.at}/graphql", "GITHUB_TOKEN": self.token}
