//! Who may send without being asked: making such a subscription, replacing its secret, ending it.

use std::time::Duration;

use chrono::{DateTime, Utc};
use uuid::Uuid;

use super::accounts::known_account;
use super::parts::Engine;
use super::secrets;
use crate::carriers::lines;
use crate::carriers::push::{CallbackSecret, is_own_source};
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{AccountId, DataSource, RequestType, WebhookSecret};
use crate::store::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState};
use crate::webhooks::{Secret, Verifier};

/// Subscriptions of an account: a number each, and some for all.
const MOST: usize = 10_000;

/// A subscription that is to be added: who may send, and what they sign with.
///
/// ```
/// use shiptrack::service::NewSubscription;
///
/// // Made at the carrier by hand, with this secret; the carrier answered with this id.
/// let by_hand = NewSubscription::of_carrier("MAEU").called("7f5a2c").secret("AAECAwQFBgcICQoLDA0ODw==");
/// // A terminal's own system, whose secret the service makes.
/// let own = NewSubscription::own("terminal", "Pier 400");
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct NewSubscription {
    sender: NewSender,
    secret: Option<WebhookSecret>,
    expires_at: Option<DateTime<Utc>>,
}

#[derive(Debug, Clone)]
enum NewSender {
    Carrier { scac: String, id: Option<String>, about: Option<(NumberKind, String)> },
    Own { kind: DataSource, name: String },
}

impl NewSubscription {
    /// A subscription at a carrier, whose callbacks are taken in.
    pub fn of_carrier(scac: impl Into<String>) -> Self {
        let sender = NewSender::Carrier { scac: scac.into(), id: None, about: None };
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// A source of the host's own, which signs as our webhooks are signed: what kind of source it is (`terminal`, `rail`, …), and
    /// which one of its kind.
    pub fn own(kind: impl Into<DataSource>, name: impl Into<String>) -> Self {
        let sender = NewSender::Own { kind: kind.into(), name: name.into() };
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// The same, under the id that the carrier calls it by. Without it the first callback says so.
    pub fn called(mut self, subscription_id: impl Into<String>) -> Self {
        if let NewSender::Carrier { id, .. } = &mut self.sender {
            *id = Some(subscription_id.into());
        }
        self
    }

    /// The same, about one number: what comes by it is about that, whatever it names.
    pub fn about(mut self, kind: NumberKind, number: impl Into<String>) -> Self {
        if let NewSender::Carrier { about, .. } = &mut self.sender {
            *about = Some((kind, number.into()));
        }
        self
    }

    /// The same, signed with this secret; without it the service makes one. A carrier's is base64.
    pub fn secret(mut self, secret: impl Into<String>) -> Self {
        self.secret = Some(WebhookSecret::new(secret));
        self
    }

    /// The same, until it ends by itself.
    pub fn expires_at(mut self, moment: DateTime<Utc>) -> Self {
        self.expires_at = Some(moment);
        self
    }

    fn sender(self) -> Result<Sender> {
        match self.sender {
            NewSender::Carrier { scac, id, about } => {
                let scac = own_code(&scac)?;
                let about = about.map(|(kind, number)| subscribed(&scac, kind, &number)).transpose()?;
                let subscription_id = id.map(checked_id).transpose()?;
                Ok(Sender::Carrier(CarrierSubscription { scac, subscription_id, about, callback_url: None }))
            }
            NewSender::Own { kind, name } => {
                if !is_own_source(&kind) {
                    let detail = format!("a source of one's own is a terminal, a railway, a user's input, not {kind}");
                    return Err(Error::invalid("kind", detail));
                }
                let name = name.trim().to_owned();
                if name.is_empty() || name.len() > 100 || name.chars().any(|c| c.is_control() || c == '|') {
                    let detail = "a source is called by 1 to 100 characters, without control characters and |";
                    return Err(Error::invalid("name", detail));
                }
                Ok(Sender::Own { kind, name })
            }
        }
    }
}

/// The code that requests of the carrier are kept under.
fn own_code(scac: &str) -> Result<String> {
    let scac = Scac::for_request(scac)?;
    Ok(lines::by_scac(scac.as_str()).map_or(scac.as_str(), |line| line.scac).to_owned())
}

fn checked_id(id: String) -> Result<String> {
    let id = id.trim();
    if id.is_empty() || id.len() > 256 || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
        let detail = "a carrier calls a subscription by 1 to 256 visible ASCII characters";
        return Err(Error::invalid("subscription_id", detail));
    }
    Ok(id.to_owned())
}

/// The number in the form that requests for it are kept under.
fn subscribed(scac: &str, kind: NumberKind, number: &str) -> Result<(RequestType, String)> {
    let number = TrackingNumber::parse(kind, number)?;
    let own = number.normalised_for(&Scac::for_request(scac)?).to_owned();
    Ok((kind.as_str().into(), own))
}

impl Engine {
    pub fn add_subscription(&self, account: &AccountId, new: NewSubscription) -> Result<SubscriptionRecord> {
        let now = self.now();
        let (secret, expires_at) = (new.secret.clone(), new.expires_at);
        let sender = new.sender()?;
        let record = SubscriptionRecord {
            id: self.new_uuid(now),
            account: account.clone(),
            secret: self.secret_for(&sender, secret)?,
            sender,
            replaced: Vec::new(),
            state: SubscriptionState::Active,
            created_at: now,
            expires_at,
            due: None,
            failures: 0,
            problem: None,
            received_at: None,
        };
        self.store.writing(|tx| {
            known_account(tx, account)?;
            if tx.subscriptions(account)?.len() >= MOST {
                let detail = format!("an account has {MOST} subscriptions at most: remove some that are not needed");
                return Err(Error::new(ErrorKind::Conflict, detail));
            }
            tx.put_subscription(&record)
        })?;
        Ok(record)
    }

    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        self.store.reading(|tx| {
            known_account(tx, account)?;
            tx.subscriptions(account)
        })
    }

