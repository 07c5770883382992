//! Finds the line that a person names in place of its code.

use super::lines::{Line, all, by_container_prefix, by_scac};
use crate::error::{Error, Quoted, Result};
use crate::resources::ShippingLine;

/// The least number of letters of a name.
const LEAST_NAME: usize = 3;

/// Whether a text that is not a code may be the name of a line.
pub(crate) fn may_be_name(text: &str) -> bool {
    compared(text).chars().count() >= LEAST_NAME && !text.chars().any(char::is_numeric)
}

/// Whether a text in the form of a code is the name of a line of the table, such as `OOCL`, and not a code.
pub(crate) fn is_name_like_code(text: &str) -> bool {
    let is_code = by_scac(text).is_some() || by_container_prefix(text).is_some();
    let names = |line: &'static Line| [line.name, line.short_name].into_iter().chain(line.other_names.iter().copied());
    !is_code && all().iter().flat_map(names).any(|name| begins_with_words(name, text))
}

/// Finds the line that a person names, such as `Maersk`, `Hapag` or `MSC`: the line with this name or short name, otherwise the only
/// line with a name that begins with these words. Fails if no line or several lines fit; `candidates` in the `meta` of the error lists
/// the codes of similar names.
pub(crate) fn line_named<'l>(text: &str, lines: &'l [ShippingLine]) -> Result<&'l ShippingLine> {
    let fitting = |fits: fn(&str, &str) -> bool| -> Vec<&ShippingLine> {
        let is_named = |line: &&ShippingLine| names_of(line).any(|name| fits(name, text));
        lines.iter().filter(is_named).collect()
    };
    let same = fitting(|name, text| compared(name) == compared(text));
    let found = if same.is_empty() { fitting(begins_with_words) } else { same };
    match found.as_slice() {
        [only] => Ok(*only),
        [] => Err(not_one_line(text, &fitting(is_similar))),
        several => Err(not_one_line(text, several)),
    }
}

/// The names of a line, with those that only the table has.
pub(crate) fn names_of(line: &ShippingLine) -> impl Iterator<Item = &str> {
    let others = by_scac(&line.scac).map_or(&[][..], |line| line.other_names);
    [line.name.as_str(), line.short_name.as_str()].into_iter().chain(others.iter().copied())
}

fn begins_with_words(name: &str, text: &str) -> bool {
    let words = |text: &str| -> Vec<String> {
        text.split(|letter: char| !letter.is_alphanumeric()).map(compared).filter(|word| !word.is_empty()).collect()
    };
    words(name).starts_with(&words(text))
}

/// Whether one of the names is the beginning of the other.
fn is_similar(name: &str, text: &str) -> bool {
    let (name, text) = (compared(name), compared(text));
    !name.is_empty() && (name.starts_with(&text) || text.starts_with(&name))
}

/// The letters and digits of a name in lower case.
fn compared(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn not_one_line(text: &str, candidates: &[&ShippingLine]) -> Error {
    let named: Vec<String> = candidates.iter().map(|line| format!("{} ({})", line.scac, line.short_name)).collect();
    let cure = match named.as_slice() {
        [] => "a carrier code has four letters, such as MAEU".to_owned(),
        [only] => format!("did you mean {only}?"),
        several => format!("did you mean one of {}?", several.join(", ")),
    };
    let detail = format!("scac is neither a carrier code nor the name of one carrier: {}; {cure}", Quoted(text.trim()));
    let codes: Vec<&str> = candidates.iter().map(|line| line.scac.as_str()).collect();
    Error::invalid("/data/attributes/scac", detail).with_candidates(&codes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines() -> Vec<ShippingLine> {
        let names = [
            ("MAEU", "Maersk Line", "Maersk"),
            ("HLCU", "Hapag-Lloyd", "Hapag-Lloyd"),
            ("MSCU", "Mediterranean Shipping Company", "MSC"),
            ("SEAU", "Sealand Americas", "SeaLand Americas"),
            ("SEJJ", "SeaLand Europe", "SeaLand Europe"),
        ];
        let line = |(scac, name, short): (&str, &str, &str)| ShippingLine {
            scac: scac.to_owned(),
            name: name.to_owned(),
            short_name: short.to_owned(),
            ..Default::default()
        };
        names.into_iter().map(line).collect()
    }

    #[test]
    fn a_line_is_found_by_a_name_that_no_other_line_has() {
        let lines = lines();
        for (text, scac) in [
            ("Maersk", "MAEU"),
            (" maersk line ", "MAEU"),
            ("Hapag", "HLCU"),
            ("HAPAG LLOYD", "HLCU"),
            ("MSC", "MSCU"),
            ("Mediterranean", "MSCU"),
            ("sealand europe", "SEJJ"),
        ] {
            assert_eq!(line_named(text, &lines).unwrap().scac, scac, "{text}");
            assert!(may_be_name(text), "{text}");
        }
    }

    #[test]
    fn an_ambiguous_or_unknown_name_is_rejected_with_candidates() {
        let lines = lines();
        for (text, candidates) in [
            ("Sealand", serde_json::json!(["SEAU", "SEJJ"])),
            ("Maersk Broker", serde_json::json!(["MAEU"])),
            ("MAE", serde_json::json!(["MAEU"])),
            ("Acme", serde_json::json!([])),
        ] {
            let refused = line_named(text, &lines).unwrap_err();
            assert_eq!(refused.pointer(), Some("/data/attributes/scac"));
            assert_eq!(refused.errors()[0].meta.as_ref().unwrap()["candidates"], candidates, "{text}");
            assert!(refused.to_string().contains(text), "{refused}");
        }
    }

    #[test]
    fn short_texts_and_texts_with_digits_are_not_names() {
        for text in ["UP", "", "??", "M4EU", "MAEU1"] {
            assert!(!may_be_name(text), "{text}");
        }
    }
}
