//! Finds container numbers, bills of lading, bookings, the vessel and dates in a text.

use std::collections::{BTreeMap, BTreeSet};

use chrono::{Days, NaiveDate};
use serde_json::{Value, json};

use super::dates::{self, ProvenOrders};
pub use super::document_numbers::MAX_NUMBERS;
use super::document_numbers::{booking_and_bill, container_like, numbers, prefixed, with_container_like, with_number};
use super::free_days;
use super::labels::{Label, Rank};
use super::text::{Cell, Text, TextPosition};
use super::values::{self, Labelled};
use super::vessels::{port, vessel, voyage, voyage_of_vessel};
use crate::email::extract::container_numbers;
use crate::jsonapi::Members;
use crate::numbers::ContainerSlip;

/// A value that was found in a text, with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<T> {
    /// The value.
    pub value: T,
    /// The position of its first occurrence.
    pub place: TextPosition,
    /// Whether the text also has, or may have, other values of the same kind.
    pub has_others: bool,
    /// Whether the value is not in the text, but follows from it.
    pub is_computed: bool,
}

impl<T> Finding<T> {
    fn at(value: T, place: &TextPosition) -> Self {
        Finding { value, place: place.clone(), has_others: false, is_computed: false }
    }
}

/// Everything that was found in a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// Container numbers with a valid check digit.
    pub containers: Vec<Finding<String>>,
    /// Texts behind a label of containers that one change of a character makes a container number.
    pub doubtful_containers: Vec<Finding<String>>,
    /// Whether the text names containers, but no number could be read.
    pub has_unread_containers: bool,
    /// Numbers of (master) bills of lading.
    pub bills_of_lading: Vec<Finding<String>>,
    /// Booking numbers.
    pub bookings: Vec<Finding<String>>,
    /// The name of the vessel.
    pub vessel: Option<Finding<String>>,
    /// The voyage number.
    pub voyage: Option<Finding<String>>,
    /// The port of discharge.
    pub port_of_discharge: Option<Finding<String>>,
    /// The estimated date of arrival at the port of discharge.
    pub eta: Option<Finding<NaiveDate>>,
    /// The last day of free time of the full container.
    pub last_free_day: Option<Finding<NaiveDate>>,
    /// The last days of free time of single containers, if they differ or may differ.
    pub last_free_days: BTreeMap<String, Finding<NaiveDate>>,
    /// The last day on which the empty container can be returned without costs.
    pub detention_last_free_day: Option<Finding<NaiveDate>>,
    /// The last day of a free time that is both: until the empty container is returned.
    pub combined_last_free_day: Option<Finding<NaiveDate>>,
    /// The day until which demurrage was paid.
    pub good_through: Option<Finding<NaiveDate>>,
    /// The members with dates that could not be read.
    pub unread: BTreeSet<&'static str>,
    /// Whether the text or a list of numbers was cut at a limit.
    pub is_incomplete: bool,
}

/// The data of an arrival notice: its name in the member `missing`, and the member that has it.
pub const NOTICE_DATA: [(&str, &str); 7] = [
    ("bill_number", "bills_of_lading"),
    ("containers", "containers"),
    ("vessel", "vessel_name"),
    ("voyage", "voyage_number"),
    ("eta", "eta"),
    ("port_of_discharge", "port_of_discharge"),
    ("last_free_day", "last_free_day"),
];

/// The name of the member with the names of the data of a notice that was not found.
pub const MISSING: &str = "missing";

/// Adds the names of the data of an arrival notice that the payload does not have, or of which a date stays unread.
pub fn add_missing(payload: &mut Members, unread: &BTreeSet<&'static str>) {
    let is_missing = |(_, member): &(&str, &str)| !payload.contains_key(*member) || unread.contains(member);
    let missing: Value = NOTICE_DATA.into_iter().filter(is_missing).map(|(name, _)| name).collect();
    payload.insert(MISSING.to_owned(), missing);
}

