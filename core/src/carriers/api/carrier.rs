//! Asking a carrier's service, page by page.

use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use chrono::{DateTime, TimeDelta, Utc};
use sha2::{Digest as _, Sha256};

use super::check::Check;
use super::credentials::Credentials;
use super::line::{Asked, Connection, Line};
use super::question::{PageUrl, Question};
use super::subscriptions;
use super::tokens::Tokens;
use super::way::{Trace, Way};
use crate::carriers::dcsa::{self, Answered, Next};
use crate::carriers::profiles::Profile;
use crate::carriers::reading::{Problem, ReadLimits, Reading};
use crate::carriers::{
    Answer, CallLog, Carrier, Confirms, CredentialId, LookUp, LookUpFailure, Subscribed, SubscriptionOrder,
};
use crate::error::Result as Checked;
use crate::http::{Call, Method, Request, Response};
use crate::numbers::NumberKind;
use crate::resources::{AccountId, RequestType};

/// How long before the moment that everything was told up to a carrier is asked again: its clock need not be ours.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// A carrier that is asked over HTTP, as its profile says.
pub struct ApiCarrier {
    connection: Connection,
}

/// One look-up.
struct Asking<'a> {
    asked: &'a LookUp,
    /// Since when, where that is all that is asked for.
    since: Option<DateTime<Utc>>,
    question: Question<'a>,
    profile: &'a Profile,
    line: Line<'a>,
}

/// What the pages said so far.
#[derive(Default)]
struct Pages {
    reading: Reading,
    is_cut: bool,
    bytes: usize,
    /// The `ETag` of an answer of one page.
    etag: Option<String>,
    seen: HashSet<String>,
}

/// What a page came to.
enum Page {
    Read(Box<Sized>),
    Unchanged,
    /// Nothing was written since.
    NothingNew,
}

impl ApiCarrier {
    /// One that asks as `profile` says, with these credentials, that way.
    pub(super) fn new(profile: Profile, credentials: Credentials, way: Way) -> Checked<Self> {
        profile.check_askable()?;
        let calls = CallLog::new(&*profile.scac, profile.pace);
        Ok(ApiCarrier { connection: Connection { profile, credentials, way, tokens: Tokens::default(), calls } })
    }

    /// What it is asked by.
    pub fn profile(&self) -> &Profile {
        &self.connection.profile
    }

    /// Asks once, and tells what was done, what came back and how it was read: the first thing to do with new credentials.
    pub fn check(&self, asked: &LookUp, call: &Call) -> Check {
        let mut trace = Trace { is_kept: true, calls: Vec::new() };
        let outcome = self.ask(asked, call, &mut trace);
        Check::of(self.profile(), asked, trace.calls, outcome)
    }

    fn ask(&self, asked: &LookUp, call: &Call, trace: &mut Trace) -> Result<(Answer, Reading), LookUpFailure> {
        // What was taken back stands in no part: once a day everything is asked for.
        let since =
            self.profile().since().and(asked.since).filter(|since| since.date_naive() == asked.now.date_naive());
        let since = since.map(|since| since.checked_sub_signed(OVERLAP).unwrap_or(since));
        let may_be_of_a_part = [LookUpFailure::NotFound.name(), LookUpFailure::Cancelled.name()];
        match self.ask_since(since, asked, call, trace) {
            // That nothing is new, or that it is not there any more; that all bookings are cancelled, or those of this part: who is
            // asked for everything tells which.
            Err(failure) if since.is_some() && may_be_of_a_part.contains(&failure.name()) => {
                self.ask_since(None, asked, call, trace)
            }
            told => told,
        }
    }

    fn ask_since(
        &self,
        since: Option<DateTime<Utc>>,
        asked: &LookUp,
        call: &Call,
        trace: &mut Trace,
    ) -> Result<(Answer, Reading), LookUpFailure> {
        let line = Line::of(&self.connection, (&asked.account, &asked.account_name), call, trace)?;
        let question = Question::of(self.profile(), asked, since, &line.keys)?;
        Asking { asked, since, question, profile: self.profile(), line }.run()
    }
}

impl Carrier for ApiCarrier {
    fn look_up(&self, look_up: &LookUp, call: &Call) -> Result<Answer, LookUpFailure> {
        self.ask(look_up, call, &mut Trace::default()).map(|(answer, _)| answer)
    }

