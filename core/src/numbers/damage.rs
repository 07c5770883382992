//! Removes what spreadsheets and mail programs add to a number, and explains texts that are no longer a number.
//!
//! Characters without a meaning are removed. A text that has lost digits, or that contains two numbers, is never repaired: the number that
//! would be asked for may belong to another shipment.

use std::borrow::Cow;

use crate::error::Quoted;
use crate::spelling::plain;

/// The least number of letters and digits of a number.
pub(super) const LEAST_LENGTH: usize = 4;

/// Characters that people write between two numbers in one cell.
const JOINTS: &[char] = &['/', ',', ';', '&', '+', '|', '\n', '\r', '\t'];

/// The [plain](crate::spelling::plain) text without surrounding white space, and without the apostrophe that marks a text in a spreadsheet.
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    match plain(text) {
        Cow::Borrowed(text) => Cow::Borrowed(without_apostrophe(text)),
        Cow::Owned(text) => Cow::Owned(without_apostrophe(&text).to_owned()),
    }
}

fn without_apostrophe(text: &str) -> &str {
    let text = text.trim();
    text.strip_prefix(['\'', '\u{2018}', '\u{2019}']).unwrap_or(text).trim_start()
}

/// Explains a text with a character that numbers do not have.
pub(super) fn explain(text: &str, invalid: char) -> String {
    let quoted = Quoted(text);
    if is_scientific(text) {
        return format!(
            "{quoted} is in scientific notation: a spreadsheet has replaced the last digits of the number. Format the column as text, \
             and enter the number again"
        );
    }
    if let Some(number) = without_decimals(text) {
        return format!(
            "{quoted} is a decimal number: a spreadsheet has added {}. Format the column as text (the number may be {number}, if it has \
             no leading zeros)",
            Quoted(&text[number.len()..])
        );
    }
    if has_thousands_separators(text) {
        return format!(
            "{quoted} has thousands separators: a spreadsheet has formatted the number. Format the column as text"
        );
    }
    let parts: Vec<&str> = text.split(JOINTS).map(str::trim).filter(|part| !part.is_empty()).collect();
    if let [one, other, ..] = parts[..]
        && parts.iter().all(|part| is_number(part))
    {
        return two_numbers(text, one, other);
    }
    format!(
        "{quoted} is not valid: numbers never have the character {invalid:?}. Remove it if it only separates parts of the number"
    )
}

pub(super) fn two_numbers(text: &str, one: &str, other: &str) -> String {
    format!(
        "{} looks like two numbers, {} and {}: use one tracking request for each number",
        Quoted(text),
        Quoted(one),
        Quoted(other)
    )
}

/// The number, if it is long enough and has a digit.
pub(super) fn identifying(normalized: &str) -> Option<&str> {
    Some(normalized).filter(|number| number.len() >= LEAST_LENGTH && number.bytes().any(|byte| byte.is_ascii_digit()))
}

fn is_number(part: &str) -> bool {
    let number: String = part.chars().filter(char::is_ascii_alphanumeric).collect();
    identifying(&number).is_some()
}

/// Whether the text is a number with an exponent: `1.23E08`, `2,3E+8`, `2E+08`. Without a decimal mark and sign it may be a number of a
/// carrier.
fn is_scientific(text: &str) -> bool {
    let Some((mantissa, exponent)) = text.split_once(['E', 'e']) else { return false };
    let (whole, fraction) = mantissa.split_once(['.', ',']).unwrap_or((mantissa, "0"));
    [whole, fraction, exponent.trim_start_matches(['+', '-'])].into_iter().all(is_digits)
}

/// The digits before decimals that are all zero: `230000012` of `230000012.0`.
fn without_decimals(text: &str) -> Option<&str> {
    let (whole, fraction) = text.split_once(['.', ','])?;
    let is_zero = |digits: &str| !digits.is_empty() && digits.len() < 3 && digits.bytes().all(|byte| byte == b'0');
    (is_digits(whole) && is_zero(fraction)).then_some(whole)
}

