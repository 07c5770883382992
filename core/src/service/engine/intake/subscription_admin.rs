//! Adds, changes and removes subscriptions of carriers and other senders.

use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Deserialize;
use uuid::Uuid;

use crate::carriers::CallbackSecret;
use crate::decoders::push::is_report_source;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::numbers::{NumberKind, Scac, TrackingNumber};
use crate::resources::{AccountId, DataSource, RequestType, WebhookSecret};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::primary_code;
use crate::service::engine::notify::secrets;
use crate::store::{CarrierSubscription, Sender, SubscriptionRecord, SubscriptionState, Tx};
use crate::webhooks::{SigningSecret, Verifier, is_plain, validate_url};

/// Shorter keys can be guessed.
const MIN_KEY_BYTES: usize = 16;
const MAX_SUBSCRIPTIONS: usize = 10_000;
/// The carrier signs with the old secret until it has the new one, so the old secret stays valid at least this long.
const MIN_OVERLAP: Duration = Duration::from_secs(1);

/// A subscription to add: a sender, and the secret that it signs with.
///
/// ```
/// use shiptrack::service::NewSubscription;
///
/// // Created manually at the carrier, which returned this id.
/// let manual = NewSubscription::of_carrier("MAEU").called("7f5a2c").secret("AAECAwQFBgcICQoLDA0ODw==");
/// // Created by the service at the carrier, and renewed before it ends.
/// let automatic = NewSubscription::of_carrier("EGLV").call_back("https://tracking.example/push");
/// // The system of a terminal. The service generates the secret.
/// let terminal = NewSubscription::own("terminal", "Pier 400");
/// ```
#[derive(Debug, Clone)]
#[must_use]
pub struct NewSubscription {
    sender: Sender,
    secret: Option<WebhookSecret>,
    expires_at: Option<DateTime<Utc>>,
}

