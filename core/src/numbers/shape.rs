//! The formats of bills of lading and booking numbers by carrier.
//!
//! There is no standard: the formats are derived from public examples. A number with the prefix of its issuer shows its kind and its
//! carrier. The table also has the prefixes that a carrier does not count as part of the number.

use super::NumberKind;

/// The format of the numbers of one kind that a carrier issues: a prefix and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct NumberShape {
    /// The kind of number.
    pub kind: NumberKind,
    /// The SCAC of the carrier.
    pub scac: &'static str,
    /// The letters that the number begins with. Empty if the carrier uses no prefix.
    pub prefix: &'static str,
    /// Whether the carrier omits the prefix, so that the number is the same with and without it.
    pub prefix_is_redundant: bool,
    rest: &'static [Run],
}

/// From `.1` to `.2` characters of one class.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Run(Class, usize, usize);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Class {
    Letters,
    Digits,
    Either,
}

impl NumberShape {
    /// All known formats.
    pub fn all() -> &'static [NumberShape] {
        SHAPES
    }

    /// The format of `normalized`, including the prefix. `None` if it has no known format.
    pub fn of(normalized: &str) -> Option<&'static NumberShape> {
        SHAPES.iter().find(|shape| shape.after_prefix(normalized).is_some_and(|rest| shape.fits(rest)))
    }

    /// The part of `normalized` behind the prefix. `None` if the number does not begin with it, or if the prefix is empty.
    pub fn after_prefix<'a>(&self, normalized: &'a str) -> Option<&'a str> {
        normalized.strip_prefix(self.prefix).filter(|_| !self.prefix.is_empty())
    }

    /// Whether `normalized` may be a number of this format without the prefix.
    ///
    /// Several carriers use the same number of digits, so a number may fit several formats.
    pub fn fits_bare(&self, normalized: &str) -> bool {
        // Formats with arbitrary letters and digits fit too many numbers.
        let is_narrow = self.rest.iter().all(|run| run.0 != Class::Either);
        (self.prefix.is_empty() || self.prefix_is_redundant) && is_narrow && self.fits(normalized)
    }

    fn fits(&self, rest: &str) -> bool {
        let mut bytes = rest.bytes().peekable();
        let runs_fit = self.rest.iter().all(|Run(class, least, most)| {
            let length = std::iter::from_fn(|| bytes.next_if(|byte| class.takes(*byte))).take(*most).count();
            length >= *least
        });
        runs_fit && bytes.next().is_none()
    }
}

impl Class {
    fn takes(self, byte: u8) -> bool {
        match self {
            Class::Letters => byte.is_ascii_uppercase(),
            Class::Digits => byte.is_ascii_digit(),
            Class::Either => byte.is_ascii_uppercase() || byte.is_ascii_digit(),
        }
    }
}

const LETTER_AND_NINE_DIGITS: &[Run] = &[Run(Class::Letters, 1, 1), Run(Class::Digits, 9, 9)];
const SOME_DIGITS: &[Run] = &[Run(Class::Digits, 8, 12)];

const fn bill(scac: &'static str, prefix: &'static str, rest: &'static [Run]) -> NumberShape {
    NumberShape { kind: NumberKind::BillOfLading, scac, prefix, prefix_is_redundant: false, rest }
}

const fn stripped(scac: &'static str, rest: &'static [Run]) -> NumberShape {
    NumberShape { kind: NumberKind::BillOfLading, scac, prefix: scac, prefix_is_redundant: true, rest }
}

const fn booking(scac: &'static str, prefix: &'static str, rest: &'static [Run]) -> NumberShape {
    NumberShape { kind: NumberKind::BookingNumber, scac, prefix, prefix_is_redundant: false, rest }
}

const SHAPES: &[NumberShape] = &[
    stripped("MAEU", &[Run(Class::Digits, 9, 9)]),
    bill("MAEU", "SUDU", &[Run(Class::Either, 8, 14)]),
    bill("MSCU", "MEDU", &[Run(Class::Either, 8, 8)]),
    booking("MSCU", "EBKG", &[Run(Class::Digits, 8, 8)]),
    stripped("CMDU", &[Run(Class::Either, 7, 10)]),
    bill("HLCU", "HLCU", &[Run(Class::Letters, 3, 3), Run(Class::Either, 9, 9)]),
    bill("ONEY", "ONEY", &[Run(Class::Either, 10, 12)]),
    stripped("COSU", &[Run(Class::Digits, 10, 10)]),
    stripped("OOLU", &[Run(Class::Digits, 10, 10)]),
    stripped("EGLV", &[Run(Class::Digits, 12, 12)]),
    stripped("HDMU", &[Run(Class::Letters, 4, 4), Run(Class::Digits, 8, 8)]),
    bill("ZIMU", "ZIMU", &[Run(Class::Letters, 3, 3), Run(Class::Digits, 4, 8)]),
    bill("YMLU", "YMLU", LETTER_AND_NINE_DIGITS),
    bill("YMLU", "YMJA", LETTER_AND_NINE_DIGITS),
    bill("YMLU", "YMPR", LETTER_AND_NINE_DIGITS),
    bill("YMLU", "YMSG", LETTER_AND_NINE_DIGITS),
    booking("YMLU", "", LETTER_AND_NINE_DIGITS),
    bill("WHLC", "WHLC", SOME_DIGITS),
    bill("SMLM", "SMLM", SOME_DIGITS),
    bill("PCIU", "PABV", SOME_DIGITS),
    bill("PCIU", "PCIU", SOME_DIGITS),
    bill("APLU", "APLU", SOME_DIGITS),
    bill("ANNU", "ANNU", SOME_DIGITS),
    bill("MATS", "MATS", SOME_DIGITS),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_numbers_have_the_format_of_their_carrier() {
        let known = "MAEU123456789=MAEU MEDUF5399896=MSCU MEDUOL197367=MSCU MEDUY8275040=MSCU HLCUSEL251063257=HLCU \
                     CMDUSHZ5223740=CMDU CMDUAMC1863476=CMDU EGLV084900042045=EGLV ZIMULEH9024455=ZIMU \
                     YMJAW237351291=YMLU HDMUTAOM72244900=HDMU SUDUN2SL008733AF=MAEU EBKG01234567=MSCU";
        for (number, scac) in known.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            assert_eq!(NumberShape::of(number).map(|shape| shape.scac), Some(scac), "{number}");
        }
    }

    #[test]
    fn other_numbers_have_no_known_format() {
        for number in ["", "MAEU", "MAEU12345678", "MAEU1234567890", "MAEU12345678A", "HLCU123251063257", "123456789"] {
            assert_eq!(NumberShape::of(number), None, "{number}");
        }
    }

    #[test]
    fn numbers_without_prefix_fit_all_carriers_with_this_format() {
        let fitting = |number: &str| -> Vec<_> {
            NumberShape::all().iter().filter(|shape| shape.fits_bare(number)).map(|shape| shape.scac).collect()
        };
        assert_eq!(fitting("123456789"), ["MAEU"]);
        assert_eq!(fitting("1234567890"), ["COSU", "OOLU"]);
        assert_eq!(fitting("I470260415"), ["YMLU"]);
        assert_eq!(fitting("ABC1234567"), [""; 0], "only formats with a redundant prefix fit");
    }
}
