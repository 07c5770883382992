//! Days as documents write them.

use chrono::{Datelike, NaiveDate};

const MONTHS: [&str; 12] = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"];

/// The day that `text` begins with. Where day and month could be each other nobody can tell: then it is none.
pub(super) fn day(text: &str) -> Option<NaiveDate> {
    let parts = parts(text);
    let found = match parts.as_slice() {
        [Part::Number(year, 4), Part::Number(month, _), Part::Number(day, _), ..] => date(*year, *month, *day),
        // 20260501
        [Part::Number(all, 8), ..] => date(all / 10_000, all / 100 % 100, all % 100),
        [Part::Number(day, 1..=2), Part::Month(month), Part::Number(year, length @ (2 | 4)), ..]
        | [Part::Month(month), Part::Number(day, 1..=2), Part::Number(year, length @ (2 | 4)), ..] => {
            date(whole(*year, *length), *month, *day)
        }
        [Part::Number(one, 1..=2), Part::Number(other, 1..=2), Part::Number(year, length @ (2 | 4)), ..] => {
            let year = whole(*year, *length);
            match (date(year, *other, *one), date(year, *one, *other)) {
                (Some(european), Some(american)) if european != american => None,
                (european, american) => european.or(american),
            }
        }
        _ => None,
    };
    found.filter(|day| (1990..2100).contains(&day.year()))
}

enum Part {
    /// A number, and how many digits it has.
    Number(u32, usize),
    Month(u32),
}

/// The first three numbers and names of months; anything but what parts them is the end.
fn parts(text: &str) -> Vec<Part> {
    let (mut parts, mut rest) = (Vec::new(), text.trim_start());
    while parts.len() < 3 {
        rest = rest.trim_start_matches([' ', '-', '/', '.', ',']);
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let part = match (digits, letters) {
            (1..=8, _) => rest[..digits].parse().ok().map(|number| Part::Number(number, digits)),
            (0, 2) if matches!(parts.last(), Some(Part::Number(..))) && is_ordinal(&rest[..2]) => {
                rest = &rest[2..];
                continue;
            }
            (0, 3..=9) => month(&rest[..letters]).map(Part::Month),
            _ => None,
        };
        let Some(part) = part else { break };
        parts.push(part);
        rest = &rest[digits.max(letters)..];
        // 01MAY26 has nothing in between; a time behind the day does not belong to it.
        if rest.starts_with('T') {
            break;
        }
    }
    parts
}

fn is_ordinal(ending: &str) -> bool {
    ["st", "nd", "rd", "th"].iter().any(|known| known.eq_ignore_ascii_case(ending))
}

fn month(name: &str) -> Option<u32> {
    let start = name.get(..3)?.to_ascii_uppercase();
    (1..).zip(MONTHS).find(|(_, known)| *known == start).map(|(number, _)| number)
}

fn whole(year: u32, digits: usize) -> u32 {
    if digits == 2 { 2_000 + year } else { year }
}

fn date(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_read_in_every_usual_form_and_never_guessed() {
        for (text, wanted) in [
            ("2026-05-14", Some("2026-05-14")),
            ("2026-05-14T09:30", Some("2026-05-14")),
            ("2026/05/14 09:30", Some("2026-05-14")),
            ("20260514", Some("2026-05-14")),
            ("14-MAY-2026", Some("2026-05-14")),
            ("14MAY26", Some("2026-05-14")),
            ("14 May 2026", Some("2026-05-14")),
            ("May 14, 2026", Some("2026-05-14")),
            ("May 14th, 2026", Some("2026-05-14")),
            ("14/05/2026", Some("2026-05-14")),
            ("05/14/2026", Some("2026-05-14")),
            ("14.05.26", Some("2026-05-14")),
            ("05/05/2026", Some("2026-05-05")),
            ("05/06/2026", None),
            ("31/02/2026", None),
            ("2026-13-01", None),
            ("tomorrow", None),
            ("", None),
            ("14", None),
            ("99999999", None),
            ("MAÏ 1 2026", None),
        ] {
            assert_eq!(day(text).map(|day| day.to_string()).as_deref(), wanted, "{text}");
        }
    }
}
