//! The part of a container's history that is one trip.

use std::ops::Range;

use chrono::{DateTime, Utc};

/// The part of a container's history that is one trip, by places in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stretch {
    /// From what it begins with to where the next begins.
    pub(super) events: Range<usize>,
    /// The empty return that ends it.
    pub(super) returned: Option<usize>,
    /// The box came back before any vessel took it: it was on no voyage.
    pub(super) is_unused: bool,
    /// What ended it: its return, or what the next one begins with.
    pub(super) ended_by: Option<usize>,
    /// Whether the box made its voyage, and is done with it.
    pub(super) is_over: bool,
    /// When it begins, where another one came before it.
    pub(super) begun: Option<DateTime<Utc>>,
    /// When the next one begins.
    pub(super) next_begins: Option<DateTime<Utc>>,
}

impl Stretch {
    /// All of a history, as one trip that is under way.
    pub(super) fn whole(count: usize) -> Self {
        Stretch {
            events: 0..count,
            returned: None,
            is_unused: false,
            ended_by: None,
            is_over: false,
            begun: None,
            next_begins: None,
        }
    }
}
