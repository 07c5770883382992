//! Reads the cases of the API corpus.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::sync::OnceLock;

use serde::Deserialize;
use serde_json::Value;
use shiptrack::carriers::{Answer, LookUpFailure};
use shiptrack::tracking::Fact;

use super::home::Home;
use shiptrack_tests::with;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    pub name: String,
    #[allow(dead_code, reason = "for readers of the case")]
    pub what: String,
    #[serde(default = "both")]
    pub homes: Vec<Home>,
    pub steps: Vec<Step>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// Advances the clock by this number of seconds.
    Advance(u64),
    /// Does all due work.
    Run(Due),
    /// Adds an answer of the carrier MAEU.
    Carrier(CarrierAnswer),
    /// Ingests a message for the account `default`, given line by line.
    Email(Vec<String>),
    /// Sends a request and checks the answer.
    Ask(Box<Ask>),
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Due {
    Due,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    pub method: String,
    pub path: String,
    #[serde(default = "default_key")]
    pub key: String,
    #[serde(default)]
    pub headers: BTreeMap<String, Option<String>>,
    pub body: Option<Value>,
    pub body_text: Option<String>,
    /// A body of this number of spaces.
    pub body_spaces: Option<usize>,
    #[serde(default = "once")]
    pub times: u32,
    pub expect: Expect,
    /// Parts of the answer that are saved: names with JSON pointers.
    #[serde(default)]
    pub save: BTreeMap<String, String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    pub status: u16,
    #[serde(default)]
    pub headers: BTreeMap<String, Value>,
    pub body: Option<Value>,
    pub error: Option<String>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum CarrierAnswer {
    Failure(String),
    Facts(Vec<Value>),
    Answer(FullAnswer),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FullAnswer {
    facts: Vec<Value>,
    complete: bool,
    #[serde(default)]
    references: Vec<String>,
}

fn both() -> Vec<Home> {
    vec![Home::Process, Home::Http]
}

fn default_key() -> String {
    "default".to_owned()
}

fn once() -> u32 {
    1
}

impl Step {
    pub fn ask(&self) -> Option<&Ask> {
        match self {
            Step::Ask(ask) => Some(ask),
            _ => None,
        }
    }
}

impl CarrierAnswer {
    pub fn read(&self, place: &str) -> Result<Answer, LookUpFailure> {
        let facts = |facts: &[Value]| {
            let text = Value::from(facts.to_vec()).to_string();
            Fact::parse_all(&text).unwrap_or_else(|problem| panic!("{place}: {problem}"))
        };
        match self {
            CarrierAnswer::Facts(list) => Ok(Answer::complete(facts(list))),
            CarrierAnswer::Answer(FullAnswer { facts: list, complete, references }) => {
                Ok(with(Answer::default(), |answer| {
                    answer.facts = facts(list);
                    answer.complete = *complete;
                    answer.references = references.clone();
                }))
            }
            CarrierAnswer::Failure(name) => Err(match name.as_str() {
                "not_found" => LookUpFailure::NotFound,
                "no_data_yet" => LookUpFailure::NoDataYet,
                "invalid_number" => LookUpFailure::InvalidNumber,
                "cancelled" => LookUpFailure::Cancelled,
                "withheld" => LookUpFailure::Withheld,
                "refused" => LookUpFailure::Refused,
                "rate_limited" => LookUpFailure::RateLimited { retry_after: None },
                "unreachable" => LookUpFailure::Unreachable { retry_after: None },
                "unreadable" => LookUpFailure::Unreadable,
                other => panic!("{place}: unknown failure of a carrier: {other:?}"),
            }),
        }
    }
}

/// Returns all cases, sorted by name.
pub fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/api");
        let mut files: Vec<_> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
        files.sort();
        let read = |file: &std::path::PathBuf| {
            let text = fs::read_to_string(file).unwrap();
            let case: Case =
                serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
            assert_eq!(Some(case.name.as_str()), file.file_stem().and_then(|stem| stem.to_str()));
            case
        };
        files.iter().map(read).collect()
    })
}
