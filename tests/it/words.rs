//! The language of the project: words that are not used in any text, and names that no module or type has.

use std::fs;
use std::path::Path;

use super::project_files::{files_in, root};

/// Words and phrases that are not used, without regard to case. They have plainer words that say who does what: "returns",
/// "reports", "the caller", "is not a valid …", "is missing", "ignored", "suspended", "documents", "containers".
const WORDS: &[&str] = &[
    "tell",
    "tells",
    "told",
    "telling",
    "teller",
    "nobody",
    "somebody",
    "whoever",
    "is none",
    "are none",
    "none at all",
    "passed over",
    "put aside",
    "set aside",
    "comes along",
    "come along",
    "fare",
    "fares",
    "of its own",
    "of their own",
    "of one's own",
    "papers",
    "boxes",
];

/// Names that say nothing about what a module or a type contains.
const NAMES: &[&str] = &[
    "again", "along", "asked", "aside", "beside", "done", "fare", "given", "heard", "kept", "known", "learned",
    "lesson", "meant", "nobody", "said", "seen", "served", "tell", "teller", "told", "wanted", "whose", "wordless",
];

/// Lines with quotations: the path of the file and a part of the line.
const QUOTATIONS: &[(&str, &str)] = &[
    // A method of Python's files.
    ("python/src/families/documents.rs", "tell()"),
    ("python/src/families/documents.rs", "\"tell\""),
    ("tests/python/test_examples.py", ".tell()"),
];

/// The endings of the files that are read. Data of tests, tables of places and recorded answers are no text of ours.
const TEXTS: &[&str] =
    &["rs", "md", "py", "pyi", "c", "cpp", "h", "hpp", "in", "toml", "txt", "json", "ipynb", "sh", "yml", ""];
const SKIPPED: &[&str] = &["core/src/places/tables/", "tests/it/words.rs"];

struct File {
    /// From the top of the project.
    path: String,
    text: String,
}

/// Every file of the project that is text.
fn files() -> Vec<File> {
    let is_text = |path: &String| {
        let ending = Path::new(path).extension().unwrap_or_default().to_string_lossy();
        TEXTS.contains(&ending.as_ref()) && !SKIPPED.iter().any(|skipped| path.starts_with(skipped))
    };
    let paths = files_in("").into_iter().filter(is_text);
    let files: Vec<File> =
        paths.filter_map(|path| fs::read_to_string(root().join(&path)).ok().map(|text| File { path, text })).collect();
    assert!(files.len() > 500, "the files of the project are found");
    files
}

/// Whether the line has the phrase as whole words. A comment or a sentence that is wrapped counts as two lines.
fn has(line: &str, phrase: &str) -> bool {
    let is_part_of_word = |character: Option<char>| character.is_some_and(|it| it.is_alphanumeric() || it == '_');
    line.match_indices(phrase).any(|(at, _)| {
        !is_part_of_word(line[..at].chars().next_back()) && !is_part_of_word(line[at + phrase.len()..].chars().next())
    })
}

fn hits(files: &[File]) -> Vec<String> {
    let mut hits = Vec::new();
    for file in files {
        for (number, line) in file.text.lines().enumerate() {
            // `is None` is code; "is none" is not.
            let lower = line.replace("None", "").to_lowercase();
            let quoted = QUOTATIONS.iter().any(|(path, part)| file.path.ends_with(path) && line.contains(part));
            let found = WORDS.iter().find(|word| !quoted && has(&lower, word));
            hits.extend(found.map(|word| format!("{}:{}: {word}", file.path, number + 1)));
        }
    }
    hits
}

/// The modules and types that a line of Rust declares.
fn declared(line: &str) -> Option<&str> {
    let mut words = line.split_whitespace().skip_while(|word| word.starts_with("pub"));
    let is_kind = matches!(words.next()?, "mod" | "struct" | "enum" | "trait" | "type");
    let name = words.next().filter(|_| is_kind)?;
    name.split(|character: char| !character.is_alphanumeric() && character != '_').next()
}

#[test]
fn no_text_has_a_word_that_is_not_used() {
    let hits = hits(&files());
    assert!(hits.is_empty(), "{} lines:\n{}", hits.len(), hits.join("\n"));
}

#[test]
fn no_module_or_type_has_a_name_that_says_nothing() {
    let mut hits = Vec::new();
    for file in files().iter().filter(|file| file.path.ends_with(".rs")) {
        for (number, line) in file.text.lines().enumerate() {
            let name = declared(line).filter(|name| NAMES.contains(&name.to_lowercase().as_str()));
            hits.extend(name.map(|name| format!("{}:{}: {name}", file.path, number + 1)));
        }
    }
    assert!(hits.is_empty(), "{} names:\n{}", hits.len(), hits.join("\n"));
}

#[test]
fn words_are_found_in_any_case_and_only_whole() {
    let text = "Nobody asks.\nA fareboat\nIt is\nset aside\nuntold, retell\n\"told\" // TOLD_1";
    let file = File { path: "/page.md".to_owned(), text: text.to_owned() };
    assert_eq!(hits(&[file]), ["/page.md:1: nobody", "/page.md:4: set aside", "/page.md:6: told"]);
    assert_eq!(declared("    pub(crate) struct Told<'a> {"), Some("Told"));
    assert_eq!(declared("mod said;"), Some("said"));
    assert_eq!(declared("let told = 1;"), None);
}
