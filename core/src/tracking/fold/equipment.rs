//! What a container is, by its size and type code (ISO 6346, `45G1`).

use crate::resources::Container;

/// Sets length, height and type, as far as the code says.
pub(super) fn fill(container: &mut Container, size_type: &str) {
    let code = size_type.trim().to_ascii_uppercase();
    let mut signs = code.chars();
    container.equipment_length = match signs.next() {
        Some('1') => Some(10),
        Some('2') => Some(20),
        Some('4') => Some(40),
        Some('L') => Some(45),
        _ => None,
    };
    // Letters say that the container is wider than usual, too.
    let height = match signs.next() {
        Some('0' | '2' | '4' | 'C' | 'D' | 'L' | 'M') => Some("standard"),
        Some('5' | '6' | 'E' | 'F' | 'N' | 'P') => Some("high_cube"),
        _ => None,
    };
    // The group, as a letter; as a digit in codes from before 1995, which are still in use.
    let kind = match signs.next() {
        Some('G' | 'V' | '0' | '1') => Some("dry"),
        Some('R' | 'H' | '3' | '4') => Some("reefer"),
        Some('U' | '5') => Some("open top"),
        Some('P' | '6') => Some("flat rack"),
        Some('T' | 'K' | '7') => Some("tank"),
        Some('B' | '8') => Some("bulk"),
        _ => None,
    };
    container.equipment_height = height.map(str::to_owned);
    container.equipment_type = kind.map(str::to_owned);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_type_are_read_from_the_code() {
        for (code, length, height, kind) in [
            ("22G1", Some(20), Some("standard"), Some("dry")),
            ("45G1", Some(40), Some("high_cube"), Some("dry")),
            ("l5r1", Some(45), Some("high_cube"), Some("reefer")),
            ("42U1", Some(40), Some("standard"), Some("open top")),
            ("22P3", Some(20), Some("standard"), Some("flat rack")),
            ("22T6", Some(20), Some("standard"), Some("tank")),
            ("20B0", Some(20), Some("standard"), Some("bulk")),
            ("4510", Some(40), Some("high_cube"), Some("dry")),
            ("1E", Some(10), Some("high_cube"), None),
            ("", None, None, None),
            ("ÄÖ", None, None, None),
        ] {
            let mut container = Container::default();
            fill(&mut container, code);
            assert_eq!(container.equipment_length, length, "{code}");
            assert_eq!(container.equipment_height.as_deref(), height, "{code}");
            assert_eq!(container.equipment_type.as_deref(), kind, "{code}");
        }
    }
}
