//! Checks that every statement about the interface refers to existing tests. The statements are in `conformance.txt`; a page of the
//! documentation is generated from them.

use std::fmt::Write as _;
use std::fs;

use serde_json::Value;
use shiptrack_tests::codegen::{check_generated, root};

const ROWS: &str = include_str!("conformance.txt");

/// The sections of the interface that describe behavior.
const SECTIONS: &str = "1 2 2.1 2.2 2.3 2.4 2.5 2.6 3 4 4.1 4.2 4.3 4.4 4.5 5 6 7 8 9";

struct Section {
    title: &'static str,
    rows: Vec<Row>,
}

struct Row {
    statement: &'static str,
    tests: Vec<Test>,
}

/// A test: a file, relative to the root of the repository, and the name of a test or case in it. `name` is `None` if the whole file is a
/// case.
struct Test {
    path: &'static str,
    name: Option<&'static str>,
}

fn sections() -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for line in ROWS.lines().filter(|line| !line.is_empty() && !line.starts_with("# ")) {
        if let Some(title) = line.strip_prefix("## ") {
            sections.push(Section { title, rows: Vec::new() });
            continue;
        }
        let rows = &mut sections.last_mut().expect("a row follows a section").rows;
        match line.strip_prefix("  ") {
            Some(test) => rows.last_mut().expect("a test follows a statement").tests.push(Test::read(test)),
            None => rows.push(Row { statement: line, tests: Vec::new() }),
        }
    }
    sections
}

impl Test {
    fn read(text: &'static str) -> Self {
        match text.split_once("::") {
            Some((path, name)) => Test { path, name: Some(name) },
            None => Test { path: text, name: None },
        }
    }

    fn exists(&self) -> bool {
        let Ok(text) = fs::read_to_string(root().join(self.path)) else { return false };
        let language = self.path.rsplit_once('.').map(|(_, ending)| ending);
        match (language, self.name) {
            (Some("rs"), Some(name)) => has_rust_test(&text, name),
            (Some("py"), Some(name)) => name.starts_with("test_") && text.contains(&format!("def {name}(")),
            (Some("c"), Some(name)) => text.contains(&format!("{name}(void) {{")),
            (Some("cpp"), Some(name)) => text.contains(&format!("{name}() {{")),
            (Some("json"), Some(operation)) => has_call(&text, operation),
            (Some("json"), None) => true,
            _ => false,
        }
    }

    fn link(&self) -> String {
        let file = self.path.rsplit_once('/').map_or(self.path, |(_, file)| file);
        let name = match self.name {
            Some(name) if self.path.ends_with(".json") => format!("{file}: {name}"),
            Some(name) => name.to_owned(),
            None => file.trim_end_matches(".json").to_owned(),
        };
        format!("[`{name}`](../../{})", self.path)
    }
}

/// Whether a function of this name is marked as a test.
fn has_rust_test(source: &str, name: &str) -> bool {
    let Some((before, _)) = source.split_once(&format!("fn {name}(")) else { return false };
    let attributes = before.rsplit("\n\n").next().unwrap_or_default();
    attributes.contains("#[test]")
}

/// Whether a case of this file calls the operation.
fn has_call(cases: &str, operation: &str) -> bool {
    let cases: Value = serde_json::from_str(cases).expect("a corpus is JSON");
    let calls = cases["calls"].as_array().expect("calls are a list");
    calls.iter().any(|call| call["operation"] == operation)
}

fn page(sections: &[Section]) -> String {
    let mut page = String::from(
        "<!-- Generated from tests/it/conformance.txt by tests/it/conformance.rs; do not edit. -->\n\n\
         # Statements of the interface and their tests\n\n\
         The behavior that the interface documents, in the order of its documentation, with the tests that check each statement:\n\
         tests in Rust, C and Python, and cases of the [corpus](../../tests/corpus/README.md), which all three run.\n",
    );
    for Section { title, rows } in sections {
        write!(page, "\n## {title}\n\n| Statement | Tests |\n|---|---|\n").expect("text can be written");
        for Row { statement, tests } in rows {
            let links: Vec<String> = tests.iter().map(Test::link).collect();
            writeln!(page, "| {statement} | {} |", links.join(", ")).expect("text can be written");
        }
    }
    page
}

#[test]
fn every_statement_refers_to_existing_tests() {
    let sections = sections();
    let missing: Vec<String> = sections
        .iter()
        .flat_map(|section| &section.rows)
        .flat_map(|row| &row.tests)
        .filter(|test| !test.exists())
        .map(|test| format!("{} {}", test.path, test.name.unwrap_or_default()))
        .collect();
    assert!(missing.is_empty(), "no such tests:\n{}", missing.join("\n"));
    for Row { statement, tests } in sections.iter().flat_map(|section| &section.rows) {
        assert!(!tests.is_empty(), "no test checks: {statement}");
    }
}

#[test]
fn every_section_of_the_interface_has_statements() {
    let sections = sections();
    let numbers: Vec<&str> = sections.iter().filter_map(|section| section.title.split(' ').next()).collect();
    assert_eq!(numbers.join(" "), SECTIONS);
    assert!(sections.iter().all(|section| !section.rows.is_empty()));
}

#[test]
fn a_reference_to_a_missing_test_is_detected() {
    for text in [
        "tests/it/conformance.rs::a_missing_test",
        "tests/it/conformance.rs::sections",
        "tests/corpus/api/no_such_case.json",
        "tests/corpus/calls/parties.json::no_such_operation",
        "tests/python/test_service.py::no_such_test",
        "tests/c/interface.c::no_such_test",
    ] {
        assert!(!Test::read(text).exists(), "{text}");
    }
    assert!(Test::read("tests/it/conformance.rs::a_reference_to_a_missing_test_is_detected").exists());
}

#[test]
fn conformance_page_is_current() {
    check_generated("core/docs/conformance.md", &page(&sections()));
}
