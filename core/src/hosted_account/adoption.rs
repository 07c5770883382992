//! Copies the tracking requests of a hosted account into the service, one by one, and resumes an interrupted run.

use std::time::Duration;

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::account::HostedAccount;
use super::adoption_report::{AdoptionReport, SkippedRequest};
use super::target_account::TargetAccount;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, Timestamp, TrackingRequest};
use crate::service::Service;

/// The clock of the account may be slow, so each run reads changes again from this long before the previous run.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// Number of pages that a run reads, unless [`Adoption::max_pages`] sets another one.
const MAX_PAGES: usize = 1_000;

/// Options of [`Service::adopt`].
#[derive(Debug, Clone)]
pub struct Adoption {
    most: Option<usize>,
    max_pages: usize,
    timeout: Option<Duration>,
    is_anew: bool,
    cancel: CancelToken,
}

impl Default for Adoption {
    fn default() -> Self {
        Adoption { most: None, max_pages: MAX_PAGES, timeout: None, is_anew: false, cancel: CancelToken::new() }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
struct Cursor {
    since: Option<String>,
    latest: Option<String>,
    began: Option<DateTime<Utc>>,
    page: Option<String>,
    done: Vec<String>,
}

impl Cursor {
    /// Requests are listed once, newest first. A request that changes after the run has passed it is read by the next run, even if a
    /// request that came later in the list changed afterwards.
    fn next(self) -> Self {
        let Cursor { since, latest, began, .. } = self;
        // A cursor without a start time continues where the previous run ended.
        let seen = began.and_then(|began| {
            let safe = began.checked_sub_signed(OVERLAP)?;
            let latest = latest.filter(|at| moment(at).is_some_and(|at| at < safe));
            Some(latest.unwrap_or_else(|| Timestamp::from(safe).as_str().to_owned()))
        });
        let since = since.into_iter().chain(seen).max_by_key(|at| moment(at));
        Cursor { since, ..Cursor::default() }
    }

    fn record(&mut self, request: &TrackingRequest) {
        let changed = request.updated_at.as_ref().map(|at| at.as_str().to_owned());
        self.latest = self.latest.take().into_iter().chain(changed).max_by_key(|at| moment(at));
        self.done.push(request.id.to_string());
    }
}

fn moment(at: &str) -> Option<DateTime<Utc>> {
    Timestamp::from(at).utc()
}

impl Adoption {
    /// Copies everything that is new or has changed since the previous run.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops after this number of tracking requests. The next run continues there.
    pub fn most(mut self, requests: usize) -> Self {
        self.most = Some(requests);
        self
    }

    /// Stops after this number of pages of tracking requests, 1,000 by default, so that a server whose pages never end does not keep the
    /// run going. The next run continues there. A page has up to 100 requests.
    pub fn max_pages(mut self, pages: usize) -> Self {
        self.max_pages = pages;
        self
    }

    /// Fails with [`Timeout`](ErrorKind::Timeout) or [`RateLimited`](ErrorKind::RateLimited) when the run has taken this long. This
    /// includes all pauses that the hosted account requests. No time limit by default. The next run continues there.
    pub fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = Some(timeout);
        self
    }

    /// Reads the whole account again, also what earlier runs have read.
    pub fn anew(mut self) -> Self {
        self.is_anew = true;
        self
    }

    /// Fails with [`Cancelled`](ErrorKind::Cancelled) when this token is cancelled. The next run continues there.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }
}

impl Service {
    /// Copies what a hosted account tracks into an account of this service: its tracking requests with references and tags, their
    /// customers and custom fields, and the facts of their shipments. A second run adds only what is new.
    ///
    /// The service stores the position, so a run that stopped, because of an error, a killed process, [`most`](Adoption::most) or
    /// [`max_pages`](Adoption::max_pages), continues with the next call. The run waits when the rate limit of the client is reached. An
    /// error ends the run; a request that cannot be copied is in [`skipped`](AdoptionReport::skipped).
    ///
    /// Each tracking request needs a carrier that answers for it. The hosted account can be that carrier, as
    /// [`any_carrier`](crate::service::ServiceBuilder::any_carrier). `core/docs/hosted.md` lists what is copied and what is not.
    pub fn adopt(&self, account: &AccountId, hosted: &HostedAccount, adoption: &Adoption) -> Result<AdoptionReport> {
        let hosted = hosted.with_cancel(&adoption.cancel);
        let hosted = match adoption.timeout {
            Some(timeout) => hosted.ending_after(timeout),
            None => hosted,
        };
        let (address, target) = (hosted.client.base_url(), TargetAccount::new(self, account)?);
        let mut cursor = match self.adoption_cursor(account, &address)?.filter(|_| !adoption.is_anew) {
            Some(stored) => serde_json::from_str::<Cursor>(&stored).unwrap_or_default(),
            None => Cursor::default(),
        };
        if cursor.page.is_none() {
            cursor.began = Some(self.clock().now());
        }
        let store = |cursor: &Cursor| {
            let text = serde_json::to_string(cursor).unwrap_or_default();
            self.set_adoption_cursor(account, &address, &text)
        };
        let mut report = AdoptionReport::default();
        let mut list = hosted.client.tracking_requests().list();
        if let Some(since) = &cursor.since {
            list = list.updated_from(since.as_str());
        }
        if let Some(page) = &cursor.page {
            list = list.resume_from(page);
        }
        let mut pages = list.pages();
        for _ in 0..adoption.max_pages {
            let Some(page) = pages.next().transpose()? else { break };
            if cursor.page.as_deref() != Some(page.url()) {
                cursor.page = Some(page.url().to_owned());
                cursor.done.clear();
            }
            for request in page.iter() {
                let request = request?;
                if cursor.done.contains(&request.id.to_string()) {
                    continue;
                }
                if adoption.most.is_some_and(|most| report.seen >= most) {
                    return Ok(report);
                }
                check_continues(&hosted, adoption)?;
                copy_request(&hosted, &target, &request, &mut report)?;
                cursor.record(&request);
                store(&cursor)?;
            }
        }
        if let Some(next) = pages.resume_from() {
            (cursor.page, cursor.done) = (Some(next.to_owned()), Vec::new());
            store(&cursor)?;
            return Ok(report);
        }
        // There is no further page. The link to it may have been refused.
        pages.next().transpose()?;
        store(&cursor.next())?;
        report.is_complete = true;
        Ok(report)
    }
}

fn check_continues(hosted: &HostedAccount, adoption: &Adoption) -> Result<()> {
    if adoption.cancel.is_cancelled() {
        return Err(Error::new(ErrorKind::Cancelled, "the adoption was cancelled; call it again to continue"));
    }
    if hosted.client.time_left().is_some_and(|left| left.is_zero()) {
        let problem = "the adoption took longer than its time-out; call it again to continue";
        return Err(Error::new(ErrorKind::Timeout, problem));
    }
    Ok(())
}

/// Returns only errors that other requests would cause, too. An error about this request is recorded in the report.
pub(super) fn copy_request(
    hosted: &HostedAccount,
    target: &TargetAccount<'_>,
    request: &TrackingRequest,
    report: &mut AdoptionReport,
) -> Result<()> {
    report.seen += 1;
    match target.copy_request(hosted, request, report) {
        Err(error) if is_about_request(&error) => {
            report.skipped.push(SkippedRequest {
                number: request.request_number.clone(),
                scac: request.scac.clone(),
                reason: error.message().to_owned(),
            });
            Ok(())
        }
        result => result,
    }
}

fn is_about_request(error: &Error) -> bool {
    use ErrorKind::{BadRequest, Conflict, Duplicate, Invalid, NotFound, UnexpectedResponse};
    [BadRequest, Conflict, Duplicate, Invalid, NotFound, UnexpectedResponse].contains(&error.kind())
}