/// Removes names from `missing` whose data was added.
pub fn remove_from_missing(payload: &mut Members, is_added: impl Fn(&str) -> bool) {
    if let Some(Value::Array(missing)) = payload.get_mut(MISSING) {
        missing.retain(|name| !NOTICE_DATA.iter().any(|(known, member)| name == known && is_added(member)));
    }
}

/// Members with dates, by label.
const DATES: [(&str, Label); 5] = [
    ("eta", Label::Arrival),
    ("last_free_day", Label::FreeDay),
    ("detention_last_free_day", Label::DetentionFreeDay),
    ("combined_last_free_day", Label::CombinedFreeDay),
    ("good_through", Label::GoodThrough),
];

/// Searches a text.
pub fn findings(text: &Text) -> Findings {
    let labelled = &Labelled::new(text);
    let mut found = Findings { is_incomplete: text.is_truncated, ..Findings::default() };
    find_numbers(labelled, &mut found);
    let vessels = |read| first(labelled.values(Label::Vessel, read));
    found.vessel = vessels(&vessel);
    found.voyage = first(labelled.values(Label::Voyage, &voyage)).or_else(|| vessels(&voyage_of_vessel));
    found.port_of_discharge = first(labelled.values(Label::PortOfDischarge, &port));
    find_dates(labelled, &mut found);
    found.is_incomplete |= labelled.budget.is_incomplete();
    found
}

fn find_numbers(labelled: &Labelled<'_>, found: &mut Findings) {
    let text = labelled.text;
    let mut seen = BTreeSet::new();
    found.containers = unseen(everywhere(text, container_numbers), &mut seen);
    // The numbers of a text are read when they are compared, so that the memory is bounded.
    let of_label = |label| labelled.values(label, &with_number).into_iter().flat_map(all_numbers);
    let both = labelled.values(Label::BookingOrBill, &booking_and_bill);
    let one_of_both = |index: usize| {
        both.iter().filter_map(move |found| Some((found.value[index].clone()?, found.cell))).collect::<Vec<_>>()
    };
    found.bills_of_lading = unseen(of_label(Label::MasterBill), &mut seen);
    // With a master bill, another one is that of a forwarder.
    if found.bills_of_lading.is_empty() {
        found.bills_of_lading = unseen(of_label(Label::Bill).chain(one_of_both(1)), &mut seen);
    }
    found.bills_of_lading.extend(unseen(everywhere(text, prefixed), &mut seen));
    found.bookings = unseen(of_label(Label::Booking).chain(one_of_both(0)), &mut seen);
    if found.containers.is_empty() {
        let mut like = everywhere(text, container_like).filter(|(number, _)| !seen.contains(number));
        let mut labels = labelled.fields.with(Label::Container);
        found.has_unread_containers =
            like.next().is_some() || labels.any(|field| field.is_heading || field.is_marked || field.text.is_empty());
    }
    let like = labelled.values(Label::Container, &with_container_like).into_iter();
    let like = like.flat_map(|found| container_like(found.value).map(move |number| (number, found.cell)));
    found.doubtful_containers = unseen(like.filter(|(number, _)| ContainerSlip::of(number).is_some()), &mut seen);
    let lists =
        [&mut found.containers, &mut found.doubtful_containers, &mut found.bills_of_lading, &mut found.bookings];
    for list in lists {
        found.is_incomplete |= list.len() > MAX_NUMBERS;
        list.truncate(MAX_NUMBERS);
    }
}

