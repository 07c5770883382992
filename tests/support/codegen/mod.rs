//! Generates the files that are derived from the description of the interface ([`shiptrack::resources::INTERFACE`] and the
//! resource types). They are committed, and a test compares them. [`c_numbers`] lists what only the C library has.
//!
//! `tests/run --update` writes them.

pub mod c;
pub mod c_names;
pub mod c_numbers;
pub mod c_tests;
pub mod cpp;
pub mod markdown;
pub mod openapi;
pub mod origins;
pub mod python;
pub mod rust;
pub mod rust_calls;
pub mod settings;

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The first line of a generated file, after the comment mark.
pub const GENERATED_NOTE: &str = "Generated from the description of the interface (core/src/resources) by the tests in tests/it/codegen.rs; do not edit.";

/// Fails unless the file at `path`, relative to the top of the repository, has this text; writes it if `SHIPTRACK_BLESS` is set.
pub fn check_generated(path: &str, made: &str) {
    let place = root().join(path);
    let committed = fs::read_to_string(&place).unwrap_or_default();
    if committed == made {
        return;
    }
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        fs::create_dir_all(place.parent().expect("a file is in a folder")).expect("the folder can be made");
        fs::write(&place, made).expect("the file can be written");
        return;
    }
    let line = made.lines().zip(committed.lines()).take_while(|(made, committed)| made == committed).count() + 1;
    panic!("{path} differs from the generated text (line {line}): run tests/run --update");
}

/// The top of the repository.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Wraps a line of text to lines of at most this length; further lines of a list item are indented.
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

/// Rust source, formatted by rustfmt.
pub fn formatted(source: &str) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config-path"])
        .arg(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the toolchain has rustfmt");
    let mut input = rustfmt.stdin.take().expect("it is piped");
    input.write_all(source.as_bytes()).expect("rustfmt reads it");
    drop(input);
    let output = rustfmt.wait_with_output().expect("rustfmt ends");
    assert!(output.status.success(), "rustfmt rejects the generated source:\n{source}");
    String::from_utf8(output.stdout).expect("a source is text")
}
