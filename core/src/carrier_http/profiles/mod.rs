//! Profiles: data that describes the DCSA Track & Trace service of each carrier.
//!
//! The library has profiles of some carriers ([`Profiles::shipped`]). They are derived from public notes; [`Profile::status`] shows whether a
//! profile was tried against a server. The host program passes a TOML or JSON text with a table for each carrier that it uses. The members of
//! a table replace the same members of the library's profile:
//!
//! ```
//! use shiptrack::carrier_http::profiles::Profiles;
//!
//! let profiles = Profiles::parse(
//!     r#"
//!     [MAEU]                        # as shipped
//!
//!     [HLCU]
//!     base_url = "https://mock.api-portal.hlag.com"
//!     path = "/v2/events"
//!     pace = { per_minute = 150 }
//!
//!     [XLIN]                        # a carrier without a profile in the library
//!     base_url = "https://api.line.example"
//!     path = "/v2/events"
//!     headers = { X-Key = "{key}" }
//!     parameters = { container = "equipmentReference" }
//!     "#,
//! )?;
//! let needed = |scac: &str| profiles.get(scac).unwrap().credentials().into_iter().collect::<Vec<_>>();
//! assert_eq!(needed("MAEU"), ["client_id", "client_secret"]);
//! assert_eq!(needed("XLIN"), ["key"]);
//! # Ok::<(), shiptrack::Error>(())
//! ```

mod profile;
mod subscriptions;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

use profile::{check_code, main_code, refused};
use serde_json::{Map, Value};

use crate::error::{Error, ErrorKind, Result};

pub(crate) use profile::Template;
pub use profile::{KeyName, NumberForm, OAuth2, Parameters, Profile, ProfileStatus, SecretIn, SignedJwt, Since};
pub use subscriptions::{Renewal, SubscriptionMembers, Subscriptions};

/// Profiles of carriers, by their codes.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Profiles(BTreeMap<String, Profile>);

impl Profiles {
    /// An empty list of profiles.
    pub fn new() -> Self {
        Self::default()
    }

    /// The profiles of the library.
    pub fn shipped() -> Self {
        let read = |(scac, table): (&String, &Value)| {
            let profile = profile(scac, table.clone()).expect("a test parses every shipped profile");
            (scac.clone(), profile)
        };
        Profiles(shipped().iter().map(read).collect())
    }

    /// Parses a text with a table for each carrier: JSON if it begins with a brace, otherwise TOML. If the library has a profile of the
    /// carrier, the table only needs the members that differ from it. Carriers without a table are not included. Fails if a member is not
    /// valid; the pointer of the error names the member.
    pub fn parse(text: &str) -> Result<Self> {
        let mut profiles = Profiles::new();
        for (scac, table) in document("profiles", text)? {
            let profile = profile(&scac, merge_with_shipped(&scac, table)?)?;
            let code = main_code(&profile.scac);
            if profiles.0.contains_key(&code) {
                let detail = format!("the carrier {code} has two tables: merge them into one");
                return Err(Error::refused(ErrorKind::Configuration, "profiles", detail));
            }
            profiles = profiles.with(profile)?;
        }
        Ok(profiles)
    }

    /// Parses a file, as [`parse`](Self::parse) does.
    pub fn from_file(path: impl AsRef<Path>) -> Result<Self> {
        let path = path.as_ref();
        let unread = |problem| format!("{}: {problem}", path.display());
        let text = std::fs::read_to_string(path)
            .map_err(|problem| Error::refused(ErrorKind::Configuration, "profiles", unread(problem)))?;
        Profiles::parse(&text).map_err(|refused| in_file(path, &refused))
    }

    /// Adds a profile, or replaces the profile of the same carrier. Fails if the profile is not valid.
    pub fn with(mut self, mut profile: Profile) -> Result<Self> {
        profile.scac = main_code(&profile.scac);
        profile.check()?;
        self.check_codes(&profile)?;
        self.0.insert(profile.scac.clone(), profile);
        Ok(self)
    }

