//! All numeric settings of a service.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;

use crate::documents::Limits;
use crate::email::MailLimits;
use crate::limits::RateLimits;
use crate::settings::{Bounds, Setting, Settings, settings};
use crate::tracking::{FoldPolicy, lifecycle};
use crate::webhooks::DeliveryPolicy;

/// The numbers a service goes by.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Policies {
    /// How often and how long carriers are asked.
    pub lifecycle: lifecycle::Policy,
    /// How long shipments are followed.
    pub following: FoldPolicy,
    /// How notifications are delivered.
    pub delivery: DeliveryPolicy,
    /// How many look-ups a carrier gets.
    pub pace: Pace,
    /// The same for carriers that have a pace of their own, by their codes.
    pub paces: BTreeMap<String, Pace>,
    /// What of a message is read.
    pub mail_limits: MailLimits,
    /// How facts are kept about numbers that nobody tracks yet.
    pub recording: RecordingPolicy,
    /// What of files and documents is taken in.
    pub documents: DocumentPolicy,
    /// What every API key may ask for.
    pub limits: RateLimits,
    /// How long a carrier may take to answer one look-up.
    pub look_up_timeout: Duration,
}

impl Default for Policies {
    fn default() -> Self {
        Policies {
            lifecycle: lifecycle::Policy::default(),
            following: FoldPolicy::default(),
            delivery: DeliveryPolicy::default(),
            pace: Pace::default(),
            paces: BTreeMap::new(),
            mail_limits: MailLimits::default(),
            recording: RecordingPolicy::default(),
            documents: DocumentPolicy::default(),
            limits: RateLimits::interface(),
            look_up_timeout: Duration::from_secs(30),
        }
    }
}

settings! {
    /// How facts are kept that were recorded about numbers nobody tracks yet, and what was received beside them.
    #[derive(Debug, Clone, PartialEq)]
    pub struct RecordingPolicy {
        /// How long a fact is kept for whoever comes to track its number.
        time keep: TimeDelta = TimeDelta::days(90),
        /// Facts that are kept for an account at most; more are refused.
        count_or_zero most_kept: usize = 100_000,
        /// Bytes of EDI messages that are kept for an account at most because nothing could be taken in of them; more are refused.
        count_or_zero most_unread_edi: usize = 64 << 20,
    }
}

settings! {
    /// What of files is taken in to become documents, and what of them is read.
    #[derive(Debug, Clone, PartialEq)]
    pub struct DocumentPolicy {
        /// Bytes of a file that is uploaded; a larger one is refused.
        count file_bytes: usize = 100 << 20,
        /// Bytes of files that an account announced or sent, and made no document of yet; more are refused.
        count_or_zero most_waiting: usize = 1 << 30,
        /// How long the URL is good from which the file of a document is fetched.
        timeout link_lasts: Duration = Duration::from_secs(5 * 60),
        /// Bytes of a document that is read; a larger one is kept, and counts as not read.
        count_or_zero read_bytes: usize = 16 << 20,
        /// Pages of a document that are read; those behind them are left out.
        count read_pages: usize = 100,
        /// Cells of a table that are read; those behind them are left out.
        count read_cells: usize = 200_000,
        /// Bytes of text that are looked at; what is behind them is left out.
        count read_text: usize = 4 << 20,
        /// Bytes that what is packed in a document may unpack to; one that unpacks to more is not read.
        count read_unpacked: usize = 128 << 20,
        /// How long reading a document may take.
        timeout read_time: Duration = Duration::from_secs(10),
        /// Numbers of one message that are tracked, for an account that has those tracked that stand in its mail.
        count most_tracked: usize = 20,
    }
}

impl DocumentPolicy {
    pub(in crate::service) fn limits(&self) -> Limits {
        Limits {
            pages: self.read_pages,
            cells: self.read_cells,
            text: self.read_text,
            unpacked: self.read_unpacked,
            time: self.read_time,
        }
    }
}

