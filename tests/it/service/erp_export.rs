//! An export of an ERP system with 500 damaged rows: each row states what is tracked, or the cause with which it is refused.

use std::collections::BTreeSet;

use shiptrack::client::TrackOutcome;
use shiptrack::numbers::{ContainerNumber, NumberKind};
use shiptrack::{Client, NewTrackingRequest};
use shiptrack_tests::scenario::{Scenario, ScriptedCarrier};

const ROWS: usize = 500;

struct Row {
    kind: NumberKind,
    number: String,
    carrier: &'static str,
    allows_wrong_check_digit: bool,
    expected: Expected,
}

enum Expected {
    /// The carrier with this code is asked for this number.
    Tracked(&'static str, String),
    /// An earlier row tracks the number.
    Adopted(&'static str),
    /// The error is about this attribute and contains this text.
    Refused(&'static str, &'static str),
}

use Expected::{Adopted, Refused, Tracked};

const NUMBER: &str = "request_number";

fn row(kind: NumberKind, number: String, expected: Expected) -> Row {
    Row { kind, number, carrier: "MAEU", allows_wrong_check_digit: false, expected }
}

fn bill(number: String, expected: Expected) -> Row {
    row(NumberKind::BillOfLading, number, expected)
}

fn container(number: String, expected: Expected) -> Row {
    row(NumberKind::Container, number, expected)
}

/// A row with a bill of lading that is tracked as nine digits at this carrier.
fn tracked_at(scac: &'static str, carrier: &'static str, digits: &str) -> Row {
    Row { carrier, ..bill(digits.to_owned(), Tracked(scac, digits.to_owned())) }
}

fn tracked(number: String, digits: &str) -> Row {
    bill(number, Tracked("MAEU", digits.to_owned()))
}

fn refused(number: String, cause: &'static str) -> Row {
    bill(number, Refused(NUMBER, cause))
}

/// Digits in their wide form, as input methods for Chinese and Japanese write them.
fn wide(digits: &str) -> String {
    digits.chars().map(|digit| char::from_u32(u32::from(digit) + 0xfee0).unwrap()).collect()
}

/// The rows for nine digits: one for each kind of damage.
fn rows_of(at: usize) -> Vec<Row> {
    let digits = |part: usize| format!("2{:03}{:05}", part, at * 7 + 11);
    let first_ten = |part: usize| format!("CSQU{:03}{:03}", part, at);
    let box_number = |part: usize| {
        let first_ten = first_ten(part);
        format!("{first_ten}{}", ContainerNumber::check_digit_of(&first_ten).unwrap())
    };
    let with_wrong_digit = |part: usize| {
        let first_ten = first_ten(part);
        format!("{first_ten}{}", (ContainerNumber::check_digit_of(&first_ten).unwrap() + 1) % 10)
    };
    let parted = |digits: &str, mark: &str| [&digits[..3], &digits[3..6], &digits[6..]].join(mark);
    let (plain, both) = (digits(0), format!("{}/{}", digits(30), digits(31)));
    vec![
        tracked(plain.clone(), &plain),
        bill(format!("MAEU{plain}"), Adopted("MAEU")),
        tracked(format!("MAEU{}", digits(1)), &digits(1)),
        tracked(format!("'{}", digits(2)), &digits(2)),
        tracked(format!("\u{feff}{}", digits(3)), &digits(3)),
        tracked(format!("\u{a0}{}\u{a0}", parted(&digits(4), "\u{a0}")), &digits(4)),
        tracked(wide(&digits(5)), &digits(5)),
        tracked(format!(" maeu-{} \n", parted(&digits(6), " ")), &digits(6)),
        tracked(format!("#{}", digits(7)), &digits(7)),
        container(format!("'{} ", box_number(0)), Tracked("MAEU", box_number(0))),
        container(box_number(1).to_lowercase(), Tracked("MAEU", box_number(1))),
        refused(format!("{}.0", digits(10)), "decimal number"),
        refused(format!("{},00", digits(11)), "decimal number"),
        refused(format!("{}.{}E+8", &digits(12)[..1], &digits(12)[1..4]), "scientific notation"),
        refused(format!("{},{}E08", &digits(13)[..1], &digits(13)[1..3]), "scientific notation"),
        refused(parted(&digits(14), ","), "thousands separators"),
        refused(parted(&digits(15), "."), "thousands separators"),
        refused(both, "two numbers"),
        refused(format!("{}, {}", digits(16), digits(17)), "two numbers"),
        refused(format!("MAEU{};MAEU{}", digits(18), digits(19)), "two numbers"),
        refused(format!("{} & {}", digits(20), digits(21)), "two numbers"),
        refused(format!("{}\n{}", digits(22), digits(23)), "two numbers"),
        refused(format!("MAEU{} MAEU{}", digits(24), digits(25)), "two numbers"),
        container(format!("{} {}", box_number(2), box_number(3)), Refused(NUMBER, "two numbers")),
        refused(format!("MAEU.{}", digits(26)), "'.'"),
        refused(format!("{}/1", digits(27)), "'/'"),
        refused(format!("HBL{}", digits(28)), "a house bill of lading"),
        refused(format!("PO {}", digits(29)), "a purchase order number"),
        refused("#N/A".to_owned(), "'/'"),
        refused(" ".to_owned(), "is empty"),
        refused("TBA".to_owned(), "at least 4"),
        container(with_wrong_digit(4), Refused(NUMBER, "the correct one is")),
        Row { allows_wrong_check_digit: true, ..container(with_wrong_digit(5), Tracked("MAEU", with_wrong_digit(5))) },
        container(box_number(6)[..10].to_owned(), Refused(NUMBER, "is not a container number")),
        container(digits(32), Refused(NUMBER, "is not a container number")),
        tracked_at("MAEU", "Maersk", &digits(33)),
        tracked_at("MAEU", "'maeu\u{a0}", &digits(38)),
        tracked_at("MAEU", " maersk line ", &digits(34)),
        tracked_at("HLCU", "Hapag", &digits(35)),
        Row { carrier: "Acme Shipping", ..bill(digits(36), Refused("scac", "nor the name of a carrier")) },
        Row { carrier: "", ..bill(digits(37), Refused("scac", "scac")) },
    ]
}

fn export() -> Vec<Row> {
    let rows: Vec<Row> = (0..).flat_map(rows_of).take(ROWS).collect();
    assert_eq!(rows.len(), ROWS);
    rows
}

/// Plays a row. Returns what differs from the expectation.
fn play(client: &Client, row: &Row) -> Option<String> {
    let new = NewTrackingRequest::new(row.kind, row.number.as_str()).scac(row.carrier);
    let new = if row.allows_wrong_check_digit { new.allow_wrong_check_digit() } else { new };
    let outcome = client.tracking_requests().track(new);
    let problem = match (&row.expected, outcome) {
        (Tracked(scac, _), Ok(tracked)) if tracked.how == TrackOutcome::Created => {
            (tracked.scac.as_deref() != Some(*scac)).then(|| format!("tracked at {:?}", tracked.scac))
        }
        (Adopted(scac), Ok(tracked)) if tracked.how == TrackOutcome::Adopted => {
            (tracked.scac.as_deref() != Some(*scac)).then(|| format!("adopted at {:?}", tracked.scac))
        }
        (Refused(attribute, cause), Err(error)) => {
            let is_expected =
                error.pointer() == Some(&*format!("/data/attributes/{attribute}")) && error.to_string().contains(cause);
            (!is_expected).then(|| format!("refused with {error}"))
        }
        (_, Ok(tracked)) => Some(format!("{:?} {}", tracked.how, tracked.request_number)),
        (_, Err(error)) => Some(format!("refused with {error}")),
    };
    problem.map(|problem| format!("{:?} at {:?}: {problem}", row.number, row.carrier))
}

#[test]
fn each_row_of_an_export_with_500_damaged_rows_is_tracked_or_refused_with_its_cause() {
    let hapag = ScriptedCarrier::default();
    let scenario = Scenario::with(|builder| builder.carrier("HLCU", hapag.clone()).unwrap());
    let (client, rows) = (scenario.service.client(), export());
    let wrong: Vec<String> = rows
        .iter()
        .enumerate()
        .filter_map(|(at, row)| Some(format!("row {}: {}", at + 1, play(&client, row)?)))
        .collect();
    assert!(wrong.is_empty(), "{} of {ROWS} rows are wrong:\n{}", wrong.len(), wrong.join("\n"));

    scenario.run();
    for (scac, carrier) in [("MAEU", &scenario.carrier), ("HLCU", &hapag)] {
        let asked: BTreeSet<String> = carrier.asked().into_iter().map(|look_up| look_up.normalized_number).collect();
        let expected: BTreeSet<String> = rows
            .iter()
            .filter_map(|row| match &row.expected {
                Tracked(at, number) if *at == scac => Some(number.clone()),
                _ => None,
            })
            .collect();
        assert_eq!(asked, expected, "{scac} is asked for these numbers and no others");
    }
}
