//! `/shipping_lines`

use crate::carriers::lines::{self, Line};
use crate::error::Result;
use crate::http::Method;
use crate::ids::Id;
use crate::numbers::NumberKind;
use crate::resources::ShippingLine;
use crate::service::problems::together;
use crate::service::reply::Reply;
use crate::service::router::{Ask, no_such_path, not_found, wrong_method};

pub(in crate::service) fn route(ask: &Ask<'_>, method: Method, rest: &[&str]) -> Result<Reply> {
    match (rest, method) {
        ([], Method::Get) => {
            let (_, page) =
                together!(taken = ask.takes_or_ignores(&[&["search", NUMBER]], &[SIZE]), page = ask.query.page())?;
            let wanted = ask.query.get("search").unwrap_or_default().to_lowercase();
            let found = lines::all().iter().filter(|line| matches(line, &wanted)).map(resource);
            // One page has them all: there is nothing on the next.
            Ok(Reply::whole_list(ask, if page.number == 1 { found.collect() } else { Vec::new() }))
        }
        ([id], Method::Get) => {
            ask.takes(&[])?;
            let line = lines::by_scac(id).ok_or_else(|| not_found("shipping line", id))?;
            Ok(Reply::one(ask, 200, &resource(line), None))
        }
        ([] | [_], other) => Err(wrong_method(other, &[Method::Get])),
        _ => Err(no_such_path()),
    }
}

const NUMBER: &str = "page[number]";
const SIZE: &str = "page[size]";

fn matches(line: &Line, wanted: &str) -> bool {
    let texts = [line.scac, line.name, line.short_name];
    texts.iter().chain(line.alternative_scacs).any(|text| text.to_lowercase().contains(wanted))
}

/// A line is known by its code: its id is the code.
fn resource(line: &Line) -> ShippingLine {
    ShippingLine {
        id: Id::new(line.scac),
        scac: line.scac.to_owned(),
        name: line.name.to_owned(),
        alternative_scacs: line.alternative_scacs.iter().map(|scac| (*scac).to_owned()).collect(),
        short_name: line.short_name.to_owned(),
        bill_of_lading_tracking_support: Some(line.supports(NumberKind::BillOfLading)),
        booking_number_tracking_support: Some(line.supports(NumberKind::BookingNumber)),
        container_number_tracking_support: Some(line.supports(NumberKind::Container)),
        ..Default::default()
    }
}