    /// Where one is missing there is none: what an account is asked for with then is its own. The same ones at another server are others.
    fn credential(&self, account: &AccountId, account_name: &str) -> Option<CredentialId> {
        let keys = self.connection.keys((account, account_name)).ok()?;
        let whole = Sha256::new().chain_update(&self.profile().base_url).chain_update(keys.id().0);
        Some(CredentialId(whole.finalize().into()))
    }

    fn confirms(&self, kind: &RequestType) -> Confirms {
        match self.profile() {
            profile if !profile.detection || profile.parameters.of(kind).is_none() => Confirms::Nothing,
            profile if profile.own_shipments_only => Confirms::OwnShipments,
            _ => Confirms::Everything,
        }
    }

    fn calls(&self) -> Option<&CallLog> {
        Some(&self.connection.calls)
    }

    fn takes_subscription(&self, about: Option<&RequestType>) -> Result<(), String> {
        subscriptions::takes(self.profile(), about)
    }

    fn subscribe(&self, order: &SubscriptionOrder, call: &Call) -> Result<Subscribed, LookUpFailure> {
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

impl Asking<'_> {
    fn run(mut self) -> Result<(Answer, Reading), LookUpFailure> {
        let mut pages = Pages::default();
        let mut next: Option<Next> = None;
        for number in 0..self.profile.most_pages {
            let page = match self.page(next.as_ref(), &pages) {
                Ok(Page::Read(page)) => *page,
                Ok(Page::Unchanged) => return Ok(self.unchanged()),
                Ok(Page::NothingNew) => break,
                Err(failure) if number == 0 => return Err(failure),
                // What the pages before said is true all the same.
                Err(failure) => {
                    pages.cut(format!("page {}: {failure}", number + 1));
                    break;
                }
            };
            next = pages.take(page);
            if next.is_none() {
                break;
            }
        }
        if next.is_some() {
            pages.cut(format!("there are more pages than the {} that are read", self.profile.most_pages));
        }
        self.answer(pages)
    }

    fn page(&mut self, next: Option<&Next>, pages: &Pages) -> Result<Page, LookUpFailure> {
        let Some(url) = self.question.page(next, &self.line.keys.secrets()) else {
            return Err(LookUpFailure::Unreadable.because("it gave a cursor, and its profile has no parameter for one"));
        };
        let limits =
            ReadLimits { bytes: self.line.call.body_limit.saturating_sub(pages.bytes), ..ReadLimits::default() };
        let (response, token) = self.response(&url, limits.bytes)?;
        if response.status == 304 && next.is_none() && self.reminder().is_some() {
            return Ok(Page::Unchanged);
        }
        let cursor = next.map(|next| match next {
            Next::Cursor(text) | Next::Link(text) => text.as_str(),
        });
        let is_first = next.is_none();
        let read = dcsa::page(
            &Answered {
                status: response.status,
                headers: &response.headers,
                body: &response.body,
                asked: &url.url,
                cursor,
                now: self.asked.now,
                own_shipments_only: self.profile.own_shipments_only,
                secrets: &self.line.keys.secrets_and(token.as_deref()),
            },
            &limits,
        );
        let page = match read {
            Err(LookUpFailure::Because { failure, .. })
                if is_first
                    && self.since.is_some()
                    && *failure == LookUpFailure::NotFound
                    && [200, 204].contains(&response.status) =>
            {
                return Ok(Page::NothingNew);
            }
            read => read?,
        };
        let etag = response.headers.get("ETag").map(str::to_owned);
        Ok(Page::Read(Box::new(Sized { page, bytes: response.body.len(), etag })))
    }

    /// The answer for a URL, and the token it was asked with.
    fn response(&mut self, url: &PageUrl, most_bytes: usize) -> Result<(Response, Option<Arc<str>>), LookUpFailure> {
        let mut request = Request::new(Method::Get, &*url.url).header("Accept", "application/json");
        let mut hidden = Vec::new();
        for (name, value, is_secret) in &self.question.headers {
            request.headers.set(name.clone(), value.clone());
            hidden.extend(is_secret.then_some(name.as_str()));
        }
        if let Some(etag) = self.reminder() {
            request.headers.set("If-None-Match", etag);
        }
        let (request, shown) = (&request, &*url.shown);
        self.line.ask(&Asked { purpose: "events", request, shown, hidden: &hidden, secrets: &[], most_bytes })
    }

    /// The `ETag` of the last answer, where it is one and can be relied upon.
    fn reminder(&self) -> Option<&str> {
        // One of a part says nothing of another part.
        self.asked
            .bookmark
            .as_deref()
            .filter(|text| self.profile.since().is_none() && self.profile.etag && is_etag(text))
    }

    fn unchanged(&self) -> (Answer, Reading) {
        let bookmark = self.asked.bookmark.clone();
        (Answer { unchanged: true, bookmark, ..Answer::default() }, Reading::default())
    }

    fn answer(&self, pages: Pages) -> Result<(Answer, Reading), LookUpFailure> {
        let reading = pages.reading;
        let is_container = self.asked.kind == RequestType::Container;
        if !is_container && reading.is_cancelled() {
            return Err(LookUpFailure::Cancelled.because("every booking that it names was cancelled"));
        }
        let papers = reading.messages.iter().flat_map(|message| &message.numbers);
        let papers =
            papers.filter(|named| named.kind != NumberKind::Container && named.number != self.asked.normalised_number);
        let mut references: Vec<String> = Vec::new();
        // A container's papers are those of all its voyages.
        for named in papers.filter(|_| !is_container) {
            if !references.contains(&named.number) {
                references.push(named.number.clone());
            }
        }
        let answer = Answer {
            facts: reading.facts().cloned().collect(),
            complete: !pages.is_cut && self.since.is_none(),
            until: self.profile.since().filter(|_| !pages.is_cut).map(|_| self.asked.now),
            references,
            bookmark: pages.etag.filter(|etag| self.profile.etag && !pages.is_cut && is_etag(etag)),
            ..Answer::default()
        };
        Ok((answer, reading))
    }
}

/// A page with what is known of it beside what it says.
struct Sized {
    page: dcsa::Page,
    bytes: usize,
    etag: Option<String>,
}

impl Pages {
    /// Takes in a page, and answers where the next one is.
    fn take(&mut self, page: Sized) -> Option<Next> {
        let is_first = self.reading.messages.is_empty();
        let says_more = self.says_more(&page.page);
        let leads_back = page.page.leads_back;
        self.bytes += page.bytes;
        self.etag = page.etag.filter(|_| is_first && page.page.next.is_none());
        self.is_cut |= page.page.is_cut;
        self.reading.messages.push(page.page.message);
        let next = page.page.next;
        let is_new =
            next.as_ref().is_some_and(|(Next::Cursor(place) | Next::Link(place))| self.seen.insert(place.clone()));
        let is_circle = leads_back || next.is_some() && !is_new;
        if is_circle && says_more {
            self.cut("the next page is one that was read already: what follows is not known".to_owned());
        }
        next.filter(|_| is_new)
    }

    /// Whether a page says something else than the one before it. A service that has no pages says all of it again.
    fn says_more(&self, page: &dcsa::Page) -> bool {
        !page.message.facts.is_empty()
            && self.reading.messages.last().is_none_or(|last| last.facts != page.message.facts)
    }

    /// Notes that something is missing, so that nothing is taken for withdrawn.
    fn cut(&mut self, why: String) {
        self.is_cut = true;
        self.reading.problems.push(Problem::new("", why));
    }
}

/// Whether it is a validator as HTTP has them, that can be sent back.
fn is_etag(text: &str) -> bool {
    let opaque = text.strip_prefix("W/").unwrap_or(text);
    let inner = opaque.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    text.len() <= Answer::MOST_BOOKMARK
        && inner.is_some_and(|inner| inner.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'"'))
}

#[cfg(test)]
mod unit {
    use super::*;

    #[test]
    fn an_etag_is_what_http_calls_one() {
        for (text, is) in [
            ("\"a\"", true),
            ("W/\"1-2\"", true),
            ("a", false),
            ("\"a", false),
            ("\"a\"b\"", false),
            ("\"a\r\nX: 1\"", false),
        ] {
            assert_eq!(is_etag(text), is, "{text}");
        }
    }
}
