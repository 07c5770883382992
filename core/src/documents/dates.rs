//! Parses dates in the forms that are usual in documents.

use chrono::{Datelike, NaiveDate};

use crate::spelling::{beginning, fold};

/// The names of the months in English, German, French, Spanish, Italian, Portuguese and Dutch, without accents, and abbreviations that are no
/// beginning of a name.
const MONTHS: [&[&str]; 12] = [
    &["JANUARY", "JANUAR", "JANVIER", "ENERO", "GENNAIO", "JANEIRO", "JANUARI"],
    &["FEBRUARY", "FEBRUAR", "FEVRIER", "FEBRERO", "FEBBRAIO", "FEVEREIRO", "FEBRUARI"],
    &["MARCH", "MAERZ", "MARZ", "MARS", "MARZO", "MARCO", "MAART", "MRZ", "MRT"],
    &["APRIL", "AVRIL", "ABRIL", "APRILE"],
    &["MAY", "MAI", "MAYO", "MAGGIO", "MAIO", "MEI"],
    &["JUNE", "JUNI", "JUIN", "JUNIO", "GIUGNO", "JUNHO"],
    &["JULY", "JULI", "JUILLET", "JULIO", "LUGLIO", "JULHO"],
    &["AUGUST", "AOUT", "AGOSTO", "AUGUSTUS"],
    &["SEPTEMBER", "SEPTEMBRE", "SEPTIEMBRE", "SETTEMBRE", "SETEMBRO"],
    &["OCTOBER", "OKTOBER", "OCTOBRE", "OCTUBRE", "OTTOBRE", "OUTUBRO"],
    &["NOVEMBER", "NOVEMBRE", "NOVIEMBRE", "NOVEMBRO"],
    &["DECEMBER", "DEZEMBER", "DECEMBRE", "DICIEMBRE", "DICEMBRE", "DEZEMBRO"],
];

/// Words that can be between a label and its date.
#[rustfmt::skip]
const CONNECTORS: &[&str] = &[
    "ON", "IS", "BY", "AT", "THE", "OF", "DATE", "TIME", "DAY", "UNTIL", "NOW", "AM", "DEN", "BIS", "LE", "LA", "DU",
    "AU", "EL", "DIA", "DE", "TO", "ABOUT", "日期", "时间", "DEMURRAGE", "STORAGE", "DETENTION", "EMPTY", "RETURN", "PER",
    "DIEM", "PICKUP", "FOR", "AND", "POD", "PORT", "DISCHARGE",
];

/// The days of the week in English, German, French and Spanish. Chinese ones are recognized by their first characters.
#[rustfmt::skip]
const WEEKDAYS: &[&str] = &[
    "MONDAY", "TUESDAY", "WEDNESDAY", "THURSDAY", "FRIDAY", "SATURDAY", "SUNDAY", "MONTAG", "DIENSTAG", "MITTWOCH",
    "DONNERSTAG", "FREITAG", "SAMSTAG", "SONNABEND", "SONNTAG", "LUNDI", "MARDI", "MERCREDI", "JEUDI", "VENDREDI",
    "SAMEDI", "DIMANCHE", "LUNES", "MARTES", "MIERCOLES", "JUEVES", "VIERNES", "SABADO", "DOMINGO",
];

/// Maximum number of words, and of bytes, between a label and its date.
const MAX_WORDS_BEFORE: usize = 4;
const MAX_BYTES_BEFORE: usize = 48;

/// Characters between the parts of a date.
const SEPARATORS: [char; 7] = [' ', '-', '/', '.', ',', '年', '月'];

/// Maximum size of the name of a month, in bytes.
const MAX_MONTH: usize = 10;

/// Maximum number of dates of one text that are compared.
const MAX_DATES: usize = 100;

