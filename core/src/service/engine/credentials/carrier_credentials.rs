//! Stores the credentials of carriers. Credentials that a carrier refuses are suspended, retried by one look-up an hour,
//! and released when they work again or were replaced.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use chrono::{DateTime, TimeDelta, Utc};
use serde::Serialize;
use sha2::{Digest as _, Sha256};

use crate::carrier_http::Credentials;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::ids::{CredentialId, Secret};
use crate::resources::AccountId;
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::infer_carrier::primary_code;
use crate::service::engine::base::log_entry::LogEntry;
use crate::service::engine::base::log_line::LogLevel;
use crate::service::engine::base::observer::Activity;
use crate::store::{CredentialRecord, Digest, Lane, RequestRecord, SubscriptionRecord, SuspendedCredential, Tx};
use crate::threads::lock;
use crate::time::saturating_add;
use crate::tracking::lifecycle::CREDENTIALS_PROBE;
use crate::tracking::lifecycle::failure::CredentialVerdict;

/// Credentials that are suspended because a carrier refuses them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CredentialSuspension {
    /// The carrier's code.
    pub scac: String,
    /// The accounts that use the credentials.
    pub accounts: Vec<AccountId>,
    /// When the credentials were suspended.
    pub since: DateTime<Utc>,
    /// When the next look-up retries the credentials.
    pub next_look_up: DateTime<Utc>,
    /// The carrier's reason; `None` if it gave no reason.
    pub why: Option<String>,
    /// Number of tracking requests whose next look-up waits for the credentials. Waiting does not count as a failed look-up. Requests that
    /// are not due before the next retry are not counted.
    pub waiting: u64,
    #[serde(skip)]
    pub(in crate::service) credential: CredentialId,
}

/// A refused request is due an hour after its look-up, which is slightly later than the retry of the credential.
const RETRY_TOLERANCE: TimeDelta = TimeDelta::minutes(1);

/// Whether a carrier may be called with a credential.
pub(in crate::service::engine) enum Gate {
    Open,
    /// This call retries a suspended credential.
    Trying(SuspendedCredential),
    /// The credential is suspended.
    Closed,
}

/// What a transaction writes about a credential after a call.
pub(in crate::service::engine) enum CredentialDecision {
    Suspend {
        suspended: SuspendedCredential,
        lanes: Vec<Lane>,
    },
    Release(SuspendedCredential, DateTime<Utc>),
    /// The refused credential was replaced during the call, so nothing is suspended.
    Replaced,
    Unchanged,
}

pub(in crate::service::engine) fn lane_of(record: &RequestRecord) -> Lane {
    Lane { scac: record.carrier().to_owned(), account: record.tracked.account.clone() }
}

impl Engine {
    /// `None` if the carrier does not identify its credentials.
    pub(in crate::service::engine) fn carrier_credential(
        &self,
        lane: &Lane,
        account_name: &str,
    ) -> Option<CredentialId> {
        let carrier = self.carrier(&lane.scac)?;
        catch_unwind(AssertUnwindSafe(|| carrier.credential(&lane.account, account_name))).unwrap_or_default()
    }

    /// Returns the id of the credential for a lane. If the carrier does not identify its credentials, each account counts
    /// as one credential.
    pub(in crate::service::engine) fn credential(&self, lane: &Lane, account_name: &str) -> CredentialId {
        let of_account =
            || Sha256::new().chain_update("account ").chain_update(lane.account.to_string()).finalize().into();
        self.carrier_credential(lane, account_name).unwrap_or_else(|| CredentialId(of_account()))
    }

    /// Checks whether a call is allowed. One call an hour may retry a suspended credential; this is stored before the call.
    pub(in crate::service::engine) fn gate(
        &self,
        lane: &Lane,
        account_name: &str,
        suspended: &[SuspendedCredential],
    ) -> Result<Gate> {
        if suspended.is_empty() {
            return Ok(Gate::Open);
        }
        let credential = self.credential(lane, account_name);
        let is_this = |suspended: &SuspendedCredential| suspended.credential == credential;
        if !suspended.iter().any(is_this) {
            return Ok(Gate::Open);
        }
        let now = self.now();
        self.store.writing(|tx| {
            let Some(suspended) = tx.suspended_credentials(Some(&lane.scac))?.into_iter().find(is_this) else {
                return Ok(Gate::Open);
            };
            let is_retried = is_due(&suspended, now);
            let suspended = match is_retried {
                true => postpone_retry(tx, suspended, saturating_add(now, CREDENTIALS_PROBE))?,
                false => suspended,
            };
            tx.hold_lane(lane, suspended.retry_at, Some(&credential))?;
            Ok(if is_retried { Gate::Trying(suspended) } else { Gate::Closed })
        })
    }

