//! Finds the segments of both syntaxes one by one, and splits them into elements on demand.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// The separators of an interchange.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Separators {
    pub element: u8,
    pub component: u8,
    pub segment: u8,
    /// The escape character, or 0.
    pub release: u8,
}

impl Separators {
    pub const DEFAULT: Self = Separators { element: b'+', component: b':', segment: b'\'', release: b'?' };

    pub const LEVEL_B: Self = Separators { element: 0x1d, component: 0x1f, segment: 0x1c, release: 0 };

    /// The separators, and where the first segment begins. An incomplete UNA is ignored.
    pub fn of_edifact(text: &str, at: usize) -> (Self, usize) {
        if let Some(separators) = Separators::of_una(&text[at..]) {
            return (separators, at + UNA);
        }
        let at = if begins_with_tag(&text[at..], &["UNA"]) { past_una(text, at) } else { at };
        let bytes = beginning(&text.as_bytes()[at..]);
        if bytes.get(3) == Some(&Separators::LEVEL_B.element) {
            return (Separators::LEVEL_B, at);
        }
        // Some senders only use line breaks to end segments.
        let segment = if memchr(b'\'', bytes).is_some() { b'\'' } else { b'\n' };
        (Separators { segment, ..Separators::DEFAULT }, at)
    }

    /// The separators of UNA, which states six characters: component, element, decimal, release, reserved, segment. `None` if one of them
    /// cannot be a separator, or no segment follows.
    fn of_una(text: &str) -> Option<Self> {
        let una = text.as_bytes().get(..UNA).filter(|una| una[..3].eq_ignore_ascii_case(b"UNA"))?;
        let &[.., component, element, decimal, release, reserved, segment] = una else { return None };
        let can_separate =
            |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric() && !matches!(byte, b'\r' | b'\n');
        let is_used = |byte: &u8| can_separate(byte) && *byte != b' ';
        if ![component, element, decimal, segment].iter().all(is_used) || ![release, reserved].iter().all(can_separate)
        {
            return None;
        }
        let first = text[UNA..].trim_start_matches([' ', '\r', '\n']).as_bytes().get(..4)?;
        let has_tag = first[..3].iter().all(u8::is_ascii_alphabetic) && [element, component].contains(&first[3]);
        let release = if release == b' ' { 0 } else { release };
        has_tag.then_some(Separators { element, component, segment, release })
    }

    /// The separators of the header, or the usual ones if the text has no header.
    pub fn of_x12(text: &str) -> Option<Self> {
        let bytes = beginning(text.as_bytes());
        if !bytes[..3].eq_ignore_ascii_case(b"ISA") {
            let segment = if memchr(b'~', bytes).is_some() { b'~' } else { b'\n' };
            return Some(Separators { element: bytes[2], component: b'>', segment, release: 0 });
        }
        let element = bytes[3];
        // The sixteenth element is one character, and the next one ends the segment. Some senders do not keep to fixed widths.
        let last = bytes.iter().enumerate().skip(3).filter(|(_, byte)| **byte == element).nth(15)?.0;
        let rest = text.get(last + 1..)?;
        let goes_on = |rest: &str| rest.trim_start().get(..2).is_some_and(|tag| tag.eq_ignore_ascii_case("GS"));
        let mut letters = rest.char_indices();
        let (first, second) = (letters.next()?.1, letters.next());
        let ascii = |letter: char| u8::try_from(letter).ok().filter(u8::is_ascii);
        // Without a component separator, the terminator follows immediately.
        if goes_on(&rest[first.len_utf8()..])
            && (first == '~' || !second.is_some_and(|(_, letter)| letter.is_control()))
        {
            return Some(Separators { element, component: 0, segment: ascii(first)?, release: 0 });
        }
        let segment = match second?.1 {
            '\r' if rest[first.len_utf8() + 1..].starts_with('\n') => '\n',
            other => other,
        };
        Some(Separators { element, component: ascii(first).unwrap_or(0), segment: ascii(segment)?, release: 0 })
    }
}

/// Number of bytes in which the separators of a header are searched. The header of an interchange has at most 300.
const MAX_HEADER: usize = 1_024;

fn beginning(bytes: &[u8]) -> &[u8] {
    &bytes[..bytes.len().min(MAX_HEADER)]
}

/// Length of UNA and its six characters.
const UNA: usize = 9;

/// Number of bytes behind an incomplete UNA in which the first header is searched.
const MAX_UNA: usize = 32;

