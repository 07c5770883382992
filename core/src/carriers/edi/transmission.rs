//! A whole file: interchanges one after the other, of either syntax, and what stands between them.

use super::envelope::{Reader, header_at, is_whole};
use super::interchange::{Syntax, Transmission};
use super::limits::EdiLimits;
use super::segment::past_noise;
use super::senders::Senders;
use super::{edifact, x12};

/// Reads a text: interchanges, and what stands between them.
pub(super) fn read(text: &str, senders: &Senders, limits: &EdiLimits) -> Transmission {
    let mut reader = Reader::new(text, senders, limits);
    let mut interchanges = Vec::new();
    let mut at = past_noise(text, 0);
    while at < text.len() && !reader.is_full() && interchanges.len() <= limits.messages {
        let Some(syntax) = header_at(text, at) else {
            let next = next_header(text, at);
            reader.stray(&text[at..next]);
            at = next;
            continue;
        };
        let (interchange, next) = match syntax {
            Syntax::X12 => x12::read(&mut reader, at),
            Syntax::Edifact => edifact::read(&mut reader, at),
        };
        interchanges.extend(interchange);
        reader.check("interchanges", interchanges.len(), limits.messages);
        // Whatever a header was, something of it was passed.
        at = past_noise(text, next.max(at + 1));
    }
    Transmission { interchanges, problems: reader.problems }
}

/// Where the next interchange begins after something else, or the end.
fn next_header(text: &str, at: usize) -> usize {
    let begins = |at: &usize| text.is_char_boundary(*at) && is_whole(text, *at);
    let capitals = |byte: u8| matches!(byte.to_ascii_uppercase(), b'I' | b'U');
    let places = text.as_bytes()[at..].iter().enumerate().skip(1).filter(|(_, byte)| capitals(**byte));
    places.map(|(offset, _)| at + offset).find(begins).unwrap_or(text.len())
}
