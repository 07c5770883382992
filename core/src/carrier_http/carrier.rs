//! [`ApiCarrier`]: looks up numbers at the DCSA service of a carrier over HTTP, page by page.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, SecondsFormat, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

use super::check::Check;
use super::credentials::Credentials;
use super::keys::Keys;
use super::sender::{OutgoingRequest, Sender, Trace};
use super::session::{Connection, Session};
use super::subscriptions;
use super::tokens::Tokens;
use crate::carrier_http::profiles::Profile;
use crate::carriers::{
    Answer, CallLog, Carrier, ConfirmationScope, CredentialId, LookUp, LookUpFailure, SubscriptionOrder,
    SubscriptionReceipt,
};
use crate::decoders::dcsa::{self, HttpAnswer, NextPage};
use crate::decoders::mask::{HIDDEN, hide};
use crate::decoders::{Problem, ReadLimits, Reading};
use crate::error::Result as Checked;
use crate::http::{Call, Method, Request, Response};
use crate::numbers::NumberKind;
use crate::resources::{AccountId, RequestType};

/// Newer events are requested from this long before the last look-up, because the clock of the carrier may differ from ours.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// A carrier that is asked over HTTP, as described by a profile.
pub struct ApiCarrier {
    connection: Connection,
}

/// A look-up that fetches all pages of an answer.
struct PagedLookUp<'a> {
    look_up: &'a LookUp,
    since: Option<DateTime<Utc>>,
    query: PageQuery<'a>,
    profile: &'a Profile,
    session: Session<'a>,
}

/// The pages that were fetched so far.
#[derive(Default)]
struct Pages {
    reading: Reading,
    is_incomplete: bool,
    bytes: usize,
    /// The `ETag` of the answer; `None` if the answer has several pages.
    etag: Option<String>,
    /// Links and cursors of all pages, to detect a cycle.
    seen_pages: HashSet<String>,
    /// True if the carrier reported no change since the bookmark.
    is_unchanged: bool,
}

impl ApiCarrier {
    pub(super) fn new(profile: Profile, credentials: Credentials, sender: Sender) -> Checked<Self> {
        profile.check_askable()?;
        let calls = CallLog::new(&*profile.scac, profile.pace);
        Ok(ApiCarrier { connection: Connection { profile, credentials, sender, tokens: Tokens::default(), calls } })
    }

    /// The profile of the carrier.
    pub fn profile(&self) -> &Profile {
        &self.connection.profile
    }

    /// Performs one look-up and reports its calls, the responses and how they were decoded. Use it to test new credentials.
    pub fn check(&self, look_up: &LookUp, call: &Call) -> Check {
        let mut trace = Trace { is_enabled: true, calls: Vec::new() };
        let outcome = self.fetch(look_up, call, &mut trace);
        Check::of(self.profile(), look_up, trace.calls, outcome)
    }

    fn fetch(&self, look_up: &LookUp, call: &Call, trace: &mut Trace) -> Result<(Answer, Reading), LookUpFailure> {
        // An answer with only newer events cannot withdraw older ones, so all events are requested once a day.
        let since =
            self.profile().since().and(look_up.since).filter(|since| since.date_naive() == look_up.now.date_naive());
        let mut since = since.map(|since| since.checked_sub_signed(OVERLAP).unwrap_or(since));
        loop {
            let session = Session::of(&self.connection, (&look_up.account, &look_up.account_name), call, trace)?;
            let query = PageQuery::of(self.profile(), look_up, since, &session.keys)?;
            match (PagedLookUp { look_up, since, query, profile: self.profile(), session }).run() {
                // The failure may apply only to the newer events, so all events are requested.
                Err(failure)
                    if since.is_some()
                        && matches!(failure.kind(), LookUpFailure::NotFound | LookUpFailure::Cancelled) =>
                {
                    since = None;
                }
                outcome => return outcome,
            }
        }
    }
}

impl Carrier for ApiCarrier {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        self.fetch(look_up, call, &mut Trace::default()).map(|(answer, _)| answer)
    }

    /// `None` if a credential is missing. The base URL is part of the identity.
    fn credential(&self, account: &AccountId, account_name: &str) -> Option<CredentialId> {
        let keys = self.connection.keys((account, account_name)).ok()?;
        let digest = Sha256::new().chain_update(&self.profile().base_url).chain_update(keys.id().0);
        Some(CredentialId(digest.finalize().into()))
    }

    fn confirms(&self, kind: &RequestType) -> ConfirmationScope {
        match self.profile() {
            profile if !profile.detection || profile.parameters.of(kind).is_none() => ConfirmationScope::Nothing,
            profile if profile.own_shipments_only => ConfirmationScope::OwnShipments,
            _ => ConfirmationScope::Everything,
        }
    }

    fn call_log(&self) -> Option<&CallLog> {
        Some(&self.connection.calls)
    }

    fn takes_subscription(&self, about: Option<&RequestType>) -> Result<(), String> {
        subscriptions::check_supported(self.profile(), about)
    }

    fn subscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<SubscriptionReceipt, LookUpFailure> {
        subscriptions::subscribe(&self.connection, order, call)
    }

    fn unsubscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<(), LookUpFailure> {
        subscriptions::unsubscribe(&self.connection, order, call)
    }
}

