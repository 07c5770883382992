//! Callbacks that observe the work of a service.

use std::ffi::{c_char, c_void};
use std::sync::Arc;
use std::time::Duration;

use shiptrack::service::{Activity as CoreActivity, ActivityObserver, LogLevel, LogLine};
use shiptrack::store::Counterparty;

use crate::boundary::{Hook, OwnedText, SHIPTRACK_OK, status_of};
use crate::codes::code_of_name;
use crate::generated::codes::*;

/// One activity of a service: a look-up, a delivery, or an incident. It contains no secret: no header, no body, no key.
///
/// The library creates it; later versions may add members at its end, and kinds and outcomes. Its texts are valid
/// during the callback. A member that does not apply to the kind is NULL or 0.
#[repr(C)]
#[derive(Debug)]
pub struct Activity {
    /// The kind: SHIPTRACK_ACTIVITY_….
    pub kind: i32,
    /// 1 for a failure that an operator may want to investigate, else 0.
    pub is_problem: i32,
    /// The id of the tracking request, the notification, the document, or the record that was omitted.
    pub id: *const c_char,
    /// Delivery, suspension, disabled webhook: the id of the webhook.
    pub webhook_id: *const c_char,
    /// Look-up, doubtful facts, suspension: the code of the carrier; NULL if it could not be inferred from the number.
    pub scac: *const c_char,
    /// Look-up, doubtful facts: the number as it was submitted.
    pub number: *const c_char,
    /// Look-up: the number of consecutive tries, from 1; an answer that can be decoded resets it. Delivery: the number
    /// of the attempt, from 1.
    pub attempt: u32,
    /// Look-up: the outcome, SHIPTRACK_OUTCOME_….
    pub outcome: i32,
    /// Look-up: the failed reason or stop reason of the outcome. Disabled webhook: `gone` or `failing_too_long`.
    pub reason: *const c_char,
    /// Look-up: the pause that the carrier asked for, in milliseconds; -1 if it did not ask.
    pub retry_after_ms: i64,
    /// Delivery: the HTTP status of the receiver; 0 if there was no response.
    pub http_status: i32,
    /// SHIPTRACK_OK, or the error of a delivery without a response, a failed extraction, a failure of due work,
    /// rejected writes, or a record that was omitted.
    pub status: i32,
    /// A text for people: the error that belongs to `status`; for a suspension, who is suspended until when; for
    /// doubtful facts, all `doubts` in one text; for a look-up, the text that the callback of the carrier passed to
    /// shiptrack_answer_problem().
    pub message: *const c_char,
    /// Doubtful facts: what looks wrong, one sentence each, such as an unknown movement or a container number with a
    /// wrong check digit.
    pub doubts: *const *const c_char,
    /// The number of `doubts`.
    pub doubts_count: usize,
    /// Delivery, suspension, disabled webhook: scheme, host and port of the URL of the webhook. The path and the query are
    /// left out, because they may contain a key.
    pub url: *const c_char,
    /// The id of the account; NULL if the activity is about none or several.
    pub account_id: *const c_char,
}

/// Called after every activity of a service, when its result has been stored. It runs on the thread that did the work
/// (of a caller, the worker or the server), with nothing locked, so it may use the service. Several threads may run it
/// at the same time.
///
/// The function must return: no longjmp() past the library, no end of its thread, no exception.
pub type ActivityFn = Option<unsafe extern "C" fn(user_data: *mut c_void, activity: *const Activity)>;

#[derive(Default, Clone)]
pub(super) struct ActivityCallbacks {
    pub activity: Option<Arc<Hook<unsafe extern "C" fn(*mut c_void, *const Activity)>>>,
    pub log: Option<Arc<Hook<unsafe extern "C" fn(*mut c_void, i32, *const c_char)>>>,
}

impl ActivityCallbacks {
    pub fn is_set(&self) -> bool {
        self.activity.is_some() || self.log.is_some()
    }
}

