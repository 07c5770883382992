//! Checks whether notifications may be sent to a URL.

use std::time::Duration;

use super::context::RequestContext;
use crate::error::{Error, ErrorKind, Result};
use crate::http::{Call, Egress, Failure};
use crate::webhooks::{has_address, is_plain, validate_url};

const LOOK_UP_TIMEOUT: Duration = Duration::from_secs(3);

/// `Retry-After` if the host could not be looked up.
const PAUSE: Duration = Duration::from_secs(5);

/// Rejects invalid URLs. Also rejects plain http, unless the host program allows some networks.
pub(super) fn check_url(context: &RequestContext<'_>, place: &str, url: &str) -> Result<()> {
    // The error of `validate_url` names the attribute of a webhook, but the URL may be in another member.
    validate_url(url, true).map_err(|refusal| Error::invalid(place, refusal.message().to_owned()))?;
    // Public receivers must use TLS. It is optional in networks that the host program allows.
    if is_plain(url) && context.engine.egress == Egress::PublicOnly {
        let detail = "the URL must begin with https://. The program that runs the service can allow plain http: to this \
                      machine with allow_loopback, to other networks with allow_networks";
        return Err(Error::invalid(place, detail));
    }
    Ok(())
}

/// Looks up the host of the URL and checks that deliveries may go there. If the look-up fails, the host program may
/// continue, because each delivery is checked again. Other callers get the same error for all names, because
/// different ones would reveal which internal names exist.
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
        Failure::Busy => Err(unavailable(place, "too many host names are being looked up at present")),
        Failure::Refused if context.is_host || has_address(url) => Err(out_of_reach(place, url, &failed.message)),
        Failure::Refused => Err(out_of_reach(place, url, NOT_PUBLIC)),
        _ if context.is_host => Ok(()),
        Failure::Timeout => Err(unavailable(place, "the host of the URL could not be looked up in time")),
        _ => Err(out_of_reach(place, url, NOT_PUBLIC)),
    }
}

/// The same text for unknown names and for addresses that are not allowed.
pub(super) const NOT_PUBLIC: &str = "the host of the URL does not exist or does not have a public address";

fn out_of_reach(place: &str, url: &str, why: &str) -> Error {
    let way = "the program that runs the service";
    let detail = match is_plain(url) {
        true => format!(
            "the URL begins with http://, and its host does not have an address for which {way} allows plain http: use https \
             and a public address, or allow the address with allow_networks or allow_loopback"
        ),
        false => format!("{why}: {way} can allow it with allow_networks or allow_loopback"),
    };
    Error::refused(ErrorKind::EgressRefused, place, detail)
}

fn unavailable(place: &str, why: &'static str) -> Error {
    Error::refused(ErrorKind::Unavailable, place, why).with_retry_after(Some(PAUSE))
}
