//! Records the data in arrival notices as facts, if the account has that setting, and the notice was uploaded or mailed by an allowed
//! sender. Notices are written for people, like a clerk's corrections, so their facts have the source `user_input`.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use chrono::{DateTime, NaiveDate, TimeDelta, Utc};
use serde::Serialize;
use serde_json::Value;

use super::document_reads::check_sender;
use crate::documents::ARRIVAL_NOTICE;
use crate::error::Result;
use crate::jsonapi::Members;
use crate::resources::{DataSource, ShipmentId, Timestamp};
use crate::service::engine::base::engine::Engine;
use crate::service::engine::base::observer::Activity;
use crate::service::engine::derive::unclaimed_facts::SubjectNumber;
use crate::service::engine::intake::record_facts::{self, FactsAbout};
use crate::service::rendering::document_links::{self, DocumentLinks};
use crate::store::{BlobId, DocumentRecord, DueReading, ReadingStep, RecordedNotice, Tx};
use crate::tracking::{Event, Fact, Milestone, Place, Source, Statement, TerminalStatus, Vessel, WITHOUT_DOCUMENT};

const MAX_CONTAINERS: usize = 200;

/// Maximum number of days between a date and the receipt of the notice. A date that is farther away was probably misread.
const MAX_DAYS_AWAY: u64 = 2 * 366;

/// The data of an arrival notice. A date is `None` if the notice has several dates of this kind, because it is unknown to which containers
/// they belong.
#[derive(Serialize)]
struct Notice<'r> {
    arrival: Option<&'r str>,
    free_until: Option<&'r str>,
    /// The last free days of single containers, if they differ.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    free_days: Vec<(&'r str, &'r str)>,
    vessel: Option<&'r str>,
    voyage: Option<&'r str>,
    document_number: Option<&'r str>,
    containers: Vec<&'r str>,
    /// Whether the notice names containers, but none could be read. Then it is not about all containers of its bill.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    has_unread_containers: bool,
}

impl<'r> Notice<'r> {
    fn of(record: &'r DocumentRecord) -> Option<Self> {
        let document = &record.document;
        let kind = document.document_type_manual.as_ref().or(document.document_type.as_ref())?;
        if kind != ARRIVAL_NOTICE {
            return None;
        }
        let documents = |member| -> Vec<&str> { record.own_numbers_of(member).take(2).collect() };
        let document_number = match (documents("bills_of_lading").as_slice(), documents("bookings").as_slice()) {
            ([number], _) | ([], [number]) => Some(*number),
            ([], []) => None,
            _ => return None,
        };
        let received_on = document.created_at.as_ref().and_then(|moment| moment.date());
        let day = |name| single_value(record, name).and_then(|text| day_in(text, received_on));
        let is_container = |number: &&str| SubjectNumber::parse(number).is_ok_and(|subject| subject.is_container);
        let containers = record.own_numbers_of("containers").filter(is_container);
        let notice = Notice {
            arrival: day("eta"),
            free_until: day("last_free_day"),
            free_days: free_days(record, received_on),
            vessel: single_value(record, "vessel_name"),
            voyage: single_value(record, "voyage_number"),
            document_number,
            containers: containers.take(MAX_CONTAINERS).collect(),
            has_unread_containers: has_unread_containers(record),
        };
        let has_date = notice.arrival.is_some() || notice.free_until.is_some() || !notice.free_days.is_empty();
        (has_date && (document_number.is_some() || !notice.containers.is_empty())).then_some(notice)
    }

    fn digest(&self) -> BlobId {
        BlobId::of(&serde_json::to_vec(self).unwrap_or_default())
    }

    fn facts(&self, place: Place, containers: &[&str], with_source: impl Fn(Fact) -> Fact) -> Vec<Fact> {
        let arrival = self.arrival.map(|day| {
            let vessel = self.vessel.map(|name| Vessel { name: Some(name.to_owned()), ..Vessel::default() });
            let voyage = self.voyage.map(str::to_owned);
            let event = Event::estimated(Milestone::VesselArrived, day);
            Fact::shipment_event(Event { place, vessel, voyage, ..event })
        });
        let free = self.free_until.into_iter().flat_map(|day| {
            let status = TerminalStatus { pickup_lfd_line: Some(day.into()), ..Default::default() };
            let numbers = containers.iter().map(|number| Some(*number));
            let is_about_all = containers.is_empty() && !self.has_unread_containers;
            let numbers = numbers.chain(is_about_all.then_some(None));
            numbers.map(move |number| Fact::new(number, Statement::TerminalStatus(status.clone())))
        });
        let of_containers = self.free_days.iter().filter(|(container, _)| containers.contains(container));
        let of_containers = of_containers.map(|(container, day)| {
            let status = TerminalStatus { pickup_lfd_line: Some((*day).into()), ..Default::default() };
            Fact::new(Some(*container), Statement::TerminalStatus(status))
        });
        arrival.into_iter().chain(free).chain(of_containers).map(with_source).collect()
    }
}

