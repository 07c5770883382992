//! Parses the dates and times of EDI.

use std::borrow::Cow;

use chrono::{Datelike, Days, NaiveDate, NaiveTime, Timelike};

use super::text::capitals;
use crate::resources::Timestamp;
use crate::zones::Zone;

/// Parses a date and a time of X12. `clock` is a time code (`LT`, `UT`, `ET` …); without one and with `LT`, the time is local.
/// `None` if the date is invalid. If only the time is invalid, the result is a date.
pub(super) fn x12(date: &str, time: &str, clock: &str) -> Option<Timestamp> {
    let (day, within) = moment(&digits(date)?, Order::YearFirst)?;
    let time = match time.trim() {
        "" => within,
        time => digits(time).and_then(|time| of_day(&time)).or(within),
    };
    stamp(day, time, clock)
}

/// Parses a value of DTM. `format` is a code such as `203`. If the value has another length, its number of digits decides.
pub(super) fn edifact(value: &str, format: &str) -> Option<Timestamp> {
    let (value, zone) = split_zone(value.trim(), format);
    let order = match format {
        "2" | "4" => Order::DayFirst,
        "3" => Order::MonthFirst,
        "201" | "202" | "301" | "302" => Order::ShortYear,
        _ => Order::YearFirst,
    };
    let digits = digits(value)?;
    let (day, time) = match format {
        "205" => moment(digits.get(..12)?, Order::YearFirst)?,
        _ => moment(&digits, order)?,
    };
    stamp(day, time, zone)
}

/// Whether values of this format are times without a date.
pub(super) fn is_of_day(format: &str) -> bool {
    matches!(format, "401" | "402" | "404")
}

/// The time of day `value` on this day.
pub(super) fn at_time_of_day(day: &Timestamp, value: &str) -> Option<Timestamp> {
    let (value, zone) = split_zone(value.trim(), "");
    let time = of_day(&digits(value)?)?;
    let day = day.date().filter(|date| Timestamp::from(*date) == *day)?;
    stamp(day, Some(time), zone)
}

#[derive(Clone, Copy, PartialEq)]
enum Order {
    YearFirst,
    ShortYear,
    DayFirst,
    MonthFirst,
}

/// Splits off letters or an offset after the digits. A dash begins an offset only after a complete time.
fn split_zone<'v>(value: &'v str, format: &str) -> (&'v str, &'v str) {
    let digits_of_time = match format {
        "205" => return value.split_at_checked(12).unwrap_or((value, "")),
        "404" => 6,
        "301" | "302" => 10,
        _ => 12,
    };
    let mut digits = 0;
    let zone = value.char_indices().find(|(at, letter)| {
        digits += usize::from(letter.is_ascii_digit());
        let is_separator = *letter == 'T' && value[at + 1..].starts_with(|next: char| next.is_ascii_digit());
        *letter == '+' || letter.is_ascii_alphabetic() && !is_separator || *letter == '-' && digits >= digits_of_time
    });
    zone.map_or((value, ""), |(at, _)| value.split_at(at))
}

pub(super) fn ends_with_cst(value: &str) -> bool {
    value.get(value.len().saturating_sub(3)..).is_some_and(|zone| zone.eq_ignore_ascii_case("CST"))
}

pub(super) fn is_no_time(time: &str) -> bool {
    !time.trim().is_empty() && digits(time).and_then(|time| of_day(&time)).is_none()
}

/// Whether the value has a time that could not be parsed.
pub(super) fn lost_time(value: &str, format: &str, read: &Timestamp) -> bool {
    let is_day = read.as_str().len() <= "2026-05-02".len();
    let (value, _) = split_zone(value.trim(), format);
    is_day && value.bytes().filter(u8::is_ascii_digit).count() > 8
}

/// The digits of the text. `None` if it has anything but digits and separators.
fn digits(text: &str) -> Option<Cow<'_, str>> {
    let text = text.trim();
    if !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit()) {
        return Some(text.into());
    }
    let is_written = |letter: char| letter.is_ascii_digit() || "-/.: T".contains(letter);
    let found = text.chars().all(is_written).then(|| text.chars().filter(char::is_ascii_digit).collect::<String>())?;
    (!found.is_empty()).then_some(found.into())
}

fn number(digits: &str) -> Option<u32> {
    digits.parse().ok()
}

fn moment(digits: &str, order: Order) -> Option<(NaiveDate, Option<(NaiveTime, bool)>)> {
    let days = match (digits.len(), order) {
        (6 | 10, _) | (12, Order::ShortYear) => 6,
        (8 | 12.., _) => 8,
        _ => return None,
    };
    let (day, time) = digits.split_at(days);
    let time = if time.is_empty() { None } else { of_day(time) };
    Some((date(day, order)?, time))
}

