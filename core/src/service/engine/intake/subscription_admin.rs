//! Adds, changes and removes subscriptions of carriers and other senders.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use crate::carriers::CallbackSecret;
use crate::decoders::push::is_own_source;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{AccountId, DataSource, RequestType, WebhookSecret};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::primary_code;
use crate::service::engine::notify::secrets;
use crate::store::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState, Tx};
use crate::webhooks::{SigningSecret, Verifier, is_plain, validate_url};

/// Bytes. A shorter key can be guessed.
const SHORTEST_KEY: usize = 16;
const MOST_SUBSCRIPTIONS: usize = 10_000;
/// The replaced secret is valid until the carrier knows the new one, even without an overlap.
const SHORTEST_OVERLAP: Duration = Duration::from_secs(1);

/// A subscription that is to be added: who may send, and what they sign with.
///
/// ```
/// use shiptrack::service::NewSubscription;
///
/// // Made at the carrier by hand, with this secret; the carrier answered with this id.
/// let by_hand = NewSubscription::of_carrier("MAEU").called("7f5a2c").secret("AAECAwQFBgcICQoLDA0ODw==");
/// // Made by the service, which asks the carrier to call back there, and goes on asking before it ends.
/// let made = NewSubscription::of_carrier("EGLV").call_back("https://tracking.example/push");
/// // A terminal's own system, whose secret the service makes.
/// let own = NewSubscription::own("terminal", "Pier 400");
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct NewSubscription {
    sender: Sender,
    secret: Option<WebhookSecret>,
    expires_at: Option<DateTime<Utc>>,
}

