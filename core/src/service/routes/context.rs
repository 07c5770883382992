//! One request on its way through the service, and what its route takes of the query. Whatever else a query says is refused by name where the interface knows it, and passed
//! over and told in `meta.warnings` of the answer where nobody does.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::problems::Problems;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Call, Request};
use crate::jsonapi::{Query, Warning};
use crate::resources::{AccountId, RawEvent};
use crate::service::engine::Engine;
use crate::store::Tx;

/// Warnings of one answer: a request may be full of words nobody knows.
const MOST_WARNINGS: usize = 20;

/// Characters of a name that are repeated to whoever sent it.
const LONGEST_NAME: usize = 100;

/// Parameters the interface knows, at any of its endpoints. Everything of paging and of sparse fieldsets is known too.
const KNOWN: &str = "q number include event search query sort filter[request_number] filter[request_type] filter[status] \
    filter[scac] filter[created_at][start] filter[created_at][end] filter[updated_at][start] filter[updated_at][end] \
    filter[filename] filter[reference] filter[document_types] filter[entity_type] filter[entity_id] \
    filter[definition_id] filter[data_type] filter[display_name] show_positions[from_timestamp] \
    show_positions[to_timestamp] port_id previous_port_id latitude longitude filter[number] filter[created_at] \
    filter[updated_at] filter[actively_tracked] filter[tracking_stopped] filter[voyage_status] filter[arriving_today] \
    filter[pod_ata_at] filter[pod_arrival] filter[pod_code] filter[pod_eta_changed_at] filter[pod_terminal_id] \
    filter[pol_code] filter[owner_id] filter[creator_id] filter[customer_id] filter[customer_name] filter[product] \
    filter[party_id] filter[parties] filter[tags] filter[tags_and] filter[tag] filter[pol] filter[pod] \
    filter[destination] filter[destination_code] filter[shipping_line_scac] filter[vessel_name] \
    filter[current_status] filter[has_fees] filter[has_demurrage_fees] filter[has_fees_or_holds] filter[has_holds] \
    filter[requires_attention] filter[eta_changed_in_last_24h] filter[eta_changed_in_past_3_days] \
    filter[search_by_ids] filter[search_by_number] filter[search_by_shipment_number] \
    filter[search_by_shipment_ref_numbers] filter[search_by_ref_numbers] filter[search_by_owner_id] \
    filter[delivered_at] filter[pod_discharged_at] filter[pod_arrived_at] filter[pol_etd_at] filter[pol_atd_at] \
    filter[empty_out_at] filter[pol_full_in_at] filter[pol_vessel_loaded_at] filter[pol_vessel_departed_at] \
    filter[arrival] filter[picked_up_at] filter[empty_returned_at] filter[last_free_day_on] \
    filter[final_destination_full_out_at] filter[inland_destination_rail_unloaded_at] \
    filter[inland_destination_eta_at] filter[inland_destination_ata_at] filter[pod_rail_departed_at] \
    filter[pickup_lfd] filter[pickup_lfd_rail_on] filter[pickup_lfd_terminal_on] filter[pickup_lfd_line_on] \
    filter[pickup_lfd_terminal_effective_on] filter[pickup_lfd_line_effective_on] filter[custom_fields] \
    filter[pod_eta_at][start] filter[pod_eta_at][end] filter[pickup_lfd][start] filter[pickup_lfd][end]";

/// The filter that has a parameter of its own for each custom field.
pub(super) const OF_FIELDS: &str = "filter[custom_fields]";

/// One request on its way through the service.
pub(super) struct RequestContext<'a> {
    pub engine: &'a Engine,
    pub account: &'a AccountId,
    /// Whether the process that opened the service asks, with nobody in between.
    pub is_host: bool,
    /// Whether it is asked with a key that may only read.
    pub read_only: bool,
    pub request: &'a Request,
    pub query: Query,
    pub call: &'a Call,
    /// What the answer tells of: see [`RequestContext::warn`].
    pub warnings: RefCell<Vec<Warning>>,
    /// What sources said of each container of the page, from where it is linked to where it is included: it takes a while to
    /// work out.
    pub said: RefCell<Vec<Vec<RawEvent>>>,
}

/// The related resources a route can tell along.
#[derive(Clone, Copy)]
pub(super) struct Includes {
    pub served: &'static [&'static str],
    /// Those that come along unless the request says which.
    pub by_default: &'static [&'static str],
}