    /// Fails if another profile has one of the additional codes (`codes`) of this profile as an additional code. An additional code may be the
    /// main code of another profile; then that profile is used for it.
    fn check_codes(&self, profile: &Profile) -> Result<()> {
        let additional_codes = |profile: &Profile| {
            let mut codes = profile.all_codes();
            codes.remove(&profile.scac);
            codes
        };
        let codes = additional_codes(profile);
        for other in self.iter().filter(|other| other.scac != profile.scac) {
            if let Some(code) = additional_codes(other).intersection(&codes).next() {
                let detail = format!(
                    "`{code}` is already in `codes` of the profile {}. Remove it from one of the profiles",
                    other.scac
                );
                return Err(refused(&profile.scac, "codes", detail));
            }
        }
        Ok(())
    }

    /// Returns the profile of the carrier with this code. The code may be an alternative code of the carrier, or an additional code (`codes`)
    /// of a profile.
    pub fn get(&self, scac: &str) -> Option<&Profile> {
        let code = main_code(scac);
        self.0.get(&code).or_else(|| self.iter().find(|profile| profile.all_codes().contains(&code)))
    }

    /// All profiles, sorted by code.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.0.values()
    }

    /// Formats the profiles as a JSON object by code. In addition to the members, each profile has `credentials` (the names of the
    /// credentials that it needs), `codes` (all its codes), `status_description`, and `missing` (what must be set before the carrier can be
    /// asked, or null).
    pub fn to_json(&self) -> String {
        let profiles = self.iter().map(|profile| {
            let mut members = serde_json::to_value(profile).unwrap_or_default();
            members["status_description"] = profile.status.description().into();
            members["credentials"] = profile.credentials().into_iter().collect();
            members["codes"] = profile.all_codes().into_iter().collect();
            let refused = profile.check_askable().err().map(|refused| refused.message().to_owned());
            members["missing"] = refused.into();
            (profile.scac.clone(), members)
        });
        Value::Object(profiles.collect()).to_string()
    }

    /// Whether there are no profiles.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The tables of the library's profiles, by code.
pub(super) fn shipped() -> &'static Map<String, Value> {
    static SHIPPED: OnceLock<Map<String, Value>> = OnceLock::new();
    SHIPPED.get_or_init(|| {
        let read = document("profiles", include_str!("shipped.toml")).expect("a test parses the shipped profiles");
        read.into_iter().collect()
    })
}

/// Parses a JSON or TOML text into its members. An error names `setting`.
pub(crate) fn document(setting: &str, text: &str) -> Result<Vec<(String, Value)>> {
    let text = text.trim_start_matches('\u{feff}');
    let refused = |detail: String| Error::refused(ErrorKind::Configuration, setting, detail);
    let read: Map<String, Value> = match text.trim_start().starts_with('{') {
        true => serde_json::from_str(text).map_err(|problem| refused(problem.to_string()))?,
        false => toml::from_str(text).map_err(|problem| {
            let before = problem.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = before.lines().count().max(1);
            refused(format!("line {line}: {}", problem.message()))
        })?,
    };
    Ok(read.into_iter().collect())
}

/// The same error with the path of the file in its message.
pub(crate) fn in_file(path: &Path, error: &Error) -> Error {
    let detail = error.errors().first().and_then(|object| object.detail.clone());
    let message = detail.unwrap_or_else(|| error.to_string());
    Error::refused(error.kind(), error.pointer().unwrap_or_default(), format!("{}: {message}", path.display()))
}

/// Merges a table over the library's profile of the carrier, if there is one. A table with members removes the status of the library's
/// profile, because the result was not tried.
pub(super) fn merge_with_shipped(scac: &str, table: Value) -> Result<Value> {
    if !table.is_object() {
        return Err(refused(scac, "", "must be a table".to_owned()));
    }
    let Some(base) = shipped().get(&main_code(scac)) else { return Ok(table) };
    let has_members = table.as_object().is_some_and(|table| !table.is_empty());
    let mut merged = base.clone();
    if let Some(merged) = merged.as_object_mut().filter(|_| has_members) {
        merged.retain(|name, _| !["status", "tried_on"].contains(&name.as_str()));
    }
    merge(&mut merged, table);
    Ok(merged)
}