    /// Decides what the carrier's verdict changes about a credential. `was_refused` is true if it was refused for the same
    /// number before. May ask the host program for the credentials of other accounts.
    pub(in crate::service::engine) fn decide_credential(
        &self,
        lane: Lane,
        was_refused: bool,
        (account_name, gate): (&str, Gate),
        credential: CredentialId,
        (verdict, why): (CredentialVerdict, Option<&str>),
    ) -> Result<CredentialDecision> {
        use CredentialVerdict::{Accepted, Forbidden, Refused, Unknown};
        let is_retried = match (verdict, gate) {
            (Unknown, _) => return Ok(CredentialDecision::Unchanged),
            // The call had no credentials, so the carrier refused the number.
            (Refused | Forbidden, _) if credential == CredentialId::NONE => return Ok(CredentialDecision::Unchanged),
            // The credential was replaced during the call.
            (Refused | Forbidden, _) if self.credential(&lane, account_name) != credential => {
                return Ok(CredentialDecision::Replaced);
            }
            (Accepted, gate) => {
                lock(&self.accepted_lanes).insert(lane);
                return Ok(match gate {
                    Gate::Trying(suspended) => CredentialDecision::Release(suspended, self.now()),
                    _ => CredentialDecision::Unchanged,
                });
            }
            (_, gate) => matches!(gate, Gate::Trying(_)),
        };
        // The credential works, but not for this number.
        let is_number_refused = verdict == Forbidden && was_refused;
        if is_retried || is_number_refused || (lock(&self.accepted_lanes).remove(&lane) && verdict == Forbidden) {
            return Ok(CredentialDecision::Unchanged);
        }
        let now = self.now();
        let lanes = self.store.reading(|tx| lanes_with_account_names(tx, &lane.scac))?;
        let mut lanes: Vec<Lane> = lanes
            .into_iter()
            .filter_map(|(other, name)| (self.credential(&other, &name) == credential).then_some(other))
            .collect();
        if !lanes.contains(&lane) {
            lanes.push(lane.clone());
        }
        let (retry_at, why) = (saturating_add(now, CREDENTIALS_PROBE), why.map(str::to_owned));
        let suspended = SuspendedCredential { scac: lane.scac, credential, since: now, retry_at, reason: why };
        Ok(CredentialDecision::Suspend { suspended, lanes })
    }

    /// Reports that credentials were suspended. While this lasts, [`log_suspensions`](Self::log_suspensions) repeats the line.
    pub(in crate::service::engine) fn report_suspension(&self, suspension: &CredentialSuspension) {
        let what = self.describe_suspension(suspension);
        self.log(&suspension_entry(suspension, &what));
        let error = Error::refused(ErrorKind::Configuration, "credentials", what);
        let account = only_account(suspension);
        self.reporter.report_without_line(&Activity::Trouble { account, error: &error });
    }

    /// Writes a line of the log for each suspended credential, once an hour.
    pub fn log_suspensions(&self) -> Result<()> {
        let suspended = self.store.reading(|tx| tx.suspended_credentials(None))?;
        for suspended in suspended {
            if self.reporter.is_due((SUSPENDED, &subject(&suspended.scac, suspended.credential))) {
                let suspension =
                    self.store.reading(|tx| suspension_of(&suspended, tx.lanes_held_for(&suspended)?, tx))?;
                self.log(&suspension_entry(&suspension, &self.describe_suspension(&suspension)));
            }
        }
        Ok(())
    }