fn find_dates(labelled: &Labelled<'_>, found: &mut Findings) {
    let cells = labelled.text.lines.iter().flat_map(|line| &line.0);
    let document = ProvenOrders::of(cells.map(|cell| cell.text.as_str()));
    for (member, label) in DATES {
        let (day, has_unread) = date(labelled, label, document);
        if has_unread {
            found.unread.insert(member);
        }
        let value = match label {
            Label::Arrival => &mut found.eta,
            Label::FreeDay => &mut found.last_free_day,
            Label::DetentionFreeDay => &mut found.detention_last_free_day,
            Label::CombinedFreeDay => &mut found.combined_last_free_day,
            _ => &mut found.good_through,
        };
        *value = day;
    }
    if found.last_free_day.is_none() && !found.unread.contains("last_free_day") {
        let (first_cost, has_unread) = date(labelled, Label::FirstCostDay, document);
        found.last_free_day = first_cost.and_then(|found| {
            let value = found.value.checked_sub_days(Days::new(1))?;
            Some(Finding { value, is_computed: true, ..found })
        });
        if has_unread {
            found.unread.insert("last_free_day");
        }
    }
    let of_containers = free_days::container_days(labelled, document);
    if of_containers.may_differ {
        found.last_free_day.iter_mut().for_each(|day| day.has_others = true);
        let day = |(container, (day, cell)): (String, (NaiveDate, &Cell))| (container, Finding::at(day, &cell.place));
        found.last_free_days = of_containers.days.into_iter().map(day).collect();
    }
}

/// The date of a label, and whether a date of it could not be read.
fn date(labelled: &Labelled<'_>, label: Label, document: ProvenOrders) -> (Option<Finding<NaiveDate>>, bool) {
    let with_date = |text| dates::dates_in(text).next().map(|_| text);
    let mut found: Vec<values::Value<'_, &str>> = labelled.values(label, &with_date);
    let best = found.iter().map(|found| found.rank).min();
    // A date of a named place counts if there is no other date.
    found.retain(|found| found.rank < Rank::OfPlace || best == Some(Rank::OfPlace));
    found.sort_by_key(|found| found.rank);
    let order = ProvenOrders::of(found.iter().map(|found| found.value)).order(document);
    let mut day: Option<Finding<NaiveDate>> = None;
    let (mut days, mut has_unread) = (BTreeSet::new(), false);
    for values::Value { value: text, cell, .. } in found {
        if dates::behind_words(text).is_none() {
            has_unread = true;
            continue;
        }
        for (date, _) in dates::dates_in(text) {
            let Some(date) = dates::parse_date_in(date, order) else {
                has_unread = true;
                continue;
            };
            days.insert(date);
            day = day.or_else(|| Some(Finding::at(date, &cell.place)));
        }
    }
    let has_others = has_unread || days.len() > 1;
    (day.map(|day| Finding { has_others, ..day }), has_unread)
}

