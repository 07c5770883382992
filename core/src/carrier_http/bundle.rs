//! Records a look-up in a folder without secrets, and replays it without the carrier.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

use super::access::CarrierAccess;
use super::check::Check;
use super::credentials::{CredentialRequest, Credentials};
use super::keys::PEM;
use super::oauth2;
use super::sender::CallRecord;
use crate::carrier_http::profiles::{Parameters, Profile, Profiles, Template};
use crate::clock::{CancelToken, Cancelled, Clock, ManualClock};
use crate::decoders::mask::{HIDDEN, hide_bytes, long_enough};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, ExchangePhase, Failure, Method, Request, Response, Transport, TransportError};
use crate::ids::Secret;
use crate::numbers::NumberKind;
use crate::preview;
use crate::threads::lock;
use crate::tracking::{FoldPolicy, Voyage};

const MANIFEST: &str = "bundle.json";
const VOYAGE: &str = "voyage.jsonl";

/// A look-up that was recorded in a folder: its requests, the responses and the result. The folder contains no credentials, tokens, cookies
/// and account names. `core/docs/carriers.md` describes it.
///
/// ```no_run
/// use shiptrack::carrier_http::{Bundle, CarrierAccess, Credentials};
/// use shiptrack::carrier_http::profiles::Profiles;
///
/// # fn main() -> shiptrack::Result<()> {
/// let access = CarrierAccess::new(Profiles::shipped(), Credentials::of_account("default").from_environment());
/// let bundle = Bundle::create("maersk-2026-05-01")?;
/// bundle.write(&access.check("MAEU", "MAEU123456789", None, "default")?)?;
/// assert!(Bundle::open("maersk-2026-05-01")?.replay()?.is_same());
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone)]
pub struct Bundle {
    folder: PathBuf,
}

impl Bundle {
    /// A new bundle. Creates the folder, and fails if it is not empty.
    pub fn create(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        let failed = |problem| failed(&folder, problem);
        fs::create_dir_all(&folder).map_err(failed)?;
        match fs::read_dir(&folder).map_err(failed)?.next() {
            Some(_) => Err(refused(&folder, "the folder is not empty: name a new folder")),
            None => Ok(Bundle { folder }),
        }
    }

    /// Opens the bundle in this folder. Fails if the folder has no valid manifest.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let bundle = Bundle { folder: folder.into() };
        bundle.manifest().map(|_| bundle)
    }

    /// Writes the calls and the result of a check.
    pub fn write(&self, check: &Check) -> Result<()> {
        let mut manifest = Manifest::of(check);
        let replayed = replay(&manifest)?;
        let now = Outcome::of(&replayed);
        manifest.is_altered = now != Outcome::of(check);
        manifest.outcome = now.outcome;
        manifest.why = replayed.outcome.as_ref().err().and_then(|failure| failure.why().map(str::to_owned));
        for call in &manifest.calls {
            if let Some(name) = &call.body {
                self.put(name, &call.content)?;
            }
        }
        self.put(VOYAGE, now.voyage.concat().as_bytes())?;
        let json =
            serde_json::to_vec_pretty(&manifest).map_err(|problem| refused(&self.folder, &problem.to_string()))?;
        self.put(MANIFEST, &json)
    }

    /// Decodes the recorded responses with this version of the library.
    pub fn replay(&self) -> Result<Replay> {
        let manifest = self.manifest()?;
        let path = self.folder.join(VOYAGE);
        let voyage = fs::read_to_string(&path).map_err(|problem| failed(&path, problem))?;
        let recorded = Outcome::recorded(&manifest.outcome, &voyage);
        Ok(Replay::new(recorded, replay(&manifest)?))
    }

    fn put(&self, name: &str, content: &[u8]) -> Result<()> {
        let path = self.folder.join(name);
        fs::write(&path, content).map_err(|problem| failed(&path, problem))
    }

    fn manifest(&self) -> Result<Manifest> {
        let path = self.folder.join(MANIFEST);
        let text = fs::read(&path).map_err(|problem| failed(&path, problem))?;
        let mut manifest: Manifest =
            serde_json::from_slice(&text).map_err(|problem| refused(&path, &problem.to_string()))?;
        if manifest.format != FORMAT {
            return Err(refused(&path, &format!("the format is not {FORMAT}")));
        }
        manifest.profile.scac.clone_from(&manifest.scac);
        for call in &mut manifest.calls {
            let Some(name) = &call.body else { continue };
            // A bundle may come from anywhere: it must not name files outside its folder.
            let is_inside = Path::new(name).file_name().is_some_and(|file_name| file_name == name.as_str());
            if !is_inside {
                return Err(refused(&path, "a file with a body must be in the folder of the bundle"));
            }
            let path = self.folder.join(name);
            call.content = fs::read(&path).map_err(|problem| failed(&path, problem))?;
        }
        Ok(manifest)
    }
}