    fn describe_suspension(&self, suspension: &CredentialSuspension) -> String {
        let CredentialSuspension { scac, accounts, why, waiting, .. } = suspension;
        let names = self.store.reading(|tx| accounts.iter().map(|account| account_name(tx, account)).collect());
        let names: Vec<String> = names.unwrap_or_default();
        let owners = match names.as_slice() {
            [name] => format!("the account {name}"),
            names => format!("{} accounts", names.len()),
        };
        let why = why.as_ref().map(|why| format!(" ({why})")).unwrap_or_default();
        format!(
            "{scac} refuses the credentials of {owners}{why}. Waiting tracking requests: {waiting}, without a failed attempt. One \
             look-up an hour retries the credentials; new credentials are used at once"
        )
    }

    /// Resumes lanes with replaced credentials. Returns whether anything changed.
    pub fn release_replaced_credentials(&self) -> Result<bool> {
        let now = self.now();
        let found = self.store.reading(|tx| {
            let suspended = tx.suspended_credentials(None)?.into_iter();
            let with_lanes = |suspended: SuspendedCredential| {
                let lanes = tx.lanes_held_for(&suspended)?.into_iter();
                let named = lanes.map(|lane| account_name(tx, &lane.account).map(|name| (lane, name)));
                Ok((suspended, named.collect::<Result<Vec<_>>>()?))
            };
            suspended.map(with_lanes).collect::<Result<Vec<_>>>()
        })?;
        let mut any = false;
        for (suspended, lanes) in found.into_iter().filter(|(suspended, _)| self.carrier(&suspended.scac).is_some()) {
            let count = lanes.len();
            let is_replaced = |(lane, name): &(Lane, String)| self.credential(lane, name) != suspended.credential;
            let replaced: Vec<_> = lanes.into_iter().filter(is_replaced).collect();
            let is_too_late = suspended.retry_at > saturating_add(now, CREDENTIALS_PROBE);
            if replaced.is_empty() && count > 0 && !is_too_late {
                continue;
            }
            any = true;
            self.store.writing(|tx| {
                replaced
                    .iter()
                    .try_for_each(|(lane, _)| tx.release_lane(lane).and_then(|()| resume_lane(tx, lane, now)))?;
                match replaced.len() == count {
                    true => tx.release(&suspended),
                    // The time was written by a clock that ran ahead.
                    false if is_too_late => postpone_retry(tx, suspended.clone(), now).map(drop),
                    false => Ok(()),
                }
            })?;
        }
        Ok(any)
    }

    pub fn suspended_credentials(&self) -> Result<Vec<CredentialSuspension>> {
        self.store.reading(|tx| {
            let suspension =
                |suspended: SuspendedCredential| suspension_of(&suspended, tx.lanes_held_for(&suspended)?, tx);
            tx.suspended_credentials(None)?.into_iter().map(suspension).collect()
        })
    }
}

impl CredentialDecision {
    /// Writes the decision. Returns the suspension if it begins now, so that it can be reported.
    pub fn write(&self, tx: &Tx<'_>) -> Result<Option<CredentialSuspension>> {
        match self {
            CredentialDecision::Unchanged | CredentialDecision::Replaced => Ok(None),
            CredentialDecision::Release(suspended, now) => {
                let lanes = tx.lanes_held_for(suspended)?;
                tx.release(suspended)?;
                lanes.iter().try_for_each(|lane| resume_lane(tx, lane, *now)).map(|()| None)
            }
            CredentialDecision::Suspend { suspended, lanes } => {
                let others = tx.suspended_credentials(Some(&suspended.scac))?;
                // A concurrent look-up suspended the credential.
                if others.iter().any(|other| other.credential == suspended.credential) {
                    return Ok(None);
                }
                tx.suspend_credential(suspended)?;
                lanes
                    .iter()
                    .try_for_each(|lane| tx.hold_lane(lane, suspended.retry_at, Some(&suspended.credential)))?;
                suspension_of(suspended, lanes.clone(), tx).map(Some)
            }
        }
    }
}

/// Digest of carrier and credential. A bookmark is sent only to the carrier, and with the credential, that it came from.
pub(in crate::service::engine) fn source_digest(lane: &Lane, credential: &CredentialId) -> Digest {
    let hash = Sha256::new().chain_update(&lane.scac).chain_update(credential.0);
    Digest(*hash.finalize().first_chunk().expect("a digest of 32 bytes"))
}

