//! Timestamps of the API, with their original text.

use std::fmt;

use chrono::{DateTime, FixedOffset, NaiveDate, SecondsFormat, TimeZone, Utc};
use serde::{Deserialize, Serialize};

#[cfg(feature = "zones")]
use crate::zones::{LocalTime, Zone};

/// A time or a date, stored as its original text, so that nothing is rounded, converted or lost.
///
/// A date has no [`instant`](Timestamp::instant), because its time of day and time zone are unknown.
///
/// Services send some days as times: the last free day 15 May at Los Angeles is `2026-05-15T07:00:00Z`, the time when this day begins there.
/// `at_place` (feature `zones`) converts such a time back to the day.
#[derive(Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(Box<str>);

impl Timestamp {
    /// A timestamp with this text, which is not checked.
    pub fn new(text: impl Into<Box<str>>) -> Self {
        Timestamp(text.into())
    }

    /// The time with its offset from UTC; `None` for a date and for text that is not a timestamp.
    pub fn instant(&self) -> Option<DateTime<FixedOffset>> {
        // Fast path: a date is too short to be a time.
        if self.0.len() <= 10 {
            return None;
        }
        DateTime::parse_from_rfc3339(&self.0)
            .or_else(|_| DateTime::parse_from_str(&self.0, "%Y-%m-%dT%H:%M:%S%.f%z"))
            .ok()
    }

    /// The time in UTC; `None` as for [`instant`](Timestamp::instant).
    pub fn utc(&self) -> Option<DateTime<Utc>> {
        self.parse_usual_form().or_else(|| self.instant().map(|moment| moment.to_utc()))
    }

    /// Fast path for the usual form, `2026-05-02T10:00:00Z`: times are read very often.
    fn parse_usual_form(&self) -> Option<DateTime<Utc>> {
        let text: &[u8; 20] = self.0.as_bytes().try_into().ok()?;
        let marks = [(10, b'T'), (13, b':'), (16, b':'), (19, b'Z')];
        if marks.iter().any(|(at, mark)| text[*at] != *mark) {
            return None;
        }
        let two = |at: usize| two_digits(text, at);
        Some(usual_date(&text[..10])?.and_hms_opt(two(11)?, two(14)?, two(17)?)?.and_utc())
    }

    /// The date in the text, without conversion to another time zone. `None` if the text does not begin with a date.
    pub fn date(&self) -> Option<NaiveDate> {
        let text = self.0.get(..10)?;
        usual_date(text.as_bytes()).or_else(|| NaiveDate::parse_from_str(text, "%Y-%m-%d").ok())
    }

    /// A time by which timestamps can be compared: the time in UTC, or noon UTC for a date. `None` for text that is not a timestamp.
    pub fn comparable_instant(&self) -> Option<DateTime<Utc>> {
        let noon = || self.date().filter(|_| self.is_date())?.and_hms_opt(12, 0, 0).map(|noon| noon.and_utc());
        self.utc().or_else(noon)
    }

    /// Whether this is a date without a time of day.
    pub fn is_date(&self) -> bool {
        self.0.len() == 10 && self.date().is_some()
    }

    /// The local time in a time zone. A time at which a day begins in this zone is a [day](LocalTime::Day). `None` for text that is not a
    /// timestamp.
    #[cfg(feature = "zones")]
    pub fn at_place(&self, zone: &Zone) -> Option<LocalTime> {
        match self.utc() {
            Some(moment) => zone.local_time(moment),
            None => self.date().filter(|_| self.is_date()).map(LocalTime::Day),
        }
    }

