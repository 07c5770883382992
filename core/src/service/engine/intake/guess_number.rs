//! Guesses whether a number is a container, a bill of lading or a booking, and which carrier it belongs to.

use std::collections::BTreeSet;

use super::record_facts::{
    FactsAbout, RecordingOutcome, RecordingReport, RecordingTarget, record_all, requests_under, targets,
};
use crate::error::{Error, ErrorKind, ErrorObject, ErrorSource, Result};
use crate::numbers::{ContainerNumber, NumberKind};
use crate::resources::{AccountId, RequestType};
use crate::service::engine::base::accounts::require_account;
use crate::service::engine::base::engine::Engine;
use crate::service::engine::derive::unclaimed_facts::SubjectNumber;
use crate::shipping_lines::main_code;
use crate::store::{RequestRecord, TrackedNumber, Tx};
use crate::tracking::{Fact, normalize_container_number};

/// Records facts under a number whose kind is guessed.
pub(in crate::service) fn record_facts(
    engine: &Engine,
    account: &AccountId,
    number: &str,
    facts: &[Fact],
) -> Result<RecordingReport> {
    Fact::check_all(facts)?;
    let GuessedNumber { subject, carriers } =
        engine.store.reading(|tx| GuessedNumber::of(tx, account, number, facts))?;
    let facts = [FactsAbout { facts: facts.iter().collect(), carriers: &carriers, ..FactsAbout::nothing(&subject) }];
    let recorded = record_all(
        engine,
        account,
        &facts,
        |_| Ok(None),
        |_, outcome| match outcome {
            RecordingOutcome { refused: Some(refused), .. } => Err(refused),
            RecordingOutcome { report, .. } => Ok(report),
        },
    )?;
    engine.wake.wake();
    Ok(recorded)
}

pub(super) struct GuessedNumber {
    pub subject: SubjectNumber,
    /// The carriers that have the number, if there are several; otherwise empty.
    pub carriers: Vec<String>,
}

impl GuessedNumber {
    /// Decides by the facts, by what the account tracks, and by the check digit, in this order. Fails if the number remains
    /// ambiguous, because facts that are recorded under a wrong number would be missing under the right one.
    pub fn of(tx: &Tx<'_>, account: &AccountId, number: &str, facts: &[Fact]) -> Result<Self> {
        require_account(tx, account)?;
        let subject = SubjectNumber::parse(number)?;
        if subject.is_container && !GuessedNumber::is_document(tx, account, &subject, facts)? {
            return Ok(GuessedNumber { subject, carriers: Vec::new() });
        }
        let subject = SubjectNumber::of_document(number)?;
        let carriers = find_carriers(tx, account, &subject)?;
        Ok(GuessedNumber { subject, carriers })
    }

    fn is_document(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber, facts: &[Fact]) -> Result<bool> {
        let number = &subject.without_prefix;
        if facts
            .iter()
            .any(|fact| fact.container.as_deref().is_some_and(|named| normalize_container_number(named) == *number))
        {
            return Ok(false);
        }
        let is_document =
            SubjectNumber::of_document(number).map_or(Ok(false), |document| is_tracked(tx, account, &document))?;
        let is_container = is_tracked(tx, account, subject)?;
        match (is_document, is_container) {
            (true, true) => Err(ambiguous_kind(number, "both are tracked")),
            (false, false) if ContainerNumber::parse(number).is_err() => Err(ambiguous_kind(
                number,
                "neither is tracked, and its last digit is not the check digit of a container",
            )),
            _ => Ok(is_document),
        }
    }
}

fn is_tracked(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber) -> Result<bool> {
    let requests = requests_under(tx, account, subject)?;
    let is_of_kind = |request: &RequestRecord| (request.kind == RequestType::Container) == subject.is_container;
    if requests.iter().any(|request| is_of_kind(request) && may_match(subject, &request.tracked)) {
        return Ok(true);
    }
    let found = tracking_targets(tx, account, subject)?;
    Ok(found.iter().any(|target| target.part.is_none() == subject.is_container && may_match(subject, &target.tracked)))
}

fn tracking_targets(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber) -> Result<Vec<RecordingTarget>> {
    targets(tx, account, &FactsAbout::nothing(subject))
}

/// A number without a carrier prefix may belong to any carrier.
fn may_match(subject: &SubjectNumber, tracked: &TrackedNumber) -> bool {
    let code = prefix_of(subject);
    code.is_empty()
        || tracked.number == subject.with_prefix
        || tracked.scac.as_deref().is_some_and(|scac| main_code(scac) == main_code(code))
}

fn prefix_of(subject: &SubjectNumber) -> &str {
    subject.with_prefix.strip_suffix(&subject.without_prefix).unwrap_or_default()
}

fn find_carriers(tx: &Tx<'_>, account: &AccountId, subject: &SubjectNumber) -> Result<Vec<String>> {
    let found = tracking_targets(tx, account, subject)?;
    let (own, others): (Vec<RecordingTarget>, Vec<RecordingTarget>) =
        found.into_iter().partition(|target| may_match(subject, &target.tracked));
    let mut carriers: BTreeSet<String> = own.into_iter().filter_map(|target| target.tracked.scac).collect();
    if !others.is_empty() {
        carriers.insert(prefix_of(subject).to_owned());
        return Ok(carriers.into_iter().collect());
    }
    if carriers.len() < 2 {
        return Ok(Vec::new());
    }
    let code = prefix_of(subject);
    if carriers.contains(code) {
        return Ok(vec![code.to_owned()]);
    }
    let names: Vec<&str> = carriers.iter().map(String::as_str).collect();
    let (number, names) = (&subject.without_prefix, names.join(" and "));
    let detail = format!(
        "{number} is tracked at {names}, and its carrier is ambiguous: record the facts under a container of the shipment"
    );
    Err(ambiguous_number(detail, &[]))
}

fn ambiguous_kind(number: &str, why: &str) -> Error {
    let detail = format!(
        "{number} may be a container or a bill of lading: {why}. If it is a container, set `container` in the facts; otherwise \
         track the number first"
    );
    ambiguous_number(detail, &[NumberKind::Container, NumberKind::BillOfLading])
}

fn ambiguous_number(detail: String, candidates: &[NumberKind]) -> Error {
    let mut object = ErrorObject::new(ErrorKind::Invalid.title())
        .with_code("ambiguous_number")
        .with_detail(&detail)
        .with_source(ErrorSource::naming("number"));
    let names: Vec<&str> = candidates.iter().map(|kind| kind.as_str()).collect();
    object.meta = (!names.is_empty()).then(|| [("candidates".to_owned(), names.into())].into_iter().collect());
    Error::new(ErrorKind::Invalid, detail).with_objects(vec![object])
}
