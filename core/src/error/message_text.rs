//! Formats values for messages: quoted texts, durations, and limits of length.

use std::borrow::Cow;
use std::fmt;
use std::time::Duration;

const MAX_QUOTED: usize = 60;

pub(super) const LONGEST_MESSAGE: usize = 2_000;

pub(super) const LONGEST_FIELD: usize = 200;

/// A text for an error message: quoted, with unprintable characters escaped, and truncated to 60 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.char_indices().nth(MAX_QUOTED) {
            None => write!(f, "{:?}", self.0),
            Some((end, _)) => {
                let shown = format!("{:?}", &self.0[..end]);
                write!(f, "{}…\"", shown.strip_suffix('"').unwrap_or(&shown))
            }
        }
    }
}

/// Removes the middle of a long text. The end is kept because the reason mostly follows the quoted value.
pub(super) fn bounded(text: Cow<'static, str>, most: usize) -> Cow<'static, str> {
    if text.len() <= most || text.chars().nth(most).is_none() {
        return text;
    }
    let (first, last) = (most * 3 / 4, most / 4);
    let begins = text.char_indices().nth(first).map_or(text.len(), |(at, _)| at);
    let ends = text.char_indices().nth_back(last - 1).map_or(0, |(at, _)| at);
    Cow::Owned(format!("{}…{}", &text[..begins], &text[ends..]))
}

/// A duration for people, rounded up: `250 ms`, `4 s`, `2 min 5 s`, `1 h 30 min`.
pub(crate) struct ReadableDuration(pub Duration);

impl fmt::Display for ReadableDuration {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = self.0.as_nanos().div_ceil(1_000_000);
        if thousandths < 1_000 {
            return write!(f, "{thousandths} ms");
        }
        let seconds = thousandths.div_ceil(1_000);
        let minutes = seconds.div_ceil(60);
        let (first, second) = match seconds {
            0..120 => ((seconds, "s"), (0, "")),
            120..3_600 => ((seconds / 60, "min"), (seconds % 60, "s")),
            _ => ((minutes / 60, "h"), (minutes % 60, "min")),
        };
        write!(f, "{} {}", first.0, first.1)?;
        if second.0 > 0 { write!(f, " {} {}", second.0, second.1) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::{Error, ErrorKind};

    #[test]
    fn a_text_is_quoted_escaped_and_cut() {
        assert_eq!(Quoted("a\"b\n").to_string(), r#""a\"b\n""#);
        assert_eq!(Quoted(&"é".repeat(60)).to_string(), format!("\"{}\"", "é".repeat(60)));
        assert_eq!(Quoted(&"é".repeat(61)).to_string(), format!("\"{}…\"", "é".repeat(60)));
        assert_eq!(Quoted(&"\"".repeat(61)).to_string(), format!("\"{}…\"", "\\\"".repeat(60)));
    }

    #[test]
    fn a_message_with_a_long_value_is_shortened_and_keeps_its_end() {
        let long = "é".repeat(2_000_000);
        for error in [
            Error::invalid(&format!("/data/attributes/{long}"), format!("it is {long}: end it with Z")),
            Error::invalid(&long, format!("it is {long}: end it with Z")),
            Error::new(ErrorKind::NotFound, format!("it is {long}: end it with Z")),
        ] {
            let message = error.to_string();
            assert!(message.chars().count() < 2_500, "{}", message.chars().count());
            assert!(message.contains(": end it with Z"), "{message}");
            let rendered = serde_json::to_vec(&error.render().errors).unwrap();
            assert!(rendered.len() < 6_000, "{}", rendered.len());
        }
    }

    #[test]
    fn only_the_first_100_problems_are_reported() {
        let problem = |at: usize| Error::invalid(&format!("/data/attributes/events/{at}"), "no");
        let all = (0..10_000).map(problem).reduce(Error::and).unwrap();
        assert_eq!((all.errors().len(), all.pointer()), (100, Some("/data/attributes/events/0")));
    }

    #[test]
    fn a_long_pointer_is_shortened_in_the_message_only() {
        let pointer = format!("/data/{}", "é".repeat(500));
        let body = serde_json::json!({ "errors": [{ "detail": "no", "source": { "pointer": pointer } }] }).to_string();
        let error = Error::from_answer(422, None, body.as_bytes());
        assert_eq!(error.pointer(), Some(&*pointer));
        assert!(error.to_string().chars().count() < 300);
    }
}

#[cfg(test)]
mod readable_tests {
    use super::*;

    #[test]
    fn durations_have_at_most_two_units_and_are_rounded_up() {
        for (nanos, text) in [
            (0, "0 ms"),
            (1, "1 ms"),
            (999_000_001, "1 s"),
            (3_982_123_456, "4 s"),
            (119_000_000_000, "119 s"),
            (125_400_000_000, "2 min 6 s"),
            (300_000_000_000, "5 min"),
            (3_600_000_000_000, "1 h"),
            (5_400_000_000_001, "1 h 31 min"),
            (86_400_000_000_000, "24 h"),
        ] {
            assert_eq!(ReadableDuration(Duration::from_nanos(nanos)).to_string(), text);
        }
    }
}