/// Overwrites the members of `base` with those of `changes`, recursively.
fn merge(base: &mut Value, changes: Value) {
    match (base, changes) {
        (Value::Object(base), Value::Object(changes)) => {
            for (name, value) in changes {
                merge(base.entry(name).or_insert(Value::Null), value);
            }
        }
        (base, changes) => *base = changes,
    }
}

/// Parses a complete table into a profile.
pub(super) fn profile(scac: &str, table: Value) -> Result<Profile> {
    check_code(scac, "", scac)?;
    let has_server = table.get("base_url").is_some();
    let read: Result<Profile, _> = serde_path_to_error::deserialize(table);
    let profile = read.map_err(|problem| {
        let path = problem.path().to_string();
        refused(scac, if path == "." { "" } else { &path }, problem.inner().to_string())
    })?;
    match has_server {
        true => Ok(Profile { scac: scac.to_ascii_uppercase(), ..profile }),
        false => Err(refused(scac, "", "missing field `base_url`".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::shipping_lines;

    fn refusal(text: &str) -> (String, String) {
        let error = Profiles::parse(text).expect_err(text);
        assert_eq!(error.kind(), ErrorKind::Configuration);
        (error.pointer().unwrap_or_default().to_owned(), error.message().to_owned())
    }

    #[test]
    fn shipped_profiles_are_valid_and_never_tried() {
        let shipped = Profiles::shipped();
        let codes: Vec<&str> = shipped.iter().map(|profile| profile.scac.as_str()).collect();
        assert_eq!(codes, ["CMDU", "EGLV", "HDMU", "HLCU", "MAEU", "MSCU", "ONEY", "ZIMU"]);
        for profile in shipped.iter() {
            profile.check().unwrap();
            assert_eq!((profile.status, profile.tried_on), (ProfileStatus::NeverTried, None), "{}", profile.scac);
            assert!(profile.note.starts_with("from public notes, not verified"), "{}", profile.scac);
            assert!(shipping_lines::by_scac(&profile.scac).is_some(), "{}", profile.scac);
        }
        for (scac, field) in [("MSCU", "signed_jwt.token_url"), ("EGLV", "base_url")] {
            let refused = shipped.get(scac).unwrap().check_askable().unwrap_err();
            assert_eq!(refused.pointer(), Some(&*format!("profiles.{scac}.{field}")));
        }
        shipped.get("HLCU").unwrap().check_askable().unwrap();
    }

    #[test]
    fn table_is_merged_over_shipped_profile() {
        let profiles = Profiles::parse(
            "[maeu]\nbase_url = 'http://127.0.0.1:1'\nheaders = { X-Trace = 'a' }\n[maeu.oauth2]\nsecret_in = 'basic'\n\
             [CMDU]\noauth2 = false\nheaders = { keyId = '{key}' }",
        )
        .unwrap();
        let (maersk, shipped) = (profiles.get("SUDU").unwrap(), Profiles::shipped());
        let ours = shipped.get("MAEU").unwrap();
        assert_eq!((&*maersk.base_url, &maersk.path), ("http://127.0.0.1:1", &ours.path));
        assert_eq!(maersk.headers.keys().collect::<Vec<_>>(), ["Consumer-Key", "X-Trace"]);
        let oauth2 = maersk.oauth2.as_ref().unwrap();
        assert_eq!((oauth2.secret_in, &oauth2.token_url), (SecretIn::Basic, &ours.oauth2.as_ref().unwrap().token_url));
        let cma = profiles.get("ANNU").unwrap();
        assert_eq!((&cma.oauth2, cma.credentials()), (&None, ["key".to_owned()].into()));
        assert_eq!(profiles.get("HLCU"), None, "the file has no table for it");
        let json = r#"{"MAEU": {"base_url": "http://127.0.0.1:1", "headers": {"X-Trace": "a"}, "oauth2": {"secret_in": "basic"}}}"#;
        assert_eq!(Profiles::parse(json).unwrap().get("MAEU"), Some(maersk));
    }

    #[test]
    fn changed_profile_loses_its_status() {
        let own = |text: &str| Profiles::parse(text).unwrap().get("HLCU").unwrap().status;
        assert_eq!(own("[HLCU]\nstatus = 'real_account'\ntried_on = '2026-05-01'"), ProfileStatus::RealAccount);
        assert_eq!(own("[HLCU]\npath = '/x'"), ProfileStatus::NeverTried);
    }

    #[test]
    fn invalid_members_are_rejected_with_their_path() {
        for (text, place, words) in [
            ("[MAEU]\nbase_ur = 'x'", "profiles.MAEU.base_ur", "unknown field `base_ur`"),
            ("[MAEU.parameters]\ncontainer = 7", "profiles.MAEU.parameters.container", "invalid type: integer `7`"),
            ("[MAEU.pace]\nper_day = -1", "profiles.MAEU.pace.per_day", "-1"),
            ("[MAEU.pace]\nper_day = 0", "profiles.MAEU.pace.per_day", "0 calls"),
            ("[MAEU]\nnumber = 'odd'", "profiles.MAEU.number", "unknown variant `odd`"),
            ("[MAEU.oauth2]\nscop = 'x'", "profiles.MAEU.oauth2", "unknown field `scop`"),
            ("[MAEU.headers]\n'X Y' = 'x'", "profiles.MAEU.headers.X Y", "not a valid header field"),
            ("[MAEU.headers]\nX = '{Key}'", "profiles.MAEU.headers.X", "not the name of a credential"),
            ("[MAEU]\nbase_url = 'https://u:p@line.example'", "", ""),
            ("[XLIN]\npath = '/x'", "profiles.XLIN", "missing field `base_url`"),
            ("[XLIN]\nbase_url = 'https://line.example'", "profiles.XLIN.parameters", "at least one"),
            ("[MAEU]\npath = 'x'", "profiles.MAEU.path", "begins with a slash"),
            ("[MAEU]\npath = '/x/{key}'", "profiles.MAEU.path", "a path cannot contain credentials"),
            (
                "[MAEU]\ncodes = ['XLIN']\n[HLCU]\ncodes = ['xlin']",
                "profiles.MAEU.codes",
                "`XLIN` is already in `codes` of the profile HLCU",
            ),
            ("[MAEUX]\n", "profiles.MAEUX", "SCAC of four letters"),
            ("[MAEU]\n[SUDU]\n", "profiles", "MAEU has two tables"),
            ("MAEU = 7", "profiles.MAEU", "must be a table"),
            ("[MAEU\n", "profiles", "line 1"),
            ("{\"MAEU\": {", "profiles", "line 1"),
            ("[1]", "profiles.1", "SCAC of four letters"),
        ] {
            if place.is_empty() {
                let refused = Profiles::parse(text).unwrap().get("MAEU").unwrap().check_askable().unwrap_err();
                assert_eq!(refused.pointer(), Some("profiles.MAEU.base_url"));
                assert!(!refused.to_string().contains("u:p"));
                continue;
            }
            let (pointer, message) = refusal(text);
            assert_eq!(pointer, place, "{text}: {message}");
            assert!(message.contains(words), "{text}: {message}");
        }
    }

    #[test]
    fn numbers_are_formatted_for_the_carrier() {
        use crate::resources::RequestType::{BillOfLading, BookingNumber, Container};
        let mut profile = Profile::new("EGLV", "https://line.example", "/x");
        for (form, kind, normal, written) in [
            (NumberForm::Normal, BillOfLading, "EGLV1", "EGLV1"),
            (NumberForm::WithoutPrefix, BillOfLading, "EGLV1", "1"),
            (NumberForm::WithoutPrefix, BookingNumber, "EGLV", "EGLV"),
            (NumberForm::WithoutPrefix, Container, "EGLV1234567", "EGLV1234567"),
            (NumberForm::WithPrefix, BillOfLading, "1", "EGLV1"),
            (NumberForm::WithPrefix, BillOfLading, "EGLV1", "EGLV1"),
        ] {
            profile.number = form;
            assert_eq!(profile.format_number(&kind, normal), written, "{form:?} {kind:?} {normal}");
        }
    }
}