/// The last free days of single containers. A user who states the last free day states it for all of them.
fn free_days<'r>(record: &'r DocumentRecord, received_on: Option<NaiveDate>) -> Vec<(&'r str, &'r str)> {
    if record.manual.as_ref().is_some_and(|manual| manual.contains_key("last_free_day")) {
        return Vec::new();
    }
    let listed = record.value_of("last_free_days").and_then(Value::as_array).into_iter().flatten();
    let day = |item: &'r Value| {
        let text = item.get("value")?.as_str()?;
        Some((item.get("container")?.as_str()?, day_in(text, received_on)?))
    };
    listed.filter_map(day).take(MAX_CONTAINERS).collect()
}

/// A user who states the containers of a notice decides which ones it is about.
fn has_unread_containers(record: &DocumentRecord) -> bool {
    let is_stated = record.manual.as_ref().is_some_and(|manual| manual.contains_key("containers"));
    !is_stated && record.value_of("unread_containers").is_some_and(|value| *value == true)
}

/// The value of a member that has no alternatives, and was not computed.
fn single_value<'r>(record: &'r DocumentRecord, name: &str) -> Option<&'r str> {
    let value = record.value_of(name)?;
    let is_certain = value.get("others").is_none() && value.get("computed").is_none();
    value.as_str().or_else(|| value.get("value").filter(|_| is_certain)?.as_str())
}

/// `None` if the text is not a date, or is far from the day on which the document was received: users and readers of the
/// host program may write anything.
fn day_in(text: &str, received_on: Option<NaiveDate>) -> Option<&str> {
    let (written, day) = day_of(text)?;
    let is_near = |received_on| day.signed_duration_since(received_on).num_days().unsigned_abs() <= MAX_DAYS_AWAY;
    received_on.is_none_or(is_near).then_some(written)
}

/// Parses a date, alone or followed by a time.
pub(super) fn day_of(text: &str) -> Option<(&str, NaiveDate)> {
    let (written, rest) = text.trim().split_at_checked(10)?;
    let day = NaiveDate::parse_from_str(written, "%Y-%m-%d").ok()?;
    (rest.is_empty() || rest.starts_with(['T', ' '])).then_some((written, day))
}

/// When a last free day is withdrawn, an earlier one takes its place. Statements older than this are not used for that, because they may be
/// about an earlier voyage of the container.
const MAX_AGE: TimeDelta = TimeDelta::days(90);
pub(super) const MAX_COPIES: usize = 20;
const FREE_DAY: &str = "pickup_lfd_line";

/// A number under which the facts of a notice are recorded.
struct Recipient<'r> {
    number: String,
    subject: SubjectNumber,
    /// The port of discharge; empty if it is unknown.
    place: Place,
    containers: Vec<&'r str>,
}

/// The facts to write for a document.
struct Plan {
    facts: Vec<(SubjectNumber, Vec<Fact>)>,
    changed: Vec<DocumentRecord>,
    /// Other documents with the same content.
    copies: Vec<DocumentRecord>,
}

/// Makes the last step of a document due, if it has facts to record or to withdraw. Called in the transaction that changes the
/// document, so that no crash separates the document and its facts. If the document waits to be read, this is done after it was read.
pub(super) fn make_due(
    tx: &Tx<'_>,
    record: &mut DocumentRecord,
    is_allowed: &Result<(), String>,
    now: DateTime<Utc>,
) -> Result<()> {
    if record.reading.is_none() && change(tx, record, &trusted_values(record, is_allowed))?.is_some() {
        record.reading = Some(DueReading { due: Some(now), step: ReadingStep::Facts });
    }
    Ok(())
}