impl Findings {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        let unread = self.unread.clone();
        let (is_incomplete, has_unread_containers) = (self.is_incomplete, self.has_unread_containers);
        *self == Findings { is_incomplete, has_unread_containers, unread, ..Findings::default() }
    }

    /// Whether a number of a shipment or container was found.
    pub fn has_numbers(&self) -> bool {
        !(self.bills_of_lading.is_empty() && self.bookings.is_empty() && self.containers.is_empty())
    }

    /// Whether the data of an arrival notice was found: a number, and a date that is about it.
    pub fn has_notice_data(&self) -> bool {
        self.has_numbers() && (self.eta.is_some() || self.last_free_day.is_some())
    }

    /// The payload of a document representation.
    pub fn payload(&self) -> Members {
        let mut payload = Members::new();
        let lists = [
            ("bills_of_lading", &self.bills_of_lading),
            ("bookings", &self.bookings),
            ("containers", &self.containers),
            ("doubtful_containers", &self.doubtful_containers),
        ];
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            let number = |found: &Finding<String>| {
                let mut number =
                    json!({ "number": found.value, "found_in": "document", "place": found.place.to_json() });
                if let Some(slip) = ContainerSlip::of(&found.value) {
                    number["problem"] = slip.to_string().into();
                }
                number
            };
            payload.insert(name.to_owned(), Value::Array(list.iter().map(number).collect()));
        }
        let texts = [
            ("vessel_name", &self.vessel),
            ("voyage_number", &self.voyage),
            ("port_of_discharge", &self.port_of_discharge),
        ];
        for (name, found) in texts {
            payload.extend(found.iter().map(|found| (name.to_owned(), value_of(found, &found.value))));
        }
        let days = [
            ("eta", &self.eta),
            ("last_free_day", &self.last_free_day),
            ("detention_last_free_day", &self.detention_last_free_day),
            ("combined_last_free_day", &self.combined_last_free_day),
            ("good_through", &self.good_through),
        ];
        for (name, found) in days {
            payload.extend(found.iter().map(|found| (name.to_owned(), value_of(found, &found.value.to_string()))));
        }
        let of_container = |(container, found): (&String, &Finding<NaiveDate>)| json!({ "container": container, "value": found.value.to_string(), "place": found.place.to_json() });
        if !self.last_free_days.is_empty() {
            payload.insert("last_free_days".to_owned(), self.last_free_days.iter().map(of_container).collect());
        }
        // Alone, text that looks like a container is no data.
        let has_unread_containers = self.has_unread_containers && !payload.is_empty();
        for (name, is_set) in [("incomplete", self.is_incomplete), ("unread_containers", has_unread_containers)] {
            if is_set {
                payload.insert(name.to_owned(), true.into());
            }
        }
        payload
    }
}

fn value_of<T>(found: &Finding<T>, text: &str) -> Value {
    let mut value = json!({ "value": text, "place": found.place.to_json() });
    for (name, is_set) in [("others", found.has_others), ("computed", found.is_computed)] {
        if is_set {
            value[name] = true.into();
        }
    }
    value
}

fn first<T: PartialEq>(found: Vec<values::Value<'_, T>>) -> Option<Finding<T>> {
    let mut found = found.into_iter();
    let first = found.next()?;
    let has_others = found.any(|other| other.value != first.value);
    Some(Finding { has_others, ..Finding::at(first.value, &first.cell.place) })
}

fn all_numbers<'t>(found: values::Value<'t, &'t str>) -> impl Iterator<Item = (String, &'t Cell)> {
    numbers(found.value).into_iter().flatten().map(move |number| (number, found.cell))
}

fn everywhere<'t, N: IntoIterator<Item = String>>(
    text: &'t Text,
    read: impl Fn(&'t str) -> N,
) -> impl Iterator<Item = (String, &'t Cell)> {
    let cells = text.lines.iter().flat_map(|line| &line.0);
    cells.flat_map(move |cell| read(&cell.text).into_iter().map(move |number| (number, cell)))
}

/// Removes duplicates. Works on an iterator, so that repeated numbers take no memory. Returns at most one number more than the maximum, so
/// that the caller knows of more.
fn unseen<'t>(
    numbers: impl IntoIterator<Item = (String, &'t Cell)>,
    seen: &mut BTreeSet<String>,
) -> Vec<Finding<String>> {
    let unseen = numbers.into_iter().filter(|(number, _)| seen.insert(number.clone()));
    unseen.map(|(number, cell)| Finding::at(number, &cell.place)).take(MAX_NUMBERS + 1).collect()
}

#[cfg(test)]
mod tests {
    use super::super::text::TextBudget;
    use super::*;

    fn text(lines: &str) -> Text {
        let mut text = Text::default();
        for (number, line) in (1..).zip(lines.lines()) {
            assert!(text.add(&TextPosition::Line(number), line, TextBudget { bytes: 1 << 20, cells: 10_000 }));
        }
        text
    }

    fn shown(found: &[Finding<String>]) -> Vec<(&str, String)> {
        found.iter().map(|found| (found.value.as_str(), found.place.to_string())).collect()
    }

