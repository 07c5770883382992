//! Decodes an HTTP response of a carrier into facts and the link to the next page, or into the reason why there is no data.

use std::time::Duration;

use chrono::{DateTime, Utc};

use super::error_text;
use crate::carriers::LookUpFailure;
use crate::decoders::message::{Message, Problem, ReadLimits};
use crate::http::{Headers, retry_after, split_url};

/// Longest pause that is accepted from a carrier's `Retry-After`.
pub(crate) const LONGEST_PAUSE: Duration = Duration::from_secs(86_400);

/// An HTTP answer, and the request that it belongs to.
#[derive(Debug, Clone, Copy)]
pub struct HttpAnswer<'a> {
    /// The HTTP status.
    pub status: u16,
    /// The header fields.
    pub headers: &'a Headers,
    /// The decoded body.
    pub body: &'a [u8],
    /// The URL of the request. Links to the next page are only followed on its origin.
    pub url: &'a str,
    /// The cursor of the request. `None` for the first page.
    pub cursor: Option<&'a str>,
    /// When the answer was received.
    pub now: DateTime<Utc>,
    /// Whether the carrier shows only the shipments of its customer. If so, a number that it does not find may belong to another
    /// customer.
    pub own_shipments_only: bool,
    /// Keys, tokens and passwords, which are masked in error texts.
    pub secrets: &'a [&'a str],
}

/// One page of an answer.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Page {
    /// The decoded page.
    pub message: Message,
    /// The next page. `None` if this is the last one.
    pub next: Option<NextPage>,
    /// Whether a part of this page, or the link to the next one, cannot be read. If so, data that is not in the answer may still be
    /// valid.
    pub is_incomplete: bool,
    /// Whether the link to the next page leads to this page. If this page has the same content as the previous page, the answer is
    /// complete. Otherwise there may be more pages.
    pub links_to_itself: bool,
}

/// Decodes an answer.
///
/// | Status and body | Result |
/// |---|---|
/// | 2xx with events, or an empty page after the first | a [`Page`] |
/// | 404, 204, 2xx without any event | [`NotFound`](LookUpFailure::NotFound) |
/// | 400, 422 | [`InvalidNumber`](LookUpFailure::InvalidNumber); [`Unreadable`](LookUpFailure::Unreadable) if the body blames another parameter |
/// | 401, 407 | [`Refused`](LookUpFailure::Refused); [`RateLimited`](LookUpFailure::RateLimited) if the body reports an exhausted quota |
/// | 403 | [`Forbidden`](LookUpFailure::Forbidden), even if the body reports an unknown number; `RateLimited` if it reports an exhausted quota |
/// | 429 | [`RateLimited`](LookUpFailure::RateLimited) |
/// | 408, 425, 5xx | [`Unreachable`](LookUpFailure::Unreachable) |
/// | any other status, an HTML page, a body that cannot be decoded, or that ends before its document does | [`Unreadable`](LookUpFailure::Unreadable) |
///
/// If the body states an error status, as some gateways do, that status counts instead of the status of the answer. The
/// [reason](LookUpFailure::why) of a failure includes the error text of the carrier, with secrets masked.
pub fn page(answer: &HttpAnswer<'_>, limits: &ReadLimits) -> Result<Page, LookUpFailure> {
    if !(200..300).contains(&answer.status) {
        return Err(failure(answer, answer.status));
    }
    if answer.body.len() > limits.bytes {
        return Err(unreadable(answer, "the answer is too large"));
    }
    let (reading, mut is_incomplete) = super::read_answer(answer.body, limits);
    if reading.messages.is_empty()
        && let Some(status) = error_text::stated_status(answer.body)
    {
        return Err(failure(answer, status));
    }
    if is_incomplete && super::is_cut_off(answer.body) {
        return Err(unreadable(answer, "the answer was cut off: it ends before its document does"));
    }
    let is_first = answer.cursor.is_none();
    let is_blank = answer.body.trim_ascii().is_empty();
    let Some(mut message) = reading.messages.into_iter().next().filter(|message| message.form.is_whole_answer()) else {
        return Err(if is_blank && is_first { failure(answer, answer.status) } else { not_dcsa(answer) });
    };
    let link = next(answer.headers, answer.url, answer.cursor);
    let links_to_itself = link == Ok(PageLink::SamePage);
    let next = match link {
        Ok(PageLink::To(next)) => Some(next),
        Ok(PageLink::SamePage | PageLink::None) => None,
        Err(problem) => {
            is_incomplete = true;
            message.problems.push(problem);
            None
        }
    };
    match message.is_empty() && is_first && next.is_none() {
        true if is_incomplete => Err(not_dcsa(answer)),
        true => Err(failure(answer, answer.status)),
        false => Ok(Page { message, next, is_incomplete, links_to_itself }),
    }
}