/// Where the first header after an incomplete UNA begins, or the text after its marks.
fn past_una(text: &str, begin: usize) -> usize {
    let places = (begin + 3..text.len()).take(MAX_UNA).filter(|place| text.is_char_boundary(*place));
    let mut headers = places.filter(|place| begins_with_tag(&text[*place..], &["UNB", "UNG", "UNH"]));
    headers.next().unwrap_or_else(|| {
        let after = text[begin + 3..].trim_start_matches(|letter: char| !letter.is_alphanumeric());
        text.len() - after.len()
    })
}

fn begins_with_tag(text: &str, tags: &[&str]) -> bool {
    text.get(..3).is_some_and(|begin| tags.iter().any(|tag| begin.eq_ignore_ascii_case(tag)))
}

/// Number of elements of a segment that are read. Further elements are only counted.
const FIELDS: usize = 24;

/// A segment without its terminator, and without the line breaks that mailers insert.
#[derive(Debug, Clone)]
pub(super) struct Segment<'t> {
    pub text: Cow<'t, str>,
    /// The tag in upper case. Empty if it has more than three characters.
    pub tag_in_capitals: Tag,
    pub number: usize,
    /// Whether the terminator was found.
    pub ended: bool,
    pub separators: Separators,
}

impl Segment<'_> {
    pub fn tag(&self) -> &str {
        tag_of(&self.text, &self.separators)
    }

    pub fn is(&self, tag: &[u8]) -> bool {
        self.tag_in_capitals.bytes() == tag
    }

    pub fn fields(&self) -> Fields<'_> {
        let (text, Separators { element: separator, release, .. }) = (&*self.text, self.separators);
        let mut ends = [offset(text.len()); FIELDS];
        if release == 0 {
            ends.iter_mut().zip(places(text, separator)).for_each(|(end, at)| *end = offset(at));
        } else {
            let mut next = 0;
            for (end, piece) in ends.iter_mut().zip(Pieces::of(text, separator, release)) {
                *end = offset(next + piece.len());
                next += piece.len() + 1;
            }
        }
        Fields { text, ends, separators: self.separators }
    }

    pub fn count(&self) -> usize {
        places(&self.text, self.separators.element).count()
    }
}

/// The positions of a separator. 0 and bytes above ASCII match nothing. Compares eight bytes at a time: separators are too
/// frequent for one search each.
fn places(text: &str, separator: u8) -> impl Iterator<Item = usize> {
    const LOW: u64 = 0x7f7f_7f7f_7f7f_7f7f;
    let each = if separator.is_ascii() && separator != 0 { u64::from_ne_bytes([separator; 8]) } else { u64::MAX };
    let (eights, rest) = text.as_bytes().as_chunks::<8>();
    let last = std::array::from_fn(|at| rest.get(at).copied().unwrap_or(!separator));
    eights.iter().copied().chain([last]).enumerate().flat_map(move |(eight, bytes)| {
        // A byte of `differs` is 0 at each separator. This leaves the highest bit of each such byte.
        let differs = u64::from_le_bytes(bytes) ^ each;
        let mut found = !(((differs & LOW) + LOW) | differs | LOW);
        std::iter::from_fn(move || {
            let at = (found != 0).then(|| eight * 8 + found.trailing_zeros() as usize / 8)?;
            found &= found - 1;
            Some(at)
        })
    })
}

fn offset(at: usize) -> u32 {
    at.try_into().unwrap_or(u32::MAX)
}

fn tag_of<'t>(text: &'t str, separators: &Separators) -> &'t str {
    let end = text.bytes().position(|byte| byte == separators.element || byte == separators.component);
    trimmed(&text[..end.unwrap_or(text.len())])
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Tag([u8; 4]);

impl Tag {
    pub const fn of(tag: &str) -> Self {
        let (tag, mut letters, mut at) = (tag.as_bytes(), [0; 4], 0);
        while at < tag.len() && tag.len() < letters.len() {
            letters[at] = tag[at].to_ascii_uppercase();
            at += 1;
        }
        Tag(letters)
    }

    pub fn bytes(&self) -> &[u8] {
        match &self.0 {
            [0, ..] => &[],
            [_, 0, ..] => &self.0[..1],
            [_, _, 0, _] => &self.0[..2],
            _ => &self.0[..3],
        }
    }

    pub fn as_str(&self) -> &str {
        std::str::from_utf8(self.bytes()).unwrap_or_default()
    }
}

/// The elements of a segment, numbered from 1. Number 0 is the tag.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'s> {
    text: &'s str,
    ends: [u32; FIELDS],
    separators: Separators,
}

