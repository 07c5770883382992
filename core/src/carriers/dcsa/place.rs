//! Where an event was: carriers say so in up to five places, and not always the same.

use std::borrow::Cow;

use super::event::{self, Event, as_text, member, text};
use crate::numbers::UnLocode;
use crate::places;
use crate::tracking::{Node, Place};

/// The place of the event. The call says it before its location, that before the location of the event, and that before the
/// event itself; what one leaves out is taken from the next that does not name another place.
pub(super) fn place(event: &Event<'_, '_>) -> Place {
    let call = event.call();
    let within_call = call.and_then(|call| member(call, "location"));
    let own = [event.get("eventLocation"), event.get("location"), event.layers().first().copied()];
    let named = [call, within_call].into_iter().chain(own).flatten();
    let locations: Vec<Location<'_>> = named.map(|node| Location { node, locode: locode(node) }).collect();
    let locode = locations.iter().find_map(|location| location.locode.clone());
    let here = || locations.iter().filter(|location| location.locode.is_none() || location.locode == locode);
    let first = |names: &[&str]| here().find_map(|at| event::first(at.node, names));
    let address = || {
        let mut addresses = here().filter_map(|at| member(at.node, "address"));
        addresses.find_map(|address| event::first(address, &["city", "name"])).map(Cow::into_owned)
    };
    let name = first(&["locationName"]).map(Cow::into_owned);
    let name = name.or_else(|| here().find_map(|at| written(at.node)).map(Cow::into_owned));
    let facility = first(&["facilityCode"]).or_else(|| first(&["otherFacility", "facilityName"]));
    Place {
        name: name.or_else(|| if locode.is_none() { address() } else { None }),
        locode: locode.map(Cow::into_owned),
        facility: facility.map(Cow::into_owned),
        timezone: None,
    }
}

/// What may say where, and the code it says.
struct Location<'n> {
    node: &'n Node<'n>,
    locode: Option<Cow<'n, str>>,
}

/// The UN/LOCODE that a location names; a facility code of BIC begins with one.
fn locode<'n>(location: &'n Node<'_>) -> Option<Cow<'n, str>> {
    if let Node::Text(_) = location {
        // A town may have five letters, too.
        return as_text(location).and_then(as_locode).filter(|code| places::location(code).is_some());
    }
    let named = event::first(location, &["UNLocationCode", "UNLOCODE", "locationCode"]);
    named.and_then(as_locode).or_else(|| {
        let code = text(location, "facilityCode").filter(|code| code.len() == 9)?;
        let is_bic = text(location, "facilityCodeListProvider").is_some_and(|list| list.eq_ignore_ascii_case("BIC"));
        if is_bic { as_locode(code.get(..5)?.to_owned().into()) } else { None }
    })
}

/// What is written where a location or its code would be, and is no code.
fn written<'n>(location: &'n Node<'_>) -> Option<Cow<'n, str>> {
    let told = if let Node::Text(_) = location { as_text(location) } else { text(location, "UNLocationCode") };
    told.filter(|_| locode(location).is_none())
}

fn as_locode(text: Cow<'_, str>) -> Option<Cow<'_, str>> {
    let is_spelled_so = |(country, place): (&[u8], &[u8])| {
        country.iter().all(u8::is_ascii_uppercase)
            && place.iter().all(|byte| byte.is_ascii_uppercase() || (b'2'..=b'9').contains(byte))
    };
    if text.len() == 5 && text.as_bytes().split_at_checked(2).is_some_and(is_spelled_so) {
        return Some(text);
    }
    if text.len() > 8 {
        return None;
    }
    UnLocode::parse(&text).ok().map(|code| code.as_str().to_owned().into())
}
