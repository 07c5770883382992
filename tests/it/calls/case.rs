//! Cases of calls, as they stand in their files.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value};
use shiptrack::resources::{self, Operation};

/// A call and what comes of it.
pub struct Case {
    pub family: String,
    /// What it shows, for people.
    pub what: String,
    pub operation: String,
    pub arguments: Map<String, Value>,
    /// What must reach the server; none where nothing may.
    pub request: Option<Request>,
    /// What the server answers.
    pub answer: Option<Scripted>,
    pub expect: Expect,
}

/// What must come of a call.
pub enum Expect {
    /// A resource, `items`, `json`, or nothing at all (`{}`).
    Result(Value),
    /// The service refuses.
    Error(Refusal),
    /// The call is refused before anything is sent.
    Refused(Lack),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    pub method: String,
    pub path: String,
    pub query: BTreeMap<String, String>,
    pub body: Option<Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scripted {
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    pub body: Option<Value>,
    pub body_text: Option<String>,
}

/// A resource that was read, as far as it is compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Found {
    pub r#type: String,
    pub id: String,
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// What relationships lead to: an identifier, a list of them, null.
    #[serde(default)]
    pub relationships: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    pub kind: String,
    pub status: u16,
    pub pointer: Option<String>,
    pub code: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lack {
    pub kind: String,
    pub field: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: String,
    calls: Vec<Written>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    what: String,
    operation: String,
    arguments: Map<String, Value>,
    request: Option<Request>,
    answer: Option<Scripted>,
    result: Option<Value>,
    error: Option<Refusal>,
    refused: Option<Lack>,
}

/// Every case of every file.
pub fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/calls");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        files.iter().flat_map(|file| read(file)).collect()
    })
}

fn read(path: &Path) -> Vec<Case> {
    let text = fs::read_to_string(path).unwrap();
    let File { family, calls } =
        serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
    assert_eq!(Some(&*family), path.file_stem().and_then(|stem| stem.to_str()));
    calls.into_iter().map(|written| written.case(&family)).collect()
}

impl Written {
    fn case(self, family: &str) -> Case {
        let Written { what, operation, arguments, request, answer, result, error, refused } = self;
        let expect = match (result, error, refused) {
            (Some(result), None, None) => Expect::Result(result),
            (None, Some(refusal), None) => Expect::Error(refusal),
            (None, None, Some(lack)) => Expect::Refused(lack),
            _ => panic!("{family}: {what}: one of result, error and refused"),
        };
        let is_sent = !matches!(expect, Expect::Refused(_));
        assert_eq!((request.is_some(), answer.is_some()), (is_sent, is_sent), "{family}: {what}");
        Case { family: family.to_owned(), what, operation, arguments, request, answer, expect }
    }
}

impl Case {
    /// Family, operation and sentence.
    pub fn name(&self) -> String {
        format!("{}.{}: {}", self.family, self.operation, self.what)
    }

    /// The operation, as the interface describes it.
    pub fn operation(&self) -> &'static Operation {
        resources::operation(&self.family, &self.operation).unwrap_or_else(|| panic!("{}: no operation", self.name()))
    }
}

impl Request {
    /// What a body says of itself: a JSON:API document has `data`, everything else is plain JSON.
    pub fn media_type(&self) -> Option<&'static str> {
        let body = self.body.as_ref()?;
        Some(if body.get("data").is_some() { "application/vnd.api+json" } else { "application/json" })
    }
}

impl Found {
    pub fn read(name: &str, value: &Value) -> Self {
        Found::deserialize(value).unwrap_or_else(|problem| panic!("{name}: {problem}"))
    }
}
