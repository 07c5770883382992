//! Reads an answer of a carrier's server: its facts and the next page, or a reason why there are none.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::error_text;
use crate::carriers::LookUpFailure;
use crate::decoders::message::{Message, Problem, ReadLimits};
use crate::http::{Headers, retry_after, split_url};

pub(crate) const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// An answer over HTTP, and what was asked.
#[derive(Debug, Clone, Copy)]
pub struct HttpAnswer<'a> {
    /// The status.
    pub status: u16,
    /// The header fields.
    pub headers: &'a Headers,
    /// The decoded body.
    pub body: &'a [u8],
    /// The URL that was asked. Links to the next page are followed on its origin alone.
    pub url: &'a str,
    /// The cursor that was asked for; `None` for the first page.
    pub cursor: Option<&'a str>,
    /// When it came.
    pub now: DateTime<Utc>,
    /// Whether the carrier shows only its customer's own shipments, so that one it does not find may be somebody else's.
    pub own_shipments_only: bool,
    /// What must not be repeated, whatever the carrier says: keys, tokens, passwords.
    pub secrets: &'a [&'a str],
}

/// One page of an answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Page {
    /// What it says.
    pub message: Message,
    /// Where the next one is; `None` where this is the last.
    pub next: Option<NextPage>,
    /// Whether it breaks off: some of it, or what follows it, cannot be read. Then nothing is known to be missing.
    pub is_incomplete: bool,
    /// Whether it leads back to itself. One that says what the page before it said is all there is; else nobody knows what follows.
    pub links_to_itself: bool,
}

/// Reads an answer: a page, or why there is none.
///
/// | Answer | Means |
/// |---|---|
/// | 2xx with events, or an empty page after the first | a [`Page`] |
/// | 404, 204, 2xx without any event | [`NotFound`](LookUpFailure::NotFound) |
/// | 400, 422 | [`InvalidNumber`](LookUpFailure::InvalidNumber); [`Unreadable`](LookUpFailure::Unreadable) where it blames another parameter |
/// | 401, 407; 403 | [`Refused`](LookUpFailure::Refused); [`Forbidden`](LookUpFailure::Forbidden); never `NotFound`; [`RateLimited`](LookUpFailure::RateLimited) where it says that the quota is spent |
/// | 429 | [`RateLimited`](LookUpFailure::RateLimited) |
/// | 408, 425, 5xx | [`Unreachable`](LookUpFailure::Unreachable) |
/// | anything else, and what nobody can read | [`Unreadable`](LookUpFailure::Unreadable) |
///
/// A body that names another status than the answer has, as some gateways send it, is believed. Every failure
/// [says why](LookUpFailure::why) in the carrier's own words, without secrets.
pub fn page(answered: &HttpAnswer<'_>, limits: &ReadLimits) -> Result<Page, LookUpFailure> {
    if !(200..300).contains(&answered.status) {
        return Err(failure(answered, answered.status));
    }
    if answered.body.len() > limits.bytes {
        return Err(unreadable(answered, "the answer is larger than is read"));
    }
    let reading = super::read(answered.body, limits);
    if let Some(status) = error_text::stated_status(answered.body).filter(|_| reading.messages.is_empty()) {
        return Err(failure(answered, status));
    }
    let is_first = answered.cursor.is_none();
    let nothing_said = answered.body.trim_ascii().is_empty();
    let Some(mut message) = reading.messages.into_iter().next().filter(|message| message.form.is_whole_answer()) else {
        return Err(if nothing_said && is_first { failure(answered, answered.status) } else { not_dcsa(answered) });
    };
    let leads = next(answered.headers, answered.url, answered.cursor);
    let mut is_incomplete = !message.problems.is_empty();
    let links_to_itself = leads == Ok(Leads::Back);
    let next = match leads {
        Ok(Leads::To(next)) => Some(next),
        Ok(Leads::Back | Leads::Nowhere) => None,
        Err(problem) => {
            is_incomplete = true;
            message.problems.push(problem);
            None
        }
    };
    match message.is_empty() && is_first && next.is_none() {
        true if is_incomplete => Err(not_dcsa(answered)),
        true => Err(failure(answered, answered.status)),
        false => Ok(Page { message, next, is_incomplete, links_to_itself }),
    }
}

fn not_dcsa(answered: &HttpAnswer<'_>) -> LookUpFailure {
    unreadable(answered, "the answer is no DCSA Track & Trace answer")
}