impl fmt::Debug for ApiCarrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ApiCarrier")
            .field("profile", self.profile())
            .field("credentials", &self.connection.credentials)
            .finish()
    }
}

impl PagedLookUp<'_> {
    /// Fetches the pages and returns the answer. Fails if the first page fails; after a later failure, the answer is incomplete.
    fn run(mut self) -> Result<(Answer, Reading), LookUpFailure> {
        let mut pages = Pages::default();
        let mut next: Option<NextPage> = None;
        for number in 0..self.profile.most_pages {
            match self.page(next.as_ref(), &mut pages) {
                Ok(following) => next = following,
                Err(failure) if number == 0 => return Err(failure),
                // The previous pages are valid.
                Err(failure) => {
                    pages.mark_incomplete(format!("page {}: {failure}", number + 1));
                    break;
                }
            }
            if next.is_none() {
                break;
            }
        }
        if pages.is_unchanged {
            let bookmark = self.look_up.bookmark.clone();
            return Ok((Answer { unchanged: true, bookmark, ..Answer::default() }, Reading::default()));
        }
        if next.is_some() {
            pages.mark_incomplete(format!("only the first {} pages were read", self.profile.most_pages));
        }
        self.answer(pages)
    }

    /// Fetches and decodes a page, and returns the link to the next one. `next` is `None` for the first page.
    fn page(&mut self, next: Option<&NextPage>, pages: &mut Pages) -> Result<Option<NextPage>, LookUpFailure> {
        let Some(url) = self.query.page(next, &self.session.keys.secrets(None)) else {
            return Err(LookUpFailure::Unreadable
                .because("the carrier sent a cursor, and its profile has no parameter for cursors"));
        };
        let limits =
            ReadLimits { bytes: self.session.call.body_limit.saturating_sub(pages.bytes), ..ReadLimits::default() };
        let (response, token) = self.response(&url, limits.bytes)?;
        if response.status == 304 && next.is_none() && self.known_etag().is_some() {
            pages.is_unchanged = true;
            return Ok(None);
        }
        let cursor = next.map(|next| match next {
            NextPage::Cursor(text) | NextPage::Link(text) => text.as_str(),
        });
        let read = dcsa::page(
            &HttpAnswer {
                status: response.status,
                headers: &response.headers,
                body: &response.body,
                url: &url.url,
                cursor,
                now: self.look_up.now,
                own_shipments_only: self.profile.own_shipments_only,
                secrets: &self.session.keys.secrets(token.as_deref()),
            },
            &limits,
        );
        match read {
            Ok(page) => Ok(pages.add(page, &response)),
            // There are no events since `since`.
            Err(failure)
                if next.is_none()
                    && self.since.is_some()
                    && *failure.kind() == LookUpFailure::NotFound
                    && [200, 204].contains(&response.status) =>
            {
                Ok(None)
            }
            Err(failure) => Err(failure),
        }
    }

    /// Sends the request for a page. Returns the response and the access token that was used.
    fn response(&mut self, url: &PageUrl, max_bytes: usize) -> Result<(Response, Option<Arc<str>>), LookUpFailure> {
        let mut request = Request::new(Method::Get, &*url.url).header("Accept", "application/json");
        let hidden = self.session.keys.set_headers(&mut request, &self.profile.headers);
        if let Some(etag) = self.known_etag() {
            request.headers.set("If-None-Match", etag);
        }
        let shown = &*url.masked;
        self.session.send_authorized(&OutgoingRequest {
            purpose: "events",
            request,
            shown,
            hidden,
            secrets: Vec::new(),
            max_bytes,
        })
    }

    /// The `ETag` of the previous answer; `None` if it is not valid, or if the profile does not use it.
    fn known_etag(&self) -> Option<&str> {
        // If only newer events are requested, each answer has other events, so an `ETag` of one answer does not apply to the next.
        self.look_up
            .bookmark
            .as_deref()
            .filter(|text| self.profile.since().is_none() && self.profile.etag && is_etag(text))
    }

    fn answer(&self, pages: Pages) -> Result<(Answer, Reading), LookUpFailure> {
        let reading = pages.reading;
        let is_container = self.look_up.kind == RequestType::Container;
        if !is_container && reading.is_cancelled() {
            return Err(LookUpFailure::Cancelled.because("every booking in the answer was cancelled"));
        }
        let numbers = reading.messages.iter().flat_map(|message| &message.numbers);
        let documents = numbers
            .filter(|named| named.kind != NumberKind::Container && named.number != self.look_up.normalized_number);
        let mut references: Vec<String> = Vec::new();
        // The documents of a container may belong to its other voyages.
        for document in documents.filter(|_| !is_container) {
            if !references.contains(&document.number) {
                references.push(document.number.clone());
            }
        }
        let answer = Answer {
            facts: reading.facts().cloned().collect(),
            complete: !pages.is_incomplete && self.since.is_none(),
            until: self.profile.since().filter(|_| !pages.is_incomplete).map(|_| self.look_up.now),
            references,
            bookmark: pages.etag.filter(|etag| self.profile.etag && !pages.is_incomplete && is_etag(etag)),
            ..Answer::default()
        };
        Ok((answer, reading))
    }
}

