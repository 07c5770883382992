//! Stores facts about numbers that are not tracked yet, and finds those that belong to a tracked number.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use chrono::{DateTime, Utc};

use super::fact_digest::{fact_digest, statement_digest, topic_digest};
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Result};
use crate::numbers::{NumberKind, TrackingNumber};
use crate::resources::AccountId;
use crate::store::{Digest, TrackedNumber, Tx, UnclaimedFact};
use crate::time::saturating_add;
use crate::tracking::{
    Fact, RECEIPT_STEP, Statement, absorb, containers_named_in, normalize, normalize_container_number,
};

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

    pub fn is_same(&self, other: &SubjectNumber) -> bool {
        (&self.without_prefix, self.is_container) == (&other.without_prefix, other.is_container)
    }

    /// Returns the fact with this container number. Returns it unchanged if the number is a bill of lading or a booking.
    pub fn assign(&self, fact: &Fact) -> Fact {
        match self.is_container && !matches!(fact.statement, Statement::Particulars(_)) {
            true => about_container(&self.without_prefix, fact),
            false => fact.clone(),
        }
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

/// Number of facts of one topic with which a status or particulars are compared.
const MAX_COMPARED: usize = 16;

/// Stores facts about a number that is not tracked, and returns how many of them are new. Fails if the account would have
/// more than `most` such facts, which is the value of the `setting`.
///
/// The duration does not depend on the number of facts that are stored about the number. So facts are stored as they were reported, unless they
/// repeat the newest facts of their topic; they are compared with all others when the number is tracked.
pub(in crate::service::engine) fn store(
    tx: &Tx<'_>,
    account: &AccountId,
    subject: &SubjectNumber,
    facts: &[&Fact],
    (setting, most): (&str, usize),
    now: DateTime<Utc>,
) -> Result<usize> {
    let number = &subject.without_prefix;
    // The receipt times of one number increase, because facts with one receipt time count as one answer.
    let last = tx.last_unclaimed_receipt(account, number)?;
    let received_at = last.map_or(now, |last| now.max(saturating_add(last, RECEIPT_STEP)));
    let prepared = |fact: &Fact| unclaimed(normalize(subject.assign(fact)).received(received_at));
    let new = new_facts(tx, account, number, facts, prepared)?;
    // Withdrawals have a higher limit, so that they are accepted when there is no room for other facts.
    let limit = if new.iter().all(|fact| withdraws(fact)) { most.saturating_mul(2) } else { most };
    let room = (limit as u64).saturating_sub(tx.count_unclaimed_facts(account)?);
    if new.len() as u64 > room {
        return Err(limit_error(setting, most));
    }
    for fact in &new {
        tx.add_unclaimed_facts(account, number, &[prepared(fact)])?;
    }
    Ok(new.len())
}

fn unclaimed(fact: Fact) -> UnclaimedFact {
    let (topic, statement) = (topic_digest(&fact), statement_digest(&fact));
    UnclaimedFact { fact, topic, statement }
}

/// Returns the facts of each topic with something new. All facts of a topic are stored together, because several events without another
/// movement in between are compared with each other.
///
/// `prepared` returns the fact as it is stored. A prepared fact is needed twice only if it is compared with facts that complete it; then the
/// prepared facts of one topic are in memory at once.
fn new_facts<'f>(
    tx: &Tx<'_>,
    account: &AccountId,
    number: &str,
    facts: &[&'f Fact],
    prepared: impl Fn(&Fact) -> UnclaimedFact,
) -> Result<Vec<&'f Fact>> {
    let mut topics: BTreeMap<Digest, Vec<(&Fact, Digest)>> = BTreeMap::new();
    let mut statements = HashSet::new();
    for fact in facts {
        let UnclaimedFact { topic, statement, .. } = prepared(fact);
        if statements.insert(statement) {
            topics.entry(topic).or_default().push((fact, statement));
        }
    }
    let mut new = Vec::new();
    for (topic, facts) in topics {
        if has_news(tx, account, number, (topic, &facts), &prepared)? {
            new.extend(facts.into_iter().map(|(fact, _)| fact));
        }
    }
    Ok(new)
}

