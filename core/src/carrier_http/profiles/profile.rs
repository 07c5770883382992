//! Defines the profile of a carrier, and validates it.

use std::collections::{BTreeMap, BTreeSet};

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use super::subscriptions::{Subscriptions, name_for};
use crate::carriers::CallPace;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::is_field_name;
use crate::numbers::Scac;
use crate::resources::RequestType;
use crate::shipping_lines;

/// Describes the DCSA Track & Trace service of a carrier.
///
/// Values of `headers`, `query` and `oauth2.headers` may contain `{name}`, which is replaced by the credential of that name.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Profile {
    /// The carrier's code.
    #[serde(skip_deserializing)]
    pub scac: String,
    /// The name of the carrier.
    pub name: String,
    /// Additional carrier codes for which this profile is used.
    pub codes: Vec<String>,
    /// How the profile was tested.
    pub status: ProfileStatus,
    /// When it was tested.
    pub tried_on: Option<NaiveDate>,
    /// Notes for people.
    pub note: String,
    /// Scheme, host and common prefix of all paths, for example `https://api.line.example`. A URL without TLS is permitted only for this
    /// machine and for allowed networks.
    pub base_url: String,
    /// The path of the events.
    pub path: String,
    /// The names of the query parameters.
    pub parameters: Parameters,
    /// Header fields of every request for events.
    pub headers: BTreeMap<String, String>,
    /// Further parameters of every request for events.
    pub query: BTreeMap<String, String>,
    /// The form of bills of lading and booking numbers.
    pub number: NumberForm,
    /// Fetches a token with `client_id` and `client_secret`.
    #[serde(deserialize_with = "unless_false")]
    pub oauth2: Option<OAuth2>,
    /// Fetches a token with a signed assertion.
    #[serde(deserialize_with = "unless_false")]
    pub signed_jwt: Option<SignedJwt>,
    /// How event subscriptions are created; `None` if the carrier supports none, or this is unknown.
    #[serde(deserialize_with = "unless_false")]
    pub subscriptions: Option<Subscriptions>,
    /// Limits for the number of calls.
    pub pace: CallPace,
    /// Whether the service shows only the shipments of the customer. If so, a number that it does not find may belong to another customer.
    pub own_shipments_only: bool,
    /// Whether the `ETag` of the service is reliable. If so, unchanged answers are not transferred again.
    pub etag: bool,
    /// How to request only events since the last look-up; `None` if the service does not support this, or this is unknown.
    #[serde(deserialize_with = "unless_false")]
    pub since: Option<Since>,
    /// Whether the service may be asked about numbers whose carrier is unknown.
    pub detection: bool,
    /// Maximum number of pages of one answer. If there are more, the answer is incomplete.
    pub most_pages: u32,
}

closed_enum! {
    /// How a profile was tested.
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum ProfileStatus {
        /// Not tested. The profile is based on documents.
        #[default]
        NeverTried => "never tried",
        /// With a mock server of the carrier.
        VendorsMock => "tried against the vendor's mock",
        /// With a real account.
        RealAccount => "tried with a real account",
    }
    /// A description for people.
    pub fn description;
}

/// The names of the query parameters of a request for events. An empty name means that the service does not support the parameter.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Parameters {
    /// For a bill of lading.
    pub bill_of_lading: String,
    /// For a booking number.
    pub booking_number: String,
    /// For a container.
    pub container: String,
    /// For the number of events on a page.
    pub limit: String,
    /// Number of events on a page. Default: 100.
    pub page_size: Option<u32>,
    /// For the cursor. Default: `cursor`.
    pub cursor: Option<String>,
}

impl Parameters {
    /// The parameter for a number of this kind; `None` if the service does not support the kind.
    pub fn of(&self, kind: &RequestType) -> Option<&str> {
        name_for(kind, [&self.bill_of_lading, &self.booking_number, &self.container])
    }

    pub(crate) fn cursor(&self) -> Option<&str> {
        Some(self.cursor.as_deref().unwrap_or("cursor")).filter(|name| !name.is_empty())
    }
}

/// How only events after a time are requested.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct Since {
    /// The parameter for the time, for example `eventCreatedDateTime:gte`.
    pub parameter: String,
    /// Whether the newer events reliably include changes and withdrawals. Otherwise the parameter is not used.
    #[serde(default)]
    pub sound: bool,
}

impl Profile {
    /// The parameter for the time; `None` if everything is requested each time.
    pub(crate) fn since(&self) -> Option<&str> {
        self.since.as_ref().filter(|since| since.sound).map(|since| since.parameter.as_str())
    }
}

