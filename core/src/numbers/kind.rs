//! The kinds of numbers that can be tracked.

use std::str::FromStr;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Quoted, Result};

closed_enum! {
    /// The kind of a number that can be tracked.
    ///
    /// [`RequestType`](crate::resources::RequestType) is the corresponding attribute `request_type` of a resource, which can also have
    /// values that this version does not know. [`NumberKind::parse`] converts a value of that attribute to a kind.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
    #[serde(rename_all = "snake_case")]
    pub enum NumberKind {
        /// The number of a container.
        Container => "container",
        /// A master bill of lading, issued by the carrier.
        BillOfLading => "bill_of_lading",
        /// A booking number of the carrier.
        BookingNumber => "booking_number",
    }
    /// The name in the interface: `container`, `bill_of_lading` or `booking_number`.
    pub fn as_str;
    impl Display;
}

impl NumberKind {
    /// All kinds.
    pub const ALL: [NumberKind; 3] = [NumberKind::Container, NumberKind::BillOfLading, NumberKind::BookingNumber];

    /// The kind with this name in the interface.
    ///
    /// `booking` is accepted for `booking_number`: number inference returns the short name, and callers often send it back.
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
    fn the_short_name_of_a_booking_is_accepted_and_other_words_are_rejected() {
        assert_eq!(NumberKind::parse("booking").unwrap(), NumberKind::BookingNumber);
        for text in ["", "Container", "bol", "booking_number "] {
            assert_eq!(NumberKind::parse(text).unwrap_err().pointer(), Some("/data/attributes/request_type"));
        }
    }
}
