//! What a service answers about everything in its database.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use shiptrack::http::{Method, Transport};
use shiptrack::resources::{AccountId, DocumentId, EmailSubmissionId};
use shiptrack_tests::scenario::{json_of, send};

use super::make::Opened;
use super::{digest, text};

/// Every family that is listed.
const FAMILIES: [&str; 7] = [
    "tracking_requests",
    "shipments",
    "containers",
    "email_submissions",
    "documents",
    "webhooks",
    "webhook_notifications",
];

/// Everything a service answers.
#[derive(Default, Serialize, Deserialize)]
pub(super) struct Answers {
    /// The ids of each list, in its order, with its total.
    pub lists: BTreeMap<String, Value>,
    /// Each resource as its own path answers it.
    pub resources: BTreeMap<String, Value>,
    /// Place and digest of each event of each account's feed.
    pub feeds: BTreeMap<String, Vec<(u64, String)>>,
    /// What only the host hears.
    pub host: BTreeMap<String, Value>,
    /// Digests of the notifications that are still to be sent, or sent again, by their ids.
    pub told: BTreeMap<String, String>,
}

impl Answers {
    pub fn read(opened: &Opened) -> Self {
        let mut answers = Answers::default();
        for account in opened.service.accounts().unwrap() {
            let keys: Vec<Value> = opened.service.keys(&account.id).unwrap().iter().map(|key| json!(key)).collect();
            answers.host.insert(format!("account {}", account.name), json!({ "account": account, "keys": keys }));
            answers.read_account(opened, &account.id);
        }
        answers
    }

    /// The same with what is sent when everything is, which changes the database.
    pub fn and_told(self, opened: &Opened) -> Self {
        Answers { told: deliver(opened), ..self }
    }

    fn read_account(&mut self, opened: &Opened, account: &AccountId) {
        let transport = opened.transport(account);
        for family in FAMILIES {
            let ids = self.read_list(transport.as_ref(), account, &format!("/v2/{family}"));
            for id in ids {
                let path = format!("/v2/{family}/{id}");
                let resource = get(transport.as_ref(), &path)["data"].take();
                self.resources.insert(path.clone(), resource);
                match family {
                    "containers" => self.read_events(transport.as_ref(), account, &path),
                    "documents" => self.read_content(opened, account, &id),
                    "email_submissions" => self.read_mail(opened, account, &id),
                    _ => {}
                }
            }
        }
        let quarantined = opened.service.quarantined_emails(account).unwrap();
        let quarantined: Vec<Value> = quarantined.iter().map(|one| json!([one.id, one.problems])).collect();
        self.host.insert(format!("quarantine {account}"), Value::Array(quarantined));
        let feed = opened.service.events(account, 0, usize::MAX).unwrap();
        let feed = feed.iter().map(|event| (event.sequence, digest(event.document.as_bytes()))).collect();
        self.feeds.insert(account.to_string(), feed);
    }

    /// Follows a list to its end; answers the ids in it.
    fn read_list(&mut self, transport: &dyn Transport, account: &AccountId, path: &str) -> Vec<String> {
        let (mut next, mut ids, mut total) = (Some(format!("{path}?page[size]=100")), Vec::new(), Value::Null);
        while let Some(at) = next {
            let page = get(transport, &at);
            ids.extend(page["data"].as_array().unwrap().iter().map(|item| text(&item["id"]).to_owned()));
            total = page["meta"]["total"].clone();
            next = page["links"]["next"].as_str().map(str::to_owned);
        }
        self.lists.insert(format!("{account} {path}"), json!({ "total": total, "ids": ids }));
        ids
    }

    fn read_events(&mut self, transport: &dyn Transport, account: &AccountId, container: &str) {
        let path = format!("{container}/transport_events");
        self.read_list(transport, account, &path);
        let (mut next, mut all) = (Some(format!("{path}?page[size]=100")), Vec::new());
        while let Some(at) = next {
            let mut page = get(transport, &at);
            all.append(page["data"].as_array_mut().unwrap());
            next = page["links"]["next"].as_str().map(str::to_owned);
        }
        self.resources.insert(path, Value::Array(all));
    }

    fn read_content(&mut self, opened: &Opened, account: &AccountId, id: &str) {
        let content = opened.service.document_content(account, &DocumentId::new(id)).unwrap();
        self.host.insert(format!("document {id}"), json!(content.as_deref().map(digest)));
    }

    fn read_mail(&mut self, opened: &Opened, account: &AccountId, id: &str) {
        let email = EmailSubmissionId::new(id);
        let content = opened.service.email_content(account, &email).unwrap();
        let problems = opened.service.email_problems(account, &email).unwrap();
        self.host.insert(format!("email {id}"), json!([content.as_deref().map(digest), problems]));
    }

    /// How much of everything there is.
    pub fn figures(&self) -> String {
        let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
        for path in self.resources.keys() {
            *counts.entry(path.split('/').nth(2).expect("a family")).or_default() += 1;
        }
        let events: usize = self.feeds.values().map(Vec::len).sum();
        format!("{counts:?}, {events} events in the feeds, {} to be told", self.told.len())
    }
}

/// Sends every notification that is still to be sent, and once more those that failed. Answers their digests by id.
pub(super) fn deliver(opened: &Opened) -> BTreeMap<String, String> {
    for account in opened.service.accounts().unwrap() {
        opened.service.replay_failed(&account.id).unwrap();
    }
    // The longest pause between two attempts has passed then.
    opened.pass(Duration::from_secs(30 * 3_600));
    opened.receivers.sent()
}

/// Every member that was answered is answered with the same value. There may be more members by now.
pub(super) fn assert_kept(expected: &BTreeMap<String, Value>, found: &BTreeMap<String, Value>) {
    for (path, expected) in expected {
        let found = found.get(path).unwrap_or_else(|| panic!("{path} is gone"));
        if let Some(place) = difference(expected, found) {
            panic!("{path}{place} is no longer as it was\n then: {expected}\n now: {found}");
        }
    }
}

/// Where `found` lacks something of `expected`.
fn difference(expected: &Value, found: &Value) -> Option<String> {
    match (expected, found) {
        (Value::Object(expected), Value::Object(found)) => expected.iter().find_map(|(name, value)| {
            let found = found.get(name).unwrap_or(&Value::Null);
            difference(value, found).map(|rest| format!("/{name}{rest}"))
        }),
        (Value::Array(expected), Value::Array(found)) if expected.len() == found.len() => expected
            .iter()
            .zip(found)
            .enumerate()
            .find_map(|(at, (expected, found))| difference(expected, found).map(|rest| format!("/{at}{rest}"))),
        _ => (expected != found).then(String::new),
    }
}

fn get(transport: &dyn Transport, path: &str) -> Value {
    let answer = send(transport, Method::Get, path, None);
    assert_eq!(answer.status, 200, "{path}: {}", String::from_utf8_lossy(&answer.body));
    json_of(&answer)
}
