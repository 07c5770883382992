//! What is made from the description of the interface ([`shiptrack::resources::INTERFACE`] and the resource types): each
//! file is printed from core's constants, committed, and compared by a test. What only the C library has is listed in
//! [`c_objects`] and [`c_numbers`].
//!
//! `tests/run --update` writes them.

pub mod c;
pub mod c_names;
pub mod c_numbers;
pub mod c_objects;
pub mod c_tests;
pub mod cpp;
pub mod markdown;
pub mod openapi;
pub mod python;
pub mod rust;
pub mod rust_calls;
pub mod settings;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// What the first line of a generated file says, behind the sign of a comment.
pub const GENERATED_NOTE: &str =
    "Made from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.";

/// Fails unless the file at `path`, below the top of the repository, is what was made; writes it when told to.
pub fn check_generated(path: &str, made: &str) {
    let place = root().join(path);
    let committed = fs::read_to_string(&place).unwrap_or_default();
    if committed == made {
        return;
    }
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        fs::create_dir_all(place.parent().expect("a file lies in a folder")).expect("the folder can be made");
        fs::write(&place, made).expect("the file can be written");
        return;
    }
    let line = made.lines().zip(committed.lines()).take_while(|(made, committed)| made == committed).count() + 1;
    panic!("{path} is not what the description says (line {line}): run tests/run --update");
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// A line of text as lines of this length at most; a list's are set in.
pub fn wrapped(text: &str, length: usize) -> Vec<String> {
    let deeper = if text.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let last = lines.last_mut().expect("there is a line");
        if !last.is_empty() && last.chars().count() + 1 + word.chars().count() > length {
            lines.push(format!("{deeper}{word}"));
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    lines
}

/// Rust as rustfmt writes it.
pub fn formatted(source: &str) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt comes with the toolchain");
    let mut input = rustfmt.stdin.take().expect("it is piped");
    input.write_all(source.as_bytes()).expect("rustfmt reads it");
    drop(input);
    let output = rustfmt.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt refuses what was made:\n{source}");
    String::from_utf8(output.stdout).expect("a source is text")
}
