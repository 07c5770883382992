//! What arrival notices say, recorded as the facts of a user where the account wants that. Notices are correspondence: what they say
//! counts as a clerk's words do.

mod recording;

use chrono::NaiveDate;
use serde::Serialize;

use super::kept::Subject;
use crate::store::{BlobId, DocumentRecord};
use crate::tracking::{Event, Fact, Milestone, Place, Statement, TerminalStatus, Vessel};

/// The type of document that is taken at its word.
const NOTICE: &str = "arrival_notice";

/// Containers of one notice that facts are recorded of.
const MOST_CONTAINERS: usize = 200;

/// Days between a document and what it says of an arrival, at most: what is farther off was read wrongly.
const FARTHEST: u64 = 2 * 366;

/// What a notice says. Where it tells several days, nobody can say here which is whose: then it tells none.
#[derive(Serialize)]
struct Notice<'r> {
    arrival: Option<&'r str>,
    free_until: Option<&'r str>,
    vessel: Option<&'r str>,
    voyage: Option<&'r str>,
    /// The one bill or booking it is about.
    paper: Option<&'r str>,
    containers: Vec<&'r str>,
}

/// Whether a document is an arrival notice that says something.
pub(super) fn is_notice(record: &DocumentRecord) -> bool {
    Notice::of(record).is_some()
}

impl<'r> Notice<'r> {
    /// What a document says that is a notice, is about one thing, and says something of it.
    fn of(record: &'r DocumentRecord) -> Option<Self> {
        let document = &record.document;
        let kind = document.document_type_manual.as_ref().or(document.document_type.as_ref())?;
        if kind != NOTICE {
            return None;
        }
        let papers = |member| -> Vec<&str> { record.own_numbers_of(member).take(2).collect() };
        let paper = match (papers("bills_of_lading").as_slice(), papers("bookings").as_slice()) {
            ([one], _) | ([], [one]) => Some(*one),
            ([], []) => None,
            _ => return None,
        };
        let came = document.created_at.as_ref().and_then(|moment| moment.date());
        let day = |name| sole(record, name).and_then(|told| day_in(told, came));
        let is_box = |number: &&str| Subject::parse(number).is_ok_and(|subject| subject.is_box);
        let containers = record.own_numbers_of("containers").filter(is_box);
        let notice = Notice {
            arrival: day("eta"),
            free_until: day("last_free_day"),
            vessel: sole(record, "vessel_name"),
            voyage: sole(record, "voyage_number"),
            paper,
            containers: containers.take(MOST_CONTAINERS).collect(),
        };
        let says = notice.arrival.is_some() || notice.free_until.is_some();
        (says && (paper.is_some() || !notice.containers.is_empty())).then_some(notice)
    }

    /// What it is known again by, however it came to say so.
    fn digest(&self) -> BlobId {
        BlobId::of(&serde_json::to_vec(self).unwrap_or_default())
    }

    /// What it says of an arrival at this place, and of each of these containers; of all that there are where it names none.
    fn facts(&self, place: Place, containers: &[&str], said: impl Fn(Fact) -> Fact) -> Vec<Fact> {
        let arrival = self.arrival.map(|day| {
            let vessel = self.vessel.map(|name| Vessel { name: Some(name.to_owned()), ..Vessel::default() });
            let voyage = self.voyage.map(str::to_owned);
            let event = Event::estimated(Milestone::VesselArrived, day);
            Fact::shipment_event(Event { place, vessel, voyage, ..event })
        });
        let free = self.free_until.into_iter().flat_map(|day| {
            let status = TerminalStatus { pickup_lfd_line: Some(day.into()), ..Default::default() };
            let numbers = containers.iter().map(|number| Some(*number));
            let numbers = numbers.chain(containers.is_empty().then_some(None));
            numbers.map(move |number| Fact::new(number, Statement::TerminalStatus(status.clone())))
        });
        arrival.into_iter().chain(free).map(said).collect()
    }
}

/// What is told under a name, once and no second time.
fn sole<'r>(record: &'r DocumentRecord, name: &str) -> Option<&'r str> {
    let told = record.told(name)?;
    told.as_str().or_else(|| told.get("value").filter(|_| told.get("others").is_none())?.as_str())
}

/// The day that `told` is, or begins with before a time; none where it is written otherwise, or lies far from the day on which the
/// document came. A user and a host's reader may write anything.
fn day_in(told: &str, came: Option<NaiveDate>) -> Option<&str> {
    let (written, day) = day_of(told)?;
    let is_near = |came| day.signed_duration_since(came).num_days().unsigned_abs() <= FARTHEST;
    came.is_none_or(is_near).then_some(written)
}

/// The day that a text is, or begins with before a time.
pub(super) fn day_of(told: &str) -> Option<(&str, NaiveDate)> {
    let (written, rest) = told.trim().split_at_checked(10)?;
    let day = NaiveDate::parse_from_str(written, "%Y-%m-%d").ok()?;
    (rest.is_empty() || rest.starts_with(['T', ' '])).then_some((written, day))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_days_near_the_document_and_numbers_of_boxes_are_taken() {
        let told = |payload: serde_json::Value| {
            let mut record = DocumentRecord { manual: payload.as_object().cloned(), ..DocumentRecord::default() };
            record.document.document_type = Some(NOTICE.to_owned());
            record.document.created_at = Some("2026-05-02T10:00:00Z".into());
            let notice = Notice::of(&record)?;
            Some(format!("{:?} {:?} {:?}", notice.arrival, notice.free_until, notice.containers))
        };
        let of = |eta: &str| told(json!({ "eta": eta, "containers": ["MSKU0308961", "see below"] }));
        let taken = Some(r#"Some("2026-05-11") None ["MSKU0308961"]"#.to_owned());
        for eta in ["2026-05-11", "2026-05-11T08:00:00Z", "2026-05-11 08:00"] {
            assert_eq!(of(eta), taken, "{eta}");
        }
        for eta in ["soon", "11.05.2026", "2016-05-11", "2036-05-11", "2026-02-30", "2026-05-111", "ééééééé"] {
            assert_eq!(of(eta), None, "{eta}");
        }
        let words = json!({ "eta": "2026-05-11", "last_free_day": "never", "containers": ["as agreed"] });
        assert_eq!(told(words), None);
    }
}
