//! Creates, renews and ends subscriptions at a carrier, as described by its profile.

use chrono::{TimeDelta, Utc};
use serde_json::{Map, Value};

use super::sender::{OutgoingRequest, Trace};
use super::session::{Connection, Session};
use crate::carrier_http::profiles::{Profile, Renewal, Subscriptions};
use crate::carriers::{LookUpFailure, SubscriptionOrder, SubscriptionReceipt, SubscriptionStep};
use crate::decoders::dcsa;
use crate::http::{Call, Method, Request, Response, retry_after};
use crate::resources::RequestType;

const MAX_BYTES: usize = 256 << 10;

const MAX_ID_LENGTH: usize = 256;

/// Checks whether the carrier accepts a subscription about a number of this kind, or about all shipments (`None`).
pub(super) fn check_supported(profile: &Profile, about: Option<&RequestType>) -> Result<(), String> {
    let scac = &profile.scac;
    let Some(subscriptions) = &profile.subscriptions else {
        return Err(format!("the profile of {scac} has no `subscriptions`"));
    };
    match about {
        None if !subscriptions.of_all => {
            Err(format!("{scac} supports subscriptions about one number, not about all shipments"))
        }
        Some(kind) if subscriptions.members.of(kind).is_none() => {
            Err(format!("{scac} does not support subscriptions about a {}", kind.as_str().replace('_', " ")))
        }
        _ => Ok(()),
    }
}

pub(super) fn subscribe(
    connection: &Connection,
    order: &SubscriptionOrder,
    call: &Call,
) -> Result<SubscriptionReceipt, LookUpFailure> {
    let table = table(connection, order)?;
    let step = match (order.step, &order.subscription_id) {
        (SubscriptionStep::Create | SubscriptionStep::End, _) | (_, None) => SubscriptionStep::Create,
        (step, Some(_)) => step,
    };
    let expires_at = table.lasts_days.map(|days| order.now + TimeDelta::days(days.into()));
    let renewed = |expires_at| SubscriptionReceipt { subscription_id: order.subscription_id.clone(), expires_at };
    let id = order.subscription_id.as_deref().unwrap_or_default();
    match (step, table.renewal) {
        (SubscriptionStep::ReplaceSecret, _) => {
            let secret = Value::from(order.secret.reveal());
            let body = Map::from_iter([(table.members.secret.clone(), secret)]);
            send(connection, table, order, call, (Method::Put, &format!("/{}/secret", escaped(id))), Some(body))?;
            Ok(renewed(None))
        }
        (SubscriptionStep::Renew, Renewal::Put | Renewal::Patch) => {
            let method = if table.renewal == Renewal::Put { Method::Put } else { Method::Patch };
            let body = body(&connection.profile, table, order, false);
            send(connection, table, order, call, (method, &format!("/{}", escaped(id))), Some(body))?;
            Ok(renewed(expires_at))
        }
        _ => {
            let body = body(&connection.profile, table, order, true);
            let answer = send(connection, table, order, call, (Method::Post, ""), Some(body))?;
            if step == SubscriptionStep::Renew {
                // The new subscription exists. The old one expires without this call, too.
                let _ = unsubscribe(connection, order, call);
            }
            Ok(SubscriptionReceipt { subscription_id: id_in(&answer), expires_at })
        }
    }
}

pub(super) fn unsubscribe(
    connection: &Connection,
    order: &SubscriptionOrder,
    call: &Call,
) -> Result<(), LookUpFailure> {
    let table = table(connection, order)?;
    let Some(id) = &order.subscription_id else { return Err(LookUpFailure::NotFound) };
    send(connection, table, order, call, (Method::Delete, &format!("/{}", escaped(id))), None).map(drop)
}

fn table<'c>(connection: &'c Connection, order: &SubscriptionOrder) -> Result<&'c Subscriptions, LookUpFailure> {
    let about = order.about.as_ref().map(|(kind, _)| kind);
    check_supported(&connection.profile, about).map_err(|why| LookUpFailure::Withheld.because(why))?;
    connection.profile.subscriptions.as_ref().ok_or(LookUpFailure::Withheld)
}

fn body(profile: &Profile, table: &Subscriptions, order: &SubscriptionOrder, with_secret: bool) -> Map<String, Value> {
    let members = &table.members;
    let mut body = Map::new();
    body.insert(members.callback_url.clone(), Value::from(&*order.callback_url));
    if with_secret {
        body.insert(members.secret.clone(), Value::from(order.secret.reveal()));
    }
    body.extend(table.filters.iter().map(|(name, value)| (name.clone(), value.clone())));
    if let Some((kind, number)) = &order.about
        && let Some(name) = members.of(kind)
    {
        body.insert(name.to_owned(), Value::from(profile.format_number(kind, number)));
    }
    body
}

fn send(
    connection: &Connection,
    table: &Subscriptions,
    order: &SubscriptionOrder,
    call: &Call,
    (method, behind): (Method, &str),
    body: Option<Map<String, Value>>,
) -> Result<Response, LookUpFailure> {
    let profile = &connection.profile;
    let path = table.path.trim_end_matches('/');
    let url = format!("{}{path}{behind}", profile.base_url.trim_end_matches('/'));
    let mut trace = Trace::default();
    let mut session = Session::of(connection, (&order.account, &order.account_name), call, &mut trace)?;
    let mut request = Request::new(method, &*url).header("Accept", "application/json");
    if let Some(body) = body {
        request = request.body("application/json", Value::Object(body).to_string());
    }
    let hidden = session.keys.set_headers(&mut request, &profile.headers);
    let secrets = vec![order.secret.reveal()];
    let outgoing =
        OutgoingRequest { purpose: "subscription", request, shown: &url, hidden, secrets, max_bytes: MAX_BYTES };
    let (response, token) = session.send_authorized(&outgoing)?;
    if (200..300).contains(&response.status) {
        return Ok(response);
    }
    let mut secrets = session.keys.secrets(token.as_deref());
    secrets.push(order.secret.reveal());
    Err(refusal(&response, method, &table.retry_on, &secrets, order.now))
}

