//! Checks that the files and folders named in the pages for contributors exist.

use std::fs;
use std::path::Path;

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

/// Lists each file and folder as `/folder/file/`, without build output.
fn list(folder: &Path, path: &str, files: &mut Vec<String>) {
    for entry in fs::read_dir(folder).expect("a folder of the repository") {
        let entry = entry.expect("an entry");
        let name = format!("{path}/{}", entry.file_name().to_string_lossy());
        files.push(format!("{name}/"));
        if entry.path().is_dir() && !["/target", "/.git"].contains(&name.as_str()) {
            list(&entry.path(), &name, files);
        }
    }
}

#[test]
fn every_path_in_the_pages_for_contributors_exists() {
    let top = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    let mut files = Vec::new();
    list(top, "", &mut files);
    assert!(is_there("core/src/lib.rs", &files) && !is_there("core/src/other.rs", &files));
    let mut missing = Vec::new();
    for document in ["architecture", "contributing"] {
        let text = fs::read_to_string(top.join(format!("core/docs/{document}.md"))).expect("a document");
        for named in text.split('`').skip(1).step_by(2) {
            let is_path = named.contains('/') && !named.contains([' ', '<', ':', '*', '$']);
            let is_ours = is_path && !named.starts_with('/') && !named.starts_with("target/");
            let gone = expanded(named).into_iter().filter(|path| is_ours && !is_there(path, &files));
            missing.extend(gone.map(|path| format!("{document}.md: {path}")));
        }
    }
    assert_eq!(missing, Vec::<String>::new());
}
