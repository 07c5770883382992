//! DCSA Track & Trace, as carriers really answer it: bytes become facts, links to the next page, or a reason why there are
//! none. Pure: no HTTP here.
//!
//! Four wire shapes are told apart by their keys, never by a version that somebody declares: flat events (1.x, 2.x), `metadata`
//! and `payload` (3.0 beta), and classified events with codes or words (3.0). Real answers break the standard's own schema
//! nearly everywhere, so every member is optional, `null` is as good as nothing, names are compared without regard to case,
//! numbers are taken for text, codes for words, and lists are found wherever they are wrapped. What cannot be read is told with
//! its place; what nobody knows is kept among the codes of the fact.

mod answer;
mod codes;
mod document;
mod event;
mod paging;
mod read;
mod statements;
mod time;
mod told;
mod words;

#[cfg(test)]
mod tests;

pub use answer::{Answered, Page, page};
pub(super) use answer::{LONGEST_PAUSE, because, with_pause};
pub use paging::Next;

pub(super) use read::{callback, read, recognises};
pub(super) use words::spent_quota;
