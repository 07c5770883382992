//! Whether a URL that somebody names is one that notifications may be sent to.

use std::time::Duration;

use super::context::RequestContext;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Failure};
use crate::webhooks::{has_address, is_plain, validate_url};

const LOOK_UP_TIMEOUT: Duration = Duration::from_secs(3);

/// `Retry-After` if the host could not be looked up.
const PAUSE: Duration = Duration::from_secs(5);

/// Rejects invalid URLs, and those without TLS unless the host opened a network for them.
pub(super) fn check_url(context: &RequestContext<'_>, place: &str, url: &str) -> Result<()> {
    // Its refusal names the attribute of a webhook; the URL may stand elsewhere.
    validate_url(url, true).map_err(|refusal| Error::invalid(place, refusal.message().to_owned()))?;
    // Public receivers must speak TLS; inside the networks a host opened it can be done without.
    if is_plain(url) && context.engine.egress == Egress::PublicOnly {
        let detail = "the URL must begin with https://; plain http goes only to loopback addresses and networks that the \
                      program that runs the service opened it for, with allow_loopback or allow_networks";
        return Err(Error::invalid(place, detail));
    }
    Ok(())
}

/// Checks that deliveries may go to the URL. If that is unknown just now, the host may go on, since each delivery is
/// checked again. Other callers get one answer for every name: two would reveal which internal names exist.
pub(super) fn look_up(context: &RequestContext<'_>, place: &str, url: &str) -> Result<()> {
    let call = context.engine.delivery_call(context.account, url, 0, &context.call.cancel);
    look_up_within(context, place, url, &call)
}

pub(super) fn look_up_within(context: &RequestContext<'_>, place: &str, url: &str, call: &Call) -> Result<()> {
    let engine = context.engine;
    let deadline = engine.clock.monotonic().saturating_add(LOOK_UP_TIMEOUT);
    let call = Call { deadline: call.deadline.map(|given| given.min(deadline)), ..call.clone() };
    let Err(failed) = engine.outbound.check(url, &call) else { return Ok(()) };
    match failed.failure {
        Failure::Cancelled => Err(failed.into()),
        Failure::Busy => Err(later(place, "too many host names are being looked up just now")),
        Failure::Refused if context.is_host || has_address(url) => Err(out_of_reach(place, url, &failed.message)),
        Failure::Refused => Err(out_of_reach(place, url, UNTOLD)),
        _ if context.is_host => Ok(()),
        Failure::Timeout => Err(later(place, "the host of the URL could not be looked up in time")),
        _ => Err(out_of_reach(place, url, UNTOLD)),
    }
}

/// One text for names that lead nowhere and for addresses that are not allowed.
pub(super) const UNTOLD: &str = "the host of the URL is not a public address, or has none";

fn out_of_reach(place: &str, url: &str, why: &str) -> Error {
    let way = "the program that runs the service";
    let told = match is_plain(url) {
        true => format!(
            "plain http is only taken for addresses this service was opened for, and the host of this URL is not one, or \
             has no address: use https for a public address, or have {way} call allow_networks or allow_loopback"
        ),
        false => format!("{why}: {way} can allow it with allow_networks or allow_loopback"),
    };
    Error::refused(ErrorKind::EgressRefused, place, told)
}

fn later(place: &str, why: &'static str) -> Error {
    Error::refused(ErrorKind::Unavailable, place, why).with_retry_after(Some(PAUSE))
}
