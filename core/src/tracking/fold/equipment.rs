//! Reads the size and type of a container: codes of ISO 6346, and the abbreviations of the trade.

use crate::resources::Container;

/// Length in feet, height and type of a container, as far as its code states them.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Size {
    length: Option<i64>,
    height: Option<&'static str>,
    kind: Option<&'static str>,
}

impl Size {
    /// Reads a code of ISO 6346, such as `45G1`, or as the trade writes them, such as `40HC`.
    pub(super) fn read(size_type: &str) -> Self {
        let code: String =
            size_type.chars().filter(char::is_ascii_alphanumeric).map(|letter| letter.to_ascii_uppercase()).collect();
        let (length, height, kind) = trade_size(&code).unwrap_or_else(|| iso_size(&code));
        Size { length, height, kind }
    }

    pub(super) fn is_known(&self) -> bool {
        *self != Size::default()
    }

    /// Whether both state a value that is not the same.
    pub(super) fn differs(&self, other: &Size) -> bool {
        fn differ<T: PartialEq>(one: Option<T>, other: Option<T>) -> bool {
            matches!((one, other), (Some(one), Some(other)) if one != other)
        }
        differ(self.length, other.length) || differ(self.height, other.height) || differ(self.kind, other.kind)
    }
}

/// Fills length, height and type from the code of a container.
pub(super) fn fill_equipment(container: &mut Container, size_type: &str) {
    let size = Size::read(size_type);
    container.equipment_length = size.length;
    container.equipment_height = size.height.map(str::to_owned);
    container.equipment_type = size.kind.map(str::to_owned);
}

type SizeParts = (Option<i64>, Option<&'static str>, Option<&'static str>);

fn iso_size(code: &str) -> SizeParts {
    let mut characters = code.chars();
    let length = match characters.next() {
        Some('1') => Some(10),
        Some('2') => Some(20),
        Some('4') => Some(40),
        Some('L') => Some(45),
        _ => None,
    };
    // A letter means that the container is also wider than usual.
    let height = match characters.next() {
        Some('0' | '2' | '4' | 'C' | 'D' | 'L' | 'M') => Some(STANDARD),
        Some('5' | '6' | 'E' | 'F' | 'N' | 'P') => Some(HIGH_CUBE),
        _ => None,
    };
    // A letter. Codes from before 1995, which are still in use, have a digit.
    let kind = match characters.next() {
        Some('G' | 'V' | '0' | '1') => Some(DRY),
        Some('R' | 'H' | '3' | '4') => Some(REEFER),
        Some('U' | '5') => Some("open top"),
        Some('P' | '6') => Some("flat rack"),
        Some('T' | 'K' | '7') => Some("tank"),
        Some('B' | '8') => Some("bulk"),
        _ => None,
    };
    (length, height, kind)
}

/// Reads a length in feet with an abbreviation. `None` if the text is not one: `45G1`, and the group of types `45GP`, are codes of
/// ISO 6346.
fn trade_size(code: &str) -> Option<SizeParts> {
    let (feet, rest) = code.split_at_checked(2)?;
    let length = feet.parse().ok().filter(|feet| [10, 20, 40, 45, 53].contains(feet))?;
    let name = ["FEET", "FOOT", "FT"].iter().find_map(|unit| rest.strip_prefix(unit)).unwrap_or(rest);
    if code == "45GP" {
        return None;
    }
    let (_, height, kind) = TRADE_NAMES.iter().find(|(names, ..)| names.contains(&name))?;
    Some((Some(length), *height, Some(kind)))
}

const STANDARD: &str = "standard";
const HIGH_CUBE: &str = "high_cube";
const DRY: &str = "dry";
const REEFER: &str = "reefer";

/// Abbreviations with height and type. Some do not state the height.
type TradeNames = (&'static [&'static str], Option<&'static str>, &'static str);

