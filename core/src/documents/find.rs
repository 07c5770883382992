//! Finds container numbers, bills of lading, bookings, the vessel and dates in a text.

use std::collections::BTreeSet;
use std::iter;

use chrono::NaiveDate;
use serde_json::{Value, json};

use super::dates;
use super::text::{Cell, Text, TextPosition};
use crate::email::extract::container_numbers;
use crate::jsonapi::Members;
use crate::shipping_lines;

/// Maximum number of numbers of one kind that are returned. The largest real documents have fewer.
pub const MAX_NUMBERS: usize = 1_000;

const BILLS: &[&str] = &[
    "B/L",
    "B/L No",
    "B/L Number",
    "BL No",
    "BL Number",
    "BL",
    "Bill of Lading",
    "Bill of Lading No",
    "Bill of Lading Number",
    "Master B/L",
    "Master B/L No",
    "Master Bill of Lading",
    "Master Bill of Lading No",
    "MBL",
    "MBL No",
    "MBL Number",
    "Ocean B/L",
    "Ocean B/L No",
    "Ocean Bill of Lading",
    "Ocean Bill of Lading No",
    "Waybill No",
    "Sea Waybill No",
    "Waybill Number",
    "Sea Waybill",
    "MB/L",
    "MB/L No",
];

const BOOKINGS: &[&str] = &[
    "Booking",
    "Booking No",
    "Booking Number",
    "Booking Ref",
    "Booking Reference",
    "Booking Confirmation No",
    "Bkg No",
    "Bkg Number",
    "Bkg Ref",
    "Carrier Booking No",
    "Carrier Booking Number",
    "Our Booking",
    "Carrier Booking",
];

const VESSELS: &[&str] = &[
    "Vessel",
    "Vessel Name",
    "Ocean Vessel",
    "Vessel/Voyage",
    "Vessel / Voyage No",
    "Vessel & Voyage",
    "M/V",
    "Arrival Vessel",
    "Vessel/Voy",
    "Import Vessel",
];

const VOYAGES: &[&str] = &["Voyage", "Voyage No", "Voyage Number", "Voy", "Voy No"];

const ARRIVALS: &[&str] = &[
    "ETA",
    "ETA POD",
    "ETA Date",
    "ETA at POD",
    "ETA Port of Discharge",
    "Estimated Arrival",
    "Estimated Arrival Date",
    "Estimated Date of Arrival",
    "Estimated Time of Arrival",
    "Est Arrival",
    "Arrival Date",
    "Expected Arrival",
    "Est Arrival Date",
];

const FREE_DAYS: &[&str] = &[
    "LFD",
    "Last Free Day",
    "Last Free Date",
    "Last Free Day (LFD)",
    "Free Time Expires",
    "Free Time Expiry",
    "Freetime Expires",
    "Last Day of Free Time",
    "Free Time Ends",
    "Demurrage Starts After",
    "Port LFD",
    "Last Free Time",
];

/// A value that was found in a text, with its position.
#[derive(Debug, Clone, PartialEq)]
pub struct Finding<T> {
    /// The value.
    pub value: T,
    /// The position of its first occurrence.
    pub place: TextPosition,
    /// Whether the text also has other values of the same kind.
    pub has_others: bool,
}

impl<T> Finding<T> {
    fn at(value: T, place: &TextPosition) -> Self {
        Finding { value, place: place.clone(), has_others: false }
    }
}

/// Everything that was found in a text.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Findings {
    /// Container numbers with a valid check digit.
    pub containers: Vec<Finding<String>>,
    /// Numbers of (master) bills of lading.
    pub bills_of_lading: Vec<Finding<String>>,
    /// Booking numbers.
    pub bookings: Vec<Finding<String>>,
    /// The name of the vessel.
    pub vessel: Option<Finding<String>>,
    /// The voyage number.
    pub voyage: Option<Finding<String>>,
    /// The estimated date of arrival.
    pub eta: Option<Finding<NaiveDate>>,
    /// The last day of free time.
    pub last_free_day: Option<Finding<NaiveDate>>,
    /// Whether the text or a list of numbers was cut at a limit.
    pub is_incomplete: bool,
}

