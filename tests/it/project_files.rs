//! The files of the project, for tests that read sources and pages.

use std::fs;
use std::path::{Path, PathBuf};

/// The top of the project.
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// All files in a folder of the project and in its subfolders, as paths from the top (`core/src/lib.rs`). `""` is the whole project.
/// Build output and `.git` are left out.
pub fn files_in(folder: &str) -> Vec<String> {
    fn visit(folder: &str, files: &mut Vec<String>) {
        for entry in fs::read_dir(root().join(folder)).expect("a folder of the project") {
            let entry = entry.expect("an entry of a folder");
            let name = entry.file_name().to_string_lossy().into_owned();
            let path = if folder.is_empty() { name } else { format!("{folder}/{name}") };
            match entry.path().is_dir() {
                true if [".git", "target"].contains(&path.as_str()) => {}
                true => visit(&path, files),
                false => files.push(path),
            }
        }
    }
    let mut files = Vec::new();
    visit(folder, &mut files);
    files
}
