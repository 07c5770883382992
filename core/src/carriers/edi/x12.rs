//! The envelopes of X12: ISA, GS and ST, with their trailers.

use super::envelope::{self, End, Header, Pending, Reader, compare, is_new_interchange, no_trailer, note_stray};
use super::interchange::{Group, Interchange, Message, Party, Syntax};
use super::problem::{Problem, ProblemCode};
use super::segment::{Fields, Marks, Segment, Segments};
use super::time;

/// Reads the interchange that begins at `at`; answers it, and where it ends.
pub(super) fn read<'t>(reader: &mut Reader<'t>, at: usize) -> (Option<Interchange>, usize) {
    let text = reader.text;
    let Some(marks) = marks(&text[at..]) else { return (None, text.len()) };
    let mut open: Open<'t> = Open { interchange: interchange(marks), pending: None };
    let mut segments = Segments::new(text, at, marks);
    loop {
        let begin = segments.begin();
        if begin > at && is_new_interchange(text, begin) {
            break;
        }
        let number = open.pending.as_ref().map_or(1, |pending: &Pending<'_>| pending.count + 1);
        let Some(segment) = segments.next(number) else { break };
        if !reader.count() {
            break;
        }
        let fields = segment.fields();
        match segment.known_tag().as_str() {
            "ISA" => open.header(&fields),
            "GS" => {
                open.end_message(reader, &End::Missing("SE"), begin);
                open.group(&fields);
            }
            "ST" => {
                open.end_message(reader, &End::Missing("SE"), begin);
                open.pending = Some(reader.pending(begin));
                open.push(segment, reader);
            }
            "SE" if open.pending.is_some() => {
                let end = End::Trailer { tag: "SE", count: &fields.get(1), control_number: &fields.get(2) };
                open.end_message(reader, &end, segments.at);
            }
            "GE" => {
                open.end_message(reader, &End::Missing("SE"), begin);
                open.end_group(&fields);
            }
            "IEA" => {
                open.end_message(reader, &End::Missing("SE"), begin);
                return (Some(open.close(&fields)), segments.at);
            }
            _ if open.pending.is_some() => open.push(segment, reader),
            _ => note_stray(&mut open.interchange.problems, &segment.text),
        }
    }
    let last_is_cut = |pending: &Pending<'_>| pending.segments.last().is_some_and(|last| !last.ended);
    let is_cut = reader.is_full() || open.pending.as_ref().is_some_and(last_is_cut);
    let end = if is_cut { End::Cut("SE") } else { End::Missing("SE") };
    open.end_message(reader, &end, segments.at);
    if open.has_header() {
        open.interchange.problems.push(no_trailer("IEA"));
    }
    (Some(open.interchange), segments.at)
}

/// The marks that the header names by using them. Of a text that begins without one, those that nearly everybody uses.
fn marks(text: &str) -> Option<Marks> {
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

fn interchange(marks: Marks) -> Interchange {
    Interchange {
        syntax: Syntax::X12,
        sender: Party::default(),
        recipient: Party::default(),
        sent_at: None,
        control_number: String::new(),
        version: String::new(),
        is_test: false,
        groups: Vec::new(),
        problems: Vec::new(),
        marks,
    }
}

/// An interchange that is being read.
struct Open<'t> {
    interchange: Interchange,
    pending: Option<Pending<'t>>,
}

impl<'t> Open<'t> {
    fn header(&mut self, fields: &Fields<'_>) {
        let party = |qualifier: usize, id: usize| Party {
            id: fields.get(id).into_owned(),
            qualifier: fields.get(qualifier).into_owned(),
        };
        self.interchange.sender = party(5, 6);
        self.interchange.recipient = party(7, 8);
        self.interchange.sent_at = time::x12(&fields.get(9), &fields.get(10), "");
        self.interchange.version = fields.get(12).into_owned();
        self.interchange.control_number = fields.get(13).into_owned();
        self.interchange.is_test = fields.get(15).eq_ignore_ascii_case("T");
    }

    fn has_header(&self) -> bool {
        !self.interchange.control_number.is_empty()
    }

    fn group(&mut self, fields: &Fields<'_>) {
        self.interchange.groups.push(Group {
            kind: fields.get(1).into_owned(),
            sender: fields.get(2).into_owned(),
            recipient: fields.get(3).into_owned(),
            control_number: fields.get(6).into_owned(),
            version: fields.get(8).into_owned(),
            ..Group::default()
        });
    }

    fn push(&mut self, segment: Segment<'t>, reader: &Reader<'_>) {
        if let Some(pending) = &mut self.pending {
            pending.push(segment, reader.limits);
        }
    }

    /// Decodes the message that is pending, if there is one.
    fn end_message(&mut self, reader: &mut Reader<'t>, end: &End<'_>, until: usize) {
        let Some(pending) = self.pending.take() else { return };
        let header = pending.segments.first().map(|segment| {
            let fields = segment.fields();
            (fields.get(1).into_owned(), fields.get(2).into_owned(), fields.get(3).into_owned())
        });
        let (kind, control_number, version) = header.unwrap_or_default();
        let group = self.interchange.groups.last().map_or("", |group| &group.sender);
        let from = [self.interchange.sender.id.as_str(), group];
        let message: Message = reader.message(pending, Header { kind, version, control_number }, end, from, until);
        envelope::add(&mut self.interchange, message);
    }

    fn end_group(&mut self, fields: &Fields<'_>) {
        let Some(group) = self.interchange.groups.last_mut() else { return };
        let (count, number) = (fields.get(1), fields.get(2));
        group.counted = count.parse().ok();
        group.problems.extend(compare("GE", &count, group.messages.len(), &number, &group.control_number));
    }

    fn close(mut self, fields: &Fields<'_>) -> Interchange {
        let (groups, number) = (self.interchange.groups.len(), &self.interchange.control_number);
        let mut problems = compare("IEA", &fields.get(1), groups, &fields.get(2), number);
        for group in self.interchange.groups.iter_mut().filter(|group| group.counted.is_none()) {
            let has_trailer = group.problems.iter().any(|problem| problem.code == ProblemCode::Count);
            group.problems.extend((!has_trailer).then(|| -> Problem { no_trailer("GE") }));
        }
        self.interchange.problems.append(&mut problems);
        self.interchange
    }
}