fn refused(path: &Path, why: &str) -> Error {
    Error::refused(ErrorKind::Configuration, "folder", format!("{}: {why}", path.display()))
}

fn failed(path: &Path, problem: std::io::Error) -> Error {
    refused(path, &problem.to_string()).with_source(problem)
}

/// The result of a look-up.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// `facts`, or the name of the failure.
    pub outcome: String,
    /// The voyages as lines of JSON, as [`Voyage::to_json_lines`] writes them.
    pub voyage: Vec<String>,
}

impl Outcome {
    pub(super) fn of(check: &Check) -> Self {
        let voyages = preview::voyages(&check.reading, check.look_up.now, &FoldPolicy::default());
        Outcome::recorded(check.outcome(), &voyages.iter().map(Voyage::to_json_lines).collect::<String>())
    }

    pub(super) fn recorded(outcome: &str, voyage: &str) -> Self {
        Outcome { outcome: outcome.to_owned(), voyage: voyage.split_inclusive('\n').map(str::to_owned).collect() }
    }

    /// The lines of this voyage that the other one lacks.
    fn lines_not_in<'o>(&'o self, other: &Outcome) -> Vec<&'o str> {
        let mut left: Vec<&String> = other.voyage.iter().collect();
        let further = self.voyage.iter().filter(|line| match left.iter().position(|known| known == line) {
            Some(at) => {
                left.remove(at);
                false
            }
            None => true,
        });
        further.map(|line| line.trim_end()).collect()
    }
}

/// A replayed look-up.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Replay {
    /// The recorded result.
    pub recorded: Outcome,
    /// The result now.
    pub now: Outcome,
    /// The replayed look-up in full.
    pub check: Check,
}

impl Replay {
    pub(super) fn new(recorded: Outcome, check: Check) -> Self {
        Replay { recorded, now: Outcome::of(&check), check }
    }

    /// True if the results are equal.
    pub fn is_same(&self) -> bool {
        self.recorded == self.now
    }

    /// The JSON form, which is the same in every language; `core/docs/carriers.md` describes it.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}

impl Serialize for Replay {
    fn serialize<S: Serializer>(&self, out: S) -> std::result::Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(None)?;
        map.serialize_entry("is_same", &self.is_same())?;
        map.serialize_entry("recorded_outcome", &self.recorded.outcome)?;
        map.serialize_entry("missing", &self.recorded.lines_not_in(&self.now))?;
        map.serialize_entry("added", &self.now.lines_not_in(&self.recorded))?;
        map.serialize_entry("check", &self.check)?;
        map.end()
    }
}

pub(super) fn replay(bundle: &Manifest) -> Result<Check> {
    let was_asked = !bundle.calls.is_empty();
    let key = oauth2::temporary_key();
    let placeholder = move |request: &CredentialRequest<'_>| {
        let pem = key.as_ref().filter(|_| PEM.contains(&request.name));
        Ok(was_asked.then(|| Secret::new(pem.map_or(HIDDEN, String::as_str))))
    };
    let credentials = Credentials::of_every_account().from_function(placeholder);
    let access = CarrierAccess::new(Profiles::new().with(bundle.profile.clone())?, credentials);
    let transport: Arc<dyn Transport> = Arc::new(RecordedAnswers::of(bundle));
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(bundle.now));
    access.check_with_transport(&transport, &clock, (&bundle.scac, &bundle.number, Some(bundle.kind()?)), "default")
}

/// Answers to token requests, and answers to others.
struct RecordedAnswers(Mutex<[VecDeque<SendResult>; 2]>);

type SendResult = std::result::Result<Response, TransportError>;

impl RecordedAnswers {
    fn of(bundle: &Manifest) -> Self {
        let mut answers = [VecDeque::new(), VecDeque::new()];
        for call in &bundle.calls {
            let Some(status) = call.status else {
                let failure = if call.is_unreadable { Failure::Protocol } else { Failure::Io };
                let message = call.problem.clone().unwrap_or_default();
                answers[place(&call.purpose)].push_back(Err(TransportError::new(
                    failure,
                    ExchangePhase::Receive,
                    message,
                )));
                continue;
            };
            let mut response = Response { body: call.content.clone(), ..Response::new(status) };
            for (name, value) in &call.answer_headers {
                response.headers.append(name.clone(), value.clone());
            }
            if call.purpose == "token" && (200..300).contains(&status) {
                response.body = br#"{"access_token":"***","expires_in":3600}"#.to_vec();
            }
            answers[place(&call.purpose)].push_back(Ok(response));
        }
        RecordedAnswers(Mutex::new(answers))
    }
}

fn place(purpose: &str) -> usize {
    usize::from(purpose != "token")
}