    #[test]
    fn values_behind_labels_are_found_with_their_positions() {
        let found = findings(&text(
            "ARRIVAL NOTICE\nB/L No.: MAEU123456789      Booking No: 987654321\nVessel/Voyage: MAERSK ESSEX / 042E\n\
             ETA: 14-MAY-2026   Last Free Day: 2026-05-20\nContainers: MSKU0308961, TGHU 164339-6\nHouse B/L: HBL4711001",
        ));
        assert_eq!(shown(&found.bills_of_lading), [("MAEU123456789", "line 2".to_owned())]);
        assert_eq!(shown(&found.bookings), [("987654321", "line 2".to_owned())]);
        let containers = shown(&found.containers);
        assert_eq!(containers, [("MSKU0308961", "line 5".to_owned()), ("TGHU1643396", "line 5".to_owned())]);
        assert_eq!(found.vessel.unwrap().value, "MAERSK ESSEX");
        assert_eq!(found.voyage.unwrap().value, "042E");
        assert_eq!(found.eta.unwrap().value.to_string(), "2026-05-14");
        assert_eq!(found.last_free_day.unwrap().value.to_string(), "2026-05-20");
    }

    #[test]
    fn several_numbers_behind_one_label_are_all_found() {
        for (written, expected) in [
            ("230000012 / 230000013", &["230000012", "230000013"][..]),
            ("230000012/230000013/230000014", &["230000012", "230000013", "230000014"]),
            ("230000012, 230000013; 230000014", &["230000012", "230000013", "230000014"]),
            ("No. 230000012 and 230000013 & 230000014", &["230000012", "230000013", "230000014"]),
            ("230000012 230000013 Vessel EVER ACE", &["230000012", "230000013"]),
            ("230000012 180000 KGS", &["230000012"]),
            ("230000012 14/05/2026", &["230000012"]),
            ("SZX-1234/5678", &["SZX12345678"]),
            ("230000012 / see below", &["230000012"]),
        ] {
            let found = findings(&text(&format!("B/L No: {written}")));
            let bills: Vec<&str> = found.bills_of_lading.iter().map(|found| found.value.as_str()).collect();
            assert_eq!(bills, expected, "{written}");
        }
    }

    #[test]
    fn values_below_headings_are_found_line_by_line() {
        let found = findings(&text(
            "Bill of Lading No      Vessel           Voyage    ETA\n\
             HLCU1234567890         HAMBURG EXPRESS  123W      05/20/2026\n\
             MEDUX1234567           HAMBURG EXPRESS  123W      05/21/2026",
        ));
        let bills: Vec<&str> = found.bills_of_lading.iter().map(|found| found.value.as_str()).collect();
        assert_eq!(bills, ["HLCU1234567890", "MEDUX1234567"]);
        assert_eq!(found.vessel.unwrap().value, "HAMBURG EXPRESS");
        assert_eq!(
            (found.voyage.unwrap().value.as_str(), found.eta.unwrap().value.to_string()),
            ("123W", "2026-05-20".to_owned())
        );
    }

    #[test]
    fn similar_words_and_numbers_are_not_found() {
        let found = findings(&text(
            "Booking confirmed by Mr. Miller\nVessel name voyage\nETA: soon\nB/L type: telex release\nBlue 123456\nPO 4500012345\n\
             Booking date: 2026-05-01\nInvoice 20260501\nBooking: 05/06/2026\nBooking: +49-40-37081234\nBooking: 555-123-4567\nBooking No: +49 4037081234\n\
             B/L No: 12-13-2026\nBooking: 05.06.2026",
        ));
        assert!(found.is_empty(), "{found:?}");
    }

    #[test]
    fn a_thousand_numbers_are_returned_and_marked_as_incomplete() {
        let found = findings(&text(&containers(1_001).map(|number| number + "\n").collect::<String>()));
        assert_eq!((found.containers.len(), found.is_incomplete), (MAX_NUMBERS, true));
        assert_eq!(found.payload()["incomplete"], true);
    }