    /// Chooses the time zone of a timestamp if it can be one of several. For example, a last free day can be a day at the port or at the
    /// inland destination. Returns the first zone in which a day begins at this time, otherwise the first zone; `None` if `zones` is empty.
    /// [`AttributeSchema::timezones`](super::AttributeSchema::timezones) lists the zones of each attribute.
    #[cfg(feature = "zones")]
    pub fn choose_zone<'z>(&self, zones: impl IntoIterator<Item = &'z Zone>) -> Option<&'z Zone> {
        let mut zones = zones.into_iter();
        let first = zones.next()?;
        let is_day = |zone: &&Zone| matches!(self.at_place(zone), Some(LocalTime::Day(_)));
        if is_day(&first) { Some(first) } else { zones.find(is_day).or(Some(first)) }
    }

    /// The local date at a place, in the zone that [`choose_zone`](Self::choose_zone) chooses from `zones`. If `zones` is empty, returns the
    /// date in the text, except for a time in UTC: `None`, because its local date is unknown.
    #[cfg(feature = "zones")]
    pub fn day_at_place<'z>(&self, zones: impl IntoIterator<Item = &'z Zone>) -> Option<NaiveDate> {
        match self.choose_zone(zones).and_then(|zone| self.at_place(zone)) {
            Some(there) => Some(there.day()),
            None if self.is_date() => self.date(),
            None => self.instant().filter(|at| at.offset().local_minus_utc() != 0).map(|at| at.date_naive()),
        }
    }

    /// The time in whole seconds, rounded down; `None` if it has no fraction of a second.
    #[cfg(feature = "embedded")]
    pub(crate) fn without_fraction(&self) -> Option<Self> {
        const WHOLE: usize = "2026-05-02T10:00:00".len();
        let fraction = self.0.get(WHOLE..)?.strip_prefix('.')?;
        let zone = fraction.trim_start_matches(|digit: char| digit.is_ascii_digit());
        Some(Timestamp::new(format!("{}{zone}", &self.0[..WHOLE])))
    }

    /// The original text.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Fast path for dates in the usual form, `2026-05-02`. `None` for other forms.
fn usual_date(text: &[u8]) -> Option<NaiveDate> {
    let text: &[u8; 10] = text.try_into().ok()?;
    if text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    let year = i32::try_from(two_digits(text, 0)? * 100 + two_digits(text, 2)?).ok()?;
    NaiveDate::from_ymd_opt(year, two_digits(text, 5)?, two_digits(text, 8)?)
}

fn two_digits(text: &[u8], at: usize) -> Option<u32> {
    let digit = |at: usize| Some(text.get(at)?.wrapping_sub(b'0')).filter(|digit| *digit < 10).map(u32::from);
    Some(digit(at)? * 10 + digit(at + 1)?)
}

impl<Z: TimeZone> From<DateTime<Z>> for Timestamp
where
    Z::Offset: fmt::Display,
{
    fn from(moment: DateTime<Z>) -> Self {
        let form = if moment.timestamp_subsec_millis() == 0 { SecondsFormat::Secs } else { SecondsFormat::Millis };
        Timestamp(moment.to_rfc3339_opts(form, true).into())
    }
}

impl From<&str> for Timestamp {
    fn from(text: &str) -> Self {
        Timestamp::new(text)
    }
}

impl From<String> for Timestamp {
    fn from(text: String) -> Self {
        Timestamp::new(text)
    }
}

impl From<NaiveDate> for Timestamp {
    fn from(day: NaiveDate) -> Self {
        Timestamp(day.to_string().into())
    }
}

