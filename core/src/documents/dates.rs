//! Parses dates in the forms that are usual in documents.

use chrono::{Datelike, Month, NaiveDate};

/// German, French, Spanish, Italian, Portuguese and Dutch names of months, without diacritics, whose first three letters differ from
/// those of the English name.
const FOREIGN_MONTHS: [(&str, u32); 21] = [
    ("ENERO", 1),
    ("GENNAIO", 1),
    ("FEVRIER", 2),
    ("FEVEREIRO", 2),
    ("MAERZ", 3),
    ("MAART", 3),
    ("AVRIL", 4),
    ("ABRIL", 4),
    ("MAI", 5),
    ("MEI", 5),
    ("MAIO", 5),
    ("MAGGIO", 5),
    ("JUIN", 6),
    ("GIUGNO", 6),
    ("JUILLET", 7),
    ("LUGLIO", 7),
    ("AOUT", 8),
    ("AGOSTO", 8),
    ("OKTOBER", 10),
    ("OTTOBRE", 10),
    ("OUTUBRO", 10),
];

/// The date at the beginning of the text. `None` if there is no date, or if it is ambiguous.
pub(super) fn parse_date(text: &str) -> Option<NaiveDate> {
    let mut dates = possible_dates(text).into_iter().flatten();
    let date = dates.next()?;
    dates.all(|other| other == date).then_some(date)
}

/// Whether the text begins like a date, even if the date is ambiguous or does not exist.
pub(super) fn looks_like_date(text: &str) -> bool {
    let (parts, _) = split(text);
    let are_numbers_of_date = match parts.as_slice() {
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(_, 2 | 4), ..] => {
            *first <= 31 && *second <= 31
        }
        [Part::Number(year, 4), Part::Number(month, 1..=2), Part::Number(day, 1..=2), ..] => {
            (1_900..2_100).contains(year) && *month <= 31 && *day <= 31
        }
        _ => false,
    };
    are_numbers_of_date || possible_dates(text).iter().any(Option::is_some)
}

/// All dates that the beginning of the text can mean.
fn possible_dates(text: &str) -> [Option<NaiveDate>; 3] {
    let (parts, separator) = split(text);
    let dates = match parts.as_slice() {
        [Part::Number(year, 4), Part::Number(month, _), Part::Number(day, _), ..] => {
            [date(*year, *month, *day), None, None]
        }
        [Part::Number(all, 8), ..] => [date(all / 10_000, all / 100 % 100, all % 100), None, None],
        [Part::Number(day, 1..=2), Part::Month(month), Part::Number(year, length @ (2 | 4)), ..]
        | [Part::Month(month), Part::Number(day, 1..=2), Part::Number(year, length @ (2 | 4)), ..] => {
            [date(full_year(*year, *length), *month, *day), None, None]
        }
        // With dots, the day comes first.
        [Part::Number(day, 1..=2), Part::Number(month, 1..=2), Part::Number(year, length @ (2 | 4)), ..]
            if separator == "." && *month <= 12 =>
        {
            [date(full_year(*year, *length), *month, *day), None, None]
        }
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(year, 4), ..] => {
            [date(*year, *second, *first), date(*year, *first, *second), None]
        }
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(last, 2), ..] => {
            // With hyphens, a year of two digits may come first.
            let year_first = date(full_year(*first, 2), *second, *last).filter(|_| separator == "-");
            let year = full_year(*last, 2);
            [date(year, *second, *first), date(year, *first, *second), year_first]
        }
        _ => [None; 3],
    };
    dates.map(|date| date.filter(|date| (1990..2100).contains(&date.year())))
}

enum Part {
    /// A number, and how many digits it has.
    Number(u32, usize),
    Month(u32),
}

/// Splits the beginning of the text into at most three numbers and names of months. Also returns the separator between the first two.
/// A third number does not belong to the date if its separator differs, or if it is the hour of a time.
fn split(text: &str) -> (Vec<Part>, &str) {
    let (mut parts, mut gaps, mut rest) = (Vec::new(), Vec::new(), text.trim_start());
    while parts.len() < 3 {
        let next = rest.trim_start_matches([' ', '-', '/', '.', ',']);
        let gap = &rest[..rest.len() - next.len()];
        rest = next;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let letters = rest.chars().take_while(|letter| letter.is_alphabetic()).map(char::len_utf8).sum();
        let part = match (digits, letters) {
            (1..=8, _) => rest[..digits].parse().ok().map(|number| Part::Number(number, digits)),
            (0, 2) if matches!(parts.last(), Some(Part::Number(..))) && is_ordinal_suffix(&rest[..2]) => {
                rest = &rest[2..];
                continue;
            }
            // "5 de diciembre del 2026".
            (0, 2 | 3)
                if !parts.is_empty() && ["de", "del"].iter().any(|of| of.eq_ignore_ascii_case(&rest[..letters])) =>
            {
                rest = &rest[letters..];
                continue;
            }
            (0, 3..=10) => month(&rest[..letters]).map(Part::Month),
            _ => None,
        };
        let Some(part) = part else { break };
        rest = &rest[digits.max(letters)..];
        gaps.push(gap);
        parts.push(part);
        // Parts can follow each other without a separator ("01MAY26"), but a `T` after a part begins a time.
        if rest.starts_with('T') {
            break;
        }
    }
    if is_third_separate(&parts, &gaps, rest) {
        parts.truncate(2);
    }
    (parts, gaps.get(1).map_or("", |gap| gap.trim()))
}

