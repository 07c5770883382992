//! The marks that part segments, elements and components, as a header names them.

use super::segment::Marks;

/// The marks that nearly everybody uses in EDIFACT.
const USUAL: Marks = Marks { element: b'+', component: b':', segment: b'\'', release: b'?' };

/// The marks of level B (UNOB), which are characters nobody sees.
pub(super) const LEVEL_B: Marks = Marks { element: 0x1d, component: 0x1f, segment: 0x1c, release: 0 };

/// The marks of EDIFACT, and where the first segment begins. UNA names six characters: component, element, decimal, release, reserved, segment.
pub(super) fn of_edifact(text: &str, at: usize) -> (Marks, usize) {
    let bytes = &text.as_bytes()[at..];
    let named = bytes.get(..9).filter(|una| una[..3].eq_ignore_ascii_case(b"UNA") && una.is_ascii());
    if let Some(&[.., component, element, _, release, _, segment]) = named {
        let release = if release == b' ' { 0 } else { release };
        return (Marks { element, component, segment, release }, at + 9);
    }
    if bytes.get(3) == Some(&LEVEL_B.element) {
        return (LEVEL_B, at);
    }
    // Some end segments with their lines alone.
    let segment = if memchr::memchr(b'\'', bytes).is_some() { b'\'' } else { b'\n' };
    (Marks { segment, ..USUAL }, at)
}

/// Whether a text begins with a header that nothing else looks like: one that names its syntax, behind UNA or without.
pub(super) fn are_named_by_edifact(text: &str) -> bool {
    let (_, first) = of_edifact(text, 0);
    let header = text.get(first..).unwrap_or_default().trim_start();
    let begins = |at: usize, tag: &str| header.get(at..at + 3).is_some_and(|found| found.eq_ignore_ascii_case(tag));
    begins(0, "UNB") && begins(4, "UNO")
}

/// The marks of X12: those that the header names by using them. Of a text that begins without one, those that nearly everybody uses.
pub(super) fn of_x12(text: &str) -> Option<Marks> {
    let bytes = text.as_bytes();
    if !bytes[..3].eq_ignore_ascii_case(b"ISA") {
        let segment = if memchr::memchr(b'~', bytes).is_some() { b'~' } else { b'\n' };
        return Some(Marks { element: bytes[2], component: b'>', segment, release: 0 });
    }
    let element = bytes[3];
    // The sixteenth element is one character, and the one after it ends the segment. Widths are not relied on.
    let last = bytes.iter().enumerate().skip(3).filter(|(_, byte)| **byte == element).nth(15)?.0;
    let rest = text.get(last + 1..)?;
    let goes_on = |rest: &str| rest.trim_start().get(..2).is_some_and(|tag| tag.eq_ignore_ascii_case("GS"));
    let mut letters = rest.char_indices();
    let (first, second) = (letters.next()?.1, letters.next());
    let ascii = |letter: char| u8::try_from(letter).ok().filter(u8::is_ascii);
    // Without a component mark the end comes at once.
    if goes_on(&rest[first.len_utf8()..]) && (first == '~' || !second.is_some_and(|(_, letter)| letter.is_control())) {
        return Some(Marks { element, component: 0, segment: ascii(first)?, release: 0 });
    }
    let segment = match second?.1 {
        '\r' if rest[first.len_utf8() + 1..].starts_with('\n') => '\n',
        other => other,
    };
    Some(Marks { element, component: ascii(first).unwrap_or(0), segment: ascii(segment)?, release: 0 })
}