impl Transport for RecordedAnswers {
    fn send(&self, request: Request, _: &Call) -> SendResult {
        let purpose = if request.method == Method::Post { "token" } else { "events" };
        let next = lock(&self.0)[place(purpose)].pop_front();
        let none = || TransportError::new(Failure::Io, ExchangePhase::Receive, "no further answer was recorded");
        next.unwrap_or_else(|| Err(none()))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> std::result::Result<(), Cancelled> {
        Ok(())
    }
}

pub(super) const FORMAT: &str = "shiptrack-check-1";

#[derive(Serialize, Deserialize)]
pub(super) struct Manifest {
    pub format: String,
    library: String,
    pub now: DateTime<Utc>,
    pub scac: String,
    pub request_type: String,
    pub number: String,
    #[serde(serialize_with = "without_scac")]
    pub profile: Profile,
    pub calls: Vec<BundleCall>,
    pub outcome: String,
    pub why: Option<String>,
    /// True if the masked texts changed the result.
    pub is_altered: bool,
}

#[derive(Serialize, Deserialize)]
pub(super) struct BundleCall {
    pub purpose: String,
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    pub status: Option<u16>,
    pub answer_headers: Vec<(String, String)>,
    pub body: Option<String>,
    #[serde(skip)]
    pub content: Vec<u8>,
    pub problem: Option<String>,
    /// True if the problem was the carrier's answer, not the connection.
    pub is_unreadable: bool,
    milliseconds: u64,
}

impl Manifest {
    pub fn of(check: &Check) -> Self {
        let literals = literals(&check.profile);
        let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
        let literals = long_enough(&literals);
        let known = &check.profile.parameters;
        let mut pages = Vec::new();
        let calls =
            (1..).zip(&check.calls).map(|(number, call)| BundleCall::of(number, call, known, &literals, &mut pages));
        Manifest {
            format: FORMAT.to_owned(),
            library: env!("CARGO_PKG_VERSION").to_owned(),
            now: check.look_up.now,
            scac: check.profile.scac.clone(),
            request_type: check.look_up.kind.as_str().to_owned(),
            number: check.look_up.number.clone(),
            calls: calls.collect(),
            profile: masked(&check.profile),
            outcome: String::new(),
            why: None,
            is_altered: false,
        }
    }