/// A time more than an hour ahead was written by a clock that ran ahead, and counts as due.
fn is_due(suspended: &SuspendedCredential, now: DateTime<Utc>) -> bool {
    suspended.retry_at <= now || suspended.retry_at > saturating_add(now, CREDENTIALS_PROBE)
}

fn postpone_retry(tx: &Tx<'_>, suspended: SuspendedCredential, until: DateTime<Utc>) -> Result<SuspendedCredential> {
    let suspended = SuspendedCredential { retry_at: until, ..suspended };
    tx.suspend_credential(&suspended)?;
    let mut lanes = tx.lanes_held_for(&suspended)?.into_iter();
    lanes.try_for_each(|lane| tx.hold_lane(&lane, until, Some(&suspended.credential)))?;
    Ok(suspended)
}

fn suspension_of(suspended: &SuspendedCredential, lanes: Vec<Lane>, tx: &Tx<'_>) -> Result<CredentialSuspension> {
    let mut waiting = 0;
    for lane in &lanes {
        waiting += tx.count_due_in_lane(lane, saturating_add(suspended.retry_at, RETRY_TOLERANCE))?;
    }
    Ok(CredentialSuspension {
        scac: suspended.scac.clone(),
        accounts: lanes.into_iter().map(|lane| lane.account).collect(),
        since: suspended.since,
        next_look_up: suspended.retry_at,
        why: suspended.reason.clone(),
        waiting,
        credential: suspended.credential,
    })
}

const SUSPENDED: &str = "suspended credential";

fn subject(scac: &str, credential: CredentialId) -> String {
    format!("{scac} {:x?}", credential.0)
}

/// The account, if no other account uses the credentials.
fn only_account(suspension: &CredentialSuspension) -> Option<&AccountId> {
    suspension.accounts.first().filter(|_| suspension.accounts.len() == 1)
}

fn suspension_entry<'s>(suspension: &'s CredentialSuspension, what: &str) -> LogEntry<'s> {
    let subject = subject(&suspension.scac, suspension.credential);
    LogEntry::new(LogLevel::Error, (SUSPENDED, &subject), what).about(only_account(suspension), None)
}

fn lanes_with_account_names(tx: &Tx<'_>, scac: &str) -> Result<Vec<(Lane, String)>> {
    let lane = |account: AccountId| {
        let name = account_name(tx, &account)?;
        Ok((Lane { scac: scac.to_owned(), account }, name))
    };
    tx.accounts_at(scac)?.into_iter().map(lane).collect()
}

pub(in crate::service::engine) fn account_name(tx: &Tx<'_>, account: &AccountId) -> Result<String> {
    Ok(tx.account(account)?.map(|record| record.name).unwrap_or_default())
}

/// Makes the requests and subscriptions due that wait only for the credential of the lane.
pub(in crate::service::engine) fn resume_lane(tx: &Tx<'_>, lane: &Lane, now: DateTime<Utc>) -> Result<()> {
    let until = saturating_add(now, CREDENTIALS_PROBE);
    let requests = tx.requests_due_within(lane, now, until)?.readable.into_iter();
    for mut request in requests.filter(|request| request.refused_at.is_some()) {
        request.state.due = Some(now);
        tx.put_request(&request)?;
    }
    // Subscriptions that failed for another reason, or wait for renewal, keep their due time.
    let waits = |record: &SubscriptionRecord| {
        record.carrier().is_some_and(|at_carrier| at_carrier.scac == lane.scac)
            && record.due.is_some_and(|due| due > now && due <= until)
            && record.problem.is_some()
            && record.failures == 0
    };
    let mut subscriptions = tx.subscriptions(&lane.account)?.into_iter().filter(waits);
    subscriptions.try_for_each(|record| tx.put_subscription(&SubscriptionRecord { due: Some(now), ..record }))
}

const MAX_CREDENTIALS: usize = 1_000;

/// Bytes of a secret: enough for a private key with its certificates.
const MAX_SECRET: usize = 64 * 1024;

/// Describes a credential that is stored in the service, without its secret value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct StoredCredential {
    /// The carrier's code.
    pub scac: String,
    /// Name of the credential in the profile of the carrier, such as `client_id`.
    pub name: String,
    /// When the credential was stored.
    pub stored_at: DateTime<Utc>,
}