/// Searches a text.
pub fn findings(text: &Text) -> Findings {
    let mut found = Findings { is_incomplete: text.is_truncated, ..Findings::default() };
    let mut seen = BTreeSet::new();
    let containers = everywhere(text, |text| container_numbers(text).into_iter().chain(spread(text)));
    found.containers = unseen(containers, &mut seen);
    found.bills_of_lading = unseen(labelled_numbers(text, BILLS), &mut seen);
    found.bills_of_lading.extend(unseen(everywhere(text, prefixed), &mut seen));
    found.bookings = unseen(labelled_numbers(text, BOOKINGS), &mut seen);
    for list in [&mut found.containers, &mut found.bills_of_lading, &mut found.bookings] {
        found.is_incomplete |= list.len() > MAX_NUMBERS;
        list.truncate(MAX_NUMBERS);
    }
    found.vessel = first(values(text, VESSELS, &vessel));
    found.voyage =
        first(values(text, VOYAGES, &voyage)).or_else(|| first(values(text, VESSELS, &|text| split_vessel(text).1)));
    found.eta = first(values(text, ARRIVALS, &dates::parse_date));
    found.last_free_day = first(values(text, FREE_DAYS, &dates::parse_date));
    found
}

impl Findings {
    /// Whether nothing was found.
    pub fn is_empty(&self) -> bool {
        *self == Findings { is_incomplete: self.is_incomplete, ..Findings::default() }
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
        ];
        for (name, list) in lists.into_iter().filter(|(_, list)| !list.is_empty()) {
            let number = |found: &Finding<String>| json!({ "number": found.value, "found_in": "document", "place": found.place.to_json() });
            payload.insert(name.to_owned(), Value::Array(list.iter().map(number).collect()));
        }
        let value = |text: &str, place: &TextPosition, has_others: bool| {
            let mut value = json!({ "value": text, "place": place.to_json() });
            if has_others {
                value["others"] = true.into();
            }
            value
        };
        for (name, found) in [("vessel_name", &self.vessel), ("voyage_number", &self.voyage)] {
            let found = found.iter().map(|found| value(&found.value, &found.place, found.has_others));
            payload.extend(found.map(|value| (name.to_owned(), value)));
        }
        for (name, found) in [("eta", &self.eta), ("last_free_day", &self.last_free_day)] {
            let found = found.iter().map(|found| value(&found.value.to_string(), &found.place, found.has_others));
            payload.extend(found.map(|value| (name.to_owned(), value)));
        }
        if self.is_incomplete {
            payload.insert("incomplete".to_owned(), true.into());
        }
        payload
    }
}

fn first<T: PartialEq>(found: Vec<(T, &Cell)>) -> Option<Finding<T>> {
    let mut found = found.into_iter();
    let (value, cell) = found.next()?;
    let has_others = found.any(|(other, _)| other != value);
    Some(Finding { has_others, ..Finding::at(value, &cell.place) })
}

fn everywhere<'t, N: Iterator<Item = String>>(
    text: &'t Text,
    read: impl Fn(&'t str) -> N,
) -> impl Iterator<Item = (String, &'t Cell)> {
    let cells = text.lines.iter().flat_map(|line| &line.0);
    cells.flat_map(move |cell| read(&cell.text).map(move |number| (number, cell)))
}

/// Removes duplicates. Works on an iterator, so that repeated numbers take no memory.
fn unseen<'t>(
    numbers: impl IntoIterator<Item = (String, &'t Cell)>,
    seen: &mut BTreeSet<String>,
) -> Vec<Finding<String>> {
    let unseen = numbers.into_iter().filter(|(number, _)| seen.insert(number.clone()));
    unseen.map(|(number, cell)| Finding::at(number, &cell.place)).collect()
}