impl<'s> Fields<'s> {
    /// An element, trimmed and unescaped. Empty if it is missing.
    pub fn get(&self, element: usize) -> Cow<'s, str> {
        self.plain(self.raw(element))
    }

    /// A component of an element, numbered from 1.
    pub fn part(&self, element: usize, component: usize) -> Cow<'s, str> {
        let (text, Separators { component: separator, release, .. }) = (self.raw(element), self.separators);
        self.plain(match release {
            0 => piece(text, separator, component - 1),
            _ => Pieces::of(text, separator, release).nth(component - 1).unwrap_or_default(),
        })
    }

    fn raw(&self, element: usize) -> &'s str {
        let end = |element: usize| self.ends.get(element).map(|end| *end as usize);
        let begin = element.checked_sub(1).map_or(Some(0), |before| Some(end(before)? + 1));
        begin.zip(end(element)).and_then(|(begin, end)| self.text.get(begin..end)).unwrap_or_default()
    }

    fn plain(&self, text: &'s str) -> Cow<'s, str> {
        let text = trimmed(text);
        let release = self.separators.release;
        if release == 0 || memchr(release, text.as_bytes()).is_none() {
            return text.into();
        }
        let mut plain = String::with_capacity(text.len());
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            match u32::from(letter) == u32::from(release) {
                true => plain.extend(letters.next()),
                false => plain.push(letter),
            }
        }
        plain.into()
    }
}

/// The part of the text after this number of separators, in text without release characters. Empty if there are fewer separators.
fn piece(text: &str, separator: u8, separators_before: usize) -> &str {
    let mut separators = places(text, separator);
    let begin = match separators_before {
        0 => Some(0),
        before => separators.nth(before - 1).map(|at| at + 1),
    };
    begin.map_or("", |begin| &text[begin..separators.next().unwrap_or(text.len())])
}

struct Pieces<'s> {
    rest: Option<&'s str>,
    separator: u8,
    release: u8,
}

impl<'s> Pieces<'s> {
    fn of(text: &'s str, separator: u8, release: u8) -> Self {
        Pieces { rest: Some(text), separator, release }
    }
}

impl<'s> Iterator for Pieces<'s> {
    type Item = &'s str;

    fn next(&mut self) -> Option<&'s str> {
        let rest = self.rest?;
        let Pieces { separator, release, .. } = *self;
        // Most pieces are short: a loop is faster than `memchr`.
        let near = |bytes: &[u8]| bytes.iter().position(|byte| *byte == separator || *byte == release && release != 0);
        match separator != 0 && separator.is_ascii() {
            true => match end(rest.as_bytes(), separator, release, near) {
                Some(at) => {
                    self.rest = Some(&rest[at + 1..]);
                    Some(&rest[..at])
                }
                None => self.rest.take(),
            },
            false => self.rest.take(),
        }
    }
}

/// The position of the first unescaped separator; `find` finds a separator or a release character. A line break between a release
/// character and the next one is ignored, because mailers fold lines there.
fn end(bytes: &[u8], separator: u8, release: u8, find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = find(&bytes[at..]) {
        let found = at + found;
        if bytes[found] == separator || release == 0 {
            return Some(found);
        }
        let breaks = bytes[found + 1..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        at = (found + 2 + breaks).min(bytes.len());
    }
    None
}

fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_bare = |byte: Option<&u8>| byte.is_none_or(u8::is_ascii_graphic);
    if is_bare(bytes.first()) && is_bare(bytes.last()) { text } else { text.trim() }
}

#[derive(Debug, Clone)]
pub(super) struct Segments<'t> {
    text: &'t str,
    pub at: usize,
    pub separators: Separators,
}

impl<'t> Segments<'t> {
    pub fn new(text: &'t str, at: usize, separators: Separators) -> Self {
        Segments { text, at, separators }
    }

    pub fn begin(&mut self) -> usize {
        self.at = past_noise(self.text, self.at);
        self.at
    }

    pub fn next(&mut self, number: usize) -> Option<Segment<'t>> {
        let begin = self.begin();
        let rest = &self.text[begin..];
        if rest.is_empty() {
            return None;
        }
        let Separators { segment: separator, release, .. } = self.separators;
        let far =
            |bytes: &[u8]| if release == 0 { memchr(separator, bytes) } else { memchr2(separator, release, bytes) };
        let found = end(rest.as_bytes(), separator, release, far);
        let length = found.unwrap_or(rest.len());
        self.at = begin + length + usize::from(found.is_some());
        let text = &rest[..length];
        let is_bare = text.as_bytes().last().is_some_and(u8::is_ascii_graphic);
        let text = without_breaks(if is_bare { text } else { text.trim_end_matches(is_noise) });
        let is_released = release != 0 && memchr(release, text.as_bytes()).is_some();
        let separators = Separators { release: if is_released { release } else { 0 }, ..self.separators };
        let tag_in_capitals = Tag::of(tag_of(&text, &separators));
        Some(Segment { text, tag_in_capitals, number, ended: found.is_some(), separators })
    }
}

