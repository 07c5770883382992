//! Generates `_native.pyi`: the hand-written signatures in `python/src/native.pyi` with the documentation of the Rust
//! functions and classes.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use super::super::root;
use super::text::docstring;

const HEAD: &str = "# Made from python/src/native.pyi and the documentation in python/src by the tests in tests/it/codegen.rs; do not edit.\n";

/// Documentation by class and member. A class has its Python name, with an empty member; a function has an empty class.
type Docs = BTreeMap<(String, String), String>;

/// Returns the content of the file.
pub fn stub() -> String {
    let folder = root().join("python/src");
    let skeleton = fs::read_to_string(folder.join("native.pyi")).expect("the signatures are there");
    HEAD.to_owned() + &filled(&skeleton, &docs(&folder))
}

/// Adds the documentation of Rust to signatures that have no documentation.
fn filled(skeleton: &str, docs: &Docs) -> String {
    let (mut text, mut class, mut member) = (String::new(), String::new(), String::new());
    let mut documented = BTreeSet::new();
    let mut lines = skeleton.lines().peekable();
    while let Some(line) = lines.next() {
        let is_class = line.starts_with("class ");
        if is_class {
            class = name_in(line, "class ");
            member.clear();
        } else if line.starts_with("def ") {
            class.clear();
        }
        let head = line.trim_start();
        if head.starts_with("def ") {
            member = name_in(head, "def ");
        }
        let found = docs.get(&(class.clone(), member.clone()));
        let is_end = line.ends_with(": ...") || is_class;
        let depth = if class.is_empty() || is_class { 4 } else { 8 };
        match found.filter(|_| is_end && documented.insert((class.clone(), member.clone()))) {
            Some(about) => {
                text += &format!("{}\n{}", line.trim_end_matches(" ..."), docstring(depth, &paragraphs(about)));
                if lines.peek().is_some_and(|next| !next.is_empty()) {
                    text.push('\n');
                }
            }
            None => text += &format!("{line}\n"),
        }
    }
    text
}

/// Returns the name after a keyword.
fn name_in(line: &str, keyword: &str) -> String {
    let name = line.trim_start_matches(keyword);
    name.split(|letter: char| !letter.is_alphanumeric() && letter != '_').next().unwrap_or_default().to_owned()
}

/// Returns the paragraphs with their lines joined; items of a list have one line each.
fn paragraphs(about: &str) -> Vec<String> {
    let joined = |part: &str| part.replace('\n', " ").replace(" * ", "\n* ");
    about.split("\n\n").map(joined).collect()
}

/// Returns the documentation in the sources of the native module.
fn docs(folder: &Path) -> Docs {
    let mut sources = Vec::new();
    collect(folder, &mut sources);
    let classes: BTreeMap<String, String> =
        sources.iter().flat_map(|source| read(source, &BTreeMap::new()).0).collect();
    sources.iter().flat_map(|source| read(source, &classes).1).collect()
}

fn collect(folder: &Path, sources: &mut Vec<String>) {
    let mut places: Vec<_> = fs::read_dir(folder)
        .expect("the sources are there")
        .map(|entry| entry.expect("a file can be listed").path())
        .collect();
    places.sort();
    for place in places {
        if place.is_dir() {
            collect(&place, sources);
        } else if place.extension().is_some_and(|kind| kind == "rs") {
            sources.push(fs::read_to_string(place).expect("a source can be read"));
        }
    }
}

/// Reads one source that is formatted by rustfmt: documentation and attributes precede their item. Returns the classes
/// that it declares, each with its Python name, and the documentation. `classes` has those of all sources, because
/// methods can be in another file than their class.
fn read(source: &str, classes: &BTreeMap<String, String>) -> (BTreeMap<String, String>, Docs) {
    let (mut declared, mut found) = (BTreeMap::new(), Docs::new());
    let (mut about, mut attributes, mut class) = (Vec::new(), String::new(), None);
    let mut is_attribute = false;
    for line in source.lines() {
        let code = line.trim_start();
        if let Some(words) = code.strip_prefix("///") {
            about.push(words.trim());
            continue;
        }
        if is_attribute || code.starts_with("#[") {
            attributes += code;
            // The attribute of a parameter is followed by its name on the same line.
            is_attribute = (is_attribute || !code.contains(']')) && !code.ends_with(']');
            continue;
        }
        let about_text = std::mem::take(&mut about).join("\n");
        let attributes_text = std::mem::take(&mut attributes);
        let item = code.strip_prefix("pub ").unwrap_or(code);
        if line == "}" {
            class = None;
        } else if let Some(rest) = item.strip_prefix("struct ").filter(|_| attributes_text.contains("#[pyclass")) {
            let rust = rest.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
            let name =
                attributes_text.split("name = \"").nth(1).and_then(|name| name.split('"').next()).unwrap_or(rust);
            declared.insert(rust.to_owned(), name.to_owned());
            found.insert((name.to_owned(), String::new()), about_text);
        } else if let Some(rest) = line.strip_prefix("impl ").filter(|_| attributes_text.contains("#[pymethods]")) {
            class = classes.get(rest.trim_end_matches(" {")).cloned();
        } else if let Some(rest) = item.strip_prefix("fn ") {
            let is_function = attributes_text.contains("#[pyfunction]");
            let Some(owner) = class.clone().or_else(|| is_function.then(String::new)) else { continue };
            let renamed = attributes_text.split("#[getter(").nth(1).and_then(|name| name.split(')').next());
            let name = renamed.map_or_else(|| name_in(rest.trim_start_matches("r#"), "fn "), str::to_owned);
            if !about_text.is_empty() {
                found.insert((owner, name), about_text);
            }
        }
    }
    (declared, found)
}