/// The dates in a text, each from its beginning to the end of the text, and its length.
pub(super) fn dates_in(text: &str) -> impl Iterator<Item = (&str, usize)> {
    // A text without digits has no date.
    let has_digits = text.bytes().any(|byte| byte.is_ascii_digit());
    let mut from = if has_digits { 0 } else { text.len() };
    let dates = std::iter::from_fn(move || {
        loop {
            let rest = text.get(from..).filter(|rest| !rest.is_empty())?;
            let before = text[..from].chars().next_back();
            let first = rest.chars().next()?;
            let is_start = first.is_alphanumeric() && before.is_none_or(|c| !c.is_ascii_alphanumeric());
            if is_start && may_begin_date(rest) && looks_like_date(rest) {
                let length = length(rest);
                from += length.max(first.len_utf8());
                return Some((rest, length));
            }
            from += first.len_utf8();
        }
    });
    dates.take(MAX_DATES)
}

/// Whether the text begins with a digit, or with a word and a digit behind it. Cheap, because each word of a text is asked.
fn may_begin_date(text: &str) -> bool {
    let behind_word = text.trim_start_matches(char::is_alphabetic).trim_start_matches(SEPARATORS);
    behind_word.starts_with(|c: char| c.is_ascii_digit())
}

/// The text before the first date; the beginning of the text if no date is near.
pub(super) fn words_before_date(text: &str) -> &str {
    let near = near(text);
    let begin = dates_in(near).next().map_or(near.len(), |(date, _)| near.len() - date.len());
    &text[..begin]
}

/// The date behind a few words that can be between a label and its date, to the end of the text.
pub(super) fn behind_words(text: &str) -> Option<&str> {
    let near = near(text);
    let (date, _) = dates_in(near).next()?;
    let (before, date) = text.split_at(near.len() - date.len());
    let is_possible = |word: &str| {
        is_connector(word) || word.starts_with(|c: char| c.is_uppercase() || !c.is_alphanumeric() || !c.is_ascii())
    };
    let words = before.split_whitespace();
    let are_few = before.len() <= MAX_BYTES_BEFORE && words.clone().count() <= MAX_WORDS_BEFORE;
    let has_digits = before.bytes().any(|byte| byte.is_ascii_digit());
    (are_few && !has_digits && words.clone().all(is_possible)).then_some(date)
}

/// As much of the text as is searched for a date.
fn near(text: &str) -> &str {
    beginning(text, 2 * MAX_BYTES_BEFORE)
}

/// Whether the words before a date may be a place.
pub(super) fn is_place(words: &str) -> bool {
    words.split(|c: char| !c.is_alphanumeric()).any(|word| word.chars().count() > 1 && !is_connector(word))
}

fn is_connector(word: &str) -> bool {
    let word = fold(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let is_weekday =
        || WEEKDAYS.iter().any(|day| word.len() > 1 && day.starts_with(&word)) || word.starts_with(['周', '星']);
    CONNECTORS.contains(&word.as_str()) || is_weekday()
}

/// The date at the beginning of the text. `None` if there is no date, or if it is ambiguous.
pub(super) fn parse_date(text: &str) -> Option<NaiveDate> {
    let mut dates = possible_dates(text).into_iter().flatten();
    let date = dates.next()?;
    dates.all(|other| other == date).then_some(date)
}

/// Whether the day or the month is written first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum DateOrder {
    DayFirst,
    MonthFirst,
}

/// The orders of day and month that the dates of a document prove.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct ProvenOrders {
    day_first: bool,
    month_first: bool,
    /// Whether there are dates that begin with the year. In a column with others they have a type, and the others were not recognized as dates.
    is_mixed: bool,
}

impl ProvenOrders {
    pub fn of<'t>(texts: impl Iterator<Item = &'t str>) -> Self {
        let mut orders = ProvenOrders::default();
        let with_digits = texts.filter(|text| text.bytes().any(|byte| byte.is_ascii_digit()));
        for (date, _) in with_digits.flat_map(dates_in) {
            match in_both_orders(date) {
                Some([Some(_), None]) => orders.day_first = true,
                Some([None, Some(_)]) => orders.month_first = true,
                Some(_) => {}
                None => orders.is_mixed |= matches!(split(date).0.as_slice(), [Part::Number(_, 4), ..]),
            }
        }
        orders
    }

    /// The order that dates under one label prove, and no date of the document contradicts.
    pub fn order(self, document: ProvenOrders) -> Option<DateOrder> {
        match (self.day_first, self.month_first) {
            _ if self.is_mixed => None,
            (true, false) if !document.month_first => Some(DateOrder::DayFirst),
            (false, true) if !document.day_first => Some(DateOrder::MonthFirst),
            _ => None,
        }
    }
}

