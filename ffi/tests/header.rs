//! The header is what the sources say: `SHIPTRACK_BLESS=1 cargo test -p shiptrack-ffi --test header` writes it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The sources as one file, with all macros expanded: cbindgen reads no macros.
fn expanded() -> PathBuf {
    let file = root().join("target/shiptrack_ffi_expanded.rs");
    if !file.exists() {
        // Cargo thinks that it has nothing to do when it did this before: then the file is only written again for a
        // source that is newer.
        let source = fs::File::open(root().join("ffi/src/lib.rs")).expect("the sources are there");
        source.set_modified(std::time::SystemTime::now()).expect("a file can be touched");
    }
    let status = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--package", "shiptrack-ffi", "--lib"])
        .env("RUSTC_WORKSPACE_WRAPPER", root().join("ffi/tests/expand"))
        .env("SHIPTRACK_EXPANDED", &file)
        .current_dir(root())
        .status()
        .expect("cargo can be run");
    assert!(status.success(), "the sources cannot be expanded");
    file
}

fn make() -> String {
    let config = cbindgen::Config::from_file(root().join("ffi/cbindgen.toml")).expect("cbindgen.toml is one");
    let bindings = cbindgen::Builder::new().with_config(config).with_src(expanded()).generate().expect("a header");
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = String::from_utf8(header).expect("a header is text");
    // The rest of the comments are as every C compiler takes them.
    let header = header.lines().map(|line| match line.split_once("// ") {
        Some((code, comment)) if code.starts_with(['#', '}']) => format!("{code}/* {comment} */\n"),
        _ => format!("{line}\n"),
    });
    header.collect()
}

#[test]
fn the_committed_header_is_what_the_sources_say() {
    let (made, place) = (make(), root().join("include/shiptrack.h"));
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        fs::write(&place, &made).expect("the header can be written");
    }
    let committed = fs::read_to_string(&place).unwrap_or_default();
    let differing = made.lines().zip(committed.lines()).position(|(made, committed)| made != committed);
    assert!(
        made == committed,
        "include/shiptrack.h is not what the sources say (line {:?}): run SHIPTRACK_BLESS=1 cargo test -p shiptrack-ffi --test header",
        differing.map(|line| line + 1)
    );
}

/// The ways through the one boundary: the two guards, and what is built on them.
const GUARDS: [&str; 12] = [
    "call(",
    "value(",
    "free::<",
    "fetch(",
    "track(",
    "wait(Wait",
    "change(",
    "set(options",
    "attribute(",
    "target(",
    "_of(",
    "$crate::resource::",
];

#[test]
fn every_function_runs_behind_the_boundary() {
    fn walk(folder: &Path, seen: &mut usize) {
        for entry in fs::read_dir(folder).expect("the sources are there").flatten() {
            let path = entry.path();
            if path.is_dir() {
                walk(&path, seen);
                continue;
            }
            let source = fs::read_to_string(&path).expect("a source is text");
            for function in source.split("pub extern \"C\" fn ").skip(1) {
                let name = function.split('(').next().unwrap_or_default();
                let body = function.split("#[unsafe(no_mangle)]").next().unwrap_or_default();
                let guarded = GUARDS.iter().any(|guard| body.contains(guard));
                // These only hand out what is static, or what they were given.
                assert!(guarded || ["shiptrack_version", "shiptrack_test_empty"].contains(&name), "{name}");
                *seen += 1;
            }
        }
    }
    let mut seen = 0;
    walk(&root().join("ffi/src"), &mut seen);
    assert!(seen > 150, "{seen} functions were found");
}

#[test]
fn every_kind_of_error_has_a_status() {
    let header = fs::read_to_string(root().join("include/shiptrack.h")).expect("the header is there");
    for kind in shiptrack::ErrorKind::ALL {
        let line = format!("#define SHIPTRACK_ERROR_{} {}\n", kind.code().to_uppercase(), kind.number());
        assert!(header.contains(&line), "{line}");
    }
}