fn date(digits: &str, order: Order) -> Option<NaiveDate> {
    let is_short = digits.len() == 6;
    let (year, month, day) = match (order, is_short) {
        (Order::YearFirst | Order::ShortYear, true) => (&digits[..2], &digits[2..4], &digits[4..]),
        (Order::YearFirst | Order::ShortYear, false) => (&digits[..4], &digits[4..6], &digits[6..]),
        (Order::DayFirst, _) => (&digits[4..], &digits[2..4], &digits[..2]),
        (Order::MonthFirst, _) => (&digits[4..], &digits[..2], &digits[2..4]),
    };
    let year = match number(year)? {
        short @ 0..70 if is_short => 2000 + short,
        short if is_short => 1900 + short,
        year => year,
    };
    NaiveDate::from_ymd_opt(year.try_into().ok()?, number(month)?, number(day)?)
}

/// Parses a time of day. The flag is true for `2400`, which is midnight of the next day.
fn of_day(digits: &str) -> Option<(NaiveTime, bool)> {
    let is_short = digits.len() % 2 == 1 && digits.len() < 6;
    let padded: Cow<'_, str> = if is_short { format!("0{digits}").into() } else { digits.into() };
    let part = |at: usize| padded.get(at..at + 2).map_or(Some(0), number);
    match (part(0)?, part(2)?, part(4)?) {
        (24, 0, 0) => Some((NaiveTime::MIN, true)),
        (hour, minute, second) => NaiveTime::from_hms_opt(hour, minute, second).map(|time| (time, false)),
    }
}

fn stamp(day: NaiveDate, time: Option<(NaiveTime, bool)>, clock: &str) -> Option<Timestamp> {
    let Some((time, ends_day)) = time else { return Some(Timestamp::from(day)) };
    let day = if ends_day { day.checked_add_days(Days::new(1))? } else { day };
    let year = u32::try_from(day.year()).ok().filter(|year| *year < 10_000)?;
    let mut text = *b"0000-00-00T00:00:00+00:00";
    let mut put = |at: usize, number: u32| {
        text[at] += u8::try_from(number / 10).unwrap_or_default();
        text[at + 1] += u8::try_from(number % 10).unwrap_or_default();
    };
    let parts = [year / 100, year % 100, day.month(), day.day(), time.hour(), time.minute(), time.second()];
    [0, 2, 5, 8, 11, 14, 17].into_iter().zip(parts).for_each(|(at, number)| put(at, number));
    let length = match offset(clock, day.and_time(time)) {
        None => 19,
        Some(0) => {
            text[19] = b'Z';
            20
        }
        Some(seconds) => {
            let minutes = seconds.unsigned_abs() / 60;
            put(20, minutes / 60);
            put(23, minutes % 60);
            if seconds < 0 {
                text[19] = b'-';
            }
            25
        }
    };
    Some(Timestamp::new(std::str::from_utf8(&text[..length]).ok()?))
}

/// Seconds that the clock is ahead of UTC. `None` if it is local or unknown.
fn offset(clock: &str, local: chrono::NaiveDateTime) -> Option<i32> {
    let clock = capitals(clock.trim());
    if matches!(&*clock, "" | "LT") {
        return None;
    }
    let hours = |hours: i32| Some(hours * 3600);
    let zone = |name: &str| {
        let (moment, _) = Zone::named(name)?.moment(local)?;
        (local - moment.naive_utc()).num_seconds().try_into().ok()
    };
    match &*clock {
        "ET" => zone("America/New_York"),
        "CT" => zone("America/Chicago"),
        "MT" => zone("America/Denver"),
        "PT" => zone("America/Los_Angeles"),
        "AT" => zone("America/Anchorage"),
        "HT" => zone("Pacific/Honolulu"),
        "TT" => zone("America/Halifax"),
        "NT" => zone("America/St_Johns"),
        "LOC" | "LCL" => None,
        "UT" | "GM" | "UTC" | "GMT" | "Z" | "00" => Some(0),
        "NS" | "NST" => Some(-12_600),
        "ND" | "NDT" => Some(-9_000),
        "TD" | "ADT" => hours(-3),
        "TS" | "ED" | "AST" | "EDT" => hours(-4),
        "ES" | "CD" | "EST" | "CDT" => hours(-5),
        "CS" | "MD" | "CST" | "MDT" => hours(-6),
        "MS" | "PD" | "MST" | "PDT" => hours(-7),
        "PS" | "AD" | "PST" => hours(-8),
        "AS" | "HD" => hours(-9),
        "HS" => hours(-10),
        "CET" => hours(1),
        "CEST" => hours(2),
        "JST" | "KST" => hours(9),
        other => numbered(other),
    }
}