fn labelled_numbers<'t>(text: &'t Text, labels: &[&str]) -> impl Iterator<Item = (String, &'t Cell)> {
    let found = values(text, labels, &numbers);
    found.into_iter().flat_map(|(numbers, cell)| numbers.into_iter().map(move |number| (number, cell)))
}

/// The number at the beginning of a text, and those of the same length that follow it: a notice can be about several bills.
fn numbers(text: &str) -> Option<Vec<String>> {
    let (first, rest) = number(text)?;
    let is_joint = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '/' | '&' | '+');
    let words = rest.split(is_joint).filter(|word| !word.is_empty() && !word.eq_ignore_ascii_case("and"));
    let length = first.len();
    let same_length = |word| number(word).map(|(number, _)| number).filter(|number| number.len() == length);
    Some(iter::once(first).chain(words.map_while(same_length).take(MAX_NUMBERS)).collect())
}

/// The number at the beginning of a text, and the text behind it.
fn number(text: &str) -> Option<(String, &str)> {
    let start = text.find(|c: char| c.is_ascii_alphanumeric()).unwrap_or(text.len());
    let (before, text) = text.split_at(start);
    // "B/L No: X" if the label is only "B/L".
    let text = ["No", "Number", "Num", "Nr", "Ref"].iter().find_map(|word| skip_word(text, word)).unwrap_or(text);
    let token = text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|' | '(' | ')')).next()?;
    let token = first_of_joined(token);
    let number: String = token.chars().filter(|c| *c != '-' && *c != '/').collect::<String>().to_ascii_uppercase();
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let is_number = (6..=20).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_alphanumeric());
    // Telephone numbers have a plus sign, or groups of digits.
    let is_telephone = before.contains('+') || token.matches(['-', '/']).count() > 1 && digits == number.len();
    let is_other = is_telephone || dates::looks_like_date(token) || !container_numbers(&number).is_empty();
    (is_number && digits >= 4 && !is_other).then(|| (number, &text[token.len()..]))
}

/// The first of several numbers of the same length with slashes between them; the whole text if it is not that.
fn first_of_joined(token: &str) -> &str {
    let mut parts = token.split('/');
    let first = parts.next().unwrap_or_default();
    if first.len() >= SHORTEST_JOINED && parts.all(|part| part.len() == first.len()) { first } else { token }
}

fn skip_word<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let rest = text.get(word.len()..).filter(|_| text.is_char_boundary(word.len()))?;
    let is_word =
        text[..word.len()].eq_ignore_ascii_case(word) && !rest.starts_with(|c: char| c.is_ascii_alphanumeric());
    is_word.then(|| rest.trim_start_matches([' ', '.', ':', '#']))
}

/// Bills of lading that begin with the SCAC of a known line.
fn prefixed(text: &str) -> impl Iterator<Item = String> {
    let words = text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| (10..=18).contains(&word.len()));
    words.filter_map(|word| {
        let (code, rest) = word.split_at(4);
        let is_bill = code.bytes().all(|byte| byte.is_ascii_uppercase())
            && rest.bytes().filter(u8::is_ascii_digit).count() >= 6
            && shipping_lines::by_scac(code).is_some()
            && container_numbers(word).is_empty();
        is_bill.then(|| word.to_owned())
    })
}

/// Container numbers with slashes between their parts.
fn spread(text: &str) -> Vec<String> {
    if !text.contains('/') {
        return Vec::new();
    }
    let joined: String = text.chars().filter(|c| *c != '/').collect::<String>().split_whitespace().collect();
    if joined.len() == 11 { container_numbers(&joined) } else { Vec::new() }
}

fn vessel(text: &str) -> Option<String> {
    let (name, _) = split_vessel(text);
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_name = (3..=40).contains(&name.len()) && letters * 2 > name.len() && !is_label(name);
    is_name.then(|| name.to_owned())
}