pub(super) fn is_due(record: &DocumentRecord) -> bool {
    record.reading.as_ref().is_some_and(|reading| reading.step == ReadingStep::Facts)
}

/// Returns the notice to record, or `None` inside if earlier facts are to be withdrawn; `None` if there is nothing to do. `trusted` is
/// the document with the values that may become facts.
fn change<'r>(tx: &Tx<'_>, record: &DocumentRecord, trusted: &'r DocumentRecord) -> Result<Option<Option<Notice<'r>>>> {
    let notice = Notice::of(trusted).filter(|_| record.discarded_at.is_none());
    if notice.as_ref().map(Notice::digest) == recorded_digest(record) {
        return Ok(None);
    }
    let is_enabled =
        || tx.account(&record.account).map(|found| found.is_some_and(|found| found.settings.record_arrival_notices));
    Ok(if notice.is_none() || is_enabled()? { Some(notice) } else { None })
}

impl Engine {
    /// Records the notices among the documents whose last step is due. Facts that the documents no longer contain are withdrawn; unchanged
    /// facts are not added again. If that fails, the observer is notified, and the worker tries again.
    pub(super) fn record_notices(&self, documents: &[DocumentRecord]) {
        for record in documents.iter().filter(|record| is_due(record)) {
            if let Err(error) = self.record_notice(record) {
                self.report(&Activity::Trouble { account: Some(&record.account), error: &error });
            }
        }
    }

    pub(super) fn record_notice(&self, document: &DocumentRecord) -> Result<()> {
        let stored = |tx: &Tx<'_>| tx.document(&document.account, &document.document.id);
        let planned = |tx: &Tx<'_>| -> Result<_> {
            let Some(record) = stored(tx)?.filter(is_due) else { return Ok(None) };
            let plan = Plan::of(tx, &record)?;
            Ok(Some((record, plan)))
        };
        // The loop repeats if the document is changed before the facts are written.
        while let Some((record, plan)) = self.store.reading(planned)? {
            let is_mailed = record.email.is_some();
            let all = plan.facts.iter().filter(|(_, facts)| !facts.is_empty()).enumerate();
            let facts = all.map(|(part, (subject, facts))| FactsAbout {
                subject: subject.clone(),
                facts: facts.iter().collect(),
                part,
                carriers: &[],
                is_mailed,
            });
            let facts: Vec<FactsAbout<'_>> = facts.collect();
            let has_changed = |tx: &Tx<'_>| {
                let is_unchanged = stored(tx)?.as_ref() == Some(&record) && copies_of(tx, &record)? == plan.copies;
                Ok((!is_unchanged).then_some(None))
            };
            let done = record_facts::record_all(self, &record.account, &facts, has_changed, |tx, outcome| {
                if outcome.refused.is_none() {
                    plan.changed.iter().try_for_each(|changed| tx.put_document(changed))?;
                }
                Ok(Some(outcome.refused))
            })?;
            if let Some(refused) = done {
                self.wake.wake();
                return refused.map_or(Ok(()), Err);
            }
        }
        Ok(())
    }
}

impl Plan {
    /// The plan of a document whose last step is due. After that, nothing is left to do.
    fn of(tx: &Tx<'_>, record: &DocumentRecord) -> Result<Self> {
        let record = &DocumentRecord { reading: None, ..record.clone() };
        let mut plan = Plan { facts: Vec::new(), changed: Vec::new(), copies: copies_of(tx, record)? };
        let trusted = trusted_values(record, &check_sender(tx, record)?);
        let Some(notice) = change(tx, record, &trusted)? else {
            // The settings of the account have changed meanwhile.
            plan.changed.push(record.clone());
            return Ok(plan);
        };
        let digest = notice.as_ref().map(Notice::digest);
        // If copies of a document differ, the one that a user corrected last is used.
        let notices = plan.copies.iter().rev().filter(|copy| copy.recorded.is_some() && Notice::of(copy).is_some());
        let changed_at = |copy: &DocumentRecord| copy.document.updated_at.as_ref().and_then(Timestamp::utc);
        let copy = notices.max_by_key(|copy| (copy.manual.is_some(), changed_at(copy))).cloned();
        match (digest, copy) {
            (Some(digest), Some(copy)) if record.recorded.is_none() => {
                let recorded = copy.recorded.map(|of_copy| RecordedNotice { digest, ..of_copy });
                plan.changed.push(DocumentRecord { recorded, ..record.clone() });
            }
            (None, Some(copy)) => {
                plan.changed.push(DocumentRecord { recorded: None, ..record.clone() });
                let trusted = trusted_values(&copy, &check_sender(tx, &copy)?);
                plan.plan_facts(tx, &copy, Notice::of(&trusted).as_ref(), record)?;
            }
            _ => plan.plan_facts(tx, record, notice.as_ref(), record)?,
        }
        Ok(plan)
    }

