//! Reads the JSON of scenarios and settings, and reports errors with their place.

use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

use crate::error::{Error, Result};

/// Names of expectation and action in Rust.
const WORDS: [(&str, &str); 5] = [
    ("expected u16", "expected a whole number"),
    ("expected u32", "expected a whole number"),
    ("expected u64", "expected a whole number"),
    ("expected usize", "expected a whole number"),
    ("expected f64", "expected a number"),
];

/// `what` begins the refusal.
pub(super) fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|problem| {
        let pointer = pointer(problem.path());
        (pointer, problem.into_inner())
    });
    let (pointer, problem) = match read.map(|read| reader.end().map(|()| read)) {
        Ok(Ok(read)) => return Ok(read),
        Ok(Err(problem)) => (String::new(), problem),
        Err(refused) => refused,
    };
    match problem.classify() {
        Category::Data => Err(Error::invalid(&pointer, format!("{what}: {}", plain(&problem)))),
        // Where the text is no JSON, the place in it says more.
        _ => Err(Error::invalid("", format!("{what}: {problem}"))),
    }
}

/// Without the position in the text.
fn plain(problem: &serde_json::Error) -> String {
    let told = problem.to_string();
    let place = format!(" at line {} column {}", problem.line(), problem.column());
    let told = told.strip_suffix(&place).unwrap_or(&told);
    if let Some((before, _type)) = told.split_once("expected struct ") {
        return format!("{before}expected an object");
    }
    WORDS.iter().fold(told.to_owned(), |told, (theirs, ours)| told.replace(theirs, ours))
}

fn pointer(path: &Path) -> String {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            Segment::Map { key } => Some(format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}
