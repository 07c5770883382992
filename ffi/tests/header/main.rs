//! Compares the committed header with the one that cbindgen generates from the sources. `tests/run --update` writes it.

mod groups;

use std::fs;
use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn make() -> String {
    let config = cbindgen::Config::from_file(root().join("ffi/cbindgen.toml")).expect("cbindgen.toml is one");
    let sources = root().join("ffi/src/lib.rs");
    let bindings = cbindgen::Builder::new().with_config(config).with_src(sources).generate().expect("a header");
    let mut header = Vec::new();
    bindings.write(&mut header);
    let header = String::from_utf8(header).expect("a header is text");
    // The comments of the preprocessor lines become comments of C89.
    let header = header.lines().map(|line| match line.split_once("// ") {
        Some((code, comment)) if code.starts_with(['#', '}']) => format!("{code}/* {comment} */\n"),
        _ => format!("{line}\n"),
    });
    groups::marked(&checked(&header.collect::<String>()))
}

/// Functions that end something: a program does not act on their status.
const ENDS: [&str; 3] = ["_close", "_stop", "_cancel"];

/// The header with `SHIPTRACK_CHECKED` before each function whose status says whether it failed.
fn checked(header: &str) -> String {
    let mut made = String::new();
    let mut rest = header;
    while let Some(at) = rest.find("\nint32_t shiptrack_") {
        let (before, found) = rest.split_at(at + 1);
        let (declared, after) = found.split_at(found.find(';').map_or(found.len(), |end| end + 1));
        let name = declared.split('(').next().unwrap_or_default();
        let fails =
            declared.ends_with("struct shiptrack_error **error);") && !ENDS.iter().any(|end| name.ends_with(end));
        made.push_str(before);
        made.push_str(if fails { "SHIPTRACK_CHECKED\n" } else { "" });
        made.push_str(declared);
        rest = after;
    }
    made + rest
}

#[test]
fn committed_header_matches_the_sources() {
    let (made, place) = (make(), root().join("include/shiptrack.h"));
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        fs::write(&place, &made).expect("the header can be written");
    }
    let committed = fs::read_to_string(&place).unwrap_or_default();
    let differing = made.lines().zip(committed.lines()).position(|(made, committed)| made != committed);
    assert!(
        made == committed,
        "include/shiptrack.h differs from the header that the sources generate (line {:?}): run tests/run --update",
        differing.map(|line| line + 1)
    );
}

#[test]
fn functions_of_a_topic_are_in_one_region() {
    let header = fs::read_to_string(root().join("include/shiptrack.h")).expect("the header is there");
    let regions = groups::regions(&header);
    let exported = fs::read_to_string(root().join("ffi/exported-symbols.txt")).expect("the list is there");
    for function in exported.lines() {
        let group = regions.get(function).unwrap_or_else(|| panic!("{function} is in no group"));
        assert_eq!(groups::of(function).as_ref(), Some(group), "{function}");
    }
    assert_eq!(regions.len(), exported.lines().count());
    for (function, group) in [
        ("shiptrack_container_number", "container"),
        ("shiptrack_container_list", "container"),
        ("shiptrack_container_check_digit", "container"),
        ("shiptrack_service_document_content", "document"),
        ("shiptrack_service_create_account", "account"),
        ("shiptrack_track", "tracking_request"),
    ] {
        assert_eq!(regions[function], group, "{function}");
    }
}

/// The functions that catch panics, and the helpers that call them.
const GUARDS: [&str; 22] = [
    "ask(",
    "call(",
    "value_or(",
    "free::<",
    "fetch(",
    "track(",
    "write_object(",
    "write(",
    "write_buffer(",
    "write_optional_buffer(",
    "wait(Wait",
    "change(",
    "make::<",
    "set(options",
    "set(access",
    "member_text(",
    "cached_text(",
    "target(",
    "_of(",
    // Short forms call their long forms.
    "_request_wait(",
    "_upload(client",
    "_settle(service",
];

#[test]
fn exported_symbols_match_the_header() {
    let (header, place) = (make(), root().join("ffi/exported-symbols.txt"));
    let words = header.split(|letter: char| !letter.is_ascii_alphanumeric() && !"_(".contains(letter));
    let functions = words.filter_map(|word| word.strip_suffix('(').or(word.split_once('(').map(|(name, _)| name)));
    let functions: std::collections::BTreeSet<&str> =
        functions.filter(|name| name.starts_with("shiptrack_") && !name.ends_with("_fn")).collect();
    let made: String = functions.iter().map(|name| format!("{name}\n")).collect();
    if std::env::var_os("SHIPTRACK_BLESS").is_some() {
        fs::write(&place, &made).expect("the list can be written");
    }
    let committed = fs::read_to_string(&place).unwrap_or_default();
    assert!(
        made == committed,
        "ffi/exported-symbols.txt differs from the functions of the header: run tests/run --update"
    );
}

#[test]
fn every_function_catches_panics() {
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
                // These only return static data, or their argument.
                assert!(guarded || ["shiptrack_version", "shiptrack_test_empty"].contains(&name), "{name}");
                *seen += 1;
            }
        }
    }
    let mut seen = 0;
    walk(&root().join("ffi/src"), &mut seen);
    assert!(seen > 150, "only {seen} functions were found");
}

#[test]
fn every_kind_of_error_has_a_status() {
    let header = fs::read_to_string(root().join("include/shiptrack.h")).expect("the header is there");
    for kind in shiptrack::ErrorKind::ALL {
        let line = format!("#define SHIPTRACK_ERROR_{} {}\n", kind.code().to_uppercase(), kind.number());
        assert!(header.contains(&line), "{line}");
    }
}