    fn plan_facts(
        &mut self,
        tx: &Tx<'_>,
        source: &DocumentRecord,
        notice: Option<&Notice<'_>>,
        other: &DocumentRecord,
    ) -> Result<()> {
        let mut recipients = notice.map_or(Ok(Vec::new()), |notice| notice.recipients(tx, source))?;
        let numbers: Vec<String> = recipients.iter().map(|recipient| recipient.number.clone()).collect();
        let current = numbers.len();
        let before = [source, other].into_iter().filter_map(|record| record.recorded.as_ref());
        for number in before.flat_map(|recorded| &recorded.numbers) {
            // A bill may have the form of a container number.
            let as_document = SubjectNumber::of_document_at_source(number).ok();
            for subject in [SubjectNumber::parse(number)?].into_iter().chain(as_document) {
                let is_current = |recipient: &Recipient<'_>| recipient.subject.with_prefix == subject.with_prefix;
                let is_known = recipients.iter().any(|recipient| recipient.subject.is_same(&subject));
                if !is_known && !recipients[..current].iter().any(is_current) {
                    let number = number.clone();
                    recipients.push(Recipient { number, subject, place: Place::default(), containers: Vec::new() });
                }
            }
        }
        let facts = recipients.into_iter().enumerate().map(|(at, recipient)| {
            let stored = KnownFacts::of(tx, source, &recipient.subject)?;
            let facts = stored.facts_to_record(notice.filter(|_| at < current), &recipient);
            Ok((recipient.subject, facts))
        });
        self.facts = facts.collect::<Result<_>>()?;
        let recorded = notice.map(|notice| RecordedNotice { numbers, digest: notice.digest() });
        self.changed.push(DocumentRecord { recorded, ..source.clone() });
        Ok(())
    }
}

/// Returns the document with the values that may become facts. What a sender who is not allowed wrote is left out, so only the values and
/// the type that a user of the account set remain.
fn trusted_values<'r>(record: &'r DocumentRecord, is_allowed: &Result<(), String>) -> Cow<'r, DocumentRecord> {
    if is_allowed.is_ok() {
        return Cow::Borrowed(record);
    }
    let mut trusted = DocumentRecord { representation: None, ..record.clone() };
    trusted.document.document_type = None;
    Cow::Owned(trusted)
}

fn recorded_digest(record: &DocumentRecord) -> Option<BlobId> {
    record.recorded.as_ref().map(|recorded| recorded.digest)
}

fn copies_of(tx: &Tx<'_>, record: &DocumentRecord) -> Result<Vec<DocumentRecord>> {
    let content = record.content.as_ref();
    let found = content.map(|content| tx.documents_with(&record.account, content, MAX_COPIES)).transpose()?;
    let mut copies = found.unwrap_or_default();
    copies.retain(|copy| copy.document.id != record.document.id);
    Ok(copies)
}

