//! What every request to a carrier has in common: credentials where the profile wants them, a token, and the pace.

use std::collections::BTreeMap;
use std::sync::Arc;

use sha2::{Digest as _, Sha256};

use super::credentials::{Credentials, Wanted};
use super::oauth2;
use super::tokens::{Got, Tokens};
use super::way::{Sending, Trace, Way};
use crate::carriers::profiles::{Profile, Template};
use crate::carriers::{CallLog, CredentialId, LookUpFailure};
use crate::http::{Call, Request, Response};
use crate::ids::Secret;
use crate::resources::AccountId;

/// Credentials of several lines, which no header field holds.
pub(super) const PEM: [&str; 2] = ["private_key", "certificate"];

/// The credentials a carrier is asked with, by name.
pub(super) struct Keys {
    named: BTreeMap<String, Secret>,
    /// All of them, also as they are written in a URL.
    secrets: Vec<String>,
}

impl Keys {
    /// Those that the profile needs, of the account that asks.
    pub fn of(
        profile: &Profile,
        credentials: &Credentials,
        (account, account_name): (&AccountId, &str),
    ) -> Result<Self, LookUpFailure> {
        let find = |name: String| {
            let secret = credentials.get(&Wanted { account, account_name, scac: &profile.scac, name: &name })?;
            let is_line = |text: &str| text.bytes().all(|byte| (b' '..=b'~').contains(&byte));
            let is_whole = profile.signed_jwt.is_some() && PEM.contains(&&*name);
            match is_whole || is_line(secret.reveal()) {
                true => Ok((name, secret)),
                false => Err(format!(
                    "the credential {name} of {} has characters that no header field can have",
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

    /// A text of the profile with what it names put in, and whether it names something.
    pub fn fill(&self, text: &str) -> (String, bool) {
        let template = Template(text);
        (template.filled(|name| self.named.get(name).map(Secret::reveal)), template.names().next().is_some())
    }

    /// Sets header fields of a profile with what they name put in, and returns the names of those that hold a credential.
    pub fn set<'p>(&self, request: &mut Request, fields: &'p BTreeMap<String, String>) -> Vec<&'p str> {
        let mut hidden = Vec::new();
        for (name, text) in fields {
            let (value, is_secret) = self.fill(text);
            request.headers.set(name.clone(), value);
            hidden.extend(is_secret.then_some(name.as_str()));
        }
        hidden
    }

    /// What must not be repeated.
    pub fn secrets(&self) -> Vec<&str> {
        self.secrets_and(None)
    }

    /// The same, and a token that was got with them.
    pub fn secrets_and<'s>(&'s self, token: Option<&'s str>) -> Vec<&'s str> {
        self.secrets.iter().map(String::as_str).chain(token).collect()
    }

    pub fn id(&self) -> CredentialId {
        let mut whole = Sha256::new();
        for (name, secret) in &self.named {
            for text in [name.as_str(), secret.reveal()] {
                whole.update(text.len().to_le_bytes());
                whole.update(text);
            }
        }
        CredentialId(whole.finalize().into())
    }
}

/// How a carrier's servers are reached.
pub(super) struct Connection {
    pub profile: Profile,
    pub credentials: Credentials,
    pub way: Way,
    pub tokens: Tokens,
    pub calls: CallLog,
}

impl Connection {
    /// What the carrier is asked with for an account.
    pub fn keys(&self, account: (&AccountId, &str)) -> Result<Keys, LookUpFailure> {
        Keys::of(&self.profile, &self.credentials, account)
    }
}

/// A line to a carrier's servers, open for one account.
pub(super) struct Line<'a> {
    pub connection: &'a Connection,
    pub call: &'a Call,
    pub keys: Keys,
    credential: CredentialId,
    trace: &'a mut Trace,
}

impl<'a> Line<'a> {
    /// The line of an account, with its credentials.
    pub fn of(
        connection: &'a Connection,
        account: (&AccountId, &str),
        call: &'a Call,
        trace: &'a mut Trace,
    ) -> Result<Self, LookUpFailure> {
        let keys = connection.keys(account)?;
        let credential = keys.id();
        Ok(Line { connection, call, keys, credential, trace })
    }

    /// Sends a request, to which the line adds what all of them have. Returns the answer, and the token it was sent with. A token
    /// that is refused before its time is replaced once.
    pub fn ask(&mut self, asked: &Sending<'_>) -> Result<(Response, Option<Arc<str>>), LookUpFailure> {
        let token = self.token()?;
        let response = self.send(asked, token.as_deref())?;
        let Some(refused) = token.as_ref().filter(|_| response.status == 401) else { return Ok((response, token)) };
        self.connection.tokens.forget(&self.credential, refused);
        let token = self.token()?;
        Ok((self.send(asked, token.as_deref())?, token))
    }

    /// Counts a call. Refused where the carrier got as many as it may.
    fn within_the_pace(&self) -> Result<(), LookUpFailure> {
        let Err(pause) = self.connection.calls.admit(&self.credential, self.connection.way.now()) else {
            return Ok(());
        };
        let retry_after = pause.to_std().ok();
        let told = pause.num_seconds() + 1;
        let why = format!("the profile allows no more calls for {told} s (pace of {})", self.connection.profile.scac);
        Err(LookUpFailure::RateLimited { retry_after }.because(why))
    }

    fn token(&mut self) -> Result<Option<Arc<str>>, LookUpFailure> {
        let Profile { oauth2, signed_jwt, .. } = &self.connection.profile;
        let (way, call, keys) = (&self.connection.way, self.call, &self.keys);
        let trace = &mut *self.trace;
        let ask: &mut dyn FnMut() -> Result<Got, LookUpFailure> = match (oauth2, signed_jwt) {
            (_, Some(signed_jwt)) => &mut || oauth2::fetch_signed(way, signed_jwt, keys, call, trace),
            (Some(oauth2), None) => &mut || oauth2::fetch(way, oauth2, keys, call, trace),
            (None, None) => return Ok(None),
        };
        self.connection.tokens.get(&self.credential, way.now(), || way.go_on(call), ask).map(Some)
    }

    fn send(&mut self, asked: &Sending<'_>, token: Option<&str>) -> Result<Response, LookUpFailure> {
        self.within_the_pace()?;
        let mut sending = asked.clone();
        sending.hidden.push("Authorization");
        if let Some(token) = token {
            sending.request.headers.set("Authorization", format!("Bearer {token}"));
        }
        sending.secrets.extend(self.keys.secrets_and(token));
        self.connection.way.send(&sending, self.call, self.trace)
    }
}