const TRADE_NAMES: &[TradeNames] = &[
    (&["HC", "HQ", "HCDV", "HCGP", "DVHC", "GPHC", "DRYHC", "HCDRY", "HIGHCUBE", "HIGHCUBEDRY"], Some(HIGH_CUBE), DRY),
    (&["DV", "DC", "GP", "ST", "SD", "DR", "DRY", "DRYVAN", "STD", "STANDARD", "PW"], Some(STANDARD), DRY),
    (&["PWHC", "HCPW"], Some(HIGH_CUBE), DRY),
    (&["RF", "RE", "REEFER", "NOR"], None, REEFER),
    (&["RH", "HR", "RFHC", "HCRF", "RQ", "HIGHCUBEREEFER", "REEFERHIGHCUBE"], Some(HIGH_CUBE), REEFER),
    (&["OT", "UT", "OPENTOP"], Some(STANDARD), "open top"),
    (&["OTHC", "HCOT"], Some(HIGH_CUBE), "open top"),
    (&["FR", "FL", "PF", "PL", "FLATRACK", "PLATFORM"], None, "flat rack"),
    (&["TK", "TN", "TANK"], Some(STANDARD), "tank"),
    (&["BK", "BU", "BULK"], Some(STANDARD), "bulk"),
];

#[cfg(test)]
mod tests {
    use super::*;

    fn check(cases: &[(&str, SizeParts)]) {
        for (code, (length, height, kind)) in cases {
            let mut container = Container::default();
            fill_equipment(&mut container, code);
            assert_eq!(container.equipment_length, *length, "{code}");
            assert_eq!(container.equipment_height.as_deref(), *height, "{code}");
            assert_eq!(container.equipment_type.as_deref(), *kind, "{code}");
        }
    }

    #[test]
    fn size_and_type_are_read_from_the_code() {
        check(&[
            ("22G1", (Some(20), Some("standard"), Some("dry"))),
            ("45G1", (Some(40), Some("high_cube"), Some("dry"))),
            ("l5r1", (Some(45), Some("high_cube"), Some("reefer"))),
            ("42U1", (Some(40), Some("standard"), Some("open top"))),
            ("22P3", (Some(20), Some("standard"), Some("flat rack"))),
            ("22T6", (Some(20), Some("standard"), Some("tank"))),
            ("20B0", (Some(20), Some("standard"), Some("bulk"))),
            ("4510", (Some(40), Some("high_cube"), Some("dry"))),
            ("2210", (Some(20), Some("standard"), Some("dry"))),
            ("22GP", (Some(20), Some("standard"), Some("dry"))),
            ("45GP", (Some(40), Some("high_cube"), Some("dry"))),
            ("45RT", (Some(40), Some("high_cube"), Some("reefer"))),
            ("1E", (Some(10), Some("high_cube"), None)),
            ("", (None, None, None)),
            ("ÄÖ", (None, None, None)),
        ]);
    }

    #[test]
    fn sizes_are_read_as_the_trade_writes_them() {
        check(&[
            ("40HC", (Some(40), Some("high_cube"), Some("dry"))),
            ("40HQ", (Some(40), Some("high_cube"), Some("dry"))),
            ("45HC", (Some(45), Some("high_cube"), Some("dry"))),
            ("20DV", (Some(20), Some("standard"), Some("dry"))),
            ("20GP", (Some(20), Some("standard"), Some("dry"))),
            ("40GP", (Some(40), Some("standard"), Some("dry"))),
            ("40RF", (Some(40), None, Some("reefer"))),
            ("40RH", (Some(40), Some("high_cube"), Some("reefer"))),
            ("20OT", (Some(20), Some("standard"), Some("open top"))),
            ("40FR", (Some(40), None, Some("flat rack"))),
            ("20TK", (Some(20), Some("standard"), Some("tank"))),
            ("40' HC", (Some(40), Some("high_cube"), Some("dry"))),
            ("40 ft high cube", (Some(40), Some("high_cube"), Some("dry"))),
            ("40 hq", (Some(40), Some("high_cube"), Some("dry"))),
        ]);
    }
}
