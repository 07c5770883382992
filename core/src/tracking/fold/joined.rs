//! One event as several sources tell of it, and what clerks corrected about it.

use super::places::Places;
use super::timeline::Happening;

/// An event, told once or several times.
pub(super) struct Joined {
    /// As all together tell it.
    pub(super) whole: Happening,
    /// What clerks said, where they were not alone; and what all others said.
    corrections: Vec<Happening>,
    others: Option<Happening>,
}

impl Joined {
    pub(super) fn of(first: Happening) -> Self {
        let corrections = if first.is_of_clerk() { vec![first.clone()] } else { Vec::new() };
        Joined { whole: first, corrections, others: None }
    }

    /// Joins what another source tells of it.
    pub(super) fn join(&mut self, told: Happening, places: &Places) {
        if told.is_of_clerk() {
            if self.corrections.is_empty() {
                self.others = Some(self.whole.clone());
            }
            self.corrections.push(told.clone());
        } else if !self.corrections.is_empty() {
            match &mut self.others {
                Some(others) => others.join(told.clone(), places),
                None => self.others = Some(told.clone()),
            }
        }
        self.whole.join(told, places);
    }

    /// The event in the words that hold. A clerk corrects what would hold without that correction, so the others are weighed
    /// against each other first: whose words hold must not depend on who is joined with whom.
    pub(super) fn weighed(self, places: &Places) -> Happening {
        let Joined { whole, mut corrections, others } = self;
        let Some(mut weighed) = others else { return whole };
        corrections.sort_by_key(|correction| correction.received_at);
        corrections.into_iter().for_each(|correction| weighed.join(correction, places));
        weighed.marked_as(&whole)
    }
}