impl ActivityObserver for ActivityCallbacks {
    fn activity(&self, activity: &CoreActivity<'_>) {
        let Some(hook) = &self.activity else { return };
        let Some(texts) = ActivityTexts::of(activity) else { return };
        let doubts: Vec<*const c_char> = texts.doubts.iter().map(|doubt| doubt.get().data).collect();
        let raw = texts.to_c(&doubts);
        // SAFETY: the caller passed this function for this pointer; everything `raw` points at is in `texts` and `doubts`.
        unsafe { (hook.call)(hook.user_data.get(), &raw const raw) }
    }

    fn log(&self, line: &LogLine<'_>) {
        if let Some(hook) = &self.log {
            let (is_problem, line) = (line.level >= LogLevel::Warn, OwnedText::new(line.to_string()));
            // SAFETY: the caller passed this function for this pointer; `line` lives until the call returns.
            unsafe { (hook.call)(hook.user_data.get(), is_problem.into(), line.get().data) }
        }
    }
}

#[derive(Default)]
struct ActivityTexts {
    kind: i32,
    is_problem: bool,
    id: OwnedText,
    webhook_id: OwnedText,
    url: OwnedText,
    scac: OwnedText,
    number: OwnedText,
    attempt: u32,
    outcome: i32,
    reason: OwnedText,
    retry_after_ms: Option<i64>,
    http_status: i32,
    status: i32,
    message: OwnedText,
    doubts: Vec<OwnedText>,
    account: OwnedText,
}