impl Includes {
    pub const NOTHING: Includes = Includes { served: &[], by_default: &[] };

    pub fn is_nothing(&self) -> bool {
        self.served.is_empty()
    }
}

impl RequestContext<'_> {
    /// Makes the answer to what was written down already: nobody waits for the writer meanwhile. Where that fails, what was
    /// asked for was done all the same, and must not be sent again as if it were not.
    pub fn answer_done<T>(&self, answer: impl FnMut(&dyn Tx) -> Result<T>) -> Result<T> {
        self.engine.store.reading(answer).map_err(Error::in_doubt)
    }

    /// Looks at the parameters: this route takes those of `served`.
    pub fn takes(&self, served: &[&[&str]]) -> Result<()> {
        self.takes_or_ignores(served, &[])
    }

    /// The same for a route that has clients which send what has no effect on the hosted service, nor here.
    pub fn takes_or_ignores(&self, served: &[&[&str]], ignored: &[&str]) -> Result<()> {
        let mut problems = Problems::default();
        let names: BTreeSet<&str> = self.query.names().collect();
        for name in names {
            if served.iter().any(|some| some.contains(&family_of(name))) {
                if self.query.names().filter(|other| *other == name).count() > 1 {
                    self.warn("ignored", name, format!("{name} was given more than once: the last one counts"));
                }
                continue;
            }
            let shown = shortened(name);
            if ignored.contains(&name) {
                self.warn("ignored", &shown, format!("{shown} has no effect here: the answer is the same without it"));
            } else if is_known(name) {
                problems.add(Error::refused(ErrorKind::BadRequest, &shown, not_here(&shown, &served.concat())));
            } else {
                self.warn("unknown", &shown, format!("{shown} is not a parameter of the interface; it was ignored"));
            }
        }
        problems.end()
    }

    /// The paths of `include`. Where there is nothing to include it is no parameter at all: see [`RequestContext::takes`].
    pub fn include(&self, includes: &Includes) -> Result<Vec<&str>> {
        if includes.is_nothing() {
            return Ok(Vec::new());
        }
        let paths = self.query.include(includes.served)?;
        Ok(paths.unwrap_or_else(|| includes.by_default.to_vec()))
    }

    /// Whether this path of `include` is asked for.
    pub fn includes(&self, wanted: &str) -> bool {
        self.query.get("include").is_some_and(|paths| paths.split(',').any(|path| path.trim() == wanted))
    }

    /// Has the answer tell that nothing passes a filter, and what there is in place of it.
    pub fn no_match<'n>(&self, parameter: &str, text: &str, known: impl Iterator<Item = &'n str>) {
        let known: Vec<&str> = known.collect();
        let detail = format!("nothing has {parameter} {}; there are {}", Quoted(text), known.join(", "));
        self.warn("no_match", parameter, detail);
    }

    /// Has the answer tell of something that was not done as it was asked.
    pub fn warn(&self, code: &str, field: &str, detail: impl Into<String>) {
        let mut warnings = self.warnings.borrow_mut();
        let warning = Warning::new(code, field, detail);
        match warnings.len() {
            _ if warnings.contains(&warning) => {}
            told if told < MOST_WARNINGS => warnings.push(warning),
            MOST_WARNINGS => {
                let detail = "there would be more warnings; they are left out".to_owned();
                warnings.push(Warning { code: "more".to_owned(), detail, source: None });
            }
            _ => {}
        }
    }
}

/// A name as it is repeated to whoever sent it.
pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn is_known(name: &str) -> bool {
    name.starts_with("page[")
        || name.starts_with("fields[")
        || KNOWN.split_whitespace().any(|known| known == family_of(name))
}

/// The name a route takes a parameter by.
fn family_of(name: &str) -> &str {
    let is_of_field = name.strip_prefix(OF_FIELDS).is_some_and(|slug| slug.starts_with('[') && slug.ends_with(']'));
    if is_of_field { OF_FIELDS } else { name }
}

fn not_here(name: &str, served: &[&str]) -> String {
    match served {
        [] => format!("{name} is not a parameter here: this endpoint takes none"),
        _ => format!("{name} is not a parameter here; those it takes are {}", served.join(", ")),
    }
}
