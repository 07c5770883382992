//! A look-up that was recorded, without anything that is secret: to be sent to somebody, and to be read again.

use std::fs;
use std::path::{Path, PathBuf};

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize, Serializer};

use super::check::Check;
use super::question::HIDDEN;
use super::redaction;
use super::replay::{self, Outcome, Replay};
use super::way::CallMade;
use crate::carriers::profiles::{Profile, Template};
use crate::error::{Error, ErrorKind, Result};
use crate::http::Failure;
use crate::numbers::NumberKind;

/// What a bundle is called inside, so that a later form of it is told from this one.
const FORMAT: &str = "shiptrack-check-1";
const MANIFEST: &str = "bundle.json";
const VOYAGE: &str = "voyage.jsonl";

/// A look-up of a carrier that was recorded in a folder: what was asked, what came back, and what was made of it. There is no
/// credential in it, no token, no cookie and no account; `core/docs/carriers.md` describes it.
///
/// ```no_run
/// use shiptrack::carriers::api::{Bundle, CarrierAccess, Credentials};
/// use shiptrack::carriers::profiles::Profiles;
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

/// What stands in the file.
#[derive(Serialize, Deserialize)]
pub(super) struct Manifest {
    format: String,
    /// The version of this library that wrote it.
    library: String,
    /// When the carrier was asked.
    pub now: DateTime<Utc>,
    pub scac: String,
    pub request_type: String,
    pub number: String,
    #[serde(serialize_with = "as_a_table")]
    pub profile: Profile,
    pub calls: Vec<Call>,
    /// What came of it.
    pub outcome: String,
    pub why: Option<String>,
    /// Whether it comes to something else than what the carrier said, because of what is left out.
    is_altered: bool,
}

/// A call that was made.
#[derive(Serialize, Deserialize)]
pub(super) struct Call {
    pub purpose: String,
    method: String,
    url: String,
    headers: Vec<(String, String)>,
    pub status: Option<u16>,
    pub answer_headers: Vec<(String, String)>,
    /// The file its body is in.
    body: Option<String>,
    #[serde(skip)]
    pub content: Vec<u8>,
    pub problem: Option<String>,
    /// Whether the problem was with what the carrier sent, and not with the way.
    pub is_unreadable: bool,
    milliseconds: u64,
}

impl Bundle {
    /// One that is to be written into this folder, which is made. A folder with something in it is refused.
    pub fn create(folder: impl Into<PathBuf>) -> Result<Self> {
        let folder = folder.into();
        let failed = |problem| failed(&folder, problem);
        fs::create_dir_all(&folder).map_err(failed)?;
        match fs::read_dir(&folder).map_err(failed)?.next() {
            Some(_) => Err(refused(&folder, "something stands there already: name a new folder")),
            None => Ok(Bundle { folder }),
        }
    }

    /// The one in this folder.
    pub fn open(folder: impl Into<PathBuf>) -> Result<Self> {
        let bundle = Bundle { folder: folder.into() };
        bundle.manifest().map(|_| bundle)
    }

    /// Writes down what a check did and what came of it.
    pub fn write(&self, check: &Check) -> Result<()> {
        let mut manifest = Manifest::of(check);
        let replayed = replay::play(&manifest)?;
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
        let told =
            serde_json::to_vec_pretty(&manifest).map_err(|problem| refused(&self.folder, &problem.to_string()))?;
        self.put(MANIFEST, &told)
    }

    /// Reads it with the reader of today.
    pub fn replay(&self) -> Result<Replay> {
        let manifest = self.manifest()?;
        let path = self.folder.join(VOYAGE);
        let voyage = fs::read_to_string(&path).map_err(|problem| failed(&path, problem))?;
        let recorded = Outcome::recorded(&manifest.outcome, &voyage);
        Ok(Replay::new(recorded, replay::play(&manifest)?))
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
            return Err(refused(&path, &format!("this is no {FORMAT}")));
        }
        manifest.profile.scac.clone_from(&manifest.scac);
        for call in &mut manifest.calls {
            let Some(name) = &call.body else { continue };
            // A bundle comes from elsewhere: it names files of its own folder and no others.
            let is_own = Path::new(name).file_name().is_some_and(|own| own == name.as_str());
            if !is_own {
                return Err(refused(&path, "a body stands in the folder itself"));
            }
            let path = self.folder.join(name);
            call.content = fs::read(&path).map_err(|problem| failed(&path, problem))?;
        }
        Ok(manifest)
    }
}