/// Splits name and voyage: `MAERSK ESSEX / 042E`, `EVER ACE V.0142-017W`, `ONE APUS 044E`.
fn split_vessel(text: &str) -> (&str, Option<String>) {
    const ENDS: [&str; 6] = ["/", ",", ";", "|", " V.", " v."];
    const WORDS: [&str; 4] = [" VOYAGE", " Voyage", " VOY", " Voy"];
    let text = text.trim();
    let marks = ENDS.iter().filter_map(|end| Some((text.find(end)?, *end)));
    // The name may have such a word, too: the last one with a voyage behind it counts.
    let precedes_voyage = |(at, word): &(usize, &str)| {
        let behind = &text[at + word.len()..];
        !behind.starts_with(char::is_alphanumeric) && behind.split_whitespace().any(|word| voyage(word).is_some())
    };
    let words = WORDS.iter().flat_map(|word| text.match_indices(word)).filter(precedes_voyage);
    if let Some((at, end)) = marks.chain(words.max()).min() {
        let behind = &text[at + end.len()..];
        let voyage = match end {
            "," | ";" | "|" => None,
            "/" => voyage(behind),
            _ => behind.split_whitespace().find_map(voyage),
        };
        return (text[..at].trim(), voyage);
    }
    match text.rsplit_once(' ') {
        Some((name, last)) if is_voyage_with_direction(last) => (name.trim(), voyage(last)),
        _ => (text, None),
    }
}

/// Whether the word is a number with a direction, such as `044E`.
fn is_voyage_with_direction(word: &str) -> bool {
    let number = word.strip_suffix(['E', 'W', 'N', 'S']).unwrap_or_default();
    (2..=5).contains(&number.len()) && number.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_label(text: &str) -> bool {
    const WORDS: [&str; 8] = ["voyage", "name", "eta", "etd", "port", "date", "flag", "no"];
    WORDS
        .iter()
        .any(|word| text.to_ascii_lowercase().split(|c: char| !c.is_ascii_alphabetic()).any(|part| part == *word))
}

/// A voyage number: a short word with a digit, which may have two parts (`0142-017W`).
fn voyage(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_voyage = (2..=12).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && word.matches('-').count() < 2
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && dates::parse_date(text).is_none();
    is_voyage.then(|| word.to_ascii_uppercase())
}

/// Shorter parts between slashes are parts of one number.
const SHORTEST_JOINED: usize = 8;

/// Maximum number of lines below a heading that are searched.
const MAX_LINES_BELOW: usize = 200;
const MAX_HEADINGS: usize = 1_000;

/// Maximum difference between the columns of two cells that are below each other.
const COLUMN_TOLERANCE: u32 = 3;

pub(super) type Reads<'r, T> = &'r dyn Fn(&str) -> Option<T>;

/// The values behind, next to or below these labels.
pub(super) fn values<'t, T>(text: &'t Text, labels: &[&str], read: Reads<'_, T>) -> Vec<(T, &'t Cell)> {
    let (mut found, mut headings) = (Vec::new(), 0);
    for (row, line) in text.lines.iter().enumerate() {
        for (at, cell) in line.0.iter().enumerate() {
            let Some(rest) = behind(&cell.text, labels) else { continue };
            if let Some(value) = read(rest) {
                found.push((value, cell));
                continue;
            }
            if !rest.is_empty() {
                continue;
            }
            let next_to_it = line.0.get(at + 1).and_then(|next| Some((read(&next.text)?, next)));
            match next_to_it {
                Some(value) => found.push(value),
                None if headings < MAX_HEADINGS => {
                    headings += 1;
                    below(text, row, cell, read, &mut found);
                }
                None => {}
            }
        }
    }
    found
}