/// The date at the beginning of the text. If it is ambiguous, it is read in this order.
pub(super) fn parse_date_in(text: &str, order: Option<DateOrder>) -> Option<NaiveDate> {
    parse_date(text).or_else(|| {
        let [day_first, month_first] = in_both_orders(text)?;
        match order? {
            DateOrder::DayFirst => day_first,
            DateOrder::MonthFirst => month_first,
        }
    })
}

/// The date of a text that has one date, or several equal ones. If it is ambiguous, it is read in this order.
pub(super) fn single_date(text: &str, order: Option<DateOrder>) -> Option<NaiveDate> {
    behind_words(text)?;
    let mut days = dates_in(text).map(|(date, _)| parse_date_in(date, order));
    let first = days.next()??;
    days.all(|day| day == Some(first)).then_some(first)
}

/// The date with the day first and with the month first; `None` if the text is not a date of numbers with the year last.
fn in_both_orders(text: &str) -> Option<[Option<NaiveDate>; 2]> {
    let (parts, separator) = split(text);
    match parts.as_slice() {
        [Part::Number(_, 1..=2), Part::Number(_, 1..=2), Part::Number(_, 2 | 4), ..] if separator != "." => {
            match possible_dates(text) {
                [day_first, month_first, None] => Some([day_first, month_first]),
                // The order does not decide whether the year comes first.
                _ => None,
            }
        }
        _ => None,
    }
}

/// Whether the text begins like a date, even if the date is ambiguous or does not exist.
pub(super) fn looks_like_date(text: &str) -> bool {
    let split = split(text);
    let (parts, _) = &split;
    let are_numbers_of_date = match parts.as_slice() {
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(_, 2 | 4), ..] => {
            *first <= 31 && *second <= 31
        }
        [Part::Number(year, 4), Part::Number(month, 1..=2), Part::Number(day, 1..=2), ..] => {
            (1_900..2_100).contains(year) && *month <= 31 && *day <= 31
        }
        _ => false,
    };
    are_numbers_of_date || dates_of(&split).iter().any(Option::is_some)
}

/// All dates that the beginning of the text can mean.
fn possible_dates(text: &str) -> [Option<NaiveDate>; 3] {
    dates_of(&split(text))
}

