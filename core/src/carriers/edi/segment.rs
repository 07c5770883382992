//! Segments: the pieces both syntaxes are made of, found one after the other, and cut into elements when somebody looks.

use std::borrow::Cow;

use memchr::{memchr, memchr2};

/// The characters that part the pieces of an interchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Marks {
    pub element: u8,
    /// Within an element; 0 where there is none.
    pub component: u8,
    pub segment: u8,
    /// Takes the meaning from the character after it; 0 where there is none.
    pub release: u8,
}

/// The most elements of a segment that anything is read of; more are counted, and kept in its text.
const FIELDS: usize = 24;

/// One segment, without the mark at its end and without the line breaks that people and mailers put in.
#[derive(Debug, Clone)]
pub(super) struct Segment<'t> {
    pub text: Cow<'t, str>,
    /// Which one of its message, from 1.
    pub number: usize,
    /// Whether the mark at its end was there.
    pub ended: bool,
    pub marks: Marks,
}

impl Segment<'_> {
    /// The tag, as it is written.
    pub fn tag(&self) -> &str {
        let end = self.text.bytes().position(|byte| byte == self.marks.element || byte == self.marks.component);
        trimmed(&self.text[..end.unwrap_or(self.text.len())])
    }

    /// The tag in capitals, without making a text of it; one that is longer than any is none.
    pub fn known_tag(&self) -> Tag {
        let tag = self.tag().as_bytes();
        let mut letters = [0; 3];
        if tag.len() <= letters.len() {
            letters[..tag.len()].copy_from_slice(tag);
        }
        letters.make_ascii_uppercase();
        Tag(letters)
    }

    /// Whether it has this tag, in any case.
    pub fn is(&self, tag: &str) -> bool {
        self.tag().eq_ignore_ascii_case(tag)
    }

    /// Its elements.
    pub fn fields(&self) -> Fields<'_> {
        let mut fields = Fields { items: [""; FIELDS], marks: self.marks };
        let pieces = Pieces::of(&self.text, self.marks.element, self.marks.release);
        for (place, piece) in fields.items.iter_mut().zip(pieces) {
            *place = piece;
        }
        fields
    }

    /// How many elements it has, the tag not counted.
    pub fn count(&self) -> usize {
        self.text.bytes().filter(|byte| *byte == self.marks.element).count()
    }
}

/// A tag of two or three letters, in capitals.
pub(super) struct Tag([u8; 3]);

impl Tag {
    pub fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default().trim_end_matches('\0')
    }
}

/// The elements of a segment, from 1; the tag is 0.
#[derive(Debug, Clone, Copy)]
pub(super) struct Fields<'s> {
    items: [&'s str; FIELDS],
    marks: Marks,
}