impl Manifest {
    fn of(check: &Check) -> Self {
        let literals = literals(&check.profile);
        let literals: Vec<&str> = literals.iter().map(String::as_str).collect();
        let known = known_parameters(&check.profile);
        let mut pages = Vec::new();
        let calls = (1..).zip(&check.calls).map(|(number, call)| Call::of(number, call, &known, &literals, &mut pages));
        Manifest {
            format: FORMAT.to_owned(),
            library: env!("CARGO_PKG_VERSION").to_owned(),
            now: check.asked.now,
            scac: check.profile.scac.clone(),
            request_type: check.asked.kind.as_str().to_owned(),
            number: check.asked.number.clone(),
            calls: calls.collect(),
            profile: plain(&check.profile),
            outcome: String::new(),
            why: None,
            is_altered: false,
        }
    }

    pub fn kind(&self) -> Result<NumberKind> {
        NumberKind::parse(&self.request_type)
    }
}

impl Call {
    fn of(number: usize, made: &CallMade, known: &[&str], literals: &[&str], pages: &mut Vec<String>) -> Self {
        let is_refusal = !made.status.is_some_and(|status| (200..300).contains(&status));
        let clean = |bytes: &[u8]| redaction::without_keys(&redaction::without(bytes, literals), is_refusal);
        let text = |text: &str| String::from_utf8_lossy(&clean(text.as_bytes())).into_owned();
        let shown = |(name, value): &(String, String)| {
            let value = if redaction::is_plain(name) { text(value) } else { HIDDEN.to_owned() };
            (name.clone(), value)
        };
        let mut answered = |(name, value): &(String, String)| match name.starts_with("Next-Page") {
            true => (name.clone(), page(value, pages)),
            false => (name.clone(), text(value)),
        };
        let content = clean(&made.whole);
        Call {
            purpose: made.purpose.to_owned(),
            method: made.method.clone(),
            url: text(&redaction::url(&made.url, known)),
            headers: made.headers.iter().map(shown).collect(),
            status: made.status,
            answer_headers: made.answer_headers.iter().map(&mut answered).collect(),
            body: (!content.is_empty()).then(|| format!("call-{number}.body")),
            content,
            problem: made.problem.as_deref().map(text),
            is_unreadable: matches!(made.failure, Some(Failure::TooLarge | Failure::Protocol | Failure::Malformed)),
            milliseconds: made.milliseconds,
        }
    }
}

/// A profile as a file of profiles has it: its code stands before the table.
fn as_a_table<S: Serializer>(profile: &Profile, out: S) -> std::result::Result<S::Ok, S::Error> {
    let mut table = serde_json::to_value(profile).map_err(serde::ser::Error::custom)?;
    if let Some(members) = table.as_object_mut() {
        members.remove("scac");
    }
    table.serialize(out)
}

/// Where the next page is, without what a cursor may hold: the same place is called the same.
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

/// The parameters of a question that say nothing of whoever asks.
fn known_parameters(profile: &Profile) -> Vec<&str> {
    let parameters = &profile.parameters;
    let cursor = parameters.cursor.as_deref().unwrap_or("cursor");
    vec![&parameters.bill_of_lading, &parameters.booking_number, &parameters.container, &parameters.limit, cursor]
}

/// What stands in the profile for header fields and parameters and may be a credential that was put there in clear.
fn literals(profile: &Profile) -> Vec<String> {
    let of_token = profile.oauth2.iter().flat_map(|oauth2| &oauth2.headers);
    let fields = profile.headers.iter().chain(of_token).filter(|(name, _)| !redaction::is_plain(name));
    let texts = fields.chain(&profile.query).map(|(_, value)| value);
    texts.filter(|value| Template(value).names().next().is_none()).cloned().collect()
}

/// The profile without what may be a credential: of its texts only those that name one stay.
fn plain(profile: &Profile) -> Profile {
    let mut profile = profile.clone();
    let hide = |(name, value): (&String, &mut String)| {
        let names_only = Template(value).filled(|_| None).is_empty();
        if !names_only && !redaction::is_plain(name) {
            *value = HIDDEN.to_owned();
        }
    };
    profile.headers.iter_mut().chain(&mut profile.query).for_each(hide);
    if let Some(oauth2) = &mut profile.oauth2 {
        oauth2.headers.iter_mut().for_each(hide);
    }
    profile
}

fn refused(path: &Path, why: &str) -> Error {
    Error::refused(ErrorKind::Configuration, "folder", format!("{}: {why}", path.display()))
}

fn failed(path: &Path, problem: std::io::Error) -> Error {
    refused(path, &problem.to_string()).with_source(problem)
}
