//! Carriers' booking numbers.

use super::text::{Problem, text_value};
use super::tracking_number::read_shipment_number;

/// A carrier's booking number, in upper case and without separators.
///
/// As with a [`BillOfLading`](super::BillOfLading) there is no standard to hold it against.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BookingNumber(Box<str>);

text_value!(BookingNumber, "booking_number", "a carrier's booking number");

impl BookingNumber {
    fn read(text: &str) -> Result<Self, Problem> {
        Ok(BookingNumber(read_shipment_number(text)?.into()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn booking_numbers_are_read_in_any_spelling() {
        assert_eq!(BookingNumber::parse("i 470260415").unwrap().as_str(), "I470260415");
        assert_eq!(BookingNumber::parse("2155-0001").unwrap().as_str(), "21550001");
    }

    #[test]
    fn a_purchase_order_is_no_booking_number() {
        let refusal = BookingNumber::parse("PO-4500012345").unwrap_err();
        assert_eq!(refusal.pointer(), Some("booking_number"));
        assert!(refusal.to_string().contains("purchase order"));
    }
}
