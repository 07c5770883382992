//! Reads the cases of the corpus of calls.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::{Map, Value};
use shiptrack::resources::{self, Operation};

/// A call and its expected result.
pub struct Case {
    pub family: String,
    /// A description for readers.
    pub what: String,
    pub operation: String,
    pub arguments: Map<String, Value>,
    /// The request that the server must receive; `None` if it must not receive one.
    pub request: Option<Request>,
    /// The answer of the server.
    pub answer: Option<ScriptedAnswer>,
    pub expect: Expect,
}

/// The expected result of a call.
pub enum Expect {
    /// A resource, `items`, `json`, or an empty result (`{}`).
    Result(Value),
    /// The service answers with an error.
    Error(ExpectedError),
    /// The client refuses the call before it sends anything.
    Refused(MissingArgument),
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
pub struct ScriptedAnswer {
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
    pub body: Option<Value>,
    pub body_text: Option<String>,
}

/// The members of a resource that are compared.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedResource {
    pub r#type: String,
    pub id: String,
    #[serde(default)]
    pub attributes: Map<String, Value>,
    /// The `data` of relationships: an identifier, a list of them, or null.
    #[serde(default)]
    pub relationships: Map<String, Value>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExpectedError {
    pub kind: String,
    pub status: u16,
    pub pointer: Option<String>,
    pub code: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MissingArgument {
    pub kind: String,
    pub field: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    family: String,
    calls: Vec<CaseRecord>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CaseRecord {
    what: String,
    operation: String,
    arguments: Map<String, Value>,
    request: Option<Request>,
    answer: Option<ScriptedAnswer>,
    result: Option<Value>,
    error: Option<ExpectedError>,
    refused: Option<MissingArgument>,
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
    calls.into_iter().map(|record| record.case(&family)).collect()
}

impl CaseRecord {
    fn case(self, family: &str) -> Case {
        let CaseRecord { what, operation, arguments, request, answer, result, error, refused } = self;
        let expect = match (result, error, refused) {
            (Some(result), None, None) => Expect::Result(result),
            (None, Some(refusal), None) => Expect::Error(refusal),
            (None, None, Some(missing)) => Expect::Refused(missing),
            _ => panic!("{family}: {what}: give one of result, error and refused"),
        };
        let is_sent = !matches!(expect, Expect::Refused(_));
        assert_eq!((request.is_some(), answer.is_some()), (is_sent, is_sent), "{family}: {what}");
        Case { family: family.to_owned(), what, operation, arguments, request, answer, expect }
    }
}

impl Case {
    /// Returns family, operation and description.
    pub fn name(&self) -> String {
        format!("{}.{}: {}", self.family, self.operation, self.what)
    }

    /// Returns the description of the operation.
    pub fn operation(&self) -> &'static Operation {
        resources::operation(&self.family, &self.operation).unwrap_or_else(|| panic!("{}: no operation", self.name()))
    }
}

impl Request {
    /// Returns the media type of the body: JSON:API if it has `data`, plain JSON otherwise.
    pub fn media_type(&self) -> Option<&'static str> {
        let body = self.body.as_ref()?;
        Some(if body.get("data").is_some() { "application/vnd.api+json" } else { "application/json" })
    }
}

impl ExpectedResource {
    pub fn read(name: &str, value: &Value) -> Self {
        ExpectedResource::deserialize(value).unwrap_or_else(|problem| panic!("{name}: {problem}"))
    }
}
