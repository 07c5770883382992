//! A look-up that was recorded, without anything that is secret: to be sent to somebody, and to be read again.

use std::fs;
use std::path::{Path, PathBuf};

use super::check::Check;
use super::manifest::{FORMAT, Manifest};
use super::replay::{self, Outcome, Replay};
use crate::error::{Error, ErrorKind, Result};

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

fn refused(path: &Path, why: &str) -> Error {
    Error::refused(ErrorKind::Configuration, "folder", format!("{}: {why}", path.display()))
}

fn failed(path: &Path, problem: std::io::Error) -> Error {
    refused(path, &problem.to_string()).with_source(problem)
}
