//! Adds credentials and tokens to requests, and keeps to the pace of the carrier.

use std::sync::Arc;

use super::credentials::Credentials;
use super::keys::Keys;
use super::oauth2;
use super::sender::{OutgoingRequest, Sender, Trace};
use super::tokens::{FetchedToken, Tokens};
use crate::carrier_http::profiles::Profile;
use crate::carriers::{CallLog, CredentialId, LookUpFailure};
use crate::http::{Call, Response};
use crate::resources::AccountId;

pub(super) struct Connection {
    pub profile: Profile,
    pub credentials: Credentials,
    pub sender: Sender,
    pub tokens: Tokens,
    pub calls: CallLog,
}

impl Connection {
    pub fn keys(&self, account: (&AccountId, &str)) -> Result<Keys, LookUpFailure> {
        Keys::of(&self.profile, &self.credentials, account)
    }
}

pub(super) struct Session<'a> {
    pub connection: &'a Connection,
    pub call: &'a Call,
    pub keys: Keys,
    credential: CredentialId,
    trace: &'a mut Trace,
}

impl<'a> Session<'a> {
    pub fn of(
        connection: &'a Connection,
        account: (&AccountId, &str),
        call: &'a Call,
        trace: &'a mut Trace,
    ) -> Result<Self, LookUpFailure> {
        let keys = connection.keys(account)?;
        let credential = keys.id();
        Ok(Session { connection, call, keys, credential, trace })
    }

    /// Sends a request with a token. If the token is rejected, fetches a new one and sends the request once more. Also returns the token.
    pub fn send_authorized(
        &mut self,
        request: &OutgoingRequest<'_>,
    ) -> Result<(Response, Option<Arc<str>>), LookUpFailure> {
        let token = self.token()?;
        let response = self.send(request, token.as_deref())?;
        let Some(rejected) = token.as_ref().filter(|_| response.status == 401) else { return Ok((response, token)) };
        self.connection.tokens.forget(&self.credential, rejected);
        let token = self.token()?;
        Ok((self.send(request, token.as_deref())?, token))
    }

    /// Counts the call. Fails if the limit of the carrier is reached.
    fn count_call(&self) -> Result<(), LookUpFailure> {
        let Err(pause) = self.connection.calls.admit(&self.credential, self.connection.sender.now()) else {
            return Ok(());
        };
        let retry_after = pause.to_std().ok();
        let seconds = pause.num_seconds() + 1;
        let why =
            format!("the profile allows no more calls for {seconds} s (`pace` of {})", self.connection.profile.scac);
        Err(LookUpFailure::RateLimited { retry_after }.because(why))
    }

    fn token(&mut self) -> Result<Option<Arc<str>>, LookUpFailure> {
        let Profile { oauth2, signed_jwt, .. } = &self.connection.profile;
        let (sender, call, keys) = (&self.connection.sender, self.call, &self.keys);
        let trace = &mut *self.trace;
        let fetch: &mut dyn FnMut() -> Result<FetchedToken, LookUpFailure> = match (oauth2, signed_jwt) {
            (_, Some(signed_jwt)) => &mut || oauth2::fetch_signed(sender, signed_jwt, keys, call, trace),
            (Some(oauth2), None) => &mut || oauth2::fetch(sender, oauth2, keys, call, trace),
            (None, None) => return Ok(None),
        };
        self.connection.tokens.get(&self.credential, sender.now(), || sender.check_in_time(call), fetch).map(Some)
    }

    fn send(&mut self, request: &OutgoingRequest<'_>, token: Option<&str>) -> Result<Response, LookUpFailure> {
        self.count_call()?;
        let mut outgoing = request.clone();
        outgoing.hidden.push("Authorization");
        if let Some(token) = token {
            outgoing.request.headers.set("Authorization", format!("Bearer {token}"));
        }
        outgoing.secrets.extend(self.keys.secrets(token));
        self.connection.sender.send(&outgoing, self.call, self.trace)
    }
}