fn not_dcsa(answer: &HttpAnswer<'_>) -> LookUpFailure {
    unreadable(answer, "the answer is not a DCSA Track & Trace answer")
}

fn unreadable(answer: &HttpAnswer<'_>, what: &str) -> LookUpFailure {
    with_error_text(LookUpFailure::Unreadable, what, answer.status, answer.body, answer.secrets)
}

fn failure(answer: &HttpAnswer<'_>, status: u16) -> LookUpFailure {
    let body = answer.body;
    let quota = matches!(status, 401 | 403 | 407 | 429).then(|| error_text::exhausted_quota(body)).flatten();
    let retry_after = retry_after(answer.headers, answer.now, LONGEST_PAUSE).or(quota.flatten());
    let rate_limited = describe_pause("too many requests", retry_after);
    let exhausted = describe_pause("the quota of these credentials is exhausted", retry_after);
    let (failure, what) = match status {
        429 => (LookUpFailure::RateLimited { retry_after }, &*rate_limited),
        _ if quota.is_some() => (LookUpFailure::RateLimited { retry_after }, &*exhausted),
        403 => (LookUpFailure::Forbidden, "the carrier rejects the credentials, or does not show them this number"),
        401 | 407 => (LookUpFailure::Refused, "the carrier rejects the credentials"),
        404 | 410 if error_text::is_html(body) => {
            (LookUpFailure::Unreadable, "the answer is an HTML page: the URL may be wrong")
        }
        200..300 | 404 | 410 if answer.own_shipments_only => {
            let what = "not visible with these credentials: the carrier shows only its customer's own shipments";
            (LookUpFailure::NotFound, what)
        }
        200..300 | 404 | 410 => (LookUpFailure::NotFound, "the carrier does not know the number"),
        400 | 422 if error_text::blames_another_parameter(body) => {
            (LookUpFailure::Unreadable, "the carrier rejects a parameter of the request")
        }
        400 | 422 => (LookUpFailure::InvalidNumber, "the carrier rejects the number"),
        408 | 425 | 500..600 => {
            (LookUpFailure::Unreachable { retry_after }, "the service of the carrier is unavailable")
        }
        300..400 => (LookUpFailure::Unreadable, "the answer is a redirect, which is not followed"),
        _ => (LookUpFailure::Unreadable, "unexpected status"),
    };
    with_error_text(failure, what, status, body, answer.secrets)
}

/// Appends the pause that the carrier requested to an error text.
pub(crate) fn describe_pause(what: &str, pause: Option<Duration>) -> String {
    match pause {
        Some(pause) => format!("{what}; the carrier asks for a pause of {} s", pause.as_secs()),
        None => what.to_owned(),
    }
}

/// Adds a reason to a failure: `what`, the status, and the error text in the body.
pub(crate) fn with_error_text(
    failure: LookUpFailure,
    what: &str,
    status: u16,
    body: &[u8],
    secrets: &[&str],
) -> LookUpFailure {
    failure.because(match error_text::error_text(body, secrets) {
        Some(text) => format!("{what} (status {status}: {text})"),
        None => format!("{what} (status {status})"),
    })
}

/// How the next page is requested.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NextPage {
    /// Repeat the request with this cursor.
    Cursor(String),
    /// Request this URL. It has the same origin as the request.
    Link(String),
}

#[derive(Debug, PartialEq, Eq)]
pub(super) enum PageLink {
    To(NextPage),
    SamePage,
    None,
}

/// Reads the link to the next page from the header fields `Next-Page-Cursor` and `Next-Page`. The latter may contain a cursor, too.
pub(super) fn next(headers: &Headers, request: &str, cursor: Option<&str>) -> Result<PageLink, Problem> {
    let field = |name| headers.get(name).map(str::trim).filter(|value| !value.is_empty());
    if let Some(next) = field("Next-Page-Cursor") {
        return Ok(cursor_link(next, cursor));
    }
    let Some(next) = field("Next-Page") else { return Ok(PageLink::None) };
    let next = next.strip_prefix('<').and_then(|link| link.split('>').next()).unwrap_or(next);
    if !next.contains("://") && !next.contains('?') {
        return Ok(cursor_link(next, cursor));
    }
    let link = resolved(next, request)?;
    Ok(if link == request { PageLink::SamePage } else { PageLink::To(NextPage::Link(link)) })
}

