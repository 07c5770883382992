//! Parses the JSON of scenarios and simulated carriers, with errors that have a JSON pointer.

use serde::de::DeserializeOwned;
use serde_json::error::Category;
use serde_path_to_error::{Path, Segment};

use crate::error::{Error, Result};

/// Replacements for the names of Rust types in error messages of serde.
const RUST_TYPES: [(&str, &str); 5] = [
    ("expected u16", "expected a whole number"),
    ("expected u32", "expected a whole number"),
    ("expected u64", "expected a whole number"),
    ("expected usize", "expected a whole number"),
    ("expected f64", "expected a number"),
];

/// Parses JSON. `what` names the text in error messages, which begin with it.
pub(super) fn read<T: DeserializeOwned>(what: &str, text: &str) -> Result<T> {
    let mut reader = serde_json::Deserializer::from_str(text);
    let read = serde_path_to_error::deserialize(&mut reader).map_err(|problem| {
        let pointer = pointer(problem.path());
        (pointer, problem.into_inner())
    });
    let (pointer, problem) = match read.map(|read| reader.end().map(|()| read)) {
        Ok(Ok(read)) => return Ok(read),
        Ok(Err(problem)) => (String::new(), problem),
        Err(located) => located,
    };
    match problem.classify() {
        Category::Data => Err(Error::invalid(&pointer, format!("{what}: {}", plain_message(&problem)))),
        // If the text is not JSON, the line and column in the message are more useful than a pointer.
        _ => Err(Error::invalid("", format!("{what}: {problem}"))),
    }
}

/// The message of serde without line, column and names of Rust types.
fn plain_message(problem: &serde_json::Error) -> String {
    let message = problem.to_string();
    let position = format!(" at line {} column {}", problem.line(), problem.column());
    let message = message.strip_suffix(&position).unwrap_or(&message);
    if let Some((before, _type)) = message.split_once("expected struct ") {
        return format!("{before}expected an object");
    }
    RUST_TYPES.iter().fold(message.to_owned(), |message, (rust, plain)| message.replace(rust, plain))
}

/// Converts a path of serde into a JSON pointer.
fn pointer(path: &Path) -> String {
    path.iter()
        .filter_map(|segment| match segment {
            Segment::Seq { index } => Some(format!("/{index}")),
            Segment::Map { key } => Some(format!("/{}", key.replace('~', "~0").replace('/', "~1"))),
            Segment::Enum { .. } | Segment::Unknown => None,
        })
        .collect()
}