impl Default for Timestamp {
    fn default() -> Self {
        Timestamp::new("")
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl fmt::Debug for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_known_form_is_parsed_and_preserved() {
        for (text, seconds) in [
            ("2026-05-02T15:00:00Z", 1_777_734_000),
            ("2026-05-02T15:00:00.000Z", 1_777_734_000),
            ("2026-05-02T15:00:00.1234567Z", 1_777_734_000),
            ("2026-05-02T08:00:00-07:00", 1_777_734_000),
            ("2026-05-02T08:00:00-0700", 1_777_734_000),
        ] {
            let stamp = Timestamp::new(text);
            assert_eq!(stamp.instant().map(|moment| moment.timestamp()), Some(seconds), "{text}");
            assert_eq!(serde_json::to_string(&stamp).unwrap(), format!("\"{text}\""));
        }
    }

    #[test]
    fn the_fast_path_agrees_with_the_general_parser() {
        let read = |text: &str| {
            (Timestamp::new(text).parse_usual_form(), Timestamp::new(text).instant().map(|at| at.to_utc()))
        };
        for text in ["2026-05-02T15:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59Z", "2024-02-29T00:00:00Z"] {
            let (usual, any) = read(text);
            assert!(usual.is_some() && usual == any, "{text}");
        }
        for text in [
            "2026-02-29T15:00:00Z",
            "2026-05-02T24:00:00Z",
            "2026-05-02T15:60:00Z",
            "2026-05-02T15:00:0:Z",
            "/026-05-02T15:00:00Z",
        ] {
            assert_eq!(read(text), (None, None), "{text}");
        }
        assert!(matches!(read("2026-06-30T23:59:60Z"), (None, Some(_))), "a leap second is left to the general parser");
        assert!(matches!(read("2026-06-30t23:59:30z"), (None, Some(_))));
    }

    #[cfg(feature = "embedded")]
    #[test]
    fn a_fraction_of_a_second_is_removed() {
        let whole = |text: &str| Timestamp::new(text).without_fraction().map(|whole| whole.to_string());
        let expected = Some("2026-05-02T10:00:00Z".to_owned());
        assert_eq!(
            [whole("2026-05-02T10:00:00.5Z"), whole("2026-05-02T10:00:00.123456Z")],
            [expected.clone(), expected]
        );
        assert_eq!(whole("2026-05-02T10:00:00.999-07:00").as_deref(), Some("2026-05-02T10:00:00-07:00"));
        for text in ["2026-05-02T10:00:00Z", "2026-05-02", "", "2026-05-02T10:00:0é.5Z", "soon"] {
            assert_eq!(whole(text), None, "{text}");
        }
    }

    #[test]
    fn a_date_has_no_time() {
        let day = Timestamp::new("2026-05-02");
        assert!(day.is_date() && day.instant().is_none());
        assert_eq!(day.date(), NaiveDate::from_ymd_opt(2026, 5, 2));
        assert!(Timestamp::new("soon").date().is_none());
        assert_eq!(
            day.comparable_instant().map(|noon| noon.to_rfc3339()),
            Some("2026-05-02T12:00:00+00:00".to_owned())
        );
        assert!(Timestamp::new("2026-05-02 and more").comparable_instant().is_none());
    }

    #[cfg(feature = "zones")]
    #[test]
    fn the_beginning_of_a_day_at_a_place_is_read_as_that_day() {
        let zone = |name| Zone::named(name).unwrap();
        let (la, chicago) = (zone("America/Los_Angeles"), zone("America/Chicago"));
        let day = |day: &str| Some(LocalTime::Day(day.parse().unwrap()));
        for (text, there) in [
            ("2026-05-15", day("2026-05-15")),
            ("2026-05-15T07:00:00Z", day("2026-05-15")),
            ("2026-05-15T00:00:00-07:00", day("2026-05-15")),
            ("2026-05-15T05:00:00Z", Some(LocalTime::Moment("2026-05-14T22:00:00-07:00".parse().unwrap()))),
            ("2026-05-15T07:00:00", None),
            ("soon", None),
        ] {
            assert_eq!(Timestamp::new(text).at_place(&la), there, "{text}");
        }
        let by = |text: &str| Timestamp::new(text).choose_zone([&la, &chicago]).unwrap().name();
        assert_eq!(by("2026-05-15T05:00:00Z"), "America/Chicago", "the beginning of a day inland");
        assert_eq!([by("2026-05-15T05:01:00Z"), by("2026-05-15"), by("soon")], ["America/Los_Angeles"; 3]);
        assert!(Timestamp::new("2026-05-15").choose_zone([]).is_none());
        let day = |text: &str, zones: &[Zone]| Timestamp::new(text).day_at_place(zones).map(|day| day.to_string());
        let date = |text: &str| Some(text.to_owned());
        assert_eq!(day("2026-05-23T05:30:00Z", &[la]), date("2026-05-22"));
        assert_eq!(day("2026-05-23T05:00:00Z", &[la, chicago]), date("2026-05-23"), "a day inland");
        assert_eq!(day("2026-05-22T22:30:00-07:00", &[]), date("2026-05-22"), "the offset of the writer");
        assert_eq!([day("2026-05-23T05:30:00Z", &[]), day("soon", &[la])], [None, None]);
    }
}