/// The form of bills of lading and booking numbers for a carrier.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NumberForm {
    /// The normal form: upper case, without separators and redundant prefix.
    #[default]
    Normal,
    /// The normal form without the code of the carrier.
    WithoutPrefix,
    /// The normal form with the code of the carrier.
    WithPrefix,
}

/// Fetches a token with `client_id` and `client_secret` (OAuth 2, client credentials).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct OAuth2 {
    /// The URL of the token service.
    pub token_url: String,
    /// Where `client_id` and `client_secret` are sent.
    #[serde(default)]
    pub secret_in: SecretIn,
    /// The requested scope; none if empty.
    #[serde(default)]
    pub scope: String,
    /// Further header fields of that request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

/// Where `client_id` and `client_secret` are in the request for a token.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SecretIn {
    /// In the form.
    #[default]
    Form,
    /// In the `Authorization` header field.
    Basic,
}

/// Fetches a token with a signed assertion (JWT).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct SignedJwt {
    /// The URL of the token service.
    pub token_url: String,
    /// The requested scope; none if empty.
    #[serde(default)]
    pub scope: String,
    /// The audience of the assertion. Default: `token_url`.
    #[serde(default)]
    pub audience: String,
    /// How the assertion identifies the key.
    #[serde(default)]
    pub key_name: KeyName,
    /// Further header fields of that request.
    #[serde(default)]
    pub headers: BTreeMap<String, String>,
}

/// How a signed assertion identifies its key.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum KeyName {
    /// By the SHA-1 thumbprint of its certificate: the credential `certificate` is needed.
    #[default]
    #[serde(rename = "x5t")]
    X5t,
    /// By the SHA-256 thumbprint of its certificate: the credential `certificate` is needed.
    #[serde(rename = "x5t#S256")]
    X5tS256,
    /// By an id: the credential `key_id` is needed.
    #[serde(rename = "kid")]
    Kid,
    /// The assertion does not identify the key.
    #[serde(rename = "none")]
    None,
}

fn unless_false<'de, T, D>(input: D) -> Result<Option<T>, D::Error>
where
    T: serde::de::DeserializeOwned,
    D: serde::Deserializer<'de>,
{
    let value = serde_json::Value::deserialize(input)?;
    match value {
        serde_json::Value::Bool(false) | serde_json::Value::Null => Ok(None),
        table => T::deserialize(table).map(Some).map_err(serde::de::Error::custom),
    }
}

impl Default for Profile {
    fn default() -> Self {
        Profile {
            scac: String::new(),
            name: String::new(),
            codes: Vec::new(),
            status: ProfileStatus::NeverTried,
            tried_on: None,
            note: String::new(),
            base_url: String::new(),
            path: String::new(),
            parameters: Parameters::default(),
            headers: BTreeMap::new(),
            query: BTreeMap::new(),
            number: NumberForm::Normal,
            oauth2: None,
            signed_jwt: None,
            subscriptions: None,
            pace: CallPace::default(),
            own_shipments_only: false,
            etag: false,
            since: None,
            detection: false,
            most_pages: 20,
        }
    }
}

impl Profile {
    /// A profile with the parameters of the standard, without credentials.
    pub fn new(scac: &str, base_url: &str, path: &str) -> Self {
        let parameters = Parameters {
            bill_of_lading: "transportDocumentReference".into(),
            booking_number: "carrierBookingReference".into(),
            container: "equipmentReference".into(),
            ..Parameters::default()
        };
        Profile { scac: scac.into(), base_url: base_url.into(), path: path.into(), parameters, ..Profile::default() }
    }

    /// The names of the credentials that the profile needs.
    pub fn credentials(&self) -> BTreeSet<String> {
        let of_token = self.token_headers().into_iter().flat_map(|(_, headers)| headers.values());
        let texts = self.headers.values().chain(self.query.values()).chain(of_token);
        let named = texts.flat_map(|text| Template(text).names().map(str::to_owned).collect::<Vec<_>>());
        let client: &[&str] = match (&self.signed_jwt, &self.oauth2) {
            (Some(signed), _) => match signed.key_name {
                KeyName::X5t | KeyName::X5tS256 => &["client_id", "private_key", "certificate"],
                KeyName::Kid => &["client_id", "private_key", "key_id"],
                KeyName::None => &["client_id", "private_key"],
            },
            (None, Some(_)) => &["client_id", "client_secret"],
            (None, None) => &[],
        };
        named.chain(client.iter().map(|name| (*name).to_owned())).collect()
    }

