//! A look-up that was recorded, without anything that is secret: to be sent to somebody, and to be made again without the
//! carrier.

use std::collections::VecDeque;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use serde::ser::{Serialize, SerializeMap, Serializer};

use super::access::CarrierAccess;
use super::check::Check;
use super::credentials::{Credentials, Wanted};
use super::keys::PEM;
use super::manifest::{FORMAT, Manifest};
use super::oauth2;
use crate::carriers::hiding::HIDDEN;
use crate::carriers::profiles::Profiles;
use crate::clock::{CancelToken, Cancelled, Clock, ManualClock};
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Failure, Method, Phase, Request, Response, Transport, TransportError};
use crate::ids::Secret;
use crate::threads::locked;
use crate::tracking::{FoldPolicy, Voyage};

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
        let replayed = play(&manifest)?;
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
        Ok(Replay::new(recorded, play(&manifest)?))
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

fn refused(path: &Path, why: &str) -> Error {
    Error::refused(ErrorKind::Configuration, "folder", format!("{}: {why}", path.display()))
}

fn failed(path: &Path, problem: std::io::Error) -> Error {
    refused(path, &problem.to_string()).with_source(problem)
}

/// What a look-up comes to.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outcome {
    /// `facts`, or why there are none.
    pub outcome: String,
    /// The voyage, a line of JSON each, as [`Voyage::to_json_lines`] writes it.
    pub voyage: Vec<String>,
}

impl Outcome {
    pub(super) fn of(check: &Check) -> Self {
        let voyages = check.reading.voyages(check.asked.now, &FoldPolicy::default());
        Outcome::recorded(check.outcome(), &voyages.iter().map(Voyage::to_json_lines).collect::<String>())
    }

    pub(super) fn recorded(outcome: &str, voyage: &str) -> Self {
        Outcome { outcome: outcome.to_owned(), voyage: voyage.split_inclusive('\n').map(str::to_owned).collect() }
    }

    /// The lines of this that the other does not have.
    fn beyond<'o>(&'o self, other: &Outcome) -> Vec<&'o str> {
        let mut left: Vec<&String> = other.voyage.iter().collect();
        let own = self.voyage.iter().filter(|line| match left.iter().position(|known| known == line) {
            Some(at) => {
                left.remove(at);
                false
            }
            None => true,
        });
        own.map(|line| line.trim_end()).collect()
    }
}

/// A look-up that was recorded, read once more.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Replay {
    /// What it came to when it was recorded.
    pub recorded: Outcome,
    /// What it comes to now.
    pub now: Outcome,
    /// It in full.
    pub check: Check,
}

impl Replay {
    pub(super) fn new(recorded: Outcome, check: Check) -> Self {
        Replay { recorded, now: Outcome::of(&check), check }
    }

    /// Whether it comes to the same voyage.
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
        map.serialize_entry("missing", &self.recorded.beyond(&self.now))?;
        map.serialize_entry("added", &self.now.beyond(&self.recorded))?;
        map.serialize_entry("check", &self.check)?;
        map.end()
    }
}

/// Makes the look-up again, with the answers that were recorded, at the time it was made.
pub(super) fn play(bundle: &Manifest) -> Result<Check> {
    let was_asked = !bundle.calls.is_empty();
    let made_up = oauth2::made_up();
    let anything = move |wanted: &Wanted<'_>| {
        let pem = made_up.as_ref().filter(|_| PEM.contains(&wanted.name));
        Ok(was_asked.then(|| Secret::new(pem.map_or(HIDDEN, String::as_str))))
    };
    let credentials = Credentials::of_every_account().from_function(anything);
    let access = CarrierAccess::new(Profiles::new().with(bundle.profile.clone())?, credentials);
    let transport: Arc<dyn Transport> = Arc::new(Answers::of(bundle));
    let clock: Arc<dyn Clock> = Arc::new(ManualClock::new(bundle.now));
    access.check_over(&transport, &clock, (&bundle.scac, &bundle.number, Some(bundle.kind()?)), "default")
}

/// The answers that were recorded: of the token service, and of the carrier, each in their order.
struct Answers(Mutex<[VecDeque<Answered>; 2]>);

type Answered = std::result::Result<Response, TransportError>;

impl Answers {
    fn of(bundle: &Manifest) -> Self {
        let mut answers = [VecDeque::new(), VecDeque::new()];
        for call in &bundle.calls {
            let Some(status) = call.status else {
                let failure = if call.is_unreadable { Failure::Protocol } else { Failure::Io };
                let told = call.problem.clone().unwrap_or_default();
                answers[place(&call.purpose)].push_back(Err(TransportError::new(failure, Phase::Receive, told)));
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
        Answers(Mutex::new(answers))
    }
}

fn place(purpose: &str) -> usize {
    usize::from(purpose != "token")
}

impl Transport for Answers {
    fn send(&self, request: Request, _: &Call) -> Answered {
        let purpose = if request.method == Method::Post { "token" } else { "events" };
        let next = locked(&self.0)[place(purpose)].pop_front();
        let none = || TransportError::new(Failure::Io, Phase::Receive, "no further answer was recorded");
        next.unwrap_or_else(|| Err(none()))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> std::result::Result<(), Cancelled> {
        Ok(())
    }
}
