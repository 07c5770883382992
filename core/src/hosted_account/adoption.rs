//! Takes over the requests of an account one by one, and resumes where it was interrupted.

use chrono::{DateTime, TimeDelta, Utc};
use serde::{Deserialize, Serialize};

use super::account::HostedAccount;
use super::adoption_report::{AdoptionReport, SkippedRequest};
use super::target_account::TargetAccount;
use crate::clock::CancelToken;
use crate::error::{Error, ErrorKind, Result};
use crate::resources::{AccountId, Timestamp, TrackingRequest};
use crate::service::Service;

/// The account's clock may be behind: changes from this long before the last run are looked at again.
const OVERLAP: TimeDelta = TimeDelta::hours(1);

/// How an account is taken over.
#[derive(Debug, Clone, Default)]
pub struct Adoption {
    most: Option<usize>,
    is_anew: bool,
    cancel: CancelToken,
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
    /// Requests are walked once, newest first: changes behind the position count for the next run, even if something
    /// ahead changed later.
    fn next(self) -> Self {
        let Cursor { since, latest, began, .. } = self;
        // A cursor without a beginning continues where the run before it ended.
        let seen = began.and_then(|began| {
            let safe = began.checked_sub_signed(OVERLAP)?;
            let latest = latest.filter(|at| moment(at).is_some_and(|at| at < safe));
            Some(latest.unwrap_or_else(|| Timestamp::from(safe).as_str().to_owned()))
        });
        let since = since.into_iter().chain(seen).max_by_key(|at| moment(at));
        Cursor { since, ..Cursor::default() }
    }

    fn saw(&mut self, request: &TrackingRequest) {
        let changed = request.updated_at.as_ref().map(|at| at.as_str().to_owned());
        self.latest = self.latest.take().into_iter().chain(changed).max_by_key(|at| moment(at));
        self.done.push(request.id.to_string());
    }
}

fn moment(at: &str) -> Option<DateTime<Utc>> {
    Timestamp::from(at).utc()
}

impl Adoption {
    /// Everything that was not taken over yet, or that changed since.
    pub fn new() -> Self {
        Self::default()
    }

    /// Stops after so many tracking requests; the next run goes on there.
    pub fn most(mut self, requests: usize) -> Self {
        self.most = Some(requests);
        self
    }

    /// Looks through all of the account once more, whatever was seen before.
    pub fn anew(mut self) -> Self {
        self.is_anew = true;
        self
    }

    /// Ends with [`Cancelled`](ErrorKind::Cancelled) when this says so; the next run goes on there.
    pub fn cancel(mut self, cancel: CancelToken) -> Self {
        self.cancel = cancel;
        self
    }
}

impl Service {
    /// Takes over what a hosted account follows: its tracking requests with their references and labels, and what it knows of
    /// their shipments. Doing so again adds nothing. One that is broken off, by an error, by a kill or because it had
    /// [enough](Adoption::most), goes on where it was left: that is kept in the service. The client's own allowance is kept to,
    /// and waited for.
    ///
    /// A tracking request needs somebody plugged in that answers for its carrier; the account itself does, as
    /// [`any_carrier`](crate::service::ServiceBuilder::any_carrier). `core/docs/hosted.md` says what is taken over and what is not.
    pub fn adopt(&self, account: &AccountId, hosted: &HostedAccount, adoption: &Adoption) -> Result<AdoptionReport> {
        let hosted = hosted.until(&adoption.cancel);
        let (name, home) = (hosted.client.base_url(), TargetAccount::of(self, account)?);
        let mut cursor = match self.adoption_cursor(account, &name)?.filter(|_| !adoption.is_anew) {
            Some(kept) => serde_json::from_str::<Cursor>(&kept).unwrap_or_default(),
            None => Cursor::default(),
        };
        if cursor.page.is_none() {
            cursor.began = Some(self.clock().now());
        }
        let keep = |cursor: &Cursor| {
            let text = serde_json::to_string(cursor).unwrap_or_default();
            self.set_adoption_cursor(account, &name, &text)
        };
        let mut adopted = AdoptionReport::default();
        let mut list = hosted.client.tracking_requests().list();
        if let Some(since) = &cursor.since {
            list = list.updated_from(since.as_str());
        }
        if let Some(page) = &cursor.page {
            list = list.resume_from(page);
        }
        for page in list.pages() {
            let page = page?;
            if cursor.page.as_deref() != Some(page.url()) {
                cursor.page = Some(page.url().to_owned());
                cursor.done.clear();
            }
            for request in page.iter() {
                let request = request?;
                if cursor.done.contains(&request.id.to_string()) {
                    continue;
                }
                if adoption.most.is_some_and(|most| adopted.seen >= most) {
                    return Ok(adopted);
                }
                if adoption.cancel.is_cancelled() {
                    return Err(Error::new(ErrorKind::Cancelled, "the adoption was cancelled; the next one goes on"));
                }
                take(&hosted, &home, &request, &mut adopted)?;
                cursor.saw(&request);
                keep(&cursor)?;
            }
        }
        keep(&cursor.next())?;
        adopted.is_complete = true;
        Ok(adopted)
    }
}

/// An error ends the run: the next request would probably fail, too.
pub(super) fn take(
    hosted: &HostedAccount,
    home: &TargetAccount<'_>,
    request: &TrackingRequest,
    adopted: &mut AdoptionReport,
) -> Result<()> {
    adopted.seen += 1;
    match home.take_over(hosted, request, adopted) {
        Err(refused) if is_of_this_one(&refused) => {
            adopted.skipped.push(SkippedRequest {
                number: request.request_number.clone(),
                scac: request.scac.clone(),
                reason: refused.message().to_owned(),
            });
            Ok(())
        }
        done => done,
    }
}

fn is_of_this_one(error: &Error) -> bool {
    use ErrorKind::{BadRequest, Conflict, Duplicate, Invalid, NotFound, UnexpectedResponse};
    [BadRequest, Conflict, Duplicate, Invalid, NotFound, UnexpectedResponse].contains(&error.kind())
}