fn refusal(
    response: &Response,
    method: Method,
    retry_on: &[u16],
    secrets: &[&str],
    now: chrono::DateTime<Utc>,
) -> LookUpFailure {
    let pause = retry_after(&response.headers, now, dcsa::LONGEST_PAUSE);
    let status = response.status;
    let quota = [401, 403].contains(&status).then(|| dcsa::exhausted_quota(&response.body)).flatten();
    let (failure, what) = match status {
        429 => (LookUpFailure::RateLimited { retry_after: pause }, "too many calls"),
        _ if quota.is_some() => {
            let retry_after = pause.or(quota.flatten());
            (LookUpFailure::RateLimited { retry_after }, "the quota of these credentials is exhausted")
        }
        401 | 407 => (LookUpFailure::Refused, "the carrier rejects the credentials"),
        403 => (LookUpFailure::Forbidden, "the credentials do not allow this subscription"),
        404 | 410 if method != Method::Post => (LookUpFailure::NotFound, "the carrier does not know the subscription"),
        status if retry_on.contains(&status) || [408, 425].contains(&status) => {
            (LookUpFailure::Unreachable { retry_after: pause }, "the carrier cannot process the request now")
        }
        405 | 501 => (LookUpFailure::Withheld, "the carrier does not support subscriptions of this kind"),
        500..600 => (LookUpFailure::Unreachable { retry_after: pause }, "the carrier's service has an internal error"),
        400 | 409 | 413 | 415 | 422 => (LookUpFailure::InvalidNumber, "the carrier rejects the subscription"),
        _ => (LookUpFailure::Unreadable, "there is no service for subscriptions at this address: it may be wrong"),
    };
    dcsa::with_error_text(failure, what, status, &response.body, secrets)
}

fn id_in(response: &Response) -> Option<String> {
    let body: Value = serde_json::from_slice(&response.body).unwrap_or_default();
    let member = |object: &Value| {
        let is_id = |name: &&String| ["subscriptionid", "id"].contains(&name.to_ascii_lowercase().as_str());
        let object = object.as_object()?;
        let named = object.keys().filter(is_id).max_by_key(|name| name.len())?;
        match &object[named] {
            Value::String(text) => Some(text.clone()),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        }
    };
    let id = member(&body).or_else(|| {
        let place = response.headers.get("Location")?;
        place.split(['?', '#']).next()?.rsplit('/').next().map(str::to_owned)
    });
    let is_valid =
        |id: &String| (1..=MAX_ID_LENGTH).contains(&id.len()) && id.bytes().all(|byte| byte.is_ascii_graphic());
    id.map(|id| id.trim().to_owned()).filter(is_valid)
}

fn escaped(id: &str) -> String {
    percent_encoding::utf8_percent_encode(id, percent_encoding::NON_ALPHANUMERIC).to_string().replace("%2D", "-")
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;

    use super::*;
    use crate::http::Headers;

    fn refused(method: Method, status: u16, body: &str) -> (&'static str, String) {
        let response = Response { body: body.into(), ..Response::new(status) };
        let failure = refusal(&response, method, &[409], &["c2VjcmV0"], DateTime::UNIX_EPOCH);
        (failure.name(), failure.why().unwrap_or_default().to_owned())
    }

    #[test]
    fn statuses_are_mapped_to_failures() {
        for (method, status, body, name, words) in [
            (Method::Post, 400, r#"{"errors":[{"reason":"bad secret c2VjcmV0"}]}"#, "invalid_number", "bad secret ***"),
            (Method::Post, 409, "", "unreachable", "cannot process the request"),
            (Method::Post, 401, "", "refused", "rejects the credentials"),
            (Method::Post, 403, "", "refused", "do not allow this"),
            (Method::Post, 403, r#"{"message":"Out of call volume quota"}"#, "rate_limited", "quota"),
            (Method::Post, 404, "", "unreadable", "it may be wrong"),
            (Method::Put, 404, "", "not_found", "does not know the subscription"),
            (Method::Delete, 410, "", "not_found", "does not know the subscription"),
            (Method::Post, 501, "", "withheld", "does not support subscriptions"),
            (Method::Post, 503, "", "unreachable", "internal error"),
            (Method::Post, 302, "", "unreadable", "it may be wrong"),
        ] {
            let (failure, why) = refused(method, status, body);
            assert_eq!(failure, name, "{status} {body}");
            assert!(why.contains(words), "{status} {body}: {why}");
        }
    }

    #[test]
    fn id_is_found_in_body_and_location() {
        let id = |body: &str, place: Option<&str>| {
            let mut headers = Headers::new();
            if let Some(place) = place {
                headers.set("Location", place);
            }
            id_in(&Response { headers, body: body.into(), ..Response::new(201) })
        };
        assert_eq!(id(r#"{"subscriptionID":"a-1","id":7}"#, None).as_deref(), Some("a-1"));
        assert_eq!(id(r#"{"subscriptionId":17}"#, None).as_deref(), Some("17"));
        assert_eq!(id("", Some("https://line.example/v2/event-subscriptions/a-2?x=1")).as_deref(), Some("a-2"));
        assert_eq!(id(r#"{"subscriptionID":"with blanks"}"#, None), None);
        assert_eq!(id("[]", None), None);
    }

    #[test]
    fn id_is_escaped_in_the_path() {
        assert_eq!(escaped("a-1/../x?y#z"), "a-1%2F%2E%2E%2Fx%3Fy%23z");
    }
}