    pub(crate) fn token_headers(&self) -> Option<(&'static str, &BTreeMap<String, String>)> {
        let signed = self.signed_jwt.as_ref().map(|signed| ("signed_jwt.headers", &signed.headers));
        signed.or(self.oauth2.as_ref().map(|oauth2| ("oauth2.headers", &oauth2.headers)))
    }

    pub(crate) fn token_headers_mut(&mut self) -> Option<&mut BTreeMap<String, String>> {
        let signed = self.signed_jwt.as_mut().map(|signed| &mut signed.headers);
        signed.or(self.oauth2.as_mut().map(|oauth2| &mut oauth2.headers))
    }

    /// Checks everything that can be checked without a request. The pointer of the error names the field.
    pub fn check(&self) -> Result<()> {
        let refused = |field: &str, detail: String| Err(refused(&self.scac, field, detail));
        for (field, code) in [("", &self.scac)].into_iter().chain(self.codes.iter().map(|code| ("codes", code))) {
            check_code(&self.scac, field, code)?;
        }
        if !self.path.is_empty() && !self.path.starts_with('/') || self.path.contains(['?', '#']) {
            return refused(
                "path",
                format!("a path begins with a slash and has no query, not like {}", Quoted(&self.path)),
            );
        }
        if self.path.contains(['{', '}']) {
            return refused("path", "a path cannot contain credentials. Use `headers` or `query`".into());
        }
        if self.since.as_ref().is_some_and(|since| since.parameter.trim().is_empty()) {
            return refused("since.parameter", "the name of the parameter is missing".to_owned());
        }
        let has_no_number = ["bill_of_lading", "booking_number", "container"]
            .into_iter()
            .all(|kind| self.parameters.of(&RequestType::from(kind)).is_none());
        if has_no_number {
            return refused(
                "parameters",
                "at least one of `bill_of_lading`, `booking_number`, `container` is needed".into(),
            );
        }
        if self.oauth2.is_some() && self.signed_jwt.is_some() {
            return refused(
                "signed_jwt",
                "`oauth2` and `signed_jwt` exclude each other. Set one of them to false".into(),
            );
        }
        let texts = [("headers", &self.headers), ("query", &self.query)].into_iter().chain(self.token_headers());
        for (place, name, text) in
            texts.flat_map(|(place, all)| all.iter().map(move |(name, text)| (place, name, text)))
        {
            let is_field = place != "query";
            if is_field && (!is_field_name(name) || text.chars().any(char::is_control)) {
                return refused(&format!("{place}.{name}"), "this is not a valid header field".into());
            }
            if let Err(problem) = Template(text).check() {
                return refused(&format!("{place}.{name}"), problem);
            }
        }
        for (field, limit) in
            [("per_minute", self.pace.per_minute), ("per_hour", self.pace.per_hour), ("per_day", self.pace.per_day)]
        {
            if limit == Some(0) {
                return refused(&format!("pace.{field}"), "with 0 calls the carrier could never be asked".into());
            }
        }
        if let Some((member, problem)) = self.subscriptions.as_ref().and_then(Subscriptions::problem) {
            return refused(&format!("subscriptions.{member}"), problem.into());
        }
        let pages =
            [(self.most_pages == 0, "most_pages"), (self.parameters.page_size == Some(0), "parameters.page_size")];
        match pages.into_iter().find(|(is_wrong, _)| *is_wrong) {
            Some((_, field)) => refused(field, "must be 1 or more".into()),
            None => Ok(()),
        }
    }

    /// Checks whether look-ups are possible: the profile is valid and all URLs are set. Some carriers provide their URLs only with an account.
    /// The pointer of the error names the field.
    pub fn check_askable(&self) -> Result<()> {
        self.check()?;
        let refused = |field: &str, detail: String| Err(refused(&self.scac, field, detail));
        let oauth2 = self.oauth2.iter().map(|oauth2| ("oauth2.token_url", &oauth2.token_url));
        let signed = self.signed_jwt.iter().map(|signed| ("signed_jwt.token_url", &signed.token_url));
        let token = oauth2.chain(signed);
        for (field, url) in [("base_url", &self.base_url)].into_iter().chain(token) {
            if url.is_empty() {
                return refused(field, "this URL is not public. The carrier provides it with the account".into());
            }
            if let Err(problem) = check_url(url) {
                return refused(field, problem);
            }
        }
        Ok(())
    }

