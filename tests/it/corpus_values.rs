//! Runs the corpora of values (`tests/corpus/{numbers,infer,signatures}`, formats in `tests/corpus/README.md`).

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use shiptrack::error::{Error, ErrorKind};
use shiptrack::numbers::{
    BillOfLading, BookingNumber, ContainerNumber, Imo, NumberKind, Scac, TrackingNumber, UnLocode,
};
use shiptrack::shipping_lines::detect;
use shiptrack::webhooks::{Scheme, SigningSecret, Verifier};

/// Returns the cases of all files of a folder, each with the name of its file.
fn cases<T: DeserializeOwned>(folder: &str) -> Vec<(String, T)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(folder);
    let mut cases = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let file = entry.unwrap().path();
        let text = fs::read_to_string(&file).unwrap();
        let found: Vec<T> =
            serde_json::from_str(&text).unwrap_or_else(|problem| panic!("{}: {problem}", file.display()));
        let name = file.file_stem().unwrap().to_string_lossy().into_owned();
        cases.extend(found.into_iter().map(|case| (name.clone(), case)));
    }
    cases
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NumberCase {
    /// The kind of value as which the text is read.
    r#as: String,
    text: String,
    /// The normalized form.
    normalized: Option<String>,
    /// The normalized form for each carrier, by SCAC.
    #[serde(default)]
    at: BTreeMap<String, String>,
    /// The inferred kind.
    kind: Option<String>,
    refused: Option<Refusal>,
}

#[derive(Deserialize, Default, PartialEq, Debug)]
#[serde(deny_unknown_fields)]
struct Refusal {
    /// The JSON pointer of the error.
    pointer: String,
    /// The error code.
    #[serde(default = "invalid")]
    code: String,
    /// A part of the message.
    #[serde(default)]
    says: String,
}

fn invalid() -> String {
    ErrorKind::Invalid.code().to_owned()
}

impl Refusal {
    fn check(&self, place: &str, error: &Error) {
        assert_eq!(error.kind(), ErrorKind::Invalid, "{place}: {error}");
        assert_eq!((error.pointer(), error.code()), (Some(&*self.pointer), Some(&*self.code)), "{place}");
        assert!(error.to_string().contains(&self.says), "{place}: {error}");
    }
}

