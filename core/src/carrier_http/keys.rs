//! Looks up the credentials of a request and fills them into the templates of its profile.

use std::collections::BTreeMap;

use sha2::{Digest as _, Sha256};

use super::credentials::{CredentialRequest, Credentials};
use crate::carrier_http::profiles::{Profile, Template};
use crate::carriers::{CredentialId, LookUpFailure};
use crate::http::Request;
use crate::ids::Secret;
use crate::resources::AccountId;

/// Credentials with several lines, which cannot be in a header field.
pub(super) const PEM: [&str; 2] = ["private_key", "certificate"];

pub(super) struct Keys {
    named: BTreeMap<String, Secret>,
    secrets: Vec<String>,
}

impl Keys {
    pub fn of(
        profile: &Profile,
        credentials: &Credentials,
        (account, account_name): (&AccountId, &str),
    ) -> Result<Self, LookUpFailure> {
        let find = |name: String| {
            let secret =
                credentials.get(&CredentialRequest { account, account_name, scac: &profile.scac, name: &name })?;
            let is_header_value = |text: &str| text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            let is_pem = profile.signed_jwt.is_some() && PEM.contains(&&*name);
            match is_pem || is_header_value(secret.reveal()) {
                true => Ok((name, secret)),
                false => Err(format!(
                    "the credential `{name}` of {} has characters that are not allowed in a header field",
                    profile.scac
                )),
            }
        };
        let named: Result<BTreeMap<String, Secret>, String> = profile.credentials().into_iter().map(find).collect();
        let named = named.map_err(|why| LookUpFailure::Refused.because(why))?;
        let plain = named.values().map(|secret| secret.reveal().to_owned());
        let encoded =
            named.values().map(|secret| form_urlencoded::byte_serialize(secret.reveal().as_bytes()).collect());
        let secrets = plain.chain(encoded).collect();
        Ok(Keys { named, secrets })
    }

    pub fn get(&self, name: &str) -> &str {
        self.named.get(name).map(Secret::reveal).unwrap_or_default()
    }

    /// Returns the filled text, and whether it contains a credential.
    pub fn fill(&self, text: &str) -> (String, bool) {
        let template = Template(text);
        (template.filled(|name| self.named.get(name).map(Secret::reveal)), template.names().next().is_some())
    }

    /// Sets header fields, and returns the names of those with credentials.
    pub fn set_headers<'p>(&self, request: &mut Request, fields: &'p BTreeMap<String, String>) -> Vec<&'p str> {
        let mut hidden = Vec::new();
        for (name, text) in fields {
            let (value, is_secret) = self.fill(text);
            request.headers.set(name.clone(), value);
            hidden.extend(is_secret.then_some(name.as_str()));
        }
        hidden
    }

    pub fn secrets<'s>(&'s self, token: Option<&'s str>) -> Vec<&'s str> {
        self.secrets.iter().map(String::as_str).chain(token).collect()
    }

    pub fn id(&self) -> CredentialId {
        let mut hasher = Sha256::new();
        for (name, secret) in &self.named {
            for text in [name.as_str(), secret.reveal()] {
                hasher.update(text.len().to_le_bytes());
                hasher.update(text);
            }
        }
        CredentialId(hasher.finalize().into())
    }
}
