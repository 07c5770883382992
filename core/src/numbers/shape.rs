//! Shapes of the bills of lading and bookings of lines: habits gathered from public examples, there is no standard.
//! They give the kind and line of a number with its issuer's prefix, and the prefixes that a carrier does not count as
//! part of the number.

use super::NumberKind;

/// One habit: the numbers of one kind that a line issues, their prefix and what follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NumberShape {
    /// What the number is.
    pub kind: NumberKind,
    /// The SCAC of the line that issues it.
    pub scac: &'static str,
    /// The letters it begins with; empty when the line writes no prefix.
    pub prefix: &'static str,
    /// Whether the line itself leaves the prefix out, so that the number is the same with it and without it.
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
    /// Every habit that is known.
    pub fn all() -> &'static [NumberShape] {
        SHAPES
    }

    /// The habit that `normalized` follows completely, prefix included.
    pub fn of(normalized: &str) -> Option<&'static NumberShape> {
        SHAPES.iter().find(|shape| shape.after_prefix(normalized).is_some_and(|rest| shape.fits(rest)))
    }

    /// What follows the prefix in `normalized`, when there is a prefix and the number begins with it.
    pub fn after_prefix<'a>(&self, normalized: &'a str) -> Option<&'a str> {
        normalized.strip_prefix(self.prefix).filter(|_| !self.prefix.is_empty())
    }

    /// Whether `normalized` could be such a number written without any prefix.
    ///
    /// Many lines write ten digits: what fits one habit this way often fits another one too.
    pub fn fits_bare(&self, normalized: &str) -> bool {
        // "Seven to ten characters" is not narrow.
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
    bill("PABV", "PABV", SOME_DIGITS),
    bill("PABV", "PCIU", SOME_DIGITS),
    bill("APLU", "APLU", SOME_DIGITS),
    bill("ANNU", "ANNU", SOME_DIGITS),
    bill("MATS", "MATS", SOME_DIGITS),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn real_numbers_lead_to_the_line_that_issued_them() {
        let known = "MAEU123456789=MAEU MEDUF5399896=MSCU MEDUOL197367=MSCU MEDUY8275040=MSCU HLCUSEL251063257=HLCU \
                     CMDUSHZ5223740=CMDU CMDUAMC1863476=CMDU EGLV084900042045=EGLV ZIMULEH9024455=ZIMU \
                     YMJAW237351291=YMLU HDMUTAOM72244900=HDMU SUDUN2SL008733AF=MAEU EBKG01234567=MSCU";
        for (number, scac) in known.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            assert_eq!(NumberShape::of(number).map(|shape| shape.scac), Some(scac), "{number}");
        }
    }

    #[test]
    fn a_number_that_is_too_long_too_short_or_otherwise_odd_follows_no_habit() {
        for number in ["", "MAEU", "MAEU12345678", "MAEU1234567890", "MAEU12345678A", "HLCU123251063257", "123456789"] {
            assert_eq!(NumberShape::of(number), None, "{number}");
        }
    }

    #[test]
    fn bare_digits_fit_every_line_that_writes_as_many() {
        let fitting = |number: &str| -> Vec<_> {
            NumberShape::all().iter().filter(|shape| shape.fits_bare(number)).map(|shape| shape.scac).collect()
        };
        assert_eq!(fitting("123456789"), ["MAEU"]);
        assert_eq!(fitting("1234567890"), ["COSU", "OOLU"]);
        assert_eq!(fitting("I470260415"), ["YMLU"]);
        assert_eq!(fitting("ABC1234567"), [""; 0], "a prefix that says nothing without its line is no habit");
    }
}