impl Engine {
    /// Loads the stored credentials into memory. A credential that cannot be read is reported and counts as missing.
    pub fn load_credentials(&self) -> Result<()> {
        let rows = self.store.reading(|tx| tx.credentials(None))?;
        for CredentialRecord { account, scac, name, secret, stored_at, .. } in rows.readable {
            self.keyring.put(account, scac, name, secret, stored_at);
        }
        rows.unreadable.iter().for_each(|row| self.report_trouble(Some(&row.account), &row.error));
        Ok(())
    }

    /// Stores a credential, and uses it at once.
    pub fn store_credential(&self, account: &AccountId, scac: &str, name: &str, secret: &Secret) -> Result<()> {
        let (scac, name, now) = (parse_code(scac)?, check_name(name)?, self.now());
        if let Some(names) = self.keyring.names_at(&scac).filter(|names| !names.contains(&name)) {
            return Err(unknown_credential_name(&scac, &names));
        }
        if secret.reveal().is_empty() || secret.reveal().len() > MAX_SECRET {
            return Err(Error::invalid("secret", format!("a credential has 1 to {MAX_SECRET} bytes")));
        }
        let (account, secret) = (account.clone(), secret.clone());
        let record = CredentialRecord { id: self.new_uuid(now), account, scac, name, secret, stored_at: now };
        let ordered = self.keyring.lock_changes();
        self.store.writing(|tx| {
            require_account(tx, &record.account)?;
            tx.put_credential(&record)?;
            if tx.credentials(Some(&record.account))?.len() > MAX_CREDENTIALS {
                let detail =
                    format!("an account can have at most {MAX_CREDENTIALS} credentials: remove some of them first");
                return Err(Error::new(ErrorKind::Conflict, detail));
            }
            Ok(())
        })?;
        let CredentialRecord { account, scac, name, secret, stored_at, .. } = record;
        self.keyring.put(account, scac, name, secret, stored_at);
        drop(ordered);
        self.use_new_credentials()
    }

    pub fn stored_credentials(&self, account: &AccountId) -> Result<Vec<StoredCredential>> {
        let rows = self.reading_for(account, |tx| tx.credentials(Some(account)))?;
        rows.unreadable.iter().for_each(|row| self.report_trouble(Some(&row.account), &row.error));
        let stored = |CredentialRecord { scac, name, stored_at, .. }| StoredCredential { scac, name, stored_at };
        Ok(rows.readable.into_iter().map(stored).collect())
    }

    pub fn credentials_of(&self, account: &AccountId) -> Result<Credentials> {
        let name = self.reading_for(account, |tx| account_name(tx, account))?;
        Ok(self.keyring.source_of(account.clone(), name))
    }

    pub fn forget_credential(&self, account: &AccountId, scac: &str, name: &str) -> Result<()> {
        let scac = parse_code(scac)?;
        let ordered = self.keyring.lock_changes();
        let was_there = self.store.writing(|tx| {
            require_account(tx, account)?;
            tx.remove_credential(account, &scac, name)
        })?;
        if !was_there {
            let detail = format!("the account has no stored credential {} for {scac}", Quoted(name));
            return Err(Error::refused(ErrorKind::NotFound, "name", detail));
        }
        self.keyring.remove(account, &scac, name);
        drop(ordered);
        self.use_new_credentials()
    }

    fn use_new_credentials(&self) -> Result<()> {
        self.release_replaced_credentials()?;
        self.wake.wake();
        Ok(())
    }
}

fn parse_code(scac: &str) -> Result<String> {
    primary_code(scac).map_err(|refusal| Error::invalid("scac", refusal.message()))
}

fn unknown_credential_name(scac: &str, names: &BTreeSet<String>) -> Error {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let detail = match names.as_slice() {
        [] => format!("the profile of {scac} needs no credentials"),
        names => format!("the profile of {scac} needs {}, and no credential with this name", names.join(" and ")),
    };
    Error::invalid("name", detail)
}

fn check_name(name: &str) -> Result<String> {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'_';
    if name.is_empty() || name.len() > 64 || !name.bytes().all(is_allowed) {
        let detail =
            "the name of a credential has 1 to 64 lowercase letters, digits and `_`, as in the profile: `client_id`";
        return Err(Error::invalid("name", detail));
    }
    Ok(name.to_owned())
}