/// Parses a numeric time code of X12 (01 to 12 are hours ahead of UTC; 13 to 24 are behind it: 13 by twelve hours, 24 by one)
/// or an offset such as `+0800`.
fn numbered(clock: &str) -> Option<i32> {
    if clock.len() == 2 && clock.bytes().all(|byte| byte.is_ascii_digit()) {
        return match number(clock)? {
            ahead @ 1..=12 => Some(ahead.cast_signed() * 3600),
            behind @ 13..=24 => Some((behind.cast_signed() - 25) * 3600),
            _ => None,
        };
    }
    let (sign, digits) = match clock.split_at_checked(1)? {
        ("+", digits) => (1, digits),
        ("-", digits) => (-1, digits),
        _ => (1, clock),
    };
    let digits: String = digits.trim().chars().filter(|letter| *letter != ':').collect();
    let digits = if digits.len() == 1 { format!("0{digits}") } else { digits };
    let (hours, minutes) =
        (number(digits.get(..2)?)?, number(digits.get(2..).filter(|rest| !rest.is_empty()).unwrap_or("0"))?);
    (hours <= 14 && minutes < 60).then(|| sign * (hours * 60 + minutes).cast_signed() * 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(stamp: Option<Timestamp>) -> String {
        stamp.map(|stamp| stamp.to_string()).unwrap_or_default()
    }

    #[test]
    fn x12_times_are_parsed_by_their_time_code() {
        for (date, time, clock, is) in [
            ("20221114", "1450", "", "2022-11-14T14:50:00"),
            ("20221114", "145059", "LT", "2022-11-14T14:50:59"),
            ("221114", "1450", "UT", "2022-11-14T14:50:00Z"),
            ("991231", "", "", "1999-12-31"),
            ("20221114", "", "UT", "2022-11-14"),
            ("202211141450", "", "GM", "2022-11-14T14:50:00Z"),
            ("2022-11-14", "14:50", "", "2022-11-14T14:50:00"),
            ("20221114", "950", "", "2022-11-14T09:50:00"),
            ("20221231", "2400", "", "2023-01-01T00:00:00"),
            ("20221114", "2561", "", "2022-11-14"),
            ("20221114", "noon", "", "2022-11-14"),
            ("20230303", "1942", "PT", "2023-03-03T19:42:00-08:00"),
            ("20230703", "1942", "pt", "2023-07-03T19:42:00-07:00"),
            // This local time does not exist: clocks were set forward.
            ("20230312", "0230", "PT", "2023-03-12T02:30:00-08:00"),
            ("20230703", "1942", "ES", "2023-07-03T19:42:00-05:00"),
            ("20230703", "1942", "08", "2023-07-03T19:42:00+08:00"),
            ("20230703", "1942", "20", "2023-07-03T19:42:00-05:00"),
            ("20230703", "1942", "NS", "2023-07-03T19:42:00-03:30"),
            ("20230703", "1942", "QQ", "2023-07-03T19:42:00"),
            ("20221314", "1450", "", ""),
            ("soon", "1450", "", ""),
            ("", "1450", "", ""),
            ("00000000", "0000", "", ""),
        ] {
            assert_eq!(shown(x12(date, time, clock)), is, "{date} {time} {clock}");
        }
    }

    #[test]
    fn edifact_times_are_parsed_by_their_format() {
        for (value, format, is) in [
            ("202211190710", "203", "2022-11-19T07:10:00"),
            ("20221119071033", "204", "2022-11-19T07:10:33"),
            ("20221119", "102", "2022-11-19"),
            ("221119", "101", "2022-11-19"),
            ("191122", "2", "2022-11-19"),
            ("111922", "3", "2022-11-19"),
            ("19112022", "4", "2022-11-19"),
            ("2211190710", "201", "2022-11-19T07:10:00"),
            ("221119071033", "202", "2022-11-19T07:10:33"),
            ("202211190710UTC", "303", "2022-11-19T07:10:00Z"),
            ("202211190710EST", "303", "2022-11-19T07:10:00-05:00"),
            ("202211190710LOC", "303", "2022-11-19T07:10:00"),
            ("202211190710-05", "303", "2022-11-19T07:10:00-05:00"),
            ("202211190710-0500", "303", "2022-11-19T07:10:00-05:00"),
            ("202211190710-03:30", "303", "2022-11-19T07:10:00-03:30"),
            ("202211190710 -5", "303", "2022-11-19T07:10:00-05:00"),
            ("202211190710+8", "303", "2022-11-19T07:10:00+08:00"),
            ("20221119071033-05", "304", "2022-11-19T07:10:33-05:00"),
            ("2211190710-05", "301", "2022-11-19T07:10:00-05:00"),
            ("2022-11-19 07:10", "203", "2022-11-19T07:10:00"),
            ("2022-11-19T07:10", "203", "2022-11-19T07:10:00"),
            ("2022-11-19", "102", "2022-11-19"),
            ("202211190710+0530", "205", "2022-11-19T07:10:00+05:30"),
            ("2022111907100530", "205", "2022-11-19T07:10:00+05:30"),
            ("202211190710-0500", "205", "2022-11-19T07:10:00-05:00"),
            ("20221119", "203", "2022-11-19"),
            ("202211190710", "", "2022-11-19T07:10:00"),
            ("202213190710", "203", ""),
            ("2022", "203", ""),
            ("", "203", ""),
        ] {
            assert_eq!(shown(edifact(value, format)), is, "{value}:{format}");
        }
    }
}