    /// The numbers of different containers.
    fn containers(count: u32) -> impl Iterator<Item = String> {
        let digit = |ten: &str| crate::numbers::ContainerNumber::check_digit_of(ten).unwrap();
        (0..count).map(|number| format!("MSCU{number:06}")).map(move |ten| format!("{ten}{}", digit(&ten)))
    }

    #[test]
    fn the_days_of_a_thousand_containers_are_returned_and_marked_as_incomplete() {
        let rows: Vec<String> = containers(1_002).map(|number| format!("{number}  2026-01-26")).collect();
        let lines = rows.chunks(501).map(|rows| format!("Container    LFD\n{}\n\n", rows.join("\n")));
        let text = text(&lines.collect::<String>());
        let labelled = Labelled::new(&text);
        let found = free_days::container_days(&labelled, ProvenOrders::default());
        assert_eq!((found.days.len(), found.may_differ), (MAX_NUMBERS, true));
        assert!(labelled.budget.is_incomplete());
    }

    #[test]
    fn more_than_a_thousand_lines_below_a_heading_are_incomplete() {
        let rows = |count: u32| (0..count).map(|number| format!("{}\n", 70_000_000 + number)).collect::<String>();
        for (count, is_incomplete) in [(1_000, false), (1_001, true)] {
            let found = findings(&text(&format!("Booking\n{}", rows(count))));
            assert_eq!((found.bookings.len(), found.is_incomplete), (MAX_NUMBERS, is_incomplete));
        }
    }

    fn days(lines: &str) -> (Vec<(String, String)>, bool) {
        let text = text(lines);
        let found = free_days::container_days(&Labelled::new(&text), ProvenOrders::default());
        let days = found.days.into_iter().map(|(container, (day, _))| (container, day.to_string()));
        (days.collect(), found.may_differ)
    }

    fn pair(container: &str, day: &str) -> (String, String) {
        (container.to_owned(), day.to_owned())
    }

    #[test]
    fn each_container_has_the_day_of_its_row() {
        let found = days("Container    Last Free Day\nMSKU0308961  2026-01-26\nTGHU1643396  2026-01-27");
        assert_eq!(found, (vec![pair("MSKU0308961", "2026-01-26"), pair("TGHU1643396", "2026-01-27")], true));
    }

    #[test]
    fn the_dates_of_a_column_prove_the_order_of_an_ambiguous_one() {
        let found = days("Container    LFD\nMSKU0308961  1/26/2026\nTGHU1643396  1/5/2026");
        assert_eq!(found, (vec![pair("MSKU0308961", "2026-01-26"), pair("TGHU1643396", "2026-01-05")], true));
        let found = days("Container    LFD\nMSKU0308961  2026-01-26\nTGHU1643396  1/5/2026");
        assert_eq!(found, (vec![pair("MSKU0308961", "2026-01-26")], true));
        let found = days("Container    LFD\nMSKU0308961  01/01/2026\nTGHU1643396  02/02/2026");
        assert_eq!(found, (vec![pair("MSKU0308961", "2026-01-01"), pair("TGHU1643396", "2026-02-02")], true));
    }

    #[test]
    fn a_row_without_a_value_inherits_none() {
        let found = days("Container    LFD\nMSKU0308961  2026-01-26\nTGHU1643396  TBA");
        assert_eq!(found, (vec![pair("MSKU0308961", "2026-01-26")], true));
    }

    #[test]
    fn a_container_with_two_days_has_none() {
        let found = days("Container    LFD\nMSKU0308961  2026-01-26\nMSKU0308961  2026-01-27");
        assert_eq!(found, (vec![], true));
    }

    #[test]
    fn days_of_detention_are_no_last_free_days() {
        assert_eq!(days("Container    Detention LFD\nMSKU0308961  2026-01-26"), (vec![], false));
    }
}
