//! The API key. A rejected key is not sent again.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::error::{Error, ErrorKind, Result};

const MAX_LENGTH: usize = 4_096;

#[derive(Clone)]
pub(super) struct ApiKey(Arc<str>);

impl ApiKey {
    pub fn parse(setting: &str, text: &str) -> Result<Self> {
        let refused = |detail: &str| Err(Error::refused(ErrorKind::Configuration, setting, detail));
        match text {
            "" => refused("the API key is empty"),
            _ if text.len() > MAX_LENGTH => refused("the API key is too long"),
            _ if !text.bytes().all(|byte| byte.is_ascii_graphic()) => {
                refused("the API key contains a space, a line break or another character that is not allowed")
            }
            _ => Ok(ApiKey(text.into())),
        }
    }

    pub fn authorization(&self) -> String {
        format!("Token {}", self.0)
    }

    /// Always false for a short key, which could match by chance.
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

/// After a 401 response nothing is sent until the key is replaced. A service may lock an account after repeated attempts.
#[derive(Debug)]
pub(super) struct KeyHolder(Mutex<State>);

#[derive(Debug)]
struct State {
    key: Option<ApiKey>,
    generation: u64,
    rejected: bool,
}

pub(super) struct CurrentKey {
    pub key: Option<ApiKey>,
    generation: u64,
}

impl KeyHolder {
    pub fn new(key: Option<ApiKey>) -> Self {
        KeyHolder(Mutex::new(State { key, generation: 0, rejected: false }))
    }

    pub fn current(&self) -> Result<CurrentKey> {
        let state = self.lock();
        if state.rejected {
            let problem = "the service rejected this API key. Nothing is sent until the client gets another key";
            return Err(Error::new(ErrorKind::Unauthorized, problem));
        }
        Ok(CurrentKey { key: state.key.clone(), generation: state.generation })
    }

    pub fn reject(&self, rejected: &CurrentKey) {
        let mut state = self.lock();
        state.rejected |= state.generation == rejected.generation;
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
    fn invalid_key_is_rejected_and_not_repeated() {
        for text in ["", "canary\n", "canary key", "canary\r\nX-Evil: 1", "canarÿ", "\u{0}canary", &"c".repeat(5_000)]
        {
            let refused = ApiKey::parse("api_key", text).unwrap_err();
            assert_eq!((refused.kind(), refused.pointer()), (ErrorKind::Configuration, Some("api_key")));
            assert!(!format!("{refused} {refused:?}").contains("canar"));
        }
    }

    #[test]
    fn key_stays_rejected_until_it_is_replaced() {
        let holder = KeyHolder::new(ApiKey::parse("api_key", "old").ok());
        let old = holder.current().unwrap();
        holder.reject(&old);
        assert_eq!(holder.current().err().map(|error| error.kind()), Some(ErrorKind::Unauthorized));
        holder.replace(ApiKey::parse("api_key", "new").unwrap());
        // A late 401 for the old key does not reject the new one.
        holder.reject(&old);
        assert_eq!(holder.current().unwrap().key.unwrap().authorization(), "Token new");
    }

    #[test]
    fn echoed_key_is_masked() {
        let key = ApiKey::parse("api_key", "canary-0123").unwrap();
        assert_eq!(key.scrub(b"no such key: canary-0123!".to_vec()), b"no such key: ***!");
        assert_eq!(format!("{key:?}"), "***");
    }
}