impl NewSubscription {
    /// Creates a subscription to the callbacks of a carrier.
    pub fn of_carrier(scac: impl Into<String>) -> Self {
        let sender = Sender::Carrier(CarrierSubscription { scac: scac.into(), ..CarrierSubscription::default() });
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// Creates a subscription for a sender other than a carrier, with its kind (`terminal`, `rail`, …) and its name. The sender signs its
    /// reports in the same way as this service signs webhooks.
    pub fn own(kind: impl Into<DataSource>, name: impl Into<String>) -> Self {
        let sender = Sender::Own { kind: kind.into(), name: name.into() };
        NewSubscription { sender, secret: None, expires_at: None }
    }

    /// Creates a subscription from a JSON object with `carrier` (and `called`, `number`, `kind`, `callback_url`, `expires_at`), or
    /// with `source` and `name`; and with `secret`. For languages without this builder.
    pub fn from_json(text: &str) -> Result<Self> {
        let described: SubscriptionJson =
            serde_json::from_str(text).map_err(|problem| Error::invalid("subscription", problem.to_string()))?;
        described.into_subscription()
    }

    /// Sets the carrier's id of the subscription. Without it, the id is taken from the first callback.
    pub fn called(self, subscription_id: impl Into<String>) -> Self {
        self.change_carrier(|at_carrier| at_carrier.subscription_id = Some(subscription_id.into()))
    }

    /// Sets the number that the subscription is about. The facts of all its callbacks are recorded under this number.
    pub fn about(self, kind: NumberKind, number: impl Into<String>) -> Self {
        self.change_carrier(|at_carrier| at_carrier.about = Some((kind.as_str().into(), number.into())))
    }

    /// Makes the service create the subscription at the carrier, with this callback URL. The URL must lead to `/push` of the
    /// server, or to [`receive_push`](crate::Service::receive_push). The service renews the subscription before it ends, and ends it at
    /// the carrier when it is removed.
    pub fn call_back(self, url: impl Into<String>) -> Self {
        self.change_carrier(|at_carrier| at_carrier.callback_url = Some(url.into()))
    }

    /// Sets the secret that callbacks are signed with; without it, the service generates one. The secret of a carrier is base64.
    pub fn secret(mut self, secret: impl Into<String>) -> Self {
        self.secret = Some(WebhookSecret::new(secret));
        self
    }

    /// Sets when the subscription ends at the carrier.
    pub fn expires_at(mut self, moment: DateTime<Utc>) -> Self {
        self.expires_at = Some(moment);
        self
    }

    fn change_carrier(mut self, change: impl FnOnce(&mut CarrierSubscription)) -> Self {
        if let Sender::Carrier(at_carrier) = &mut self.sender {
            change(at_carrier);
        }
        self
    }

    fn into_checked_sender(self) -> Result<Sender> {
        match self.sender {
            Sender::Carrier(mut at_carrier) => {
                at_carrier.scac = primary_code(&at_carrier.scac)?;
                at_carrier.about =
                    at_carrier.about.map(|(kind, number)| check_number(&at_carrier.scac, kind, &number)).transpose()?;
                at_carrier.subscription_id = at_carrier.subscription_id.map(check_id).transpose()?;
                if at_carrier.callback_url.is_some() && at_carrier.subscription_id.is_some() {
                    let detail = "a subscription with a callback URL is created by the service, and gets its id from the carrier: \
                                  leave the id out";
                    return Err(Error::invalid("subscription_id", detail));
                }
                at_carrier.callback_url = at_carrier.callback_url.map(check_url).transpose()?;
                Ok(Sender::Carrier(at_carrier))
            }
            Sender::Own { kind, name } => {
                if !is_report_source(&kind) {
                    let kinds: Vec<&str> =
                        DataSource::ALL.iter().filter(|kind| is_report_source(kind)).map(DataSource::as_str).collect();
                    let detail = format!(
                        "{} is not a source kind. Use one of {}. (A trucker is `user_input`.)",
                        Quoted(kind.as_str()),
                        kinds.join(", ")
                    );
                    return Err(Error::invalid("kind", detail));
                }
                let name = name.trim().to_owned();
                if name.is_empty() || name.len() > 100 || name.chars().any(|c| c.is_control() || c == '|') {
                    let detail = "the name of a source has 1 to 100 characters, without control characters and `|`";
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
            _ => return Err(Error::invalid("carrier", "give either `carrier` or `source`")),
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
        let detail = "the id of a subscription has 1 to 256 visible ASCII characters";
        return Err(Error::invalid("subscription_id", detail));
    }
    Ok(id.to_owned())
}

/// Rejects a URL without HTTPS, unless it leads to this machine: callbacks contain customer data.
fn check_url(url: String) -> Result<String> {
    let refused = |detail: String| Error::invalid("callback_url", detail);
    validate_url(&url, true).map_err(|problem| {
        let detail = problem.errors().first().and_then(|object| object.detail.clone());
        refused(detail.unwrap_or_else(|| problem.to_string()))
    })?;
    let authority = url.split_once("://").and_then(|(_, rest)| rest.split(['/', '?']).next()).unwrap_or_default();
    let local_hosts = ["127.0.0.1", "localhost", "[::1]"];
    let is_local = local_hosts
        .iter()
        .any(|host| authority.strip_prefix(host).is_some_and(|port| port.is_empty() || port.starts_with(':')));
    if is_plain(&url) && !is_local {
        return Err(refused("the URL must begin with https://; http:// is allowed for this machine only".to_owned()));
    }
    Ok(url)
}

fn check_number(scac: &str, kind: RequestType, number: &str) -> Result<(RequestType, String)> {
    let number = TrackingNumber::parse(NumberKind::parse(kind.as_str())?, number)?;
    let normalized = number.normalized_for(&Scac::for_request(scac)?).to_owned();
    Ok((kind, normalized))
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
        if is_created_by_service(&record) {
            self.check_is_possible(&record)?;
            (record.state, record.due) = (SubscriptionState::Requested, Some(now));
        }
        let added = self.store.writing(|tx| {
            require_account(tx, account)?;
            let existing = tx.subscriptions(account)?;
            // Adding the same subscription again changes nothing, so host programs can do it at each start.
            if let Some(same) = existing.iter().find(|existing| is_same(existing, &record)) {
                return Ok(same.clone());
            }
            existing.iter().try_for_each(|existing| refuse_same_id(existing, &record))?;
            if existing.len() >= MAX_SUBSCRIPTIONS {
                let detail =
                    format!("an account can have at most {MAX_SUBSCRIPTIONS} subscriptions: remove some of them first");
                return Err(Error::new(ErrorKind::Conflict, detail));
            }
            tx.put_subscription(&record)?;
            Ok(record.clone())
        })?;
        self.wake.wake();
        Ok(added)
    }

    /// Fails if the service cannot create the subscription at its carrier.
    fn check_is_possible(&self, record: &SubscriptionRecord) -> Result<()> {
        if record.expires_at.is_some() {
            let detail = "a subscription with a callback URL is created and renewed by the service, and its carrier sets the \
                          end: leave `expires_at` out";
            return Err(Error::invalid("expires_at", detail));
        }
        let Some(at_carrier) = record.carrier() else { return Ok(()) };
        let about = at_carrier.about.as_ref().map(|(kind, _)| kind);
        let accepted = match self.carrier(&at_carrier.scac) {
            Some(carrier) => carrier.takes_subscription(about),
            None => Err(format!("no carrier is configured for {}: add its profile to the service", at_carrier.scac)),
        };
        accepted.map_err(|why| Error::refused(ErrorKind::Configuration, "carrier", why))?;
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
                if is_created_by_service(&record) {
                    CallbackSecret::parse(record.secret.reveal())?.check_length()?;
                    return replace_own_secret(tx, record, old, overlap, now);
                }
                secrets::retire_secret(Some(old), &mut record.replaced, now, overlap)?;
                tx.put_subscription(&record)?;
                Ok(record)
            })
            .inspect(|_| self.wake.wake())
    }

    /// Deletes a subscription. If the service created it, it is deleted after the carrier has ended it.
    pub fn remove_subscription(&self, account: &AccountId, id: Uuid) -> Result<()> {
        let now = self.now();
        self.store.writing(|tx| {
            let Ok(found) = tx.subscription(id) else {
                // The record cannot be read, so the subscription cannot be ended at its carrier.
                return tx.remove_subscription(account, id)?.then_some(()).ok_or_else(|| not_found(id));
            };
            let found = found.filter(|found| found.account == *account).ok_or_else(|| not_found(id))?;
            let can_be_ended = found.carrier().is_some_and(|at_carrier| self.carrier(&at_carrier.scac).is_some())
                && is_created_by_service(&found);
            if !can_be_ended {
                return tx.remove_subscription(account, id).map(drop);
            }
            let (state, due) = (SubscriptionState::Ending, Some(now));
            tx.put_subscription(&SubscriptionRecord { state, due, failures: 0, problem: None, ..found })
        })?;
        self.wake.wake();
        Ok(())
    }

    fn secret_for(&self, sender: &Sender, secret: Option<WebhookSecret>) -> Result<WebhookSecret> {
        let entropy = self.entropy.as_ref();
        let text = match (sender, secret) {
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
        ..MIN_KEY_BYTES => {
            let detail = format!(
                "the secret of a source has at least {MIN_KEY_BYTES} bytes, and this one has {}",
                secret.key_length()
            );
            Err(Error::invalid("secret", detail))
        }
        _ => Ok(secret),
    }
}

/// Fails if both subscriptions have the same id at the same carrier. Callbacks are found by this id, so it can have only one secret.
fn refuse_same_id(known: &SubscriptionRecord, new: &SubscriptionRecord) -> Result<()> {
    let (Some(known_of), Some(new_of)) = (known.carrier(), new.carrier()) else { return Ok(()) };
    let has_same_id = new_of.subscription_id.is_some()
        && known_of.subscription_id == new_of.subscription_id
        && known_of.scac == new_of.scac;
    match has_same_id {
        true => {
            let detail = format!(
                "there is a subscription with this id at {}, {}: replace its secret, or remove it first",
                new_of.scac, known.id
            );
            Err(Error::refused(ErrorKind::Conflict, "subscription_id", detail))
        }
        false => Ok(()),
    }
}

/// Whether the service creates the subscription at the carrier: it has a callback URL.
pub(super) fn is_created_by_service(record: &SubscriptionRecord) -> bool {
    record.carrier().is_some_and(|at_carrier| at_carrier.callback_url.is_some())
}

/// Whether both have the same id, sender and secret, or request the same subscription from the same carrier.
fn is_same(known: &SubscriptionRecord, new: &SubscriptionRecord) -> bool {
    let has_id = new.carrier().is_some_and(|new| new.subscription_id.is_some());
    if has_id && known.sender == new.sender && known.secret.reveal() == new.secret.reveal() {
        return true;
    }
    let requested = |record: &SubscriptionRecord| {
        let at_carrier = record.carrier().filter(|at_carrier| at_carrier.callback_url.is_some())?;
        Some((at_carrier.scac.clone(), at_carrier.about.clone(), at_carrier.callback_url.clone()))
    };
    let is_active = matches!(known.state, SubscriptionState::Requested | SubscriptionState::Active);
    is_active && requested(new).is_some_and(|new| requested(known) == Some(new))
}

/// Replaces the secret of a subscription that the service created. The carrier signs with the previous secret until it has
/// the new one.
fn replace_own_secret(
    tx: &Tx<'_>,
    mut record: SubscriptionRecord,
    old: WebhookSecret,
    overlap: Duration,
    now: DateTime<Utc>,
) -> Result<SubscriptionRecord> {
    let is_at_carrier = record.state == SubscriptionState::Active;
    if let Sender::Carrier(at_carrier) = &mut record.sender
        && is_at_carrier
    {
        // If an earlier replacement has not reached the carrier yet, nothing was signed with its secret, and it is dropped.
        if !at_carrier.signs_with_older {
            secrets::retire_secret(Some(old), &mut record.replaced, now, overlap.max(MIN_OVERLAP))?;
        }
        at_carrier.signs_with_older = true;
        record.due = Some(now);
    }
    tx.put_subscription(&record)?;
    Ok(record)
}

fn not_found(id: Uuid) -> Error {
    let detail = format!("the account has no subscription with the id {}", Quoted(&id.to_string()));
    Error::refused(ErrorKind::NotFound, "subscription", detail)
}

/// The secrets with which a callback may be signed now, the current one first.
fn secrets_of(record: &SubscriptionRecord, now: DateTime<Utc>) -> impl Iterator<Item = &WebhookSecret> {
    // A carrier that has not received the new secret yet signs with the previous one, even if its overlap has ended.
    let signs_with_older = record.carrier().is_some_and(|at_carrier| at_carrier.signs_with_older);
    let replaced = record.replaced.iter().filter(move |old| signs_with_older || old.until > now).map(|old| &old.secret);
    std::iter::once(&record.secret).chain(replaced)
}

pub(super) fn callback_secrets(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Vec<CallbackSecret>> {
    secrets_of(record, now).map(|secret| CallbackSecret::parse(secret.reveal())).collect()
}

/// Verifies reports of own sources. Requires a signed timestamp, so that a report cannot be replayed.
pub(super) fn verifier(record: &SubscriptionRecord, now: DateTime<Utc>) -> Result<Verifier> {
    let secrets = secrets_of(record, now).map(SigningSecret::try_from).collect::<Result<Vec<_>>>()?;
    Ok(Verifier::new(secrets)?.require_timestamp(true))
}