fn cursor_link(next: &str, cursor: Option<&str>) -> PageLink {
    if cursor == Some(next) { PageLink::SamePage } else { PageLink::To(NextPage::Cursor(next.to_owned())) }
}

/// Resolves a link against the URL of the request. Fails if it leads to another origin, which would receive the credentials.
fn resolved(link: &str, request: &str) -> Result<String, Problem> {
    let other_origin = || Problem::new("Next-Page", "the next page is on another origin, and is not requested");
    let request_origin = origin(request).ok_or_else(other_origin)?;
    let (path, _) = request.split_once('?').unwrap_or((request, ""));
    let (base, _) = split_url(request);
    let resolved = match link {
        link if link.contains("://") && !link.starts_with(['/', '?']) => link.to_owned(),
        link if link.starts_with("//") => format!("{}:{link}", request.split(':').next().unwrap_or_default()),
        link if link.starts_with('/') => format!("{base}{link}"),
        link if link.starts_with('?') => format!("{path}{link}"),
        link => format!("{}/{link}", path.rsplit_once('/').map_or(path, |(folder, _)| folder)),
    };
    let is_plain = resolved.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'\\');
    match origin(&resolved) {
        Some(to) if to == request_origin && is_plain => Ok(resolved),
        _ => Err(other_origin()),
    }
}