    pub fn kind(&self) -> Result<NumberKind> {
        NumberKind::parse(&self.request_type)
    }
}

impl BundleCall {
    fn of(number: usize, record: &CallRecord, known: &Parameters, literals: &[&str], pages: &mut Vec<String>) -> Self {
        let is_refusal = !record.status.is_some_and(|status| (200..300).contains(&status));
        let clean = |bytes: &[u8], is_refusal| without_keys(&hide_bytes(bytes, literals), is_refusal);
        let cleaned =
            |text: &str, is_refusal| String::from_utf8_lossy(&clean(text.as_bytes(), is_refusal)).into_owned();
        let text = |text: &str| cleaned(text, is_refusal);
        // The URL comes from this client, not from a refusal that may repeat secrets.
        let url = cleaned(&without_values(&record.url, |name, value| shown(known, name, value, pages)), false);
        let shown = |(name, value): &(String, String)| {
            let value = if is_plain(name) { text(value) } else { HIDDEN.to_owned() };
            (name.clone(), value)
        };
        let mut answered = |(name, value): &(String, String)| match name.starts_with("Next-Page") {
            true => (name.clone(), page(value, pages)),
            false => (name.clone(), text(value)),
        };
        let content = clean(&record.masked_body, is_refusal);
        BundleCall {
            purpose: record.purpose.to_owned(),
            method: record.method.clone(),
            url,
            headers: record.headers.iter().map(shown).collect(),
            status: record.status,
            answer_headers: record.answer_headers.iter().map(&mut answered).collect(),
            body: (!content.is_empty()).then(|| format!("call-{number}.body")),
            content,
            problem: record.problem.as_deref().map(text),
            is_unreadable: matches!(record.failure, Some(Failure::TooLarge | Failure::Protocol | Failure::Malformed)),
            milliseconds: record.milliseconds,
        }
    }
}

fn without_scac<S: Serializer>(profile: &Profile, out: S) -> std::result::Result<S::Ok, S::Error> {
    let mut table = serde_json::to_value(profile).map_err(serde::ser::Error::custom)?;
    if let Some(members) = table.as_object_mut() {
        members.remove("scac");
    }
    table.serialize(out)
}

/// Replaces a cursor, which may contain a secret, by a number. Equal places get equal numbers.
fn page(place: &str, pages: &mut Vec<String>) -> String {
    let number = pages.iter().position(|known| known == place).unwrap_or_else(|| {
        pages.push(place.to_owned());
        pages.len() - 1
    });
    match place.split_once('?') {
        Some((before, _)) => format!("{before}?page={}", number + 2),
        None if place.contains("://") => format!("{place}?page={}", number + 2),
        None => format!("page-{}", number + 2),
    }
}

/// `None` if the value must be masked.
fn shown(parameters: &Parameters, name: &str, value: &str, pages: &mut Vec<String>) -> Option<String> {
    let plain = [&parameters.bill_of_lading, &parameters.booking_number, &parameters.container, &parameters.limit];
    match name {
        "" => None,
        name if plain.into_iter().any(|plain| plain == name) => Some(value.to_owned()),
        name if name == parameters.cursor.as_deref().unwrap_or("cursor") => Some(page(value, pages)),
        _ => None,
    }
}

/// Values of headers and parameters in the profile that may be credentials in clear text.
fn literals(profile: &Profile) -> Vec<String> {
    let of_token = profile.token_headers().into_iter().flat_map(|(_, headers)| headers);
    let fields = profile.headers.iter().chain(of_token).filter(|(name, _)| !is_plain(name));
    let texts = fields.chain(&profile.query).map(|(_, value)| value);
    texts.filter(|value| Template(value).names().next().is_none()).cloned().collect()
}

/// Masks every text in the profile that may be a credential. Names of credentials stay.
fn masked(profile: &Profile) -> Profile {
    let mut profile = profile.clone();
    let hide = |(name, value): (&String, &mut String)| {
        let names_only = Template(value).filled(|_| None).is_empty();
        if !names_only && !is_plain(name) {
            *value = HIDDEN.to_owned();
        }
    };
    profile.headers.iter_mut().chain(&mut profile.query).for_each(hide);
    profile.token_headers_mut().into_iter().flatten().for_each(hide);
    profile.subscriptions = None;
    profile
}

/// Minimum length of a run of letters and digits that may be a key.
const MIN_KEY: usize = 24;

/// Request headers that never contain a credential.
const PLAIN: [&str; 5] = ["Accept", "API-Version", "Content-Type", "If-None-Match", "User-Agent"];

fn is_plain(name: &str) -> bool {
    PLAIN.iter().any(|plain| plain.eq_ignore_ascii_case(name))
}

/// Masks tokens. In a refusal, which may repeat the request, also masks everything that looks like a key.
fn without_keys(bytes: &[u8], is_refusal: bool) -> Vec<u8> {
    let mut masked = Vec::with_capacity(bytes.len());
    for run in bytes.chunk_by(|one, other| is_key_byte(*one) == is_key_byte(*other)) {
        let is_hidden = is_token(run) || is_refusal && looks_like_a_key(run);
        masked.extend_from_slice(if is_hidden { HIDDEN.as_bytes() } else { run });
    }
    masked
}

fn is_key_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/=_-.~".contains(&byte)
}

fn is_token(run: &[u8]) -> bool {
    run.len() >= MIN_KEY && run.starts_with(b"eyJ") && run.iter().filter(|byte| **byte == b'.').count() >= 2
}

fn looks_like_a_key(run: &[u8]) -> bool {
    run.len() >= MIN_KEY && run.iter().any(u8::is_ascii_digit) && run.iter().any(u8::is_ascii_alphabetic)
}

/// Masks the values of a query that `shown` does not return.
fn without_values(url: &str, mut shown: impl FnMut(&str, &str) -> Option<String>) -> String {
    let Some((place, query)) = url.split_once('?') else { return url.to_owned() };
    let mut masked = form_urlencoded::Serializer::new(String::new());
    for (name, value) in form_urlencoded::parse(query.as_bytes()) {
        masked.append_pair(&name, shown(&name, &value).as_deref().unwrap_or(HIDDEN));
    }
    format!("{place}?{}", masked.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(bytes: Vec<u8>) -> String {
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn tokens_are_masked_everywhere_and_keys_in_refusals() {
        let body = br#"{"id":"0a1b2c3d-0000-4000-8000-0123456789ab","token":"eyJhbGciOiJSUzI1NiJ9.eyJhIjoxfQ.c2ln"}"#;
        let answer = r#"{"id":"0a1b2c3d-0000-4000-8000-0123456789ab","token":"***"}"#;
        assert_eq!(text(without_keys(body, false)), answer);
        assert_eq!(text(without_keys(body, true)), r#"{"id":"***","token":"***"}"#);
        let quota = b"Out of call volume quota. Quota will be replenished in 00:12:34.";
        assert_eq!(without_keys(quota, true), quota);
    }

    #[test]
    fn values_of_unknown_parameters_are_masked() {
        let known = |name: &str, value: &str| (name != "key").then(|| value.to_owned());
        let shown = without_values("https://api.line.example/v2/events?ref=B1&key=abc&limit=5", known);
        assert_eq!(shown, "https://api.line.example/v2/events?ref=B1&key=***&limit=5");
        assert_eq!(without_values("https://api.line.example/token", known), "https://api.line.example/token");
    }
}