fn below<'t, T>(text: &'t Text, row: usize, heading: &Cell, read: Reads<'_, T>, found: &mut Vec<(T, &'t Cell)>) {
    for line in text.lines.iter().skip(row + 1).take(MAX_LINES_BELOW) {
        // Columns of free text are rarely aligned exactly. Cells are sorted by column.
        let from = line.0.partition_point(|cell| cell.column.saturating_add(COLUMN_TOLERANCE) < heading.column);
        let near =
            line.0[from..].iter().take_while(|cell| cell.column <= heading.column.saturating_add(COLUMN_TOLERANCE));
        let cell = near.clone().find(|cell| cell.column == heading.column).or_else(|| near.clone().find(is_free));
        let Some(value) = cell.and_then(|cell| Some((read(&cell.text)?, cell))) else { break };
        found.push(value);
    }
}

fn is_free(cell: &&Cell) -> bool {
    !matches!(cell.place, TextPosition::Cell(..))
}

/// The text behind the longest label that the cell begins with.
fn behind<'c>(cell: &'c str, labels: &[&str]) -> Option<&'c str> {
    let longest = labels.iter().filter_map(|label| {
        let rest = strip_label(cell, label)?;
        Some((label.len(), rest))
    });
    let (_, rest) = longest.max_by_key(|(length, _)| *length)?;
    Some(rest.trim_start_matches([' ', ':', '#', '.', '-', '/', '=', '\t', '(', ')']))
}

/// The text behind the label. Ignores case, blanks and dots. `None` if the label ends inside a word.
fn strip_label<'c>(cell: &'c str, label: &str) -> Option<&'c str> {
    let is_filler = |c: char| c == '.' || c.is_whitespace();
    let mut wanted = label.chars().filter(|c| !is_filler(*c));
    let mut next = wanted.next();
    let mut end = None;
    for (at, c) in cell.char_indices() {
        let Some(letter) = next else { break };
        if is_filler(c) {
            continue;
        }
        if !c.eq_ignore_ascii_case(&letter) {
            return None;
        }
        end = Some(at + c.len_utf8());
        next = wanted.next();
    }
    let rest = &cell[end.filter(|_| next.is_none())?..];
    let goes_on = rest.starts_with(|c: char| c.is_ascii_alphabetic()) || rest.starts_with("'s");
    (!goes_on).then_some(rest)
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
    fn vessel_and_voyage_are_split_in_all_usual_spellings() {
        for (written, vessel, voyage) in [
            ("MAERSK ESSEX / 042E", "MAERSK ESSEX", Some("042E")),
            ("EVER ACE / 0142-017W", "EVER ACE", Some("0142-017W")),
            ("EVER ACE V.0142-017W", "EVER ACE", Some("0142-017W")),
            ("EVER ACE Voyage No. 017W", "EVER ACE", Some("017W")),
            ("MSC VOYAGER VOY 12W", "MSC VOYAGER", Some("12W")),
            ("ONE APUS 044E", "ONE APUS", Some("044E")),
            ("MSC OSCAR, Panama 9703291", "MSC OSCAR", None),
            ("COSCO SHIPPING 21", "COSCO SHIPPING 21", None),
        ] {
            let found = findings(&text(&format!("Vessel/Voyage: {written}")));
            let pair = (found.vessel.map(|found| found.value), found.voyage.map(|found| found.value));
            assert_eq!((pair.0.as_deref(), pair.1.as_deref()), (Some(vessel), voyage), "{written}");
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
        let digit = |ten: &str| crate::numbers::ContainerNumber::check_digit_of(ten).unwrap();
        let numbers: String =
            (0..1_001).map(|n| format!("MSCU{n:06}")).map(|ten| format!("{ten}{}\n", digit(&ten))).collect();
        let found = findings(&text(&numbers));
        assert_eq!((found.containers.len(), found.is_incomplete), (MAX_NUMBERS, true));
        assert_eq!(found.payload()["incomplete"], true);
    }
}
