//! Reads names of vessels and voyage numbers.

use super::dates;
use super::values::is_no_value;
use crate::spelling::beginning;

/// Maximum length of a name and its voyage, in bytes. The rest of a text is ignored.
const MAX_BYTES: usize = 200;

/// The name of a vessel; `None` if the text is not one, or names none yet.
pub(super) fn vessel(text: &str) -> Option<String> {
    let (name, _) = split(text);
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_name = (3..=40).contains(&name.len()) && letters * 2 > name.len() && !is_label(name) && !is_no_value(name);
    let is_date = || dates::dates_in(name).next().is_some();
    // Such as "changed from EVER ACE to EVER GIVEN", and "EVER ACE -> EVER GIVEN".
    let is_sentence =
        || name.contains('>') || name.starts_with(char::is_lowercase) && name.contains(char::is_uppercase);
    (is_name && !is_no_value(text) && !is_date() && !is_sentence()).then(|| name.to_owned())
}

/// The voyage number behind the name of a vessel.
pub(super) fn voyage_of_vessel(text: &str) -> Option<String> {
    split(text).1
}

/// Splits name and voyage: `MAERSK ESSEX / 042E`, `EVER ACE V.0142-017W`, `ONE APUS 044E`.
fn split(text: &str) -> (&str, Option<String>) {
    /// Marks and words with something else than a voyage behind them.
    const ENDS: [&str; 7] = [",", ";", "|", "(", " IMO", " Imo", " or "];
    const VOYAGE_MARKS: [&str; 3] = ["/", " V.", " v."];
    const WORDS: [&str; 4] = [" VOYAGE", " Voyage", " VOY", " Voy"];
    let text = without_kind(beginning(text.trim(), MAX_BYTES));
    let marks = ENDS.iter().chain(&VOYAGE_MARKS).filter_map(|end| Some((text.find(end)?, *end)));
    // The name may have such a word, too: the last one with a voyage behind it counts.
    let precedes_voyage = |(at, word): &(usize, &str)| {
        let behind = &text[at + word.len()..];
        !behind.starts_with(char::is_alphanumeric) && behind.split_whitespace().any(|word| voyage(word).is_some())
    };
    let words = WORDS.iter().flat_map(|word| text.match_indices(word)).filter(precedes_voyage);
    if let Some((at, end)) = marks.chain(words.max()).min() {
        let behind = &text[at + end.len()..];
        let voyage = match end {
            "/" => voyage(behind),
            _ if ENDS.contains(&end) => None,
            _ => behind.split_whitespace().find_map(voyage),
        };
        return (text[..at].trim(), voyage);
    }
    match text.rsplit_once(' ') {
        Some((name, last)) if is_voyage_with_direction(last) => {
            (name.trim_end_matches([' ', '-']), voyage(last.trim_start_matches('V')))
        }
        _ => (text, None),
    }
}

/// The text without the abbreviation of "motor vessel" before the name.
fn without_kind(text: &str) -> &str {
    ["M/V ", "MV ", "M.V. "].iter().find_map(|kind| text.strip_prefix(kind)).unwrap_or(text).trim_start()
}

/// Whether the word is a number with a direction, such as `044E`, `V044E` or `1023-045E`, or has the form of CMA CGM, such as `0TXB1E1MA`.
fn is_voyage_with_direction(word: &str) -> bool {
    let is_of_cma_cgm = word.len() == 9 && word.starts_with('0') && word.ends_with("MA");
    if is_of_cma_cgm && word.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return true;
    }
    let word = word.strip_prefix('V').unwrap_or(word);
    let number = word.strip_suffix(['E', 'W', 'N', 'S']).unwrap_or_default();
    let (first, second) = number.split_once('-').unwrap_or((number, "00"));
    [first, second]
        .into_iter()
        .all(|part| (2..=5).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_digit()))
}

fn is_label(text: &str) -> bool {
    const WORDS: [&str; 8] = ["voyage", "name", "eta", "etd", "port", "date", "flag", "no"];
    WORDS
        .iter()
        .any(|word| text.to_ascii_lowercase().split(|c: char| !c.is_ascii_alphabetic()).any(|part| part == *word))
}

/// A voyage number: a short word with a digit, which may have two parts (`0142-017W`).
pub(super) fn voyage(text: &str) -> Option<String> {
    let word = text.split_whitespace().next()?.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_voyage = (2..=12).contains(&word.len())
        && word.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
        && word.matches('-').count() < 2
        && word.bytes().any(|byte| byte.is_ascii_digit())
        && dates::parse_date(text).is_none();
    is_voyage.then(|| word.to_ascii_uppercase())
}

/// The name of a port of discharge, with the code behind it.
pub(super) fn port(text: &str) -> Option<String> {
    let name = text.split([';', '|']).next()?.trim().trim_end_matches(',');
    let is_name = (3..=60).contains(&name.chars().count().max(name.len() / 3))
        && name.chars().filter(|c| c.is_alphabetic()).count() * 2 > name.chars().count()
        && !is_no_value(name)
        && dates::dates_in(name).next().is_none();
    is_name.then(|| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn vessel_and_voyage_are_split_in_all_usual_spellings() {
        for (written, name, number) in [
            ("MAERSK ESSEX / 042E", "MAERSK ESSEX", Some("042E")),
            ("EVER ACE / 0142-017W", "EVER ACE", Some("0142-017W")),
            ("EVER ACE V.0142-017W", "EVER ACE", Some("0142-017W")),
            ("EVER ACE 0142-017W", "EVER ACE", Some("0142-017W")),
            ("EVER ACE Voyage No. 017W", "EVER ACE", Some("017W")),
            ("MSC VOYAGER VOY 12W", "MSC VOYAGER", Some("12W")),
            ("ONE APUS 044E", "ONE APUS", Some("044E")),
            ("MSC OSCAR, Panama 9703291", "MSC OSCAR", None),
            ("COSCO SHIPPING 21", "COSCO SHIPPING 21", None),
            ("M/V EVER GIVEN (IMO 9811000)", "EVER GIVEN", None),
            ("MV EVER GIVEN V123W", "EVER GIVEN", Some("123W")),
            ("EVER GIVEN IMO 9811000", "EVER GIVEN", None),
            ("EVER GIVEN - 123W", "EVER GIVEN", Some("123W")),
            ("EVER GIVEN or substitute", "EVER GIVEN", None),
            ("CMA CGM T. ROOSEVELT 0TXB1E1MA", "CMA CGM T. ROOSEVELT", Some("0TXB1E1MA")),
            ("ever given", "ever given", None),
        ] {
            assert_eq!(
                (vessel(written).as_deref(), voyage_of_vessel(written).as_deref()),
                (Some(name), number),
                "{written}"
            );
        }
    }

    #[test]
    fn a_text_that_says_that_the_vessel_is_open_names_none() {
        for text in [
            "TBA",
            "T.B.N.",
            "tba / 042E",
            "To be advised",
            "to be nominated",
            "Unknown",
            "N/A",
            "-",
            "---",
            "待定",
            "20 Jan 2026",
            "TO BE ADVISED (was EVER GIVEN)",
            "as per booking",
            "see below",
            "changed from EVER ACE to EVER GIVEN",
            "EVER ACE -> EVER GIVEN",
        ] {
            assert_eq!(vessel(text), None, "{text}");
        }
        assert_eq!(port("TBA"), None);
        assert_eq!(port("Los Angeles, CA (USLAX)").as_deref(), Some("Los Angeles, CA (USLAX)"));
    }
}