impl NewSubscription {
    /// A subscription at a carrier, whose callbacks are taken in.
    pub fn of_carrier(scac: impl Into<String>) -> Self {
        let sender = Sender::Carrier(CarrierSubscription { scac: scac.into(), ..CarrierSubscription::default() });
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// A source of the host's own, which signs as our webhooks are signed: what kind of source it is (`terminal`, `rail`, …), and
    /// which one of its kind.
    pub fn own(kind: impl Into<DataSource>, name: impl Into<String>) -> Self {
        let sender = Sender::Own { kind: kind.into(), name: name.into() };
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// The one that a JSON object describes, for languages without such a builder: `carrier` (with `called`, `number`, `kind`,
    /// `callback_url`, `expires_at`), or `source` with `name`; and `secret`.
    pub fn from_json(text: &str) -> Result<Self> {
        let described: SubscriptionJson =
            serde_json::from_str(text).map_err(|problem| Error::invalid("subscription", problem.to_string()))?;
        described.into_subscription()
    }

    /// The same, under the id that the carrier calls it by. Without it the first callback says so.
    pub fn called(self, subscription_id: impl Into<String>) -> Self {
        self.change_carrier(|own| own.subscription_id = Some(subscription_id.into()))
    }

    /// The same, about one number: what comes by it is about that, whatever it names.
    pub fn about(self, kind: NumberKind, number: impl Into<String>) -> Self {
        self.change_carrier(|own| own.about = Some((kind.as_str().into(), number.into())))
    }

    /// The same, made by the service: its carrier is asked to call back at this URL, which leads to `/push` of the server, or to
    /// [`receive_push`](crate::Service::receive_push). It is renewed before it ends, and ended when it is removed.
    pub fn call_back(self, url: impl Into<String>) -> Self {
        self.change_carrier(|own| own.callback_url = Some(url.into()))
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

    fn change_carrier(mut self, change: impl FnOnce(&mut CarrierSubscription)) -> Self {
        if let Sender::Carrier(own) = &mut self.sender {
            change(own);
        }
        self
    }

    fn into_checked_sender(self) -> Result<Sender> {
        match self.sender {
            Sender::Carrier(mut own) => {
                own.scac = primary_code(&own.scac)?;
                own.about = own.about.map(|(kind, number)| check_number(&own.scac, kind, &number)).transpose()?;
                own.subscription_id = own.subscription_id.map(check_id).transpose()?;
                if own.callback_url.is_some() && own.subscription_id.is_some() {
                    let detail = "a subscription that is to be made has no id yet: its carrier gives it one";
                    return Err(Error::invalid("subscription_id", detail));
                }
                own.callback_url = own.callback_url.map(check_url).transpose()?;
                Ok(Sender::Carrier(own))
            }
            Sender::Own { kind, name } => {
                if !is_own_source(&kind) {
                    let kinds: Vec<&str> =
                        DataSource::ALL.iter().filter(|kind| is_own_source(kind)).map(DataSource::as_str).collect();
                    let detail = format!(
                        "{} is no kind of source of one's own: there are {}; a trucker is user_input",
                        Quoted(kind.as_str()),
                        kinds.join(", ")
                    );
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

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct SubscriptionJson {
    carrier: Option<String>,
    called: Option<String>,
    number: Option<String>,
    kind: Option<String>,
    callback_url: Option<String>,
    expires_at: Option<DateTime<Utc>>,
    source: Option<String>,
    name: Option<String>,
    secret: Option<String>,
}

impl SubscriptionJson {
    fn into_subscription(self) -> Result<NewSubscription> {
        let mut new = match (self.carrier, self.source) {
            (Some(carrier), None) => NewSubscription::of_carrier(carrier),
            (None, Some(source)) => NewSubscription::own(source.as_str(), self.name.unwrap_or_default()),
            _ => return Err(Error::invalid("carrier", "either a carrier or a source is expected")),
        };
        if let Some(number) = self.number {
            let kind = match self.kind {
                Some(kind) => NumberKind::parse(&kind)?,
                None => TrackingNumber::infer(&number)?.number.kind(),
            };
            new = new.about(kind, number);
        }
        new = self.called.into_iter().fold(new, NewSubscription::called);
        new = self.callback_url.into_iter().fold(new, NewSubscription::call_back);
        new = self.expires_at.into_iter().fold(new, NewSubscription::expires_at);
        Ok(self.secret.into_iter().fold(new, NewSubscription::secret))
    }
}

fn check_id(id: String) -> Result<String> {
    let id = id.trim();
    if id.is_empty() || id.len() > 256 || !id.bytes().all(|byte| byte.is_ascii_graphic()) {
        let detail = "a carrier calls a subscription by 1 to 256 visible ASCII characters";
        return Err(Error::invalid("subscription_id", detail));
    }
    Ok(id.to_owned())
}

/// Only HTTPS: callbacks contain customer data.
fn check_url(url: String) -> Result<String> {
    let refused = |detail: String| Error::invalid("callback_url", detail);
    validate_url(&url, true).map_err(|problem| {
        let detail = problem.errors().first().and_then(|object| object.detail.clone());
        refused(detail.unwrap_or_else(|| problem.to_string()))
    })?;
    let authority = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?']).next()).unwrap_or_default();
    let own = ["127.0.0.1", "localhost", "[::1]"];
    let is_own =
        own.iter().any(|own| authority.strip_prefix(own).is_some_and(|port| port.is_empty() || port.starts_with(':')));
    if is_plain(&url) && !is_own {
        return Err(refused(
            "the URL must begin with https://; without TLS a carrier calls this machine alone".to_owned(),
        ));
    }
    Ok(url)
}

fn check_number(scac: &str, kind: RequestType, number: &str) -> Result<(RequestType, String)> {
    let number = TrackingNumber::parse(NumberKind::parse(kind.as_str())?, number)?;
    let own = number.normalized_for(&Scac::for_request(scac)?).to_owned();
    Ok((kind, own))
}

impl Engine {
    pub fn add_subscription(&self, account: &AccountId, new: NewSubscription) -> Result<SubscriptionRecord> {
        let now = self.now();
        let (secret, expires_at) = (new.secret.clone(), new.expires_at);
        let sender = new.into_checked_sender()?;
        let secret = self.secret_for(&sender, secret)?;
        let mut record = SubscriptionRecord {
            id: self.new_uuid(now),
            account: account.clone(),
            secret,
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
        if is_made_by_service(&record) {
            self.check_order(&record)?;
            (record.state, record.due) = (SubscriptionState::Requested, Some(now));
        }
        let added = self.store.writing(|tx| {
            require_account(tx, account)?;
            let known = tx.subscriptions(account)?;
            // Idempotent, for hosts that add it at each start.
            if let Some(same) = known.iter().find(|known| is_same(known, &record)) {
                return Ok(same.clone());
            }
            known.iter().try_for_each(|known| refuse_same_id(known, &record))?;
            if known.len() >= MOST_SUBSCRIPTIONS {
                let detail = format!(
                    "an account has {MOST_SUBSCRIPTIONS} subscriptions at most: remove some that are not needed"
                );
                return Err(Error::new(ErrorKind::Conflict, detail));
            }
            tx.put_subscription(&record)?;
            Ok(record.clone())
        })?;
        self.wake.wake();
        Ok(added)
    }

    fn check_order(&self, record: &SubscriptionRecord) -> Result<()> {
        if record.expires_at.is_some() {
            let detail =
                "a subscription that the service makes is renewed before it ends: its carrier says when that is";
            return Err(Error::invalid("expires_at", detail));
        }
        let Some(own) = record.carrier() else { return Ok(()) };
        let about = own.about.as_ref().map(|(kind, _)| kind);
        let taken = match self.carrier(&own.scac) {
            Some(carrier) => carrier.takes_subscription(about),
            None => Err(format!("nobody is plugged in that asks {}: give its profile to the service", own.scac)),
        };
        taken.map_err(|why| Error::refused(ErrorKind::Configuration, "carrier", why))?;
        CallbackSecret::parse(record.secret.reveal())?.check_length()
    }

    pub fn subscriptions(&self, account: &AccountId) -> Result<Vec<SubscriptionRecord>> {
        self.reading_for(account, |tx| tx.subscriptions(account))
    }

    pub fn rotate_subscription(
        &self,
        account: &AccountId,
        id: Uuid,
        secret: Option<&str>,
        overlap: Option<Duration>,
    ) -> Result<SubscriptionRecord> {
        let (now, overlap) = (self.now(), overlap.unwrap_or(secrets::OVERLAP));
        self.store
            .writing(|tx| {
                let found = tx.subscription(id)?.filter(|found| found.account == *account);
                let mut record = found.ok_or_else(|| not_found(id))?;
                let new = self.secret_for(&record.sender, secret.map(WebhookSecret::new))?;
                let old = std::mem::replace(&mut record.secret, new);
                if is_made_by_service(&record) {
                    CallbackSecret::parse(record.secret.reveal())?.check_length()?;
                    return replace_own_secret(tx, record, old, overlap, now);
                }
                secrets::retire_secret(Some(old), &mut record.replaced, now, overlap)?;
                tx.put_subscription(&record)?;
                Ok(record)
            })
            .inspect(|_| self.wake.wake())
    }

    /// If the service made the subscription, it is deleted once its carrier ended it. One that cannot be read is
    /// deleted at once.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        let now = self.now();
        self.store.writing(|tx| {
            let Ok(found) = tx.subscription(id) else {
                // It cannot be ended at its carrier, because it cannot be read.
                return tx.remove_subscription(account, id)?.then_some(()).ok_or_else(|| not_found(id));
            };
            let found = found.filter(|found| found.account == *account).ok_or_else(|| not_found(id))?;
            let can_be_ended =
                found.carrier().is_some_and(|own| self.carrier(&own.scac).is_some()) && is_made_by_service(&found);
            if !can_be_ended {
                return tx.remove_subscription(account, id).map(drop);
            }
            let (state, due) = (SubscriptionState::Ending, Some(now));
            tx.put_subscription(&SubscriptionRecord { state, due, failures: 0, problem: None, ..found })
        })?;
        self.wake.wake();
        Ok(())
    }

    fn secret_for(&self, sender: &Sender, given: Option<WebhookSecret>) -> Result<WebhookSecret> {
        let entropy = self.entropy.as_ref();
        let text = match (sender, given) {
            (Sender::Carrier(_), None) => CallbackSecret::generate(entropy).reveal().to_owned(),
            (Sender::Carrier(_), Some(given)) => CallbackSecret::parse(given.reveal())?.reveal().to_owned(),
            (Sender::Own { .. }, None) => SigningSecret::generate(entropy).reveal().to_owned(),
            (Sender::Own { .. }, Some(given)) => {
                check_key_length(SigningSecret::new(given.reveal())?)?.reveal().to_owned()
            }
        };
        Ok(WebhookSecret::new(text))
    }
}

fn check_key_length(secret: SigningSecret) -> Result<SigningSecret> {
    match secret.key_length() {
        ..SHORTEST_KEY => {
            let detail = format!(
                "a source signs with a secret of {SHORTEST_KEY} bytes at least, not of {}",
                secret.key_length()
            );
            Err(Error::invalid("secret", detail))
        }
        _ => Ok(secret),
    }
}

/// Callbacks name the carrier's id, so it identifies one secret.
fn refuse_same_id(known: &SubscriptionRecord, new: &SubscriptionRecord) -> Result<()> {
    let (Some(known_of), Some(new_of)) = (known.carrier(), new.carrier()) else { return Ok(()) };
    let has_same_id = new_of.subscription_id.is_some()
        && known_of.subscription_id == new_of.subscription_id
        && known_of.scac == new_of.scac;
    match has_same_id {
        true => {
            let detail = format!(
                "{} has a subscription of this id here, {}: replace its secret, or remove it first",
                new_of.scac, known.id
            );
            Err(Error::refused(ErrorKind::Conflict, "subscription_id", detail))
        }
        false => Ok(()),
    }
}

pub(super) fn is_made_by_service(record: &SubscriptionRecord) -> bool {
    record.carrier().is_some_and(|own| own.callback_url.is_some())
}

/// Callbacks of one id with one secret, or the same order to one carrier.
fn is_same(known: &SubscriptionRecord, new: &SubscriptionRecord) -> bool {
    let is_called = new.carrier().is_some_and(|new| new.subscription_id.is_some());
    if is_called && known.sender == new.sender && known.secret.reveal() == new.secret.reveal() {
        return true;
    }
    let asked = |record: &SubscriptionRecord| {
        let own = record.carrier().filter(|own| own.callback_url.is_some())?;
        Some((own.scac.clone(), own.about.clone(), own.callback_url.clone()))
    };
    let is_active = matches!(known.state, SubscriptionState::Requested | SubscriptionState::Active);
    is_active && asked(new).is_some_and(|new| asked(known) == Some(new))
}

/// The carrier signs with the previous secret until it knows the new one.
fn replace_own_secret(
    tx: &Tx<'_>,
    mut record: SubscriptionRecord,
    old: WebhookSecret,
    overlap: Duration,
    now: DateTime<Utc>,
) -> Result<SubscriptionRecord> {
    let is_known = record.state == SubscriptionState::Active;
    if let Sender::Carrier(own) = &mut record.sender
        && is_known
    {
        // A secret that the carrier never got has signed nothing.
        if !own.signs_with_older {
            secrets::retire_secret(Some(old), &mut record.replaced, now, overlap.max(SHORTEST_OVERLAP))?;
        }
        own.signs_with_older = true;
        record.due = Some(now);
    }
    tx.put_subscription(&record)?;
    Ok(record)
}

fn not_found(id: Uuid) -> Error {
    let detail = format!("the account has no subscription with the id {}", Quoted(&id.to_string()));
    Error::refused(ErrorKind::NotFound, "subscription", detail)
}

fn secrets_of(record: &SubscriptionRecord, now: DateTime<Utc>) -> impl Iterator<Item = &WebhookSecret> {
    // A carrier that does not know the new secret signs with the previous one, however old.
    let signs_with_older = record.carrier().is_some_and(|own| own.signs_with_older);
    let replaced = record.replaced.iter().filter(move |old| signs_with_older || old.until > now).map(|old| &old.secret);
    std::iter::once(&record.secret).chain(replaced)
}

pub(super) fn callback_secrets(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Vec<CallbackSecret>> {
    secrets_of(record, now).map(|secret| CallbackSecret::parse(secret.reveal())).collect()
}

/// With a time, so that a report cannot be replayed.
pub(super) fn verifier(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Verifier> {
    let secrets = secrets_of(record, now).map(SigningSecret::try_from).collect::<Result<Vec<_>>>()?;
    Ok(Verifier::new(secrets)?.require_timestamp(true))
}
