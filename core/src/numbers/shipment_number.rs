//! Master bills of lading and booking numbers.

use super::text::{Problem, text_value};
use super::tracking_number::read_shipment_number;

/// The number of a master bill of lading: the one the carrier issued, in upper case and without separators.
///
/// There is no standard and no check digit, so little can be refused: too short, without any digit, or recognisably
/// something else (see [`Untrackable`](super::Untrackable)). Numbers of the sandbox pass.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct BillOfLading(Box<str>);

text_value!(BillOfLading, "bill_of_lading", "the number of a master bill of lading");

impl BillOfLading {
    fn read(text: &str) -> Result<Self, Problem> {
        Ok(BillOfLading(read_shipment_number(text)?.into()))
    }
}

/// A carrier's booking number, in upper case and without separators.
///
/// As with a [`BillOfLading`] there is no standard to hold it against.
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
    use proptest::prelude::*;

    #[test]
    fn bills_of_all_lines_are_read() {
        let bills = "MAEU123456789 123456789 MEDUF5399896 MEDUOL197367 MEDUY8275040 HLCUSEL251063257 CMDUSHZ5223740 \
                     CMDUAMC1863476 EGLV084900042045 ZIMULEH9024455 YMJAW237351291 HDMUTAOM72244900 SUDUN2SL008733AF";
        for bill in bills.split_whitespace() {
            assert_eq!(BillOfLading::parse(bill).unwrap().as_str(), bill);
        }
        assert_eq!(BillOfLading::parse("maeu 1234-567/89").unwrap().as_str(), "MAEU123456789");
    }

    #[test]
    fn a_bill_without_digits_or_almost_empty_is_refused() {
        for text in ["", "  ", "---", "12", "A-1", "UNKNOWN", "TBA"] {
            assert_eq!(BillOfLading::parse(text).unwrap_err().pointer(), Some("bill_of_lading"), "{text:?}");
        }
    }

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
    proptest! {
        #[test]
        fn a_bill_is_read_again_from_its_written_form(text in "(TEST-TR-|H.BL|P-O|EX DO)?[A-Za-z0-9 ./_#-]{0,30}") {
            if let Ok(bill) = BillOfLading::parse(&text) {
                let json = serde_json::to_string(&bill).unwrap();
                prop_assert_eq!(serde_json::from_str::<BillOfLading>(&json).unwrap(), bill);
            }
        }
    }
}
