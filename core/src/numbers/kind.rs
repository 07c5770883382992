//! The kinds of number a carrier can be asked for.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Quoted, Result};

closed_enum! {
    /// What a tracked number is, as far as it is known here: one of three, for a number that is parsed and checked.
    ///
    /// [`RequestType`](crate::resources::RequestType) is the same as it stands on the wire, in a resource: it keeps a name this
    /// version does not know. The names of both are those of `request_type`; [`NumberKind::parse`] leads from the one to the
    /// other.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum NumberKind {
        /// The number of one container.
        Container => "container",
        /// A master bill of lading, issued by the carrier.
        BillOfLading => "bill_of_lading",
        /// The carrier's booking number.
        BookingNumber => "booking_number",
    }
    /// The name on the wire: `container`, `bill_of_lading` or `booking_number`.
    pub fn as_str;
    impl Display;
}

impl NumberKind {
    /// Every kind there is.
    pub const ALL: [NumberKind; 3] = [NumberKind::Container, NumberKind::BillOfLading, NumberKind::BookingNumber];

    /// The kind with this name on the wire.
    ///
    /// `booking` is taken for `booking_number`: number inference answers with the short name, and its answer is
    /// often sent back as it came.
    pub fn parse(text: &str) -> Result<Self> {
        let text = if text == "booking" { "booking_number" } else { text };
        NumberKind::ALL.into_iter().find(|kind| kind.as_str() == text).ok_or_else(|| {
            Error::invalid(
                "/data/attributes/request_type",
                format!("request_type is container, bill_of_lading or booking_number, not {}", Quoted(text)),
            )
        })
    }
}

impl FromStr for NumberKind {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self> {
        NumberKind::parse(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_name_in_json_and_as_text() {
        for kind in NumberKind::ALL {
            assert_eq!(serde_json::to_string(&kind).unwrap(), format!("\"{kind}\""));
            assert_eq!(kind.as_str().parse::<NumberKind>().unwrap(), kind);
        }
    }

    #[test]
    fn the_short_name_of_a_booking_is_taken_and_other_words_are_refused() {
        assert_eq!(NumberKind::parse("booking").unwrap(), NumberKind::BookingNumber);
        for text in ["", "Container", "bol", "booking_number "] {
            assert_eq!(NumberKind::parse(text).unwrap_err().pointer(), Some("/data/attributes/request_type"));
        }
    }
}