fn unreadable(answered: &HttpAnswer<'_>, what: &str) -> LookUpFailure {
    with_error_text(LookUpFailure::Unreadable, what, answered.status, answered.body, answered.secrets)
}

fn failure(answered: &HttpAnswer<'_>, status: u16) -> LookUpFailure {
    let body = answered.body;
    let quota = matches!(status, 401 | 403 | 407 | 429).then(|| error_text::exhausted_quota(body)).flatten();
    let retry_after = retry_after(answered.headers, answered.now, LONGEST_PAUSE).or(quota.flatten());
    let too_often = describe_pause("it was asked too often", retry_after);
    let spent = describe_pause("the quota of these credentials is spent", retry_after);
    let (failure, what) = match status {
        429 => (LookUpFailure::RateLimited { retry_after }, &*too_often),
        _ if quota.is_some() => (LookUpFailure::RateLimited { retry_after }, &*spent),
        403 => (LookUpFailure::Forbidden, "the credentials are refused, or they do not show this number"),
        401 | 407 => (LookUpFailure::Refused, "the credentials are refused"),
        404 | 410 if error_text::is_page(body) => {
            (LookUpFailure::Unreadable, "there is a page for people: the address may be wrong")
        }
        200..300 | 404 | 410 if answered.own_shipments_only => {
            let what = "not visible with these credentials: the carrier shows only its customer's own shipments";
            (LookUpFailure::NotFound, what)
        }
        200..300 | 404 | 410 => (LookUpFailure::NotFound, "the carrier does not know the number"),
        400 | 422 if error_text::blames_another_parameter(body) => {
            (LookUpFailure::Unreadable, "the request does not suit the carrier")
        }
        400 | 422 => (LookUpFailure::InvalidNumber, "the carrier takes no such number"),
        408 | 425 | 500..600 => (LookUpFailure::Unreachable { retry_after }, "the carrier's service is out of order"),
        300..400 => (LookUpFailure::Unreadable, "it leads elsewhere, where nobody is asked"),
        _ => (LookUpFailure::Unreadable, "the answer is of a kind nobody knows"),
    };
    with_error_text(failure, what, status, body, answered.secrets)
}

pub(crate) fn describe_pause(what: &str, pause: Option<Duration>) -> String {
    match pause {
        Some(pause) => format!("{what}, and asks for a pause of {} s", pause.as_secs()),
        None => what.to_owned(),
    }
}

pub(crate) fn with_error_text(
    failure: LookUpFailure,
    what: &str,
    status: u16,
    body: &[u8],
    secrets: &[&str],
) -> LookUpFailure {
    failure.because(match error_text::error_text(body, secrets) {
        Some(said) => format!("{what} (status {status}: {said})"),
        None => format!("{what} (status {status})"),
    })
}

/// Where the next page is.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPage {
    /// The same request with this cursor; the other parameters are repeated.
    Cursor(String),
    /// This URL, on the origin that was asked.
    Link(String),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Leads {
    To(NextPage),
    Back,
    Nowhere,
}

pub(super) fn next(headers: &Headers, asked: &str, cursor: Option<&str>) -> Result<Leads, Problem> {
    let field = |name| headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    if let Some(next) = field("Next-Page-Cursor") {
        return Ok(another(next, cursor));
    }
    let Some(next) = field("Next-Page") else { return Ok(Leads::Nowhere) };
    let next = next.strip_prefix('<').and_then(|link| link.split('>').next()).unwrap_or(next);
    if !next.contains("://") && !next.contains('?') {
        return Ok(another(next, cursor));
    }
    let link = resolved(next, asked)?;
    Ok(if link == asked { Leads::Back } else { Leads::To(NextPage::Link(link)) })
}

fn another(next: &str, cursor: Option<&str>) -> Leads {
    if cursor == Some(next) { Leads::Back } else { Leads::To(NextPage::Cursor(next.to_owned())) }
}

fn resolved(link: &str, asked: &str) -> Result<String, Problem> {
    let elsewhere = || Problem::new("Next-Page", "the next page is on another origin, and is not followed");
    let own = origin(asked).ok_or_else(elsewhere)?;
    let (path, _) = asked.split_once('?').unwrap_or((asked, ""));
    let (here, _) = split_url(asked);
    let resolved = match link {
        link if link.contains("://") && !link.starts_with(['/', '?']) => link.to_owned(),
        link if link.starts_with("//") => format!("{}:{link}", asked.split(':').next().unwrap_or_default()),
        link if link.starts_with('/') => format!("{here}{link}"),
        link if link.starts_with('?') => format!("{path}{link}"),
        link => format!("{}/{link}", path.rsplit_once('/').map_or(path, |(folder, _)| folder)),
    };
    let is_plain = resolved.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    match origin(&resolved) {
        Some(to) if to == own && is_plain => Ok(resolved),
        _ => Err(elsewhere()),
    }
}