impl ActivityTexts {
    /// `None` for a kind that this version does not know.
    fn of(activity: &CoreActivity<'_>) -> Option<Self> {
        Some(match activity {
            CoreActivity::LookUp { account, request, scac, number, attempt, outcome, why, .. } => {
                let (name, reason) = (outcome.as_str(), outcome.reason());
                let code = code_of_name("Outcome", name);
                let milliseconds = |pause: Duration| i64::try_from(pause.as_millis()).unwrap_or(i64::MAX);
                ActivityTexts {
                    kind: SHIPTRACK_ACTIVITY_LOOK_UP,
                    is_problem: [SHIPTRACK_OUTCOME_TROUBLE, SHIPTRACK_OUTCOME_RATE_LIMITED, SHIPTRACK_OUTCOME_REFUSED]
                        .contains(&code),
                    id: OwnedText::new(request.to_string()),
                    account: OwnedText::new(account.to_string()),
                    scac: OwnedText::optional(*scac),
                    number: OwnedText::new(number),
                    attempt: *attempt,
                    outcome: code,
                    reason: OwnedText::optional(reason),
                    retry_after_ms: outcome.retry_after().map(milliseconds),
                    message: OwnedText::optional(*why),
                    ..ActivityTexts::default()
                }
            }
            CoreActivity::DoubtfulFacts { account, request, scac, number, doubts, .. } => ActivityTexts {
                kind: SHIPTRACK_ACTIVITY_DOUBTFUL_FACTS,
                is_problem: true,
                id: OwnedText::new(request.to_string()),
                account: OwnedText::new(account.to_string()),
                scac: OwnedText::optional(*scac),
                number: OwnedText::new(number),
                message: OwnedText::new(doubts.join("; ")),
                doubts: doubts.iter().map(OwnedText::new).collect(),
                ..ActivityTexts::default()
            },
            CoreActivity::Delivery { account, webhook, url, notification, attempt, status, failure, .. } => {
                let message = failure.map(ToString::to_string);
                ActivityTexts {
                    kind: SHIPTRACK_ACTIVITY_DELIVERY,
                    is_problem: !status.is_some_and(|status| (200..300).contains(&status)),
                    id: OwnedText::new(notification.to_string()),
                    webhook_id: OwnedText::new(webhook.to_string()),
                    account: OwnedText::new(account.to_string()),
                    url: OwnedText::new(url),
                    attempt: *attempt,
                    http_status: status.map_or(0, i32::from),
                    status: failure
                        .map_or(SHIPTRACK_OK, |failed| status_of(shiptrack::Error::from((*failed).clone()).kind())),
                    message: OwnedText::optional(message),
                    ..ActivityTexts::default()
                }
            }
            CoreActivity::ExtractionFailed { account, document, error, .. } => ActivityTexts {
                id: OwnedText::new(document.to_string()),
                account: OwnedText::new(account.to_string()),
                ..ActivityTexts::failed(SHIPTRACK_ACTIVITY_EXTRACTION_FAILED, error)
            },
            CoreActivity::WritesRefused { error, .. } => {
                ActivityTexts::failed(SHIPTRACK_ACTIVITY_WRITES_REFUSED, error)
            }
            CoreActivity::RecordLeftOut { account, id, error, .. } => ActivityTexts {
                id: OwnedText::new(id.to_string()),
                account: OwnedText::new(account.to_string()),
                ..ActivityTexts::failed(SHIPTRACK_ACTIVITY_RECORD_LEFT_OUT, error)
            },
            CoreActivity::Resting { counterparty, account, url, .. } => {
                let (scac, webhook) = match counterparty {
                    Counterparty::Carrier(scac) => (Some(scac), None),
                    Counterparty::Webhook(id) => (None, Some(id.to_string())),
                };
                ActivityTexts {
                    kind: SHIPTRACK_ACTIVITY_RESTING,
                    is_problem: true,
                    scac: OwnedText::optional(scac),
                    webhook_id: OwnedText::optional(webhook),
                    account: OwnedText::optional(account.map(ToString::to_string)),
                    url: OwnedText::optional(*url),
                    message: OwnedText::new(activity.description()),
                    ..ActivityTexts::default()
                }
            }
            CoreActivity::WebhookDisabled { account, webhook, url, reason, .. } => ActivityTexts {
                kind: SHIPTRACK_ACTIVITY_WEBHOOK_DISABLED,
                is_problem: true,
                webhook_id: OwnedText::new(webhook.to_string()),
                account: OwnedText::new(account.to_string()),
                url: OwnedText::new(url),
                reason: OwnedText::new(reason.as_str()),
                message: OwnedText::new(activity.description()),
                ..ActivityTexts::default()
            },
            CoreActivity::WritesResumed { .. } => {
                ActivityTexts { kind: SHIPTRACK_ACTIVITY_WRITES_RESUMED, ..ActivityTexts::default() }
            }
            CoreActivity::Migrated { .. } => {
                let message = OwnedText::new(activity.description());
                ActivityTexts { kind: SHIPTRACK_ACTIVITY_MIGRATED, message, ..ActivityTexts::default() }
            }
            CoreActivity::Trouble { account, error, .. } => ActivityTexts {
                account: OwnedText::optional(account.map(ToString::to_string)),
                ..ActivityTexts::failed(SHIPTRACK_ACTIVITY_TROUBLE, error)
            },
            _ => return None,
        })
    }

    fn failed(kind: i32, error: &shiptrack::Error) -> Self {
        let (status, message) = (status_of(error.kind()), OwnedText::new(error.to_string()));
        ActivityTexts { kind, is_problem: true, status, message, ..ActivityTexts::default() }
    }

    fn to_c(&self, doubts: &[*const c_char]) -> Activity {
        Activity {
            kind: self.kind,
            is_problem: self.is_problem.into(),
            id: self.id.get().data,
            webhook_id: self.webhook_id.get().data,
            scac: self.scac.get().data,
            number: self.number.get().data,
            attempt: self.attempt,
            outcome: self.outcome,
            reason: self.reason.get().data,
            retry_after_ms: self.retry_after_ms.unwrap_or(-1),
            http_status: self.http_status,
            status: self.status,
            message: self.message.get().data,
            doubts: if doubts.is_empty() { std::ptr::null() } else { doubts.as_ptr() },
            doubts_count: doubts.len(),
            url: self.url.get().data,
            account_id: self.account.get().data,
        }
    }
}