/// One of the policies, its numbers by their names.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct PolicyGroup<'p> {
    /// What it is called: `lifecycle`. Empty for the numbers that belong to no group.
    pub name: &'static str,
    /// What it is.
    pub about: &'static str,
    /// Its numbers.
    pub settings: Vec<Setting<'p>>,
}

impl<'p> PolicyGroup<'p> {
    fn of<P: Settings>(name: &'static str, policy: &'p mut P) -> Self {
        PolicyGroup { name, about: P::ABOUT, settings: policy.settings() }
    }
}

impl Policies {
    pub(in crate::service::engine) fn pace_for(&self, scac: &str) -> &Pace {
        self.paces.get(scac).unwrap_or(&self.pace)
    }

    pub(super) fn longest_pause(&self) -> Duration {
        self.paces.values().chain([&self.pace]).map(|pace| pace.per).max().unwrap_or_default()
    }

    /// Every number there is: for whoever sets them by name, or lists them.
    ///
    /// ```
    /// use shiptrack::service::Policies;
    ///
    /// let mut policies = Policies::default();
    /// for group in policies.groups() {
    ///     for setting in group.settings {
    ///         println!("{}.{}: {:?}, {}", group.name, setting.name, setting.value, setting.about);
    ///     }
    /// }
    /// ```
    #[doc(hidden)]
    pub fn groups(&mut self) -> Vec<PolicyGroup<'_>> {
        let look_up_timeout = Setting {
            name: "look_up_timeout",
            about: "How long a carrier may take to answer one look-up.",
            bounds: Bounds::timeout(),
            value: (&mut self.look_up_timeout).into(),
        };
        vec![
            PolicyGroup { name: "", about: "What belongs to no policy.", settings: vec![look_up_timeout] },
            PolicyGroup::of("lifecycle", &mut self.lifecycle),
            PolicyGroup::of("following", &mut self.following),
            PolicyGroup::of("delivery", &mut self.delivery),
            PolicyGroup::of("pace", &mut self.pace),
            PolicyGroup::of("mail_limits", &mut self.mail_limits),
            PolicyGroup::of("recording", &mut self.recording),
            PolicyGroup::of("documents", &mut self.documents),
            PolicyGroup::of("limits", &mut self.limits),
        ]
    }
}

settings! {
    /// How many look-ups a carrier gets: those of one carrier wait for each other, and for nobody else's.
    ///
    /// Any values are safe: nothing at once is taken for one at once.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Pace {
        /// Look-ups of one carrier that may be under way at once; after one that failed, one alone until the next succeeds.
        count at_once: u32 = 2,
        /// Look-ups of one carrier that may begin in any window of time.
        count look_ups: Option<u32> = None,
        /// The length of that window.
        timeout per: Duration = Duration::from_secs(60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_a_group_and_every_number_is_called_once() {
        let mut policies = Policies::default();
        let Policies {
            lifecycle: _,
            following: _,
            delivery: _,
            pace: _,
            paces: _,
            mail_limits: _,
            recording: _,
            documents: _,
            limits: _,
            look_up_timeout: _,
        } = &policies;
        let groups = policies.groups();
        assert_eq!(groups.len(), 9);
        for group in &groups {
            let mut names: Vec<_> = group.settings.iter().map(|setting| setting.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), group.settings.len(), "{}", group.name);
        }
    }

    #[test]
    fn what_is_set_by_name_is_what_the_policy_has() {
        let (mut policies, unchanged) = (Policies::default(), Policies::default());
        for setting in policies.groups().into_iter().flat_map(|group| group.settings) {
            if let crate::settings::Value::Span(span) = setting.value {
                *span = TimeDelta::seconds(7);
            }
        }
        assert_eq!(policies.lifecycle.refresh, TimeDelta::seconds(7));
        assert_eq!(policies.following.arrival_window, TimeDelta::seconds(7));
        assert_eq!((policies.delivery, policies.pace), (unchanged.delivery, unchanged.pace));
    }
}
