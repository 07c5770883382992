//! The envelopes of X12: ISA, GS and ST, with their trailers.

use super::envelope::{Header, Reader, compare, no_trailer};
use super::interchange::{Group, Interchange, Party, Syntax};
use super::marks;
use super::problem::{Problem, ProblemCode};
use super::segment::{Fields, Tag};
use super::time;
use super::walk::{self, Dialect, Tags};

const DIALECT: Dialect = Dialect {
    syntax: Syntax::X12,
    tags: Tags {
        interchange: [Tag::of("ISA"), Tag::of("IEA")],
        group: [Tag::of("GS"), Tag::of("GE")],
        message: [Tag::of("ST"), Tag::of("SE")],
    },
    header,
    group,
    message,
    close,
    is_own_header: |_, ahead| ahead.is_first,
};

/// Reads the interchange that begins at `at`; answers it, and where it ends.
pub(super) fn read(reader: &mut Reader<'_>, at: usize) -> (Option<Interchange>, usize) {
    let Some(marks) = marks::of_x12(&reader.text[at..]) else {
        let detail =
            "the marks of an ISA cannot be told: it has fewer than sixteen elements, or a mark that is not ASCII";
        reader.problems.push(Problem::new(ProblemCode::Stray, detail));
        return (None, reader.text.len());
    };
    let (interchange, end) = walk::read(reader, &DIALECT, marks, [at, at]);
    (Some(interchange), end)
}

fn header(interchange: &mut Interchange, fields: &Fields<'_>) -> bool {
    let party = |qualifier: usize, id: usize| Party {
        id: fields.get(id).into_owned(),
        qualifier: fields.get(qualifier).into_owned(),
    };
    interchange.sender = party(5, 6);
    interchange.recipient = party(7, 8);
    interchange.sent_at = time::x12(&fields.get(9), &fields.get(10), "");
    interchange.version = fields.get(12).into_owned();
    interchange.control_number = fields.get(13).into_owned();
    interchange.is_test = fields.get(15).eq_ignore_ascii_case("T");
    !interchange.control_number.is_empty()
}

fn group(fields: &Fields<'_>) -> Group {
    Group {
        kind: fields.get(1).into_owned(),
        sender: fields.get(2).into_owned(),
        recipient: fields.get(3).into_owned(),
        control_number: fields.get(6).into_owned(),
        version: fields.get(8).into_owned(),
        ..Group::default()
    }
}

fn message(fields: &Fields<'_>) -> Header {
    Header {
        kind: fields.get(1).into_owned(),
        version: fields.get(3).into_owned(),
        control_number: fields.get(2).into_owned(),
    }
}

fn close(interchange: &mut Interchange, fields: &Fields<'_>) {
    let (groups, number) = (interchange.groups.len(), &interchange.control_number);
    let mut problems = compare("IEA", &fields.get(1), groups, &fields.get(2), number);
    for group in interchange.groups.iter_mut().filter(|group| group.counted.is_none()) {
        let has_trailer = group.problems.iter().any(|problem| problem.code == ProblemCode::Count);
        group.problems.extend((!has_trailer).then(|| no_trailer("GE")));
    }
    interchange.problems.append(&mut problems);
}