/// Line breaks, spaces, control characters and byte order marks.
fn is_noise(letter: char) -> bool {
    letter <= ' ' || letter == '\u{7f}' || letter == '\u{feff}' || letter == '\u{a0}'
}

pub(super) fn past_noise(text: &str, at: usize) -> usize {
    if text.as_bytes().get(at).is_some_and(u8::is_ascii_graphic) {
        return at;
    }
    text.len() - text[at..].trim_start_matches(is_noise).len()
}

fn without_breaks(text: &str) -> Cow<'_, str> {
    match memchr2(b'\r', b'\n', text.as_bytes()) {
        None => text.into(),
        Some(_) => text.replace(['\r', '\n'], "").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const EDIFACT: Separators = Separators { element: b'+', component: b':', segment: b'\'', release: b'?' };
    const X12: Separators = Separators { element: b'*', component: b'>', segment: b'~', release: 0 };

    fn all(text: &str, separators: Separators) -> Vec<String> {
        let mut segments = Segments::new(text, 0, separators);
        std::iter::from_fn(|| segments.next(1)).map(|segment| segment.text.into_owned()).collect()
    }

    #[test]
    fn segments_end_at_their_terminator_and_line_breaks_are_ignored() {
        assert_eq!(all(" ST*315*1~\r\nSE*2*1~GE*1*1\r\n\u{1a}", X12), ["ST*315*1", "SE*2*1", "GE*1*1"]);
        assert_eq!(all("FTX+A+it?'s ?? here'LOC+9+CN\r\nSHA'", EDIFACT), ["FTX+A+it?'s ?? here", "LOC+9+CNSHA"]);
        assert_eq!(all("A+x?\r\n'y'B", EDIFACT), ["A+x?'y", "B"], "a line break between the two characters");
        assert_eq!(all("A+?", EDIFACT), ["A+?"]);
        assert_eq!(all("", X12), [""; 0]);
    }

    #[test]
    fn separators_are_those_of_the_header_and_not_of_a_text_far_behind_it() {
        for (far, terminator) in [(100, b'\''), (2 * MAX_HEADER, b'\n')] {
            let text = format!("UNB+UNOA:1+{}'", "A\n".repeat(far / 2));
            assert_eq!(Separators::of_edifact(&text, 0).0.segment, terminator);
        }
        let isa = |width: usize| format!("ISA{}>~GS*", format!("*{}", "A".repeat(width)).repeat(15) + "*");
        assert!(Separators::of_x12(&isa(10)).is_some() && Separators::of_x12(&isa(100)).is_none());
    }

    #[test]
    fn elements_and_components_are_unescaped() {
        let segment = Segments::new("LOC+175+US?+NY: C?:?? ::A+ +x'", 0, EDIFACT).next(1).expect("a segment");
        let fields = segment.fields();
        assert!(segment.is(b"LOC") && segment.count() == 5);
        assert_eq!([fields.part(2, 1), fields.part(2, 2), fields.part(2, 3)], ["US+NY", "C:?", ""]);
        assert_eq!([fields.get(1), fields.get(3), fields.get(4), fields.get(99)], ["175", "", "x", ""]);
    }

    #[test]
    fn segments_with_and_without_release_characters_are_read_equally() {
        let long = "a+".repeat(FIELDS + 3);
        for text in ["", "+", "LOC+1:2::3+", "LOC", "é+:ü:+ x :+", ":a+:::", "loc:1+2", &long] {
            let [plain, released] = ["", "?"].map(|more| Segment {
                text: format!("{text}{more}").into(),
                tag_in_capitals: Tag::of(""),
                number: 1,
                ended: true,
                separators: if more.is_empty() { Separators { release: 0, ..EDIFACT } } else { EDIFACT },
            });
            let (plain, released) = (plain.fields(), released.fields());
            for element in 0..FIELDS + 2 {
                assert_eq!(plain.get(element), released.get(element), "{text} {element}");
                for component in 1..6 {
                    assert_eq!(
                        plain.part(element, component),
                        released.part(element, component),
                        "{text} {element} {component}"
                    );
                }
            }
        }
    }
}