/// Whether facts of one topic, with the digests of their statements, report something that the newest stored facts of the topic do not
/// contain.
fn has_news(
    tx: &Tx<'_>,
    account: &AccountId,
    number: &str,
    (topic, facts): (Digest, &[(&Fact, Digest)]),
    prepared: impl Fn(&Fact) -> UnclaimedFact,
) -> Result<bool> {
    let mut are_repeated = true;
    for (_, statement) in facts {
        are_repeated = are_repeated && tx.repeats_unclaimed_fact(account, number, (topic, *statement))?;
    }
    let adds_up = |fact: &Fact| matches!(fact.statement, Statement::TerminalStatus(_) | Statement::Particulars(_));
    if are_repeated || !facts.first().is_some_and(|(first, _)| adds_up(first)) {
        return Ok(!are_repeated);
    }
    // Several reports of a status or of particulars complete each other.
    let newest = tx.newest_unclaimed_facts(account, number, topic, MAX_COMPARED)?;
    let facts: Vec<Fact> = facts.iter().map(|(fact, _)| prepared(fact).fact).collect();
    let received_at = facts[0].received_at;
    Ok(!absorb(&newest, facts, false, received_at).is_empty())
}

/// Returns the newest stored facts on the topics of `facts`, which are recorded under a number.
pub(in crate::service::engine) fn newest_on_topics(
    tx: &Tx<'_>,
    account: &AccountId,
    subject: &SubjectNumber,
    facts: &[Fact],
) -> Result<Vec<Fact>> {
    let topics: BTreeSet<Digest> = facts.iter().map(|fact| topic_digest(&normalize(subject.assign(fact)))).collect();
    let mut newest = Vec::new();
    for topic in topics {
        newest.extend(tx.newest_unclaimed_facts(account, &subject.without_prefix, topic, MAX_COMPARED)?);
    }
    Ok(newest)
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

/// Returns the stored facts that belong to a tracked number: those stored under the number itself while its request has no data, and those
/// stored under containers that the `answer` names and its shipment does not contain yet (`is_in_shipment`). Omits the `known` facts.
/// A fact that is stored under several numbers is returned once.
pub(super) fn facts_claimed_by(
    tx: &Tx<'_>,
    number: &TrackedNumber,
    known: &[Fact],
    answer: &[Fact],
    has_data: bool,
    is_in_shipment: impl Fn(&str) -> bool,
) -> Result<Vec<Fact>> {
    if tx.count_unclaimed_facts(&number.account)? == 0 {
        return Ok(Vec::new());
    }
    let own_number = normalize_container_number(&number.number);
    let mut claimed = Vec::new();
    if !has_data {
        let stored = tx.unclaimed_facts(&number.account, &number.number)?;
        claimed.extend(if is_container(&own_number) { facts_about_container(&own_number, &stored) } else { stored });
    }
    let names: BTreeSet<String> = answer.iter().flat_map(containers_named_in).map(normalize_container_number).collect();
    for name in names.into_iter().filter(|name| *name != own_number && !is_in_shipment(name)) {
        claimed.extend(facts_about_container(&name, &tx.unclaimed_facts(&number.account, &name)?));
    }
    if !claimed.is_empty() {
        let mut last_received: HashMap<Digest, DateTime<Utc>> = HashMap::new();
        for fact in known {
            let last = last_received.entry(fact_digest(fact)).or_insert(fact.received_at);
            *last = (*last).max(fact.received_at);
        }
        let mut claimed_before = HashSet::new();
        // A later repetition counts if the source reported something else in between.
        claimed.retain(|fact| {
            let digest = fact_digest(fact);
            let is_known = last_received.get(&digest).is_some_and(|last| *last >= fact.received_at);
            !is_known && claimed_before.insert((fact.received_at, digest))
        });
        claimed.sort_by_key(|fact| fact.received_at);
    }
    Ok(claimed)
}