impl Pages {
    /// Adds a page, and returns the link to the next one; `None` at the end, or if the link leads to an earlier page.
    fn add(&mut self, page: dcsa::Page, response: &Response) -> Option<NextPage> {
        let is_first = self.reading.messages.is_empty();
        let has_new_facts = self.has_new_facts(&page);
        let dcsa::Page { message, next, is_incomplete, links_to_itself } = page;
        self.bytes += response.body.len();
        self.etag = response.headers.get("ETag").filter(|_| is_first && next.is_none()).map(str::to_owned);
        self.is_incomplete |= is_incomplete;
        self.reading.messages.push(message);
        let is_new = next
            .as_ref()
            .is_some_and(|(NextPage::Cursor(page) | NextPage::Link(page))| self.seen_pages.insert(page.clone()));
        let is_cycle = links_to_itself || next.is_some() && !is_new;
        if is_cycle && has_new_facts {
            self.mark_incomplete(
                "the link to the next page leads to an earlier page, so the rest is unknown".to_owned(),
            );
        }
        next.filter(|_| is_new)
    }

    /// False if the page has no facts, or repeats the previous page: a service that ignores cursors returns all events again.
    fn has_new_facts(&self, page: &dcsa::Page) -> bool {
        !page.message.facts.is_empty()
            && self.reading.messages.last().is_none_or(|last| last.facts != page.message.facts)
    }

    /// Marks the answer as incomplete, so that events that are missing from it are not treated as withdrawn.
    fn mark_incomplete(&mut self, why: String) {
        self.is_incomplete = true;
        self.reading.problems.push(Problem::new("", why));
    }
}

/// Whether the text is an entity tag as in RFC 9110.
fn is_etag(text: &str) -> bool {
    let opaque = text.strip_prefix("W/").unwrap_or(text);
    let content = opaque.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    text.len() <= Answer::MAX_BOOKMARK_BYTES
        && content.is_some_and(|content| content.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"'))
}

/// Default page size; a profile may override it.
const PAGE_SIZE: u32 = 100;

/// The URLs of the pages of a look-up.
struct PageQuery<'p> {
    profile: &'p Profile,
    number: String,
    parameter: &'p str,
    /// Name, value, and whether the value contains a credential.
    query: Vec<(String, String, bool)>,
}

/// The URL of a page.
#[derive(Debug, PartialEq, Eq)]
struct PageUrl {
    url: String,
    /// The URL with masked secrets, for logs.
    masked: String,
}

impl<'p> PageQuery<'p> {
    fn of(
        profile: &'p Profile,
        look_up: &LookUp,
        since: Option<DateTime<Utc>>,
        keys: &Keys,
    ) -> Result<Self, LookUpFailure> {
        let parameters = &profile.parameters;
        let Some(parameter) = parameters.of(&look_up.kind) else {
            let kind = look_up.kind.as_str().replace('_', " ");
            let why = format!(
                "the profile of {} has no parameter for a {kind}. Track another number of the shipment",
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
        let number = profile.format_number(&look_up.kind, &look_up.normalized_number);
        Ok(PageQuery { profile, number, parameter, query })
    }

    fn page(&self, next: Option<&NextPage>, secrets: &[&str]) -> Option<PageUrl> {
        match next {
            Some(NextPage::Link(url)) => Some(PageUrl { url: url.clone(), masked: hide(url, secrets) }),
            Some(NextPage::Cursor(cursor)) => Some(self.with(Some((self.profile.parameters.cursor()?, cursor)))),
            None => Some(self.with(None)),
        }
    }

    fn with(&self, cursor: Option<(&str, &str)>) -> PageUrl {
        let number = [(self.parameter, &*self.number, false)];
        let fixed = self.query.iter().map(|(name, value, is_secret)| (name.as_str(), value.as_str(), *is_secret));
        let cursor = cursor.map(|(name, cursor)| (name, cursor, false));
        let pairs: Vec<_> = number.into_iter().chain(fixed).chain(cursor).collect();
        let write = |is_masked: bool| {
            let mut query = form_urlencoded::Serializer::new(String::new());
            for (name, value, is_secret) in &pairs {
                query.append_pair(name, if is_masked && *is_secret { HIDDEN } else { value });
            }
            let profile = self.profile;
            format!("{}{}?{}", profile.base_url.trim_end_matches('/'), profile.path, query.finish())
        };
        PageUrl { url: write(false), masked: write(true) }
    }
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn etag_is_validated() {
        for (text, expected) in [
            ("\"a\"", true),
            ("W/\"1-2\"", true),
            ("a", false),
            ("\"a", false),
            ("\"a\"b\"", false),
            ("\"a\r\nX: 1\"", false),
        ] {
            assert_eq!(is_etag(text), expected, "{text}");
        }
    }
}
