//! `Policies`: all numeric settings of a service.

use std::collections::BTreeMap;
use std::time::Duration;

use chrono::TimeDelta;

use crate::documents::Limits;
use crate::email::MailLimits;
use crate::limits::RateLimits;
use crate::settings::{Bounds, Setting, Settings, settings};
use crate::store::StoragePolicy;
use crate::tracking::{FoldPolicy, lifecycle};
use crate::webhooks::DeliveryPolicy;

/// The numeric settings of a service.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Policies {
    /// How often and how long numbers are looked up.
    pub lifecycle: lifecycle::Policy,
    /// How long shipments are tracked.
    pub following: FoldPolicy,
    /// How notifications are delivered.
    pub delivery: DeliveryPolicy,
    /// How many look-ups are sent to a carrier.
    pub pace: Pace,
    /// Paces of single carriers, by carrier code. They replace `pace`.
    pub paces: BTreeMap<String, Pace>,
    /// Limits for messages that are ingested.
    pub mail_limits: MailLimits,
    /// How long and how many facts are stored for numbers that are not tracked yet.
    pub recording: RecordingPolicy,
    /// Limits for files and documents.
    pub documents: DocumentPolicy,
    /// How the database file is opened, and how much memory its caches use.
    pub storage: StoragePolicy,
    /// Rate limits of each API key.
    pub limits: RateLimits,
    /// How long one look-up may take.
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
            storage: StoragePolicy::default(),
            limits: RateLimits::interface(),
            look_up_timeout: Duration::from_secs(30),
        }
    }
}

settings! {
    /// For how long, and how many, facts are stored about numbers that are not tracked yet; and how much unread EDI is stored.
    #[derive(Debug, Clone, PartialEq)]
    pub struct RecordingPolicy {
        /// How long a fact is stored while its number is not tracked.
        time keep: TimeDelta = TimeDelta::days(90),
        /// Maximum number of facts that are stored for an account; more are refused.
        count_or_zero most_kept: usize = 100_000,
        /// Facts that are sent by mail are refused if an account would store more facts than this, so that mail leaves the rest of
        /// `most_kept` to other sources.
        count_or_zero most_kept_of_mail: usize = 25_000,
        /// Maximum size, in bytes, of the EDI messages without a recorded fact that are stored for an account; more are refused.
        count_or_zero most_unread_edi: usize = 64 << 20,
    }
}

settings! {
    /// Limits for uploaded files, and for the extraction of data from documents.
    #[derive(Debug, Clone, PartialEq)]
    pub struct DocumentPolicy {
        /// Maximum size of an uploaded file in bytes; a larger file is refused.
        count file_bytes: usize = 100 << 20,
        /// Maximum size, in bytes, of the announced and uploaded files of an account that are not documents yet; more are refused.
        count_or_zero most_waiting: usize = 1 << 30,
        /// How long the download URL of a document is valid.
        timeout link_lasts: Duration = Duration::from_secs(5 * 60),
        /// Maximum size of a document, in bytes, for it to be read; a larger one is stored, and its extraction fails.
        count_or_zero read_bytes: usize = 16 << 20,
        /// Maximum number of pages of a document that are read; later pages are ignored.
        count read_pages: usize = 100,
        /// Maximum number of cells of a table that are read; later cells are ignored.
        count read_cells: usize = 200_000,
        /// Maximum size of the text that is searched, in bytes; later text is ignored.
        count read_text: usize = 4 << 20,
        /// How long reading a document may take.
        timeout read_time: Duration = Duration::from_secs(10),
        /// Maximum size of the memory of a reader process, in bytes. Linux keeps this limit; other systems do not.
        count read_memory: usize = 512 << 20,
        /// Maximum number of reader processes, and of documents that a worker reads at once. With 0, PDF, XLSX and HTML documents are
        /// stored without being read.
        count_or_zero readers: usize = 2,
        /// Reads PDF, XLSX and HTML documents in the process of the service, without limits of time and memory: a hostile file can end the
        /// process. Only for documents from trusted sources.
        flag trusted_documents_in_process: bool = false,
        /// Maximum number of numbers of one message that are tracked, for an account that tracks the numbers in its mail.
        count most_tracked: usize = 20,
    }
}

impl DocumentPolicy {
    pub(in crate::service) fn limits(&self) -> Limits {
        Limits { pages: self.read_pages, cells: self.read_cells, text: self.read_text, time: self.read_time }
    }
}

/// One group of settings, such as `lifecycle`.
#[derive(Debug, PartialEq)]
#[non_exhaustive]
pub struct PolicyGroup<'p> {
    /// Name of the group, such as `lifecycle`. Empty for settings without a group.
    pub name: &'static str,
    /// What the group is for.
    pub about: &'static str,
    /// The settings.
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

    /// Returns all settings, to list them or to set them by name.
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
            about: "How long one look-up may take.",
            bounds: Bounds::timeout(),
            value: (&mut self.look_up_timeout).into(),
        };
        vec![
            PolicyGroup { name: "", about: "Settings that belong to no group.", settings: vec![look_up_timeout] },
            PolicyGroup::of("lifecycle", &mut self.lifecycle),
            PolicyGroup::of("following", &mut self.following),
            PolicyGroup::of("delivery", &mut self.delivery),
            PolicyGroup::of("pace", &mut self.pace),
            PolicyGroup::of("mail_limits", &mut self.mail_limits),
            PolicyGroup::of("recording", &mut self.recording),
            PolicyGroup::of("documents", &mut self.documents),
            PolicyGroup::of("storage", &mut self.storage),
            PolicyGroup::of("limits", &mut self.limits),
        ]
    }
}

settings! {
    /// How many look-ups are sent to a carrier. Carriers do not wait for each other.
    ///
    /// Any values are safe: an `at_once` of 0 counts as 1.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct Pace {
        /// Most look-ups to a carrier at the same time; after a failed look-up only one, until the next one succeeds.
        count at_once: u32 = 2,
        /// Most look-ups to a carrier that may begin within one window of time.
        count look_ups: Option<u32> = None,
        /// Length of that window.
        timeout per: Duration = Duration::from_secs(60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_policy_is_a_group_and_names_are_unique() {
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
            storage: _,
            limits: _,
            look_up_timeout: _,
        } = &policies;
        let groups = policies.groups();
        assert_eq!(groups.len(), 10);
        for group in &groups {
            let mut names: Vec<_> = group.settings.iter().map(|setting| setting.name).collect();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), group.settings.len(), "{}", group.name);
        }
    }

    #[test]
    fn settings_change_the_policies() {
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