#[test]
fn every_case_of_the_numbers_corpus_passes() {
    let cases = cases::<NumberCase>("numbers");
    assert!(cases.len() >= 80, "there are {} cases", cases.len());
    for (file, case) in cases {
        let place = format!("{file}: {:?} as {}", case.text, case.r#as);
        match (read(&case.r#as, &case.text), &case.refused) {
            (Err(error), Some(refusal)) => refusal.check(&place, &error),
            (Err(error), None) => panic!("{place}: {error}"),
            (Ok(_), Some(_)) => panic!("{place}: the number is accepted"),
            (Ok(read), None) => {
                assert_eq!(Some(&read.normalized), case.normalized.as_ref(), "{place}");
                assert_eq!(read.kind.map(NumberKind::as_str), case.kind.as_deref(), "{place}");
                for (scac, normalized) in &case.at {
                    let number = read.number.as_ref().expect("only numbers differ by carrier");
                    assert_eq!(number.normalized_for(&Scac::parse(scac).unwrap()), normalized, "{place} at {scac}");
                }
            }
        }
    }
}

/// A parsed value.
#[derive(Default)]
struct ParsedValue {
    normalized: String,
    kind: Option<NumberKind>,
    number: Option<TrackingNumber>,
}

fn read(what: &str, text: &str) -> Result<ParsedValue, Error> {
    let plain = |normalized: &str| ParsedValue { normalized: normalized.to_owned(), ..ParsedValue::default() };
    let number = |number: TrackingNumber, kind| ParsedValue {
        normalized: number.normalized().to_owned(),
        kind,
        number: Some(number),
    };
    match what {
        "container_number" => ContainerNumber::parse(text).map(|read| plain(read.as_str())),
        "bill_of_lading_value" => BillOfLading::parse(text).map(|read| plain(read.as_str())),
        "booking_value" => BookingNumber::parse(text).map(|read| plain(read.as_str())),
        "scac" => Scac::parse(text).map(|read| plain(read.as_str())),
        "request_scac" => Scac::for_request(text).map(|read| plain(read.as_str())),
        "imo" => Imo::parse(text).map(|read| plain(read.as_str())),
        "un_locode" => UnLocode::parse(text).map(|read| plain(read.as_str())),
        "any" => TrackingNumber::infer(text).map(|read| {
            let kind = read.number.kind();
            number(read.number, Some(kind))
        }),
        kind => TrackingNumber::parse(NumberKind::parse(kind)?, text).map(|read| number(read, None)),
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InferCase {
    number: String,
    number_type: Option<String>,
    is_valid: Option<bool>,
    check_digit_passed: Option<bool>,
    parsed_number: Option<String>,
    decision: Option<String>,
    selected: Option<String>,
    /// SCACs with their confidence, most likely first.
    #[serde(default)]
    candidates: Vec<(String, f64)>,
    refused: Option<Refusal>,
}

#[test]
fn every_case_of_the_infer_corpus_passes() {
    let cases = cases::<InferCase>("infer");
    assert!(cases.len() >= 25, "there are {} cases", cases.len());
    for (_, case) in cases {
        let place = format!("{:?}", case.number);
        let found = match (detect::detect(&case.number), &case.refused) {
            (Err(error), Some(refusal)) => {
                refusal.check(&place, &error);
                continue;
            }
            (found, None) => found.unwrap_or_else(|error| panic!("{place}: {error}")),
            (Ok(_), Some(_)) => panic!("{place}: the number is accepted"),
        };
        let inference = serde_json::to_value(&found).unwrap();
        let line = &inference["shipping_line"];
        let candidates: Vec<(String, f64)> = line["candidates"].as_array().unwrap().iter().map(candidate).collect();
        let expected = json!([
            case.number_type,
            case.is_valid,
            case.check_digit_passed,
            case.parsed_number,
            case.decision,
            case.selected,
        ]);
        let validation = &inference["validation"];
        let selected = line["selected"].get("scac").cloned().unwrap_or_default();
        let read = json!([
            inference["number_type"],
            validation["is_valid"],
            validation["check_digit_passed"],
            validation["parsed_number"],
            line["decision"],
            selected,
        ]);
        assert_eq!((read, candidates), (expected, case.candidates), "{place}");
    }
}

fn candidate(value: &Value) -> (String, f64) {
    (value["scac"].as_str().unwrap().to_owned(), value["confidence"].as_f64().unwrap())
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SignatureCase {
    #[allow(dead_code, reason = "for readers of the case")]
    what: String,
    secrets: Vec<String>,
    /// Header fields, with names in lower case.
    headers: BTreeMap<String, String>,
    body: String,
    now: DateTime<Utc>,
    tolerance_seconds: Option<u64>,
    require_timestamp: Option<bool>,
    verified: Option<ExpectedSignature>,
    /// A part of the reason.
    refused: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectedSignature {
    scheme: String,
    id: Option<String>,
    timestamp: Option<DateTime<Utc>>,
}

#[test]
fn every_case_of_the_signatures_corpus_passes() {
    let cases = cases::<SignatureCase>("signatures");
    assert!(cases.len() >= 30, "there are {} cases", cases.len());
    for (_, case) in cases {
        let verified = verify(&case);
        match (verified, &case.verified, &case.refused) {
            (Ok(read), Some(expected), None) => {
                assert_eq!(read, (expected.scheme.clone(), expected.id.clone(), expected.timestamp), "{}", case.what);
            }
            (Err(error), None, Some(reason)) => {
                let setting = error.pointer().is_some();
                let kind = if setting { ErrorKind::Invalid } else { ErrorKind::Signature };
                assert_eq!(error.kind(), kind, "{}", case.what);
                assert!(error.to_string().contains(reason), "{}: {error}", case.what);
            }
            (result, ..) => panic!("{}: {result:?}", case.what),
        }
    }
}

/// Scheme, id and timestamp.
type Signature = (String, Option<String>, Option<DateTime<Utc>>);

fn verify(case: &SignatureCase) -> Result<Signature, Error> {
    let secrets = case.secrets.iter().map(SigningSecret::new).collect::<Result<Vec<_>, _>>()?;
    let mut verifier = Verifier::new(secrets)?;
    if let Some(required) = case.require_timestamp {
        verifier = verifier.require_timestamp(required);
    }
    if let Some(seconds) = case.tolerance_seconds {
        verifier = verifier.tolerance(Duration::from_secs(seconds));
    }
    let headers = |name: &str| case.headers.get(name).map(String::as_str);
    let verified = verifier.verify(headers, case.body.as_bytes(), case.now)?;
    let scheme = match verified.scheme {
        Scheme::Hosted => "hosted",
        _ => "standard",
    };
    Ok((scheme.to_owned(), verified.id.map(str::to_owned), verified.timestamp))
}