impl<'s> Fields<'s> {
    /// The text of an element without the spaces around it, empty where it has none. What is released is as it was meant.
    pub fn get(&self, element: usize) -> Cow<'s, str> {
        self.plain(self.raw(element))
    }

    /// The text of a component of an element, both from 1.
    pub fn part(&self, element: usize, component: usize) -> Cow<'s, str> {
        let mut parts = Pieces::of(self.raw(element), self.marks.component, self.marks.release);
        self.plain(parts.nth(component - 1).unwrap_or_default())
    }

    fn raw(&self, element: usize) -> &'s str {
        self.items.get(element).copied().unwrap_or_default()
    }

    fn plain(&self, text: &'s str) -> Cow<'s, str> {
        let text = trimmed(text);
        let release = self.marks.release;
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

/// The pieces of a text between marks that are not released.
struct Pieces<'s> {
    rest: Option<&'s str>,
    mark: u8,
    release: u8,
}

impl<'s> Pieces<'s> {
    fn of(text: &'s str, mark: u8, release: u8) -> Self {
        Pieces { rest: Some(text), mark, release }
    }
}

impl<'s> Iterator for Pieces<'s> {
    type Item = &'s str;

    fn next(&mut self) -> Option<&'s str> {
        let rest = self.rest?;
        let Pieces { mark, release, .. } = *self;
        // Most pieces have few letters: a loop over them is through before a search has begun.
        let near = |bytes: &[u8]| bytes.iter().position(|byte| *byte == mark || *byte == release && release != 0);
        match mark != 0 && mark.is_ascii() {
            true => match end(rest.as_bytes(), mark, release, near) {
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

/// Where the first mark is that is not released; `find` finds the first that is one of both. A line break between the two characters
/// does not count: mailers fold there.
fn end(bytes: &[u8], mark: u8, release: u8, find: impl Fn(&[u8]) -> Option<usize>) -> Option<usize> {
    let mut at = 0;
    // What is released is passed over whatever it is, so each character is looked at once.
    while let Some(found) = find(&bytes[at..]) {
        let found = at + found;
        if bytes[found] == mark || release == 0 {
            return Some(found);
        }
        let breaks = bytes[found + 1..].iter().take_while(|byte| matches!(byte, b'\r' | b'\n')).count();
        at = (found + 2 + breaks).min(bytes.len());
    }
    None
}

/// A text without the spaces around it. Most have none.
fn trimmed(text: &str) -> &str {
    let bytes = text.as_bytes();
    let is_bare = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_graphic);
    if is_bare(bytes.first()) && is_bare(bytes.last()) { text } else { text.trim() }
}

/// The segments of a text, one after the other.
#[derive(Debug, Clone)]
pub(super) struct Segments<'t> {
    text: &'t str,
    /// Where the next one begins.
    pub at: usize,
    pub marks: Marks,
}

impl<'t> Segments<'t> {
    pub fn new(text: &'t str, at: usize, marks: Marks) -> Self {
        Segments { text, at, marks }
    }

    /// Passes over what may stand between segments, and answers where the next one begins.
    pub fn begin(&mut self) -> usize {
        self.at = past_noise(self.text, self.at);
        self.at
    }

    /// The next segment, numbered; `None` at the end.
    pub fn next(&mut self, number: usize) -> Option<Segment<'t>> {
        let begin = self.begin();
        let rest = &self.text[begin..];
        if rest.is_empty() {
            return None;
        }
        let Marks { segment: mark, release, .. } = self.marks;
        let far = |bytes: &[u8]| if release == 0 { memchr(mark, bytes) } else { memchr2(mark, release, bytes) };
        let found = end(rest.as_bytes(), mark, release, far);
        let length = found.unwrap_or(rest.len());
        self.at = begin + length + usize::from(found.is_some());
        let text = without_breaks(rest[..length].trim_end_matches(is_noise));
        Some(Segment { text, number, ended: found.is_some(), marks: self.marks })
    }
}

/// What stands between segments and means nothing: line breaks, spaces, what transmissions end with, a mark of byte order.
fn is_noise(letter: char) -> bool {
    letter <= ' ' || letter == '\u{7f}' || letter == '\u{feff}' || letter == '\u{a0}'
}

/// Where the text goes on after what means nothing.
pub(super) fn past_noise(text: &str, at: usize) -> usize {
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

    const EDIFACT: Marks = Marks { element: b'+', component: b':', segment: b'\'', release: b'?' };
    const X12: Marks = Marks { element: b'*', component: b'>', segment: b'~', release: 0 };

    fn all(text: &str, marks: Marks) -> Vec<String> {
        let mut segments = Segments::new(text, 0, marks);
        std::iter::from_fn(|| segments.next(1)).map(|segment| segment.text.into_owned()).collect()
    }

    #[test]
    fn segments_end_at_their_mark_and_breaks_mean_nothing() {
        assert_eq!(all(" ST*315*1~\r\nSE*2*1~GE*1*1\r\n\u{1a}", X12), ["ST*315*1", "SE*2*1", "GE*1*1"]);
        assert_eq!(all("FTX+A+it?'s ?? here'LOC+9+CN\r\nSHA'", EDIFACT), ["FTX+A+it?'s ?? here", "LOC+9+CNSHA"]);
        assert_eq!(all("A+x?\r\n'y'B", EDIFACT), ["A+x?'y", "B"], "a fold between the two characters");
        assert_eq!(all("A+?", EDIFACT), ["A+?"]);
        assert_eq!(all("", X12), [""; 0]);
    }

    #[test]
    fn elements_and_components_are_read_without_what_releases_them() {
        let segment = Segments::new("LOC+175+US?+NY: C?:?? ::A+ +x'", 0, EDIFACT).next(1).expect("a segment");
        let fields = segment.fields();
        assert!(segment.is("loc") && segment.count() == 5);
        assert_eq!([fields.part(2, 1), fields.part(2, 2), fields.part(2, 3)], ["US+NY", "C:?", ""]);
        assert_eq!([fields.get(1), fields.get(3), fields.get(4), fields.get(99)], ["175", "", "x", ""]);
    }
}
