"""workflow.py FILE FOLDER [--with PROGRAM]: runs the `run:` lines of a workflow's jobs in a folder as a Linux runner does, each with
`bash -e`, and stops a job at the first that fails. With PROGRAM, lines that install designlint are not run: it is on the PATH.
Prints what the steps print, and then each step with its exit code. Ends with the exit code of the last step that ran."""

import os
import pathlib
import re
import subprocess
import sys
import tempfile

import yaml

INSTALLS = re.compile(r"^pipx install designlint==(\S+)$")


def main():
    file, folder, *rest = sys.argv[1:]
    workflow = yaml.safe_load(pathlib.Path(file).read_text())
    ran, code = [], 0
    with tempfile.TemporaryDirectory() as runner:
        # `on` is a truth value to a reader of YAML 1.1.
        assert workflow["jobs"] and (True in workflow or "on" in workflow), "no jobs, or nothing starts them"
        summary = pathlib.Path(runner, "summary.md")
        environment = {**os.environ, "GITHUB_STEP_SUMMARY": str(summary), "CI": "true", "GITHUB_ACTIONS": "true"}
        if rest:
            programs = pathlib.Path(runner, "bin")
            programs.mkdir()
            (programs / "designlint").symlink_to(os.path.realpath(rest[1]))
            environment["PATH"] = f"{programs}:{environment['PATH']}"
        for job in workflow["jobs"].values():
            for step in job["steps"]:
                if "run" not in step:
                    # A step of others is pinned, or it may become another one.
                    assert re.search(r"@[0-9a-f]{40}$", step["uses"]), step
                    continue
                installed = INSTALLS.match(step["run"])
                if rest and installed:
                    says = subprocess.run([rest[1], "--version"], capture_output=True, text=True, check=True).stdout
                    assert says == f"designlint {installed[1]}\n", f"{step['run']} is not {says}"
                    continue
                script = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]]
                code = subprocess.run(script, cwd=folder, env=environment, check=False).returncode
                ran.append(f"{step['run']}: {code}")
                if code:
                    break
        if summary.exists():
            print(f"--- summary\n{summary.read_text()}")
    print("\n".join(["--- steps", *ran]))
    return code


sys.exit(main())
