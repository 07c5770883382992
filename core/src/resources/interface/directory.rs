//! Operations of the resources that shipments refer to: places, terminals, vessels, ocean carriers, customers.

use crate::resources::Shape::{Moment, Number, Text};
use crate::resources::operation::Answer::{All, One, Pages};
use crate::resources::operation::Body::Document;
use crate::resources::operation::builders::{field, get, parameter, patch, post, required_field, required_parameter};
use crate::resources::operation::{Operation, Parameter};

pub(super) const METRO_AREAS: &[Operation] = &[get("get", "/metro_areas/{id}", One("metro_area"))
    .about("Reads a metro area by its id or its UN/LOCODE.")
    .served_by_both()];

pub(super) const PARTIES: &[Operation] = &[
    get("list", "/parties", Pages("party")).about("Lists the customers of the account.").served_by_both(),
    post("create", "/parties", Document("party", &[required_field("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Creates a customer. A name that another customer of the account has is rejected with 422.")
        .served_by_both(),
    get("get", "/parties/{id}", One("party")).about("Reads a customer.").served_by_both(),
    patch("update", "/parties/{id}", Document("party", &[field("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Renames a customer. A name that another customer of the account has is rejected with 422.")
        .served_by_both(),
];

const COMPANY: &str = "The name of the company.";

pub(super) const PORTS: &[Operation] =
    &[get("get", "/ports/{id}", One("port")).about("Reads a port by its id or its UN/LOCODE.").served_by_both()];

pub(super) const SHIPPING_LINES: &[Operation] = &[
    get("list", "/shipping_lines", All("shipping_line"))
        .about("Lists all ocean carriers on one page.")
        .paged_by(&["page[number]"])
        .ignores(&["page[size]"])
        .with_parameters(&[parameter(
            "search",
            "search",
            Text,
            "Only carriers with a name or SCAC that contains this text.",
        )])
        .served_by_both(),
    get("get", "/shipping_lines/{id}", One("shipping_line"))
        .about("Reads an ocean carrier by its id or its SCAC.")
        .served_by_both(),
];

pub(super) const TERMINALS: &[Operation] = &[get("get", "/terminals/{id}", One("terminal"))
    .about("Reads a terminal of a port or of a railway.")
    .served_by_both()];

pub(super) const VESSELS: &[Operation] = &[
    get("get", "/vessels/{id}", One("vessel"))
        .about("Reads a vessel by its id or its IMO number. The hosted service adds its positions on request, which requires a paid plan (403 otherwise).")
        .with_parameters(&[
            parameter("show_positions[from_timestamp]", "positions_from", Moment, "Adds the positions of the vessel from this time on. If missing, from seven days ago.").hosted_only(NO_POSITIONS),
            parameter("show_positions[to_timestamp]", "positions_until", Moment, "Adds the positions of the vessel until this time.").hosted_only(NO_POSITIONS),
        ])
        .served_by_both(),
    get("future_positions", "/vessels/{id}/future_positions", One("vessel"))
        .about("Reads the estimated positions of a vessel on its way between two ports, one for each minute. The hosted service requires a paid plan (403 otherwise).")
        .with_parameters(&[TO_PORT, FROM_PORT])
        .hosted_only(NO_POSITIONS),
    get("future_positions_with_coordinates", "/vessels/{id}/future_positions_with_coordinates", One("vessel"))
        .about("Reads the estimated positions of a vessel on its way between two ports, from its current position on.")
        .with_parameters(&[
            TO_PORT,
            FROM_PORT,
            required_parameter("latitude", Number, "Latitude of the current position of the vessel in degrees, positive to the north."),
            required_parameter("longitude", Number, "Longitude of the current position of the vessel in degrees, positive to the east."),
        ])
        .hosted_only(NO_POSITIONS),
];

/// Clients of the hosted service recognize the first clause.
const NO_POSITIONS: &str = "Vessel position feature is not enabled for this account: carriers, terminals and EDI report no positions to the \
     embedded service.";

const TO_PORT: Parameter = required_parameter("port_id", Text, "The id of the port to which the vessel sails.");

const FROM_PORT: Parameter = required_parameter("previous_port_id", Text, "The id of the port that the vessel left.");