    /// All carrier codes for which this profile is used, as they are in tracking requests.
    pub fn all_codes(&self) -> BTreeSet<String> {
        [&self.scac].into_iter().chain(&self.codes).map(|code| main_code(code)).collect()
    }

    /// Formats a number in normal form as the carrier expects it.
    pub(crate) fn format_number(&self, kind: &RequestType, normal: &str) -> String {
        let codes = || [&self.scac].into_iter().chain(&self.codes);
        let prefix = codes().find(|code| normal.len() > code.len() && normal.starts_with(code.as_str()));
        match self.number {
            _ if *kind == RequestType::Container => normal.to_owned(),
            NumberForm::Normal => normal.to_owned(),
            NumberForm::WithoutPrefix => prefix.map_or(normal, |code| &normal[code.len()..]).to_owned(),
            NumberForm::WithPrefix if prefix.is_some() => normal.to_owned(),
            NumberForm::WithPrefix => format!("{}{normal}", self.scac),
        }
    }
}

fn check_url(url: &str) -> Result<(), String> {
    let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://"));
    let authority = rest.and_then(|rest| rest.split('/').next()).filter(|authority| !authority.is_empty());
    match authority {
        None => Err(format!("{} is not a URL that begins with https:// and a host", Quoted(url))),
        Some(authority) if authority.contains('@') => Err("a URL must not contain a user and a password".to_owned()),
        Some(_) if url.contains(['?', '#', '{', '}']) || !url.bytes().all(|byte| byte.is_ascii_graphic()) => {
            Err(format!("{} is not a URL without query, fragment and spaces", Quoted(url)))
        }
        Some(_) => Ok(()),
    }
}

/// The main code of a carrier for any of its codes, in upper case.
pub(super) fn main_code(scac: &str) -> String {
    shipping_lines::main_code(scac).to_ascii_uppercase()
}

pub(super) fn check_code(scac: &str, field: &str, code: &str) -> Result<()> {
    let detail = || format!("{} is not a carrier code (SCAC of four letters)", Quoted(code));
    Scac::for_request(code).map(drop).map_err(|_| refused(scac, field, detail()))
}

pub(super) fn refused(scac: &str, field: &str, detail: String) -> Error {
    let place = match field {
        "" => format!("profiles.{scac}"),
        field => format!("profiles.{scac}.{field}"),
    };
    Error::refused(ErrorKind::Configuration, &place, format!("{}: {detail}", place.trim_start_matches("profiles.")))
}

/// A text with names of credentials in braces.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Template<'t>(pub &'t str);

impl<'t> Template<'t> {
    /// Fails if a brace is not part of a name.
    pub fn check(self) -> Result<(), String> {
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_')
        };
        for (text, name) in self.parts() {
            if text.contains(['{', '}']) {
                return Err("a brace is not part of a name. Write {name} for a credential".to_owned());
            }
            if let Some(name) = name.filter(|name| !is_name(name)) {
                return Err(format!("{{{name}}} is not the name of a credential (lower-case letters, digits and _)"));
            }
        }
        Ok(())
    }

    pub fn names(self) -> impl Iterator<Item = &'t str> {
        self.parts().into_iter().filter_map(|(_, name)| name)
    }

    pub fn filled<'v>(self, value: impl Fn(&str) -> Option<&'v str>) -> String {
        let parts = self.parts().into_iter();
        parts.flat_map(|(text, name)| [text, name.and_then(&value).unwrap_or_default()]).collect()
    }

    fn parts(self) -> Vec<(&'t str, Option<&'t str>)> {
        let (mut parts, mut rest) = (Vec::new(), self.0);
        while let Some((before, (name, after))) =
            rest.split_once('{').and_then(|(before, behind)| Some((before, behind.split_once('}')?)))
        {
            parts.push((before, Some(name)));
            rest = after;
        }
        parts.push((rest, None));
        parts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_replaced_and_other_text_stays() {
        let template = Template("Bearer {key}, {id}");
        assert_eq!(template.names().collect::<Vec<_>>(), ["key", "id"]);
        assert_eq!(template.filled(|name| if name == "key" { Some("{id}") } else { None }), "Bearer {id}, ");
        for text in ["", "1", "{a_1}", "x{a}y{b}"] {
            assert_eq!(Template(text).check(), Ok(()), "{text}");
        }
        for text in ["{", "}", "a}{b}", "{A}", "{}", "{a b}", "{{a}}", "{a"] {
            assert!(Template(text).check().is_err(), "{text}");
        }
    }
}
