//! Chooses between what several sources state about the pick-up of a container.
//!
//! The source at the place of the container counts, as soon as it has stated anything about the pick-up. If it is silent for long, a later
//! statement of another source counts. If no source at the place ever stated anything, the newest statement of any source counts.

use chrono::{DateTime, TimeDelta, Utc};

use super::reading_rules::{ReadingRules, SourcePlace, Whereabouts};
use super::source_readings::{SourceReadings, Stated};
use crate::resources::DataSource;

/// When statements are compared, and by which rules.
#[derive(Clone, Copy)]
pub(super) struct Comparison<'v> {
    pub(super) rules: &'v ReadingRules<'v>,
    /// Only moves that were known then count; `None`: all moves.
    pub(super) as_of: Option<DateTime<Utc>>,
    /// How long a source may be silent before later statements of others count.
    pub(super) silence: TimeDelta,
}

/// The statement of the source at the place, and what others stated after that source fell silent.
pub(super) struct Preferred<'s, 'a, T> {
    /// The newest statement of the source at the place or of a user or, if no source at the place stated anything, of any source.
    pub(super) own: Option<&'s Stated<'a, T>>,
    /// The newest statement of another source, after the source at the place fell silent.
    pub(super) later: Option<&'s Stated<'a, T>>,
}

impl<'v> Comparison<'v> {
    fn now(&self) -> DateTime<Utc> {
        self.as_of.unwrap_or_else(|| self.rules.now())
    }

    /// Whether the source can speak about the container where it is now.
    fn may_speak(&self, source: &SourceReadings<'_>) -> bool {
        match source.place {
            SourcePlace::Elsewhere => false,
            SourcePlace::Ramp => self.rules.whereabouts(self.as_of) != Whereabouts::Port,
            _ => true,
        }
    }

    pub(super) fn is_authority(&self, source: &SourceReadings<'_>) -> bool {
        self.rules.is_authority(source.place, self.as_of)
    }

    /// When the sources at the place last stated anything about the pick-up; `None` if they never did while the container was there.
    pub(super) fn spoke_at(&self, sources: &[SourceReadings<'_>]) -> Option<DateTime<Utc>> {
        let spoke_here = |source: &SourceReadings<'_>| {
            source.spoke_at.filter(|at| !self.rules.has_left(source.place, *at, self.as_of))
        };
        sources.iter().filter(|source| self.is_authority(source)).filter_map(spoke_here).max()
    }

    /// Since when the sources at the place are silent for too long; `None` if they are not.
    pub(super) fn silent_since(&self, sources: &[SourceReadings<'_>]) -> Option<DateTime<Utc>> {
        self.spoke_at(sources).filter(|spoke_at| self.now() - *spoke_at > self.silence)
    }

    pub(super) fn prefer<'s, 'a, T>(
        &self,
        sources: &'s [SourceReadings<'a>],
        value: impl Fn(&'s SourceReadings<'a>) -> Option<&'s Stated<'a, T>>,
    ) -> Preferred<'s, 'a, T> {
        let spoke_at = self.spoke_at(sources);
        let stated = sources.iter().filter(|source| self.may_speak(source)).filter_map(|source| {
            let stated = value(source)?;
            let has_left = self.rules.has_left(source.place, stated.seen_at, self.as_of);
            (!has_left).then_some((source, stated))
        });
        let stated: Vec<(&SourceReadings<'_>, &Stated<'_, T>)> = stated.collect();
        let newest = |fits: &dyn Fn(&SourceReadings<'_>) -> bool| {
            let fitting = stated.iter().filter(|(source, _)| fits(source)).map(|(_, stated)| *stated);
            fitting.max_by_key(|stated| stated.order)
        };
        let counts_first =
            |source: &SourceReadings<'_>| self.is_authority(source) || source.source.kind == DataSource::UserInput;
        match spoke_at {
            None => Preferred { own: newest(&|_| true), later: None },
            Some(spoke_at) => {
                let own = newest(&counts_first);
                // The silence begins anew after a statement of a user about this value.
                let by_user = own.filter(|own| own.fact.source.kind == DataSource::UserInput);
                let at = by_user.map_or(spoke_at, |own| spoke_at.max(own.seen_at));
                let is_silent = self.now() - at > self.silence;
                let later = newest(&|source| !counts_first(source)).filter(|later| is_silent && later.seen_at > at);
                Preferred { own, later }
            }
        }
    }
}

impl<'s, 'a> Preferred<'s, 'a, bool> {
    /// The statement that counts. Silence never makes a container available.
    pub(super) fn availability(&self) -> Option<&'s Stated<'a, bool>> {
        let is_available = |stated: &Stated<'_, bool>| stated.value == Some(true);
        let may_change = |later: &&Stated<'_, bool>| !is_available(later) || self.own.is_some_and(is_available);
        self.later.filter(may_change).or(self.own)
    }
}
