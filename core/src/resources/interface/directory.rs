//! What shipments refer to: places, terminals, vessels, ocean carriers, customers.

use crate::resources::Shape::{Moment, Number, Text};
use crate::resources::operation::Answer::{All, One, Pages};
use crate::resources::operation::Body::Document;
use crate::resources::operation::words::{get, may, must, optional, patch, post, required};
use crate::resources::operation::{Operation, Parameter};

pub(super) const METRO_AREAS: &[Operation] = &[get("get", "/metro_areas/{id}", One("metro_area"))
    .about("Reads a metro area by its id or its UN/LOCODE.")
    .everywhere()];

pub(super) const PARTIES: &[Operation] = &[
    get("list", "/parties", Pages("party")).about("Lists the customers of the account.").everywhere(),
    post("create", "/parties", Document("party", &[required("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Adds a customer. A name that exists is refused with 422.")
        .everywhere(),
    get("get", "/parties/{id}", One("party")).about("Reads a customer.").everywhere(),
    patch("update", "/parties/{id}", Document("party", &[optional("company_name", Text, COMPANY)], &[]), One("party"))
        .about("Renames a customer. A name that exists is refused with 422.")
        .everywhere(),
];

const COMPANY: &str = "The name of the company.";

pub(super) const PORTS: &[Operation] =
    &[get("get", "/ports/{id}", One("port")).about("Reads a port by its id or its UN/LOCODE.").everywhere()];

pub(super) const SHIPPING_LINES: &[Operation] = &[
    get("list", "/shipping_lines", All("shipping_line"))
        .about("Lists ocean carriers, all on one page.")
        .paged_by(&["page[number]"])
        .ignores(&["page[size]"])
        .takes(&[may("search", "search", Text, "Those whose name or code has this part.")])
        .everywhere(),
    get("get", "/shipping_lines/{id}", One("shipping_line"))
        .about("Reads an ocean carrier by its id or its SCAC.")
        .everywhere(),
];

pub(super) const TERMINALS: &[Operation] = &[get("get", "/terminals/{id}", One("terminal"))
    .about("Reads a terminal; those of railways answer here, too.")
    .everywhere()];

pub(super) const VESSELS: &[Operation] = &[
    get("get", "/vessels/{id}", One("vessel"))
        .about("Reads a ship by its id or its IMO number. Its positions come along where they are asked for, which the hosted service wants a paid plan for (403 otherwise).")
        .takes(&[
            may("show_positions[from_timestamp]", "positions_from", Moment, "With its positions from this moment on; from seven days ago unless it is said.").hosted(NO_POSITIONS),
            may("show_positions[to_timestamp]", "positions_until", Moment, "With its positions until this moment.").hosted(NO_POSITIONS),
        ])
        .everywhere(),
    get("future_positions", "/vessels/{id}/future_positions", One("vessel"))
        .about("Reads where a ship is expected to be on its way between two ports, minute by minute. The hosted service wants a paid plan for it (403 otherwise).")
        .takes(&[TO_PORT, FROM_PORT])
        .hosted(NO_POSITIONS),
    get("future_positions_with_coordinates", "/vessels/{id}/future_positions_with_coordinates", One("vessel"))
        .about("The same, from where the ship is now.")
        .takes(&[
            TO_PORT,
            FROM_PORT,
            must("latitude", Number, "Where the ship is now, in degrees north."),
            must("longitude", Number, "Where the ship is now, in degrees east."),
        ])
        .hosted(NO_POSITIONS),
];

const NO_POSITIONS: &str = "Positions of vessels are not available: carriers, terminals and EDI tell of none.";

const TO_PORT: Parameter = must("port_id", Text, "The id of the port it sails to.");

const FROM_PORT: Parameter = must("previous_port_id", Text, "The id of the port it left.");
