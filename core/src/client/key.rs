//! The API key. One that was refused is not sent again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, ErrorKind, Result};

const LONGEST: usize = 4_096;

#[derive(Clone)]
pub(super) struct ApiKey(Arc<str>);

impl ApiKey {
    pub fn parse(setting: &str, text: &str) -> Result<Self> {
        let refused = |detail: &str| Err(Error::refused(ErrorKind::Configuration, setting, detail));
        match text {
            "" => refused("the key is empty"),
            _ if text.len() > LONGEST => refused("the key is too long"),
            _ if !text.bytes().all(|byte| byte.is_ascii_graphic()) => {
                refused("the key has a space, a line break or another character that keys never have")
            }
            _ => Ok(ApiKey(text.into())),
        }
    }

    pub fn authorization(&self) -> String {
        format!("Token {}", self.0)
    }

    /// Not for a key so short that it could match by chance.
    pub fn is_in(&self, text: &[u8]) -> bool {
        self.0.len() >= 8 && text.windows(self.0.len()).any(|part| part == self.0.as_bytes())
    }

    pub fn scrub(&self, text: Vec<u8>) -> Vec<u8> {
        if !self.is_in(&text) {
            return text;
        }
        String::from_utf8_lossy(&text).replace(&*self.0, "***").into_bytes()
    }
}

impl fmt::Debug for ApiKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("***")
    }
}

/// After a 401 nothing is sent until the key is replaced: a service may lock an account that keeps trying.
#[derive(Debug)]
pub(super) struct Credentials(Mutex<State>);

#[derive(Debug)]
struct State {
    key: Option<ApiKey>,
    generation: u64,
    rejected: bool,
}

pub(super) struct Credential {
    pub key: Option<ApiKey>,
    generation: u64,
}

impl Credentials {
    pub fn new(key: Option<ApiKey>) -> Self {
        Credentials(Mutex::new(State { key, generation: 0, rejected: false }))
    }

    pub fn current(&self) -> Result<Credential> {
        let state = self.lock();
        if state.rejected {
            let problem = "the service refused this API key; nothing is sent until the client is given another one";
            return Err(Error::new(ErrorKind::Unauthorized, problem));
        }
        Ok(Credential { key: state.key.clone(), generation: state.generation })
    }

    pub fn reject(&self, credential: &Credential) {
        let mut state = self.lock();
        state.rejected |= state.generation == credential.generation;
    }

    pub fn replace(&self, key: ApiKey) {
        let mut state = self.lock();
        *state = State { key: Some(key), generation: state.generation + 1, rejected: false };
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_that_could_smuggle_a_header_is_refused_and_not_repeated() {
        for text in ["", "canary\n", "canary key", "canary\r\nX-Evil: 1", "canarÿ", "\u{0}canary", &"c".repeat(5_000)]
        {
            let refused = ApiKey::parse("api_key", text).unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("api_key")));
            assert!(!format!("{refused} {refused:?}").contains("canar"));
        }
    }

    #[test]
    fn a_rejected_key_stays_rejected_until_it_is_replaced() {
        let credentials = Credentials::new(ApiKey::parse("api_key", "old").ok());
        let old = credentials.current().unwrap();
        credentials.reject(&old);
        assert_eq!(credentials.current().err().map(|error| error.kind()), Some(ErrorKind::Unauthorized));
        credentials.replace(ApiKey::parse("api_key", "new").unwrap());
        // A late 401 to the old key says nothing about the new one.
        credentials.reject(&old);
        assert_eq!(credentials.current().unwrap().key.unwrap().authorization(), "Token new");
    }

    #[test]
    fn a_key_that_was_echoed_is_taken_out() {
        let key = ApiKey::parse("api_key", "canary-0123").unwrap();
        assert_eq!(key.scrub(b"no such key: canary-0123!".to_vec()), b"no such key: ***!");
        assert_eq!(format!("{key:?}"), "***");
    }
}