/// Whether the third part does not belong to the date. `gaps` has the separator before each part, `rest` the text after the parts.
fn is_third_separate(parts: &[Part], gaps: &[&str], rest: &str) -> bool {
    let is_hyphen = gaps.len() == 3 && gaps[2].contains('-') && gaps[1] != gaps[2];
    match parts {
        [Part::Number(..), Part::Number(..), Part::Number(..)] => is_hyphen || gaps[1].trim() != gaps[2].trim(),
        [_, _, Part::Number(_, 2)] => is_hyphen || is_time(rest.trim_start()),
        _ => false,
    }
}

fn is_time(rest: &str) -> bool {
    let minutes = rest.trim_start_matches([':', '.', 'h']);
    let has_mark = minutes.len() < rest.len() && minutes.starts_with(|c: char| c.is_ascii_digit());
    let word: String = rest.chars().take_while(char::is_ascii_alphabetic).collect();
    has_mark
        || month(&word).is_some()
        || ["h", "hrs", "hours", "am", "pm", "uhr", "lt"].iter().any(|known| word.eq_ignore_ascii_case(known))
}

fn is_ordinal_suffix(text: &str) -> bool {
    ["st", "nd", "rd", "th", "er"].iter().any(|suffix| suffix.eq_ignore_ascii_case(text))
}

fn month(name: &str) -> Option<u32> {
    let name: String = name.chars().flat_map(char::to_uppercase).map(without_diacritic).collect();
    let start = name.get(..3)?;
    let foreign = || FOREIGN_MONTHS.iter().find(|(known, _)| known.starts_with(&name)).map(|(_, number)| *number);
    // The first three letters of some other names, and of the English name of that month.
    let spellings = [("DEZ", "DEC"), ("DIC", "DEC"), ("SET", "SEP"), ("MRZ", "MAR"), ("MRT", "MAR")];
    let start = spellings.iter().find(|(spelling, _)| *spelling == start).map_or(start, |(_, english)| english);
    start.parse().map(|month: Month| month.number_from_month()).ok().or_else(foreign)
}

fn without_diacritic(letter: char) -> char {
    match letter {
        'Ä' => 'A',
        'É' => 'E',
        'Û' => 'U',
        other => other,
    }
}

fn full_year(year: u32, digits: usize) -> u32 {
    if digits == 2 { 2_000 + year } else { year }
}

fn date(year: u32, month: u32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(i32::try_from(year).ok()?, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_parsed_in_all_usual_forms_and_ambiguous_ones_are_not() {
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
            ("14 MAY 22:00", None),
            ("14 MAY 26 22:00", Some("2026-05-14")),
            ("MAY 14, 0600 hrs", None),
            ("14 MAY 22 hrs", None),
            ("14 MAY 16 MAY", None),
            ("14-MAY - 16-MAY", None),
            ("05/14 06:00", None),
            ("14/05 - 16/05", None),
            ("26-05-14", None),
            ("05-14-26", Some("2026-05-14")),
            ("14/05/26", Some("2026-05-14")),
            ("14. 05. 2026", Some("2026-05-14")),
            ("05.06.2026", Some("2026-06-05")),
            ("05.06.26", Some("2026-06-05")),
            ("05.14.2026", Some("2026-05-14")),
            ("5. Dezember 2026", Some("2026-12-05")),
            ("5. März 2026", Some("2026-03-05")),
            ("05-MAERZ-2026", Some("2026-03-05")),
            ("3 Okt. 2026", Some("2026-10-03")),
            ("3. Mrz 2026", Some("2026-03-03")),
            ("3 mrt. 2026", Some("2026-03-03")),
            ("1er janvier 2027", Some("2027-01-01")),
            ("5 de mayo del 2026", Some("2026-05-05")),
            ("5 de diciembre de 2026", Some("2026-12-05")),
            ("5 décembre 2026", Some("2026-12-05")),
            ("12 août 2026", Some("2026-08-12")),
            ("2 juillet 2026", Some("2026-07-02")),
            ("2 JUIN 2026", Some("2026-06-02")),
            ("9 settembre 2026", Some("2026-09-09")),
            ("9 maggio 2026", Some("2026-05-09")),
            ("9 de fevereiro de 2026", Some("2026-02-09")),
            ("9 mei 2026", Some("2026-05-09")),
            ("9 de 2026", None),
        ] {
            assert_eq!(parse_date(text).map(|date| date.to_string()).as_deref(), wanted, "{text}");
        }
    }
}
