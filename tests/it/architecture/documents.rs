//! Checks that the files and folders named in the pages for contributors exist.

use std::fs;

use crate::project_files::{files_in, root};

/// Expands `a/{b,c}.rs` to `a/b.rs` and `a/c.rs`.
fn expanded(path: &str) -> Vec<String> {
    match path.split_once('{').and_then(|(begin, rest)| Some((begin, rest.split_once('}')?))) {
        Some((begin, (names, end))) => {
            names.split(',').flat_map(|name| expanded(&format!("{begin}{name}{end}"))).collect()
        }
        None => vec![path.trim_end_matches('/').to_owned()],
    }
}

/// A path may omit leading folders and the `.rs` of a module.
fn is_there(path: &str, files: &[String]) -> bool {
    files
        .iter()
        .any(|file| [format!("/{path}/"), format!("/{path}.rs/")].iter().any(|path| file.contains(path.as_str())))
}

#[test]
fn every_path_in_the_pages_for_contributors_exists() {
    let files: Vec<String> = files_in("").into_iter().map(|path| format!("/{path}/")).collect();
    assert!(is_there("core/src/lib.rs", &files) && !is_there("core/src/other.rs", &files));
    let mut missing = Vec::new();
    for document in ["architecture", "contributing"] {
        let text = fs::read_to_string(root().join(format!("core/docs/{document}.md"))).expect("a document");
        for named in text.split('`').skip(1).step_by(2) {
            let is_path = named.contains('/') && !named.contains([' ', '<', ':', '*', '$']);
            let is_ours = is_path && !named.starts_with('/') && !named.starts_with("target/");
            let gone = expanded(named).into_iter().filter(|path| is_ours && !is_there(path, &files));
            missing.extend(gone.map(|path| format!("{document}.md: {path}")));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