impl<'r> Notice<'r> {
    /// Returns the bill or booking if there is one, otherwise the numbers under which the containers are tracked, otherwise
    /// the containers.
    fn recipients(&self, tx: &Tx<'_>, record: &DocumentRecord) -> Result<Vec<Recipient<'r>>> {
        let links = document_links::find(tx, record)?;
        if let Some(document_number) = self.document_number {
            let place = match links.shipments.as_slice() {
                [shipment] => place_of_discharge(tx, record, shipment)?,
                _ => Place::default(),
            };
            let (number, subject) =
                (document_number.to_owned(), SubjectNumber::of_document_at_source(document_number)?);
            return Ok(vec![Recipient { number, subject, place, containers: self.containers.clone() }]);
        }
        let voyages = self.voyages(tx, record, &links)?;
        if !voyages.is_empty() {
            return Ok(voyages);
        }
        let by_container = self.containers.iter().map(|number| {
            let subject = SubjectNumber::parse(number)?;
            let (number, containers) = ((*number).to_owned(), vec![*number]);
            Ok(Recipient { number, subject, place: Place::default(), containers })
        });
        by_container.collect()
    }

    fn voyages(&self, tx: &Tx<'_>, record: &DocumentRecord, links: &DocumentLinks) -> Result<Vec<Recipient<'r>>> {
        let mut of_shipments: BTreeMap<ShipmentId, Vec<&'r str>> = BTreeMap::new();
        for cargo in &links.cargos {
            let Some(found) = tx.container(&record.account, cargo)? else { continue };
            let named = self.containers.iter().find(|number| found.container.number.eq_ignore_ascii_case(number));
            of_shipments.entry(found.shipment).or_default().extend(named);
        }
        of_shipments.retain(|_, containers| !containers.is_empty());
        let mut voyages = Vec::new();
        for (shipment, containers) in of_shipments {
            let Some(found) = tx.shipment(&record.account, &shipment)? else { continue };
            let place = place_of_discharge(tx, record, &shipment)?;
            // Facts are also recorded for a container that is tracked by its number.
            let number = found.tracked.number;
            let subject =
                SubjectNumber { without_prefix: number.clone(), with_prefix: number.clone(), is_container: false };
            voyages.push(Recipient { number, subject, place, containers });
        }
        Ok(voyages)
    }
}

fn place_of_discharge(tx: &Tx<'_>, record: &DocumentRecord, shipment: &ShipmentId) -> Result<Place> {
    let locode = tx.shipment(&record.account, shipment)?.and_then(|found| found.shipment.port_of_discharge_locode);
    Ok(locode.map(|locode| Place::from(locode.as_str())).unwrap_or_default())
}

/// The stored facts about a number, with the source of the notice.
struct KnownFacts {
    facts: Vec<Fact>,
    source: Source,
    codes: Members,
}

impl KnownFacts {
    fn of(tx: &Tx<'_>, record: &DocumentRecord, subject: &SubjectNumber) -> Result<Self> {
        let received_at = record.document.created_at.as_ref().and_then(Timestamp::utc);
        let since = received_at.map_or(DateTime::<Utc>::MIN_UTC, |received_at| received_at - MAX_AGE);
        let mut facts = tx.unclaimed_facts(&record.account, &subject.without_prefix)?;
        facts.extend(record_facts::tracked_facts(tx, &record.account, subject, &[])?);
        let applies = |fact: &Fact| {
            !subject.is_container || fact.container.as_ref().is_none_or(|number| *number == subject.without_prefix)
        };
        let source = source_of(record);
        // Facts of this notice may be older, from an earlier copy of the document.
        facts.retain(|fact| (fact.received_at >= since || fact.source == source) && applies(fact));
        facts.sort_by_key(|fact| fact.received_at);
        let file = record.document.file_name.as_deref();
        let codes = file.map(|file| ("document".to_owned(), file.into())).into_iter().collect();
        Ok(KnownFacts { facts, source, codes })
    }

    /// Returns the facts of the notice, and withdrawals of earlier facts that it no longer contains.
    fn facts_to_record(&self, notice: Option<&Notice<'_>>, recipient: &Recipient<'_>) -> Vec<Fact> {
        let arrivals = self.arrivals();
        // The place is a part of the key, so a known arrival keeps its place.
        let place = arrivals.values().next().map_or(&recipient.place, |place| *place).clone();
        let mut facts = notice
            .map_or(Vec::new(), |notice| notice.facts(place, &recipient.containers, |fact| self.with_source(fact)));
        if !facts.iter().any(|fact| matches!(fact.statement, Statement::Event(_))) {
            let withdrawn =
                arrivals.into_keys().map(|key| self.with_source(Fact::new(None, Statement::Withdrawn(key))));
            facts.extend(withdrawn);
        }
        let named: BTreeSet<Option<String>> = free_day_facts(&facts).map(|fact| fact.container.clone()).collect();
        let before = free_day_facts(&self.facts).filter(|fact| fact.source == self.source);
        let withdrawn: BTreeSet<&Option<String>> =
            before.map(|fact| &fact.container).filter(|of| !named.contains(*of)).collect();
        // `None`, which means all containers, sorts first.
        let mut numbers: BTreeSet<Option<&str>> = withdrawn.iter().map(|of| of.as_deref()).collect();
        if withdrawn.contains(&None) {
            numbers.extend(free_day_facts(&self.facts).map(|fact| fact.container.as_deref()));
            numbers.retain(|number| number.is_none_or(|number| !named.contains(&Some(number.to_owned()))));
        }
        facts.extend(numbers.into_iter().filter_map(|number| self.free_day_without(number)));
        facts
    }

    fn with_source(&self, fact: Fact) -> Fact {
        Fact { codes: self.codes.clone(), ..fact.with_source(self.source.clone()) }
    }

    /// The arrivals of this notice that are not withdrawn, by key.
    fn arrivals(&self) -> BTreeMap<String, &Place> {
        let mut arrivals = BTreeMap::new();
        for fact in self.facts.iter().filter(|fact| fact.source == self.source) {
            match &fact.statement {
                Statement::Event(event) => arrivals.extend(fact.key().map(|key| (key, &event.place))),
                Statement::Withdrawn(key) => _ = arrivals.remove(key),
                _ => {}
            }
        }
        arrivals
    }

    /// Returns the fact that takes back the last free day that this document gave for the container; `None` if it gave none. Because a
    /// removal would also remove the days of other sources, the fact repeats the latest of these.
    fn free_day_without(&self, number: Option<&str>) -> Option<Fact> {
        let mut valid: Vec<(&Source, &Timestamp)> = Vec::new();
        for fact in self.facts.iter().filter(|fact| fact.container.is_none() || fact.container.as_deref() == number) {
            let Statement::TerminalStatus(status) = &fact.statement else { continue };
            let is_taken_back = status.taken_back.contains(FREE_DAY);
            if status.pickup_lfd_line.is_none() && !is_taken_back {
                continue;
            }
            valid.retain(|(source, _)| **source != fact.source);
            match &status.pickup_lfd_line {
                _ if fact.codes.contains_key(WITHOUT_DOCUMENT) => {}
                Some(day) => valid.push((&fact.source, day)),
                None => valid.clear(),
            }
        }
        let all = valid.len();
        valid.retain(|(source, _)| **source != self.source);
        if valid.len() == all {
            return None;
        }
        let status = match valid.last() {
            Some((_, day)) => TerminalStatus { pickup_lfd_line: Some((*day).clone()), ..Default::default() },
            None => TerminalStatus::default().without(FREE_DAY),
        };
        let mut fact = self.with_source(Fact::new(number, Statement::TerminalStatus(status)));
        fact.codes.insert(WITHOUT_DOCUMENT.to_owned(), true.into());
        Some(fact)
    }
}

fn free_day_facts(facts: &[Fact]) -> impl Iterator<Item = &Fact> {
    facts.iter().filter(|fact| matches!(&fact.statement, Statement::TerminalStatus(_)))
}

/// The source of the facts in a document. Documents with the same bytes have the same source.
fn source_of(record: &DocumentRecord) -> Source {
    let bytes = record.content.map(|content| format!("{content:?}"));
    let id = bytes.unwrap_or_else(|| record.document.id.to_string());
    Source::named(DataSource::UserInput, format!("{ARRIVAL_NOTICE}:{id:.12}"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn implausible_dates_and_invalid_container_numbers_are_ignored() {
        let notice_of = |payload: Value| {
            let mut record = DocumentRecord { manual: payload.as_object().cloned(), ..DocumentRecord::default() };
            record.document.document_type = Some(ARRIVAL_NOTICE.to_owned());
            record.document.created_at = Some("2026-05-02T10:00:00Z".into());
            let notice = Notice::of(&record)?;
            Some(format!("{:?} {:?} {:?}", notice.arrival, notice.free_until, notice.containers))
        };
        let of = |eta: &str| notice_of(json!({ "eta": eta, "containers": ["MSKU0308961", "see below"] }));
        let taken = Some(r#"Some("2026-05-11") None ["MSKU0308961"]"#.to_owned());
        for eta in ["2026-05-11", "2026-05-11T08:00:00Z", "2026-05-11 08:00"] {
            assert_eq!(of(eta), taken, "{eta}");
        }
        for eta in ["soon", "11.05.2026", "2016-05-11", "2036-05-11", "2026-02-30", "2026-05-111", "ééééééé"] {
            assert_eq!(of(eta), None, "{eta}");
        }
        let words = json!({ "eta": "2026-05-11", "last_free_day": "never", "containers": ["as agreed"] });
        assert_eq!(notice_of(words), None);
    }
}
