//! Receivers that answer by the name of their host, and remember the bytes they were sent.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex};

use chrono::{DateTime, Utc};
use shiptrack::clock::{CancelToken, Cancelled};
use shiptrack::http::{Call, Request, Response, Transport, TransportError};

use super::digest;

#[derive(Clone, Default)]
pub(super) struct Receivers {
    sent: Arc<Mutex<BTreeMap<String, String>>>,
    all_well: bool,
}

impl Receivers {
    /// Receivers that take everything.
    pub fn well() -> Self {
        Receivers { all_well: true, ..Default::default() }
    }

    /// By the id of the notification, a digest of its body. Two deliveries of one have the same bytes.
    pub fn sent(&self) -> BTreeMap<String, String> {
        self.sent.lock().unwrap().clone()
    }
}

impl Transport for Receivers {
    fn send(&self, request: Request, _: &Call) -> Result<Response, TransportError> {
        let id = request.headers.get("webhook-id").expect("an id").to_owned();
        let digest = digest(&request.body);
        let before = self.sent.lock().unwrap().insert(id.clone(), digest.clone());
        assert!(before.is_none_or(|before| before == digest), "{id} was told otherwise before");
        Ok(Response::new(match () {
            () if self.all_well => 200,
            () if request.url.contains("gone") => 410,
            () if request.url.contains("failing") => 503,
            () => 200,
        }))
    }

    fn pause(&self, _: DateTime<Utc>, _: &CancelToken) -> Result<(), Cancelled> {
        Ok(())
    }
}