/// All dates that these parts of a text can mean.
fn dates_of((parts, separator): &(Vec<Part>, &str)) -> [Option<NaiveDate>; 3] {
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
            if *separator == "." && *month <= 12 =>
        {
            [date(full_year(*year, *length), *month, *day), None, None]
        }
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(year, 4), ..] => {
            [date(*year, *second, *first), date(*year, *first, *second), None]
        }
        [Part::Number(first, 1..=2), Part::Number(second, 1..=2), Part::Number(last, 2), ..] => {
            // With hyphens, a year of two digits may come first.
            let year_first = if *separator == "-" { date(full_year(*first, 2), *second, *last) } else { None };
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

/// The length of the date at the beginning of the text.
fn length(text: &str) -> usize {
    let (parts, _, rest) = parts(text);
    if parts.is_empty() { 0 } else { near(text).len() - rest.len() }
}

fn split(text: &str) -> (Vec<Part>, &str) {
    let (parts, separator, _) = parts(text);
    (parts, separator)
}

/// Splits the beginning of the text into at most three numbers and names of months. Also returns the separator between the first two, and the
/// text behind the parts, as far as it is searched for a date. A third number does not belong to the date if its separator differs, or if it is the hour of a time.
fn parts(text: &str) -> (Vec<Part>, &str, &str) {
    let (mut parts, mut gaps, mut rest) = (Vec::new(), Vec::new(), near(text).trim_start());
    while parts.len() < 3 {
        let next = rest.trim_start_matches(SEPARATORS);
        let gap = &rest[..rest.len() - next.len()];
        rest = next;
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let word = rest.chars().take(MAX_MONTH + 1).take_while(|letter| letter.is_alphabetic());
        let letters = word.map(char::len_utf8).sum();
        let part = match (digits, letters) {
            (1..=8, _) => rest[..digits].parse().ok().map(|number| Part::Number(number, digits)),
            (0, 2) if matches!(parts.last(), Some(Part::Number(..))) && is_ordinal_suffix(&rest[..2]) => {
                rest = &rest[2..];
                continue;
            }
            // "5 de diciembre del 2026", "5th of December".
            (0, 2 | 3)
                if !parts.is_empty()
                    && ["de", "del", "of"].iter().any(|of| of.eq_ignore_ascii_case(&rest[..letters])) =>
            {
                rest = &rest[letters..];
                continue;
            }
            (0, 3..=MAX_MONTH) => month(&rest[..letters]).map(Part::Month),
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
    (parts, gaps.get(1).map_or("", |gap| gap.trim()), rest)
}

/// Whether the third part does not belong to the date. `gaps` has the separator before each part, `rest` the text after the parts.
fn is_third_separate(parts: &[Part], gaps: &[&str], rest: &str) -> bool {
    let is_hyphen = gaps.len() == 3 && gaps[2].contains('-') && gaps[1] != gaps[2];
    match parts {
        [Part::Number(..), Part::Number(..), Part::Number(..)] => {
            is_hyphen || gaps[1].trim() != gaps[2].trim() && gaps[1..] != ["年", "月"]
        }
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

/// The month whose name begins with this word, which has at least three letters; `None` if two months do.
fn month(word: &str) -> Option<u32> {
    let word = fold(word);
    if word.len() < 3 || !word.is_ascii() {
        return None;
    }
    let mut months = (1..).zip(MONTHS).filter(|(_, names)| names.iter().any(|name| name.starts_with(&word)));
    let (number, _) = months.next()?;
    // "JUI" is June or July, "SEPT" and other beginnings are one month.
    months.next().is_none().then_some(number)
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
            ("MAÏ 1 2026", Some("2026-05-01")),
            ("Marseille 27 2026", None),
            ("mardi 27 janvier 2026", None),
            ("5 jui 2026", None),
            ("27th of January 2026", Some("2026-01-27")),
            ("2nd OF Sept. 2026", Some("2026-09-02")),
            ("2026年1月27日", Some("2026-01-27")),
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

    #[test]
    fn dates_are_found_behind_weekdays_and_places_and_not_in_sentences() {
        for (text, wanted) in [
            ("Mon, 26 Jan 2026", Some("2026-01-26")),
            ("mardi 27 janvier 2026", Some("2026-01-27")),
            ("Di. 27.01.2026", Some("2026-01-27")),
            ("martes 27/1/2026", Some("2026-01-27")),
            ("on 2026/01/27", Some("2026-01-27")),
            ("Los Angeles (POD): 20-Jan-2026", Some("2026-01-20")),
            ("USLAX 2026-12-21", Some("2026-12-21")),
            ("周一 2026年1月26日", Some("2026-01-26")),
            ("may change after 20 Jan 2026", None),
            ("20 - 25 Jan 2026", None),
            ("see notice of 20 Jan 2026", None),
        ] {
            let date = behind_words(text).and_then(parse_date).map(|date| date.to_string());
            assert_eq!(date.as_deref(), wanted, "{text}");
        }
        let found = |text| dates_in(text).filter_map(|(date, _)| parse_date(date)).count();
        assert_eq!((found("27 Jan 2026 -> 25 Jan 2026"), found("27/01/2026 17:00 hrs"), found("none")), (2, 1, 0));
    }
}
