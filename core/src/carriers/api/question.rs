//! A question as it goes to a carrier. Pure.

use chrono::{DateTime, SecondsFormat, Utc};

use super::keys::Keys;
use crate::carriers::dcsa::Next;
use crate::carriers::hiding::{HIDDEN, hide};
use crate::carriers::profiles::Profile;
use crate::carriers::{LookUp, LookUpFailure};

/// Events a page has, unless the profile says otherwise.
const PAGE_SIZE: u32 = 100;

/// What a carrier is asked, and under which name.
pub(super) struct Question<'p> {
    profile: &'p Profile,
    /// The number as the carrier wants it.
    pub number: String,
    /// What the parameter is called.
    pub parameter: &'p str,
    /// Further parameters, with whether a credential stands there.
    query: Vec<(String, String, bool)>,
    /// Header fields, with whether a credential stands there.
    pub headers: Vec<(String, String, bool)>,
}

/// The URL of a page, in full and as it may be shown.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct PageUrl {
    pub url: String,
    pub shown: String,
}

impl<'p> Question<'p> {
    /// With `since`, what was written from then on.
    pub fn of(
        profile: &'p Profile,
        asked: &LookUp,
        since: Option<DateTime<Utc>>,
        keys: &Keys,
    ) -> Result<Self, LookUpFailure> {
        let parameters = &profile.parameters;
        let Some(parameter) = parameters.of(&asked.kind) else {
            let kind = asked.kind.as_str().replace('_', " ");
            let why = format!(
                "the service of {} takes no {kind}, as its profile says: track another number of the shipment",
                profile.scac
            );
            return Err(LookUpFailure::Withheld.because(why));
        };
        let filled = |(name, text): (&String, &String)| {
            let (value, is_secret) = keys.fill(text);
            (name.clone(), value, is_secret)
        };
        let mut query: Vec<_> = profile.query.iter().map(filled).collect();
        if !parameters.limit.is_empty() {
            query.push((parameters.limit.clone(), parameters.page_size.unwrap_or(PAGE_SIZE).to_string(), false));
        }
        if let (Some(parameter), Some(since)) = (profile.since(), since) {
            query.push((parameter.to_owned(), since.to_rfc3339_opts(SecondsFormat::Secs, true), false));
        }
        let number = profile.written(&asked.kind, &asked.normalised_number);
        Ok(Question { profile, number, parameter, query, headers: profile.headers.iter().map(filled).collect() })
    }

    /// Where a page is; `None` for one with a cursor that the profile has no parameter for.
    pub fn page(&self, next: Option<&Next>, secrets: &[&str]) -> Option<PageUrl> {
        match next {
            Some(Next::Link(url)) => Some(PageUrl { url: url.clone(), shown: hide(url, secrets) }),
            Some(Next::Cursor(cursor)) => Some(self.with(Some((self.profile.parameters.cursor()?, cursor)))),
            None => Some(self.with(None)),
        }
    }

    fn with(&self, cursor: Option<(&str, &str)>) -> PageUrl {
        let own = [(self.parameter, &*self.number, false)];
        let further = self.query.iter().map(|(name, value, is_secret)| (name.as_str(), value.as_str(), *is_secret));
        let cursor = cursor.map(|(name, cursor)| (name, cursor, false));
        let pairs: Vec<_> = own.into_iter().chain(further).chain(cursor).collect();
        let write = |shown: bool| {
            let mut query = form_urlencoded::Serializer::new(String::new());
            for (name, value, is_secret) in &pairs {
                query.append_pair(name, if shown && *is_secret { HIDDEN } else { value });
            }
            let profile = self.profile;
            format!("{}{}?{}", profile.base_url.trim_end_matches('/'), profile.path, query.finish())
        };
        PageUrl { url: write(false), shown: write(true) }
    }
}
