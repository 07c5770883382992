//! Stores facts about numbers that are not tracked yet, and finds those that belong to a tracked number.

use std::collections::{BTreeSet, HashSet};

use chrono::{DateTime, Utc};

use super::fact_digest::fact_digest;
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Result};
use crate::numbers::{NumberKind, TrackingNumber};
use crate::resources::AccountId;
use crate::store::{Digest, TrackedNumber, Tx};
use crate::tracking::{Fact, Statement, absorb, containers_named_in, normalize_container_number};

/// The number that facts are about.
#[derive(Clone)]
pub(in crate::service::engine) struct SubjectNumber {
    /// The number without a carrier prefix.
    pub without_prefix: String,
    /// The number with the carrier prefix, if the text has one; otherwise the same as `without_prefix`.
    pub with_prefix: String,
    pub is_container: bool,
}

impl SubjectNumber {
    /// Parses a container number if the text has that form, otherwise the number of a booking or bill.
    pub fn parse(text: &str) -> Result<Self> {
        let is_container = is_container(&normalize_container_number(text));
        if is_container {
            let number = normalize_container_number(text);
            return Ok(SubjectNumber { without_prefix: number.clone(), with_prefix: number, is_container });
        }
        SubjectNumber::of_document(text)
    }

    /// Parses the number of a booking or bill as a source writes it. Some sources write periods and slashes between the parts of a number,
    /// which are not accepted in a number that is to be tracked.
    pub fn of_document_at_source(text: &str) -> Result<Self> {
        SubjectNumber::of_document(&text.replace(['.', '/'], ""))
    }

    pub fn of_document(text: &str) -> Result<Self> {
        let number = TrackingNumber::parse(NumberKind::BillOfLading, text)
            .map_err(|refused| Error::invalid("number", refused.message().to_owned()))?;
        Ok(SubjectNumber {
            without_prefix: number.without_scac().to_owned(),
            with_prefix: number.normalized().to_owned(),
            is_container: false,
        })
    }

    /// Returns the facts with this container number. Returns them unchanged if the number is a bill of lading or a booking.
    pub fn assign(&self, facts: &[Fact]) -> Vec<Fact> {
        let is_of_container = |fact: &&Fact| self.is_container && !matches!(fact.statement, Statement::Particulars(_));
        facts
            .iter()
            .map(|fact| if is_of_container(&fact) { about_container(&self.without_prefix, fact) } else { fact.clone() })
            .collect()
    }
}

/// Whether the text has the form of a container number. The check digit is not verified, because sources report wrong ones.
fn is_container(number: &str) -> bool {
    let (owner, digits) = number.split_at_checked(4).unwrap_or_default();
    digits.len() == 7
        && owner.bytes().all(|byte| byte.is_ascii_uppercase())
        && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn about_container(number: &str, fact: &Fact) -> Fact {
    let statement = match &fact.statement {
        Statement::Withdrawn(key) => Statement::Withdrawn(key_for_container(key, number)),
        other => other.clone(),
    };
    Fact { container: Some(number.to_owned()), statement, ..fact.clone() }
}

fn key_for_container(key: &str, number: &str) -> String {
    let mut parts: Vec<&str> = key.split('|').collect();
    let place = if parts[0] == "2" { 2 } else { 1 };
    match parts.get_mut(place).filter(|part| **part == "*") {
        Some(part) => *part = number,
        None => return key.to_owned(),
    }
    parts.join("|")
}

/// Returns the facts with this container number, including facts without a container, which apply to all containers.
/// Particulars of the shipment are left out.
pub(in crate::service::engine) fn facts_about_container<'f>(
    number: &str,
    facts: impl IntoIterator<Item = &'f Fact>,
) -> Vec<Fact> {
    let about = facts.into_iter().filter(|fact| !matches!(fact.statement, Statement::Particulars(_)));
    about.map(|fact| about_container(number, fact)).collect()
}

/// Stores facts about a number that is not tracked, and returns how many of them are new. Fails if the account would have
/// more than `most` such facts, which is the value of the `setting`.
pub(in crate::service::engine) fn store(
    tx: &Tx<'_>,
    account: &AccountId,
    number: &str,
    facts: &[Fact],
    (setting, most): (&str, usize),
    now: DateTime<Utc>,
) -> Result<usize> {
    let new = absorb(&tx.unclaimed_facts(account, number)?, facts.to_vec(), false, now);
    // Withdrawals have a higher limit, so that they are accepted when there is no room for other facts.
    let limit = if new.iter().all(withdraws) { most.saturating_mul(2) } else { most };
    let room = (limit as u64).saturating_sub(tx.count_unclaimed_facts(account)?);
    if new.len() as u64 > room {
        return Err(limit_error(setting, most));
    }
    tx.add_unclaimed_facts(account, number, &new)?;
    Ok(new.len())
}

fn withdraws(fact: &Fact) -> bool {
    match &fact.statement {
        Statement::Withdrawn(_) => true,
        Statement::TerminalStatus(status) => !status.taken_back.is_empty(),
        _ => false,
    }
}

fn limit_error(setting: &str, most: usize) -> Error {
    let detail = format!(
        "the number is not tracked, and an account can store at most {most} facts about such numbers ({setting}): track \
         the number first, or wait until older facts are deleted"
    );
    let object = ErrorObject::new(ErrorKind::Conflict.title()).with_code("too_many_kept_facts").with_detail(&detail);
    Error::new(ErrorKind::Conflict, detail).with_objects(vec![object.with_source(ErrorSource::naming("facts"))])
}

/// Returns the stored facts that belong to a tracked number: those stored under the number itself while it has no shipment, and those
/// stored under containers that the `answer` names and its shipment does not contain yet (`is_in_shipment`). Omits the `known` facts.
/// A fact that is stored under several numbers is returned once.
pub(super) fn facts_claimed_by(
    tx: &Tx<'_>,
    number: &TrackedNumber,
    known: &[Fact],
    answer: &[Fact],
    has_shipment: bool,
    is_in_shipment: impl Fn(&str) -> bool,
) -> Result<Vec<Fact>> {
    if tx.count_unclaimed_facts(&number.account)? == 0 {
        return Ok(Vec::new());
    }
    let own_number = normalize_container_number(&number.number);
    let mut claimed = Vec::new();
    if !has_shipment {
        let stored = tx.unclaimed_facts(&number.account, &number.number)?;
        claimed.extend(if is_container(&own_number) { facts_about_container(&own_number, &stored) } else { stored });
    }
    let names: BTreeSet<String> = answer.iter().flat_map(containers_named_in).map(normalize_container_number).collect();
    for name in names.into_iter().filter(|name| *name != own_number && !is_in_shipment(name)) {
        claimed.extend(facts_about_container(&name, &tx.unclaimed_facts(&number.account, &name)?));
    }
    if !claimed.is_empty() {
        let mut digests: HashSet<Digest> = known.iter().map(fact_digest).collect();
        claimed.retain(|fact| digests.insert(fact_digest(fact)));
        claimed.sort_by_key(|fact| fact.received_at);
    }
    Ok(claimed)
}
