//! Runs of the real binary in a folder of its own.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test ends where its folder cannot be set up")]

use std::fs;
use std::path::Path;

use assert_cmd::Command;
use serde_json::Value;

/// A folder with files.
pub struct Folder(tempfile::TempDir);

/// What a run left behind.
#[derive(Debug)]
pub struct Run {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Folder {
    /// A folder that holds files, each a path and its bytes.
    pub fn with(files: &[(&str, &[u8])]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (file, bytes) in files {
            folder.write(file, bytes);
        }
        folder
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    pub fn write(&self, file: &str, bytes: &[u8]) {
        let path = self.path().join(file);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, bytes).unwrap();
    }

    pub fn read(&self, file: &str) -> Vec<u8> {
        fs::read(self.path().join(file)).unwrap()
    }

    /// The command with words parted by blanks, in this folder, with nothing of the caller's environment that matters.
    pub fn command(&self, line: &str) -> Command {
        let mut command = Command::cargo_bin("designlint").unwrap();
        command.current_dir(self.path()).args(line.split_whitespace()).env("RUST_BACKTRACE", "0");
        for name in ["NO_COLOR", "FORCE_COLOR", "TERM"] {
            command.env_remove(name);
        }
        command
    }

    pub fn run(&self, line: &str) -> Run {
        finish(&mut self.command(line))
    }
}

/// Runs a command to its end. Whatever it was given, it neither panics nor is killed.
pub fn finish(command: &mut Command) -> Run {
    let output = command.output().unwrap();
    let run = Run {
        code: output.status.code().unwrap(),
        stdout: String::from_utf8(output.stdout).unwrap(),
        stderr: String::from_utf8(output.stderr).unwrap(),
    };
    assert!(!run.stderr.contains("panicked"), "{run:?}");
    run
}

impl Run {
    /// Standard output as JSON, which it is to the last byte.
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// The rules that found something in a file, with their lines.
    pub fn findings(&self, path: &str) -> Vec<(String, u64)> {
        let json = self.json();
        let all = json["diagnostics"].as_array().unwrap().iter().filter(|d| d["path"] == path);
        all.map(|d| (d["rule"].as_str().unwrap().to_owned(), d["line"].as_u64().unwrap())).collect()
    }

    /// The paths under `files`, in their order.
    pub fn files(&self) -> Vec<String> {
        self.json()["files"].as_array().unwrap().iter().map(|f| f["path"].as_str().unwrap().to_owned()).collect()
    }
}

/// The keys of a JSON object, in their order.
pub fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}