/// The origin in lower case, without a default port. `None` for a URL with user information.
fn origin(url: &str) -> Option<String> {
    let base = split_url(url).0.to_ascii_lowercase();
    let (scheme, authority) = base.split_once("://")?;
    let default_port = match scheme {
        "https" => ":443",
        "http" => ":80",
        _ => return None,
    };
    let is_plain = !authority.is_empty() && !authority.contains('@');
    is_plain.then(|| base.strip_suffix(default_port).unwrap_or(&base).to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: &str =
        r#"[{"transportEventTypeCode":"ARRI","eventClassifierCode":"ACT","eventDateTime":"2026-01-05T22:19:00Z"}]"#;

    struct TestRequest {
        headers: Headers,
        cursor: Option<&'static str>,
        own_shipments_only: bool,
    }

    impl TestRequest {
        fn plain() -> Self {
            TestRequest { headers: Headers::new(), cursor: None, own_shipments_only: false }
        }

        fn read(&self, status: u16, body: &str) -> Result<Page, LookUpFailure> {
            let answer = HttpAnswer {
                status,
                headers: &self.headers,
                body: body.as_bytes(),
                url: "https://api.line.example/v2/events",
                cursor: self.cursor,
                now: DateTime::UNIX_EPOCH,
                own_shipments_only: self.own_shipments_only,
                secrets: &["s3cr3t"],
            };
            page(&answer, &ReadLimits::default())
        }

        fn failure(&self, status: u16, body: &str) -> (LookUpFailure, String) {
            match self.read(status, body) {
                Err(LookUpFailure::Because { failure, why }) => (*failure, why),
                other => panic!("{status} {body}: {other:?}"),
            }
        }
    }

    #[test]
    fn each_documented_error_becomes_its_failure() {
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
            (404, "<html><title>No such page</title></html>", Unreadable, "the URL may be wrong"),
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
            (302, "", Unreadable, "redirect"),
            (200, "<html><title>Log in</title></html>", Unreadable, "Log in"),
            (200, "", NotFound, "status 200"),
            (200, r#"[{"eventType":"#, Unreadable, "was cut off"),
            (
                200,
                r#"{"feedbackElements":[{"severity":"ERROR","message":"out of order"}]}"#,
                Unreadable,
                "out of order",
            ),
        ] {
            let (actual, why) = TestRequest::plain().failure(status, body);
            assert_eq!(actual, failure, "{status} {body}");
            assert!(why.contains(words), "{status} {body}: {why}");
        }
    }

    #[test]
    fn a_pause_is_read_from_the_header_fields() {
        let mut request = TestRequest::plain();
        request.headers.set("Retry-After", "7");
        let pause = Some(Duration::from_secs(7));
        let (failure, why) = request.failure(429, "");
        assert_eq!(failure, LookUpFailure::RateLimited { retry_after: pause });
        assert!(why.contains("a pause of 7 s"), "{why}");
        assert_eq!(request.failure(500, "").0, LookUpFailure::Unreachable { retry_after: pause });
    }

    #[test]
    fn a_number_of_another_customer_is_not_visible() {
        let request = TestRequest { own_shipments_only: true, ..TestRequest::plain() };
        let (failure, why) = request.failure(404, "");
        assert_eq!(failure, LookUpFailure::NotFound);
        assert!(why.starts_with("not visible with these credentials"), "{why}");
    }

    #[test]
    fn a_page_links_to_the_next_one_and_the_last_may_be_empty() {
        let mut request = TestRequest::plain();
        request.headers.set("Next-Page-Cursor", "two");
        let first = request.read(200, EVENT).expect("a page");
        assert_eq!(
            (first.message.facts.len(), first.next, first.is_incomplete),
            (1, Some(NextPage::Cursor("two".to_owned())), false)
        );
        let last = TestRequest { cursor: Some("two"), ..TestRequest::plain() }.read(200, "[]").expect("a page");
        assert_eq!((last.message.facts.len(), last.next), (0, None));
        let mut away = TestRequest::plain();
        away.headers.set("Next-Page", "https://evil.example/?cursor=2");
        let cut = away.read(200, EVENT).expect("a page");
        assert_eq!((cut.next, cut.is_incomplete, cut.message.problems.len()), (None, true, 1));
    }

    #[test]
    fn an_answer_that_was_cut_off_at_any_place_is_unreadable() {
        for (before, after) in [("", ""), (r#"{"events":"#, "}"), (EVENT, "")] {
            let whole = format!("{before}[{0},{0}]{after}", EVENT.trim_matches(['[', ']']));
            TestRequest::plain().read(200, &whole).expect("a page");
            for end in before.len() + 1..whole.len() {
                for cursor in [None, Some("two")] {
                    let cut = TestRequest { cursor, ..TestRequest::plain() }.read(200, &whole[..end]);
                    let failure = cut.expect_err(&whole[..end]);
                    assert_eq!(failure.kind(), &LookUpFailure::Unreadable, "{}", &whole[..end]);
                }
            }
        }
    }

    #[test]
    fn an_answer_with_a_questionable_event_is_complete_because_the_event_is_stored() {
        let event = r#"[{"transportEventTypeCode":"ARRI"}]"#;
        let page = TestRequest::plain().read(200, event).expect("a page");
        assert_eq!((page.message.facts.len(), page.message.problems.len(), page.is_incomplete), (1, 1, false));
        let unreadable = r#"[{"transportEventTypeCode":"ARRI","eventClassifierCode":"EST"},{"eventType":"TRANSPORT"}]"#;
        let page = TestRequest::plain().read(200, unreadable).expect("a page");
        assert_eq!((page.message.facts.len(), page.message.problems.len(), page.is_incomplete), (2, 1, true));
        assert!(page.message.facts[1].why_unused().is_some_and(|why| why.contains("has no code")));
    }

    const REQUEST_URL: &str = "https://api.line.example/v2/events?limit=100";

    fn next_of(name: &'static str, value: &str) -> Result<PageLink, Problem> {
        let mut headers = Headers::new();
        headers.set(name, value);
        next(&headers, REQUEST_URL, Some("now"))
    }

    #[test]
    fn a_cursor_is_read_from_either_header_field_and_a_repeated_one_ends_the_list() {
        let cursor = |text: &str| Ok(PageLink::To(NextPage::Cursor(text.to_owned())));
        assert_eq!(next_of("next-page-cursor", " abc "), cursor("abc"));
        assert_eq!(next_of("Next-Page", "fE9mZnNldHw=/x"), cursor("fE9mZnNldHw=/x"));
        for (name, value) in [("Next-Page", " "), ("X-Other", "a")] {
            assert_eq!(next_of(name, value), Ok(PageLink::None), "{name}: {value}");
        }
        for (name, value) in [("Next-Page-Cursor", "now"), ("Next-Page", "now"), ("Next-Page", REQUEST_URL)] {
            assert_eq!(next_of(name, value), Ok(PageLink::SamePage), "{name}: {value}");
        }
    }

    #[test]
    fn a_link_is_only_followed_on_the_origin_of_the_request() {
        for (value, url) in [
            ("https://api.line.example/v2/events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("HTTPS://API.line.example:443/v2?cursor=2", "HTTPS://API.line.example:443/v2?cursor=2"),
            ("</v2/events?cursor=2>; rel=next", "https://api.line.example/v2/events?cursor=2"),
            ("?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("events?cursor=2", "https://api.line.example/v2/events?cursor=2"),
            ("//api.line.example/x?cursor=2", "https://api.line.example/x?cursor=2"),
            ("/x?at=http://elsewhere.example", "https://api.line.example/x?at=http://elsewhere.example"),
        ] {
            assert_eq!(next_of("Next-Page", value), Ok(PageLink::To(NextPage::Link(url.to_owned()))), "{value}");
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
