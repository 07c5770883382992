//! The envelopes of EDIFACT: UNA, UNB, UNG and UNH, with their trailers.

use super::envelope::{Header, Reader, compare};
use super::interchange::{Group, Interchange, Party, Syntax};
use super::marks;
use super::segment::{Fields, Tag};
use super::time;
use super::walk::{self, Ahead, Dialect, Open, Tags};

const DIALECT: Dialect = Dialect {
    syntax: Syntax::Edifact,
    tags: Tags {
        interchange: [Tag::of("UNB"), Tag::of("UNZ")],
        group: [Tag::of("UNG"), Tag::of("UNE")],
        message: [Tag::of("UNH"), Tag::of("UNT")],
    },
    header,
    group,
    message,
    close,
    is_own_header,
};

/// Reads the interchange that begins at `at`; answers it, and where it ends.
pub(super) fn read(reader: &mut Reader<'_>, at: usize) -> (Option<Interchange>, usize) {
    let (marks, first) = marks::of_edifact(reader.text, at);
    let (interchange, end) = walk::read(reader, &DIALECT, marks, [at, first]);
    (Some(interchange), end)
}

/// UNA may come before, and text that belongs nowhere; nothing else.
fn is_own_header(open: &Open<'_>, ahead: Ahead<'_>) -> bool {
    let is_awaited = !open.has_header && open.pending.is_none() && open.interchange.groups.is_empty();
    is_awaited && ahead.text.get(..3).is_some_and(|tag| tag.eq_ignore_ascii_case("UNB"))
}

fn header(interchange: &mut Interchange, fields: &Fields<'_>) -> bool {
    let party = |element: usize| Party {
        id: fields.part(element, 1).into_owned(),
        qualifier: fields.part(element, 2).into_owned(),
    };
    interchange.version = format!("{}:{}", fields.part(1, 1), fields.part(1, 2));
    interchange.sender = party(2);
    interchange.recipient = party(3);
    interchange.sent_at = time::x12(&fields.part(4, 1), &fields.part(4, 2), "");
    interchange.control_number = fields.part(5, 1).into_owned();
    interchange.is_test = fields.get(11) == "1";
    true
}

fn group(fields: &Fields<'_>) -> Group {
    Group {
        kind: fields.get(1).into_owned(),
        sender: fields.part(2, 1).into_owned(),
        recipient: fields.part(3, 1).into_owned(),
        control_number: fields.get(5).into_owned(),
        version: format!("{}:{}", fields.part(7, 1), fields.part(7, 2)),
        ..Group::default()
    }
}

fn message(fields: &Fields<'_>) -> Header {
    let version = [2, 3, 4, 5].map(|component| fields.part(2, component)).join(":");
    let version = version.trim_end_matches(':').to_owned();
    Header { kind: fields.part(2, 1).into_owned(), version, control_number: fields.get(1).into_owned() }
}

fn close(interchange: &mut Interchange, fields: &Fields<'_>) {
    // It counts the groups, or the messages where there are none.
    let groups = &interchange.groups;
    let is_grouped = groups.iter().any(|group| !group.control_number.is_empty());
    let count = if is_grouped { groups.len() } else { groups.iter().map(|group| group.messages.len()).sum() };
    let problems = compare("UNZ", &fields.get(1), count, &fields.get(2), &interchange.control_number);
    interchange.problems.extend(problems);
}