    pub fn rotate_subscription(
        &self,
        account: &AccountId,
        id: Uuid,
        secret: Option<&str>,
        overlap: Option<Duration>,
    ) -> Result<SubscriptionRecord> {
        let now = self.now();
        self.store.writing(|tx| {
            let found = tx.subscription(id)?.filter(|found| found.account == *account);
            let mut record = found.ok_or_else(|| unknown(id))?;
            let new = self.secret_for(&record.sender, secret.map(WebhookSecret::new))?;
            let old = std::mem::replace(&mut record.secret, new);
            secrets::put_aside(Some(old), &mut record.replaced, now, overlap.unwrap_or(secrets::OVERLAP))?;
            tx.put_subscription(&record)?;
            Ok(record)
        })
    }

    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        match self.store.writing(|tx| tx.remove_subscription(account, id))? {
            true => Ok(()),
            false => Err(unknown(id)),
        }
    }

    /// The secret, where it is one such a sender can sign with; a new one where none is given.
    fn secret_for(&self, sender: &Sender, given: Option<WebhookSecret>) -> Result<WebhookSecret> {
        let entropy = self.entropy.as_ref();
        let text = match (sender, given) {
            (Sender::Carrier(_), None) => CallbackSecret::generate(entropy).reveal().to_owned(),
            (Sender::Carrier(_), Some(given)) => CallbackSecret::parse(given.reveal())?.reveal().to_owned(),
            (Sender::Own { .. }, None) => Secret::generate(entropy).reveal().to_owned(),
            (Sender::Own { .. }, Some(given)) => Secret::new(given.reveal())?.reveal().to_owned(),
        };
        Ok(WebhookSecret::new(text))
    }
}

fn unknown(id: Uuid) -> Error {
    let detail = format!("the account has no subscription with the id {}", Quoted(&id.to_string()));
    Error::refused(ErrorKind::NotFound, "subscription", detail)
}

/// The secrets that hold at `now`, the newest first.
fn secrets_of(record: &SubscriptionRecord, now: DateTime<Utc>) -> impl Iterator<Item = &WebhookSecret> {
    let replaced = record.replaced.iter().filter(move |old| old.until > now).map(|old| &old.secret);
    std::iter::once(&record.secret).chain(replaced)
}

/// What a carrier's callbacks may be signed with at `now`.
pub(super) fn callback_secrets(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Vec<CallbackSecret>> {
    secrets_of(record, now).map(|secret| CallbackSecret::parse(secret.reveal())).collect()
}

/// What the reports of a source of the host's own may be signed with at `now`: with a time, so that none can be sent again later.
pub(super) fn verifier(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Verifier> {
    let secrets = secrets_of(record, now).map(Secret::try_from).collect::<Result<Vec<_>>>()?;
    Ok(Verifier::new(secrets)?.require_timestamp(true))
}