/// Lower case, without a default port. `None` for a URL with a user in it.
fn origin(url: &str) -> Option<String> {
    let own = split_url(url).0.to_ascii_lowercase();
    let (scheme, authority) = own.split_once("://")?;
    let default_port = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let is_plain = !authority.is_empty() && !authority.contains('@');
    is_plain.then(|| own.strip_suffix(default_port).unwrap_or(&own).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str = r#"[{"transportEventTypeCode":"ARRI","eventDateTime":"2026-01-05T22:19:00Z"}]"#;

    struct Asked {
        headers: Headers,
        cursor: Option<&'static str>,
        own_shipments_only: bool,
    }

    impl Asked {
        fn plainly() -> Self {
            Asked { headers: Headers::new(), cursor: None, own_shipments_only: false }
        }

        fn answers(&self, status: u16, body: &str) -> Result<Page, LookUpFailure> {
            let answered = HttpAnswer {
                status,
                headers: &self.headers,
                body: body.as_bytes(),
                url: "https://api.line.example/v2/events",
                cursor: self.cursor,
                now: DateTime::UNIX_EPOCH,
                own_shipments_only: self.own_shipments_only,
                secrets: &["s3cr3t"],
            };
            page(&answered, &ReadLimits::default())
        }

        fn fails(&self, status: u16, body: &str) -> (LookUpFailure, String) {
            match self.answers(status, body) {
                Err(LookUpFailure::Because { failure, why }) => (*failure, why),
                other => panic!("{status} {body}: {other:?}"),
            }
        }
    }

    #[test]
    fn each_documented_refusal_means_what_it_says() {
        use LookUpFailure::*;
        let pause = |seconds| Some(Duration::from_secs(seconds));
        for (status, body, failure, words) in [
            (
                401,
                r#"{"error":[{"code":"ERR_GW_001","message":"Unauthorized","reason":"Invalid or expired Key"}]}"#,
                Refused,
                "Invalid or expired Key",
            ),
            (403, r#"{"message":"Shipment not found for s3cr3t"}"#, Forbidden, "Shipment not found for ***"),
            (
                200,
                r#"{"errors":{"reason":"unauthorized","message":"no key"},"statusCode":"401","statusCodeText":"x"}"#,
                Refused,
                "status 401: unauthorized: no key",
            ),
            (
                403,
                r#"{"statusCode":403,"message":"Out of call volume quota. Quota will be replenished in 00:00:30."}"#,
                RateLimited { retry_after: pause(30) },
                "quota",
            ),
            (429, "", RateLimited { retry_after: None }, "status 429"),
            (404, r#"{"message":"Container, Bill of Lading, or Booking: not found"}"#, NotFound, "Booking: not found"),
            (404, "", NotFound, "status 404"),
            (404, "<html><title>No such page</title></html>", Unreadable, "the address may be wrong"),
            (204, "", NotFound, "status 204"),
            (200, "[]", NotFound, "status 200"),
            (
                200,
                r#"{"events":[],"feedbackElements":[{"severity":"WARN","message":"unknown reference"}]}"#,
                NotFound,
                "unknown reference",
            ),
            (400, r#"{"errors":[{"reason":"invalidQuery"}],"statusCode":400}"#, InvalidNumber, "invalidQuery"),
            (
                422,
                r#"{"errors":[{"property":"equipmentReference","errorCodeMessage":"too long"}]}"#,
                InvalidNumber,
                "too long",
            ),
            (
                400,
                r#"{"errors":[{"property":"limit","errorCodeMessage":"not supported"}]}"#,
                Unreadable,
                "not supported",
            ),
            (408, "", Unreachable { retry_after: None }, "status 408"),
            (503, "<h1>down</h1>", Unreachable { retry_after: None }, "down"),
            (302, "", Unreadable, "leads elsewhere"),
            (200, "<html><title>Log in</title></html>", Unreadable, "Log in"),
            (200, "", NotFound, "status 200"),
            (200, r#"[{"eventType":"#, Unreadable, "no DCSA"),
            (
                200,
                r#"{"feedbackElements":[{"severity":"ERROR","message":"out of order"}]}"#,
                Unreadable,
                "out of order",
            ),
        ] {
            let (report, why) = Asked::plainly().fails(status, body);
            assert_eq!(report, failure, "{status} {body}");
            assert!(why.contains(words), "{status} {body}: {why}");
        }
    }

    #[test]
    fn a_pause_is_read_from_the_fields() {
        let mut asked = Asked::plainly();
        asked.headers.set("Retry-After", "7");
        let pause = Some(Duration::from_secs(7));
        let (failure, why) = asked.fails(429, "");
        assert_eq!(failure, LookUpFailure::RateLimited { retry_after: pause });
        assert!(why.contains("a pause of 7 s"), "{why}");
        assert_eq!(asked.fails(500, "").0, LookUpFailure::Unreachable { retry_after: pause });
    }

    #[test]
    fn a_number_that_may_be_somebody_elses_is_not_visible() {
        let asked = Asked { own_shipments_only: true, ..Asked::plainly() };
        let (failure, why) = asked.fails(404, "");
        assert_eq!(failure, LookUpFailure::NotFound);
        assert!(why.starts_with("not visible with these credentials"), "{why}");
    }

    #[test]
    fn a_page_says_where_the_next_one_is_and_the_last_may_be_empty() {
        let mut asked = Asked::plainly();
        asked.headers.set("Next-Page-Cursor", "two");
        let first = asked.answers(200, EVENT).expect("a page");
        assert_eq!(
            (first.message.facts.len(), first.next, first.is_incomplete),
            (1, Some(NextPage::Cursor("two".to_owned())), false)
        );
        let last = Asked { cursor: Some("two"), ..Asked::plainly() }.answers(200, "[]").expect("a page");
        assert_eq!((last.message.facts.len(), last.next), (0, None));
        let mut away = Asked::plainly();
        away.headers.set("Next-Page", "https://evil.example/?cursor=2");
        let cut = away.answers(200, EVENT).expect("a page");
        assert_eq!((cut.next, cut.is_incomplete, cut.message.problems.len()), (None, true, 1));
    }

    const ASKED: &str = "https://api.line.example/v2/events?limit=100";

    fn next_of(name: &'static str, value: &str) -> Result<Leads, Problem> {
        let mut headers = Headers::new();
        headers.set(name, value);
        next(&headers, ASKED, Some("now"))
    }

    #[test]
    fn a_cursor_is_taken_from_either_field_and_ends_where_it_repeats() {
        let cursor = |text: &str| Ok(Leads::To(NextPage::Cursor(text.to_owned())));
        assert_eq!(next_of("next-page-cursor", " abc "), cursor("abc"));
        assert_eq!(next_of("Next-Page", "fE9mZnNldHw=/x"), cursor("fE9mZnNldHw=/x"));
        for (name, value) in [("Next-Page", " "), ("X-Other", "a")] {
            assert_eq!(next_of(name, value), Ok(Leads::Nowhere), "{name}: {value}");
        }
        for (name, value) in [("Next-Page-Cursor", "now"), ("Next-Page", "now"), ("Next-Page", ASKED)] {
            assert_eq!(next_of(name, value), Ok(Leads::Back), "{name}: {value}");
        }
    }

    #[test]
    fn a_link_is_followed_on_its_own_origin_alone() {
        for (value, url) in [
            ("https://api.line.example/v2/events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("HTTPS://API.line.example:443/v2?cursor=2", "HTTPS://API.line.example:443/v2?cursor=2"),
            ("</v2/events?cursor=2>; rel=next", "https://api.line.example/v2/events?cursor=2"),
            ("?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("//api.line.example/x?cursor=2", "https://api.line.example/x?cursor=2"),
            ("/x?at=http://elsewhere.example", "https://api.line.example/x?at=http://elsewhere.example"),
        ] {
            assert_eq!(next_of("Next-Page", value), Ok(Leads::To(NextPage::Link(url.to_owned()))), "{value}");
        }
        for value in [
            "http://api.line.example/v2/events?cursor=2",
            "https://api.line.example.evil.example/?cursor=2",
            "https://api.line.example@evil.example/?cursor=2",
            "https://api.line.example:8443/?cursor=2",
            "//evil.example/?cursor=2",
            "file:///etc/passwd?",
            "https:///?cursor=2",
            "/x?a b",
        ] {
            assert_eq!(next_of("Next-Page", value).unwrap_err().place, "Next-Page", "{value}");
        }
    }
}