/// Whether the text is digits in groups of three: `230.000.012`, `230,000,012`.
fn has_thousands_separators(text: &str) -> bool {
    ['.', ','].into_iter().any(|mark| {
        let mut groups = text.split(mark);
        let first = groups.next().unwrap_or_default();
        let is_group = |group: &str| group.len() == 3 && is_digits(group);
        text.contains(mark) && first.len() <= 3 && is_digits(first) && groups.all(is_group)
    })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::numbers::{NumberKind, TrackingNumber};

    fn refusal(text: &str) -> String {
        TrackingNumber::parse(NumberKind::BillOfLading, text).unwrap_err().to_string()
    }

    #[test]
    fn signs_of_spreadsheets_are_removed() {
        for text in [
            "'230000012",
            "\u{2019}230000012",
            "\u{feff}230000012",
            "\u{feff}'230000012",
            "\u{a0}230 000\u{a0}012\u{202f}",
            "２３００００012",
            "230\u{3000}000\u{2011}012",
            "230\u{2212}000\u{ad}\u{200b}012\u{202c}",
        ] {
            let number = TrackingNumber::parse(NumberKind::BillOfLading, text).unwrap();
            assert_eq!(number.normalized(), "230000012", "{text:?}");
            assert!(number.text().is_ascii(), "{text:?}");
        }
        let container = TrackingNumber::parse(NumberKind::Container, "'ＭＳＣＵ\u{a0}595681-8").unwrap();
        assert_eq!((container.normalized(), container.text()), ("MSCU5956818", "MSCU 595681-8"));
    }

    #[test]
    fn a_number_that_a_spreadsheet_changed_is_rejected_with_the_cause() {
        for (text, cause) in [
            ("230000012.0", "decimal number"),
            ("230000012.00", "decimal number"),
            ("230000012,0", "decimal number"),
            ("1.23E08", "scientific notation"),
            ("2.3E+8", "scientific notation"),
            ("2,3E+08", "scientific notation"),
            ("2E+08", "scientific notation"),
            ("6.12345678901E+11", "scientific notation"),
            ("230,000,012", "thousands separators"),
            ("230.000.012", "thousands separators"),
            ("MAEU230000012/MAEU230000013", "two numbers"),
            ("230000012/230000013", "two numbers"),
            ("230000012, 230000013", "two numbers"),
            ("230000012;230000013;", "two numbers"),
            ("230000012 & 230000013", "two numbers"),
            ("230000012\n230000013", "two numbers"),
            ("MSCU5956818 MSKU0308961", "two numbers"),
            ("maeu230000012 maeu230000013", "two numbers"),
            ("230000012.5", "'.'"),
            ("ABC/1234567/1", "'/'"),
        ] {
            let refused = refusal(text);
            assert!(refused.contains(cause), "{text:?}: {refused}");
            let inferred = TrackingNumber::infer(text).unwrap_err().to_string();
            assert!(inferred.contains(cause), "{text:?}: {inferred}");
        }
    }

    #[test]
    fn numbers_with_the_letter_e_are_not_in_scientific_notation() {
        for text in ["1234E5678", "12E08", "E470260415", "MAEU 230000012", "HLCU SEL 251063257"] {
            assert!(TrackingNumber::parse(NumberKind::BookingNumber, text).is_ok(), "{text}");
        }
    }

    proptest! {
        #[test]
        fn cleaning_twice_changes_nothing(text in any::<String>()) {
            let once = clean(&text).into_owned();
            if !once.starts_with(['\'', '\u{2018}', '\u{2019}']) {
                prop_assert_eq!(&*clean(&once), &*once);
            }
        }

        #[test]
        fn explaining_never_panics(text in any::<String>()) {
            explain(&text, '.');
        }
    }
}
