//! Through an interchange from header to trailer. Both syntaxes go the same way; a [`Dialect`] says what differs.

use super::envelope::{self, End, Header, Pending, Reader, compare, is_new_interchange, no_trailer, note_stray};
use super::interchange::{Group, Interchange, Party, Syntax};
use super::segment::{Fields, Marks, Segment, Segments, Tag};

/// What an envelope of one syntax has of its own.
pub(super) struct Dialect {
    pub syntax: Syntax,
    pub tags: Tags,
    /// Reads the header of the interchange; whether that counts as one.
    pub header: fn(&mut Interchange, &Fields<'_>) -> bool,
    pub group: fn(&Fields<'_>) -> Group,
    pub message: fn(&Fields<'_>) -> Header,
    /// Compares the trailer of the interchange with what was read.
    pub close: fn(&mut Interchange, &Fields<'_>),
    /// Whether a header that stands `ahead` is that of this interchange and not of the next one.
    pub is_own_header: fn(&Open<'_>, ahead: Ahead<'_>) -> bool,
}

/// The segments that begin and end what is in an envelope.
pub(super) struct Tags {
    pub interchange: [Tag; 2],
    pub group: [Tag; 2],
    pub message: [Tag; 2],
}

/// What is read next.
pub(super) struct Ahead<'t> {
    pub text: &'t str,
    /// Whether it is where the interchange begins.
    pub is_first: bool,
}

/// An interchange that is being read.
pub(super) struct Open<'t> {
    pub interchange: Interchange,
    pub pending: Option<Pending<'t>>,
    pub has_header: bool,
    dialect: &'static Dialect,
}

/// Reads the interchange that begins at `at`, its segments from `first` on; answers it, and where it ends.
pub(super) fn read<'t>(
    reader: &mut Reader<'t>,
    dialect: &'static Dialect,
    marks: Marks,
    [at, first]: [usize; 2],
) -> (Interchange, usize) {
    let text = reader.text;
    let Tags { interchange: [header, trailer], group: [group, group_end], message: [message, message_end] } =
        &dialect.tags;
    let [header, trailer, group, group_end, message] = [header, trailer, group, group_end, message].map(|tag| *tag);
    let mut open: Open<'t> = Open::new(dialect, marks);
    let mut segments = Segments::new(text, first, marks);
    loop {
        let begin = segments.begin();
        if is_new_interchange(text, begin) {
            let ahead = Ahead { text: &text[begin..], is_first: begin <= at };
            if !(dialect.is_own_header)(&open, ahead) {
                break;
            }
        }
        let number = open.pending.as_ref().map_or(1, |pending| pending.count + 1);
        let Some(segment) = segments.next(number) else { break };
        if !reader.count() {
            break;
        }
        let tag = segment.known;
        if [group, message, group_end, trailer].contains(&tag) {
            open.end_message(reader, &End::Missing(message_end.as_str()), begin);
        }
        if tag == header {
            open.has_header = (dialect.header)(&mut open.interchange, &segment.fields());
        } else if tag == group {
            open.interchange.groups.push((dialect.group)(&segment.fields()));
        } else if tag == message {
            open.pending = Some(reader.pending(begin));
            open.push(segment, reader);
        } else if tag == *message_end && open.pending.is_some() {
            let fields = segment.fields();
            let end = End::Trailer { tag: tag.as_str(), count: &fields.get(1), control_number: &fields.get(2) };
            open.end_message(reader, &end, segments.at);
        } else if tag == group_end {
            open.end_group(&segment.fields());
        } else if tag == trailer {
            (dialect.close)(&mut open.interchange, &segment.fields());
            open.interchange.span = at..segments.at;
            return (open.interchange, segments.at);
        } else if open.pending.is_some() {
            open.push(segment, reader);
        } else {
            note_stray(&mut open.interchange.problems, &segment.text);
        }
    }
    let last_is_cut = |pending: &Pending<'_>| pending.segments.last().is_some_and(|last| !last.ended);
    let is_cut = reader.is_full() || open.pending.as_ref().is_some_and(last_is_cut);
    let end = if is_cut { End::Cut(message_end.as_str()) } else { End::Missing(message_end.as_str()) };
    open.end_message(reader, &end, segments.at);
    if open.has_header {
        open.interchange.problems.push(no_trailer(trailer.as_str()));
    }
    open.interchange.span = at..segments.at;
    (open.interchange, segments.at)
}

impl<'t> Open<'t> {
    fn new(dialect: &'static Dialect, marks: Marks) -> Self {
        let interchange = Interchange {
            syntax: dialect.syntax,
            sender: Party::default(),
            recipient: Party::default(),
            sent_at: None,
            control_number: String::new(),
            version: String::new(),
            is_test: false,
            groups: Vec::new(),
            problems: Vec::new(),
            marks,
            span: 0..0,
        };
        Open { interchange, pending: None, has_header: false, dialect }
    }

    fn push(&mut self, segment: Segment<'t>, reader: &Reader<'_>) {
        if let Some(pending) = &mut self.pending {
            pending.push(segment, reader.limits);
        }
    }

    /// Decodes the message that is pending, if there is one.
    fn end_message(&mut self, reader: &mut Reader<'t>, end: &End<'_>, until: usize) {
        let Some(pending) = self.pending.take() else { return };
        let header = pending.segments.first().map(|segment| (self.dialect.message)(&segment.fields()));
        let group = self.interchange.groups.last().map_or("", |group| &group.sender);
        let from = [self.interchange.sender.id.as_str(), group];
        let message = reader.message(pending, header.unwrap_or_default(), end, from, until);
        envelope::add(&mut self.interchange, message);
    }

    fn end_group(&mut self, fields: &Fields<'_>) {
        let Some(group) = self.interchange.groups.last_mut() else { return };
        let (count, number) = (fields.get(1), fields.get(2));
        group.counted = count.parse().ok();
        let tag = self.dialect.tags.group[1];
        group.problems.extend(compare(tag.as_str(), &count, group.messages.len(), &number, &group.control_number));
    }
}
