//! Replaces values that are valid JSON, but that Rust strings and numbers cannot represent.
//!
//! A text that was cut in the middle of an emoji contains half a surrogate pair, and `1e400` is larger than any float. serde_json fails
//! to read a whole resource because of one such value. This module replaces them by U+FFFD and by the text `"1e400"`.

use serde::de::DeserializeOwned;

/// `text` must be syntactically valid JSON.
pub(super) fn from_str<T: DeserializeOwned>(text: &str) -> serde_json::Result<T> {
    serde_json::from_str(text).or_else(|problem| match repaired(text) {
        Some(text) => serde_json::from_str(&text),
        None => Err(problem),
    })
}

/// `None` if there is nothing to replace.
fn repaired(text: &str) -> Option<String> {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    let mut in_string = false;
    let mut changed = false;
    while let Some(first) = rest.chars().next() {
        let part = match first {
            '\\' if in_string => escape(rest),
            '-' | '0'..='9' if !in_string => number(rest),
            _ => Part::unchanged(first.len_utf8()),
        };
        in_string ^= first == '"';
        let (taken, remaining) = rest.split_at_checked(part.length)?;
        match part.replacement {
            None => out.push_str(taken),
            Some(Replacement::ReplacementCharacter) => out.push_str("\\ufffd"),
            Some(Replacement::QuotedNumber) => out.extend(["\"", taken, "\""]),
        }
        changed |= part.replacement.is_some();
        rest = remaining;
    }
    changed.then_some(out)
}

struct Part {
    length: usize,
    replacement: Option<Replacement>,
}

enum Replacement {
    ReplacementCharacter,
    QuotedNumber,
}

impl Part {
    fn unchanged(length: usize) -> Self {
        Part { length, replacement: None }
    }
}

fn escape(text: &str) -> Part {
    match code_unit(text) {
        None => Part::unchanged(2),
        Some(0xD800..=0xDBFF) if matches!(text.get(6..).and_then(code_unit), Some(0xDC00..=0xDFFF)) => {
            Part::unchanged(12)
        }
        Some(0xD800..=0xDFFF) => Part { length: 6, replacement: Some(Replacement::ReplacementCharacter) },
        Some(_) => Part::unchanged(6),
    }
}

fn code_unit(text: &str) -> Option<u16> {
    u16::from_str_radix(text.strip_prefix("\\u")?.get(..4)?, 16).ok()
}

fn number(text: &str) -> Part {
    let length = text.find(|c: char| !matches!(c, '0'..='9' | '+' | '-' | '.' | 'e' | 'E')).unwrap_or(text.len());
    let finite = text.get(..length).and_then(|digits| digits.parse::<f64>().ok()).is_some_and(f64::is_finite);
    Part { length, replacement: (!finite).then_some(Replacement::QuotedNumber) }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn halves_of_surrogate_pairs_become_the_replacement_character() {
        for (text, read) in [
            (r#"{"a":"cut \ud83d"}"#, json!({ "a": "cut \u{fffd}" })),
            (r#"{"a":"\udea2\ud83d\ud83d\udea2"}"#, json!({ "a": "\u{fffd}\u{fffd}🚢" })),
            (r#"{"\ud800":"\\ud800 \"\ud800\""}"#, json!({ "\u{fffd}": "\\ud800 \"\u{fffd}\"" })),
        ] {
            assert_eq!(from_str::<Value>(text).unwrap(), read, "{text}");
        }
    }

    #[test]
    fn numbers_that_no_float_can_represent_become_text() {
        let text = r#"[-1e400, 1e-400, 12, "1e400", 1E999]"#;
        assert_eq!(from_str::<Value>(text).unwrap(), json!(["-1e400", 0.0, 12, "1e400", "1E999"]));
    }

    #[test]
    fn other_invalid_texts_are_rejected() {
        for text in ["", "{", "[1,]", r#"{"a":"\ud800}"#, r#""\u12"#] {
            assert!(from_str::<Value>(text).is_err(), "{text}");
        }
    }
}
