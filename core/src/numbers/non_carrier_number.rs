//! Recognizes numbers that accompany shipments, but that ocean carriers do not know.

use crate::error::Quoted;

closed_enum! {
    /// A kind of number that cannot be tracked, because carriers do not know it.
    ///
    /// Only unmistakable formats are recognized: rejecting a real bill would be worse than a useless look-up.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum NonCarrierNumber {
        /// A house bill of lading, issued by a forwarder and unknown to the carrier.
        HouseBill => "a house bill of lading",
        /// The number of an entry at United States customs.
        CustomsEntry => "a customs entry number",
        /// The number of a seal on a container.
        Seal => "a seal number",
        /// A buyer's purchase order.
        PurchaseOrder => "a purchase order number",
        /// A reference of the customer, such as an invoice or a file number.
        CustomerReference => "a customer reference",
    }
    fn text;
    impl Display;
}

impl NonCarrierNumber {
    /// The kind of number that `text` is. `None` if it may be a number of a carrier.
    pub fn recognise(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        // Letters and digits alone are tested, too: a number and its normalized form must have the same result.
        let number: String = upper.chars().filter(char::is_ascii_alphanumeric).collect();
        let label = LABELS.iter().find(|label| label.begins(&upper) || label.begins(&number));
        let entry = || is_customs_entry(&upper).then_some(NonCarrierNumber::CustomsEntry);
        let house_bill = || is_forwarders_bill(&number).then_some(NonCarrierNumber::HouseBill);
        label.map(|label| label.kind).or_else(entry).or_else(house_bill)
    }

    pub(crate) fn error_text(self, text: &str) -> String {
        format!(
            "{} looks like {self}, which carriers do not know: use a master bill of lading, a booking number of the carrier \
             or a container number",
            Quoted(text.trim())
        )
    }
}

/// A word before a number.
struct Label {
    word: &'static str,
    /// Whether a digit may follow immediately. If the word could be the beginning of a real number, a separator is required.
    digits_follow: bool,
    kind: NonCarrierNumber,
}

impl Label {
    fn begins(&self, upper: &str) -> bool {
        let Some(rest) = upper.strip_prefix(self.word) else { return false };
        let is_word_end = match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.digits_follow,
            Some(c) => !c.is_alphanumeric(),
            None => false,
        };
        is_word_end && rest.bytes().any(|byte| byte.is_ascii_digit())
    }
}

const fn label(word: &'static str, digits_follow: bool, kind: NonCarrierNumber) -> Label {
    Label { word, digits_follow, kind }
}

const LABELS: &[Label] = &[
    label("HBL", true, NonCarrierNumber::HouseBill),
    label("HBOL", true, NonCarrierNumber::HouseBill),
    label("HB/L", true, NonCarrierNumber::HouseBill),
    label("H/BL", true, NonCarrierNumber::HouseBill),
    label("H/B/L", true, NonCarrierNumber::HouseBill),
    label("HAWB", true, NonCarrierNumber::HouseBill),
    label("HOUSE", false, NonCarrierNumber::HouseBill),
    label("ENTRY", false, NonCarrierNumber::CustomsEntry),
    label("CUSTOMS ENTRY", false, NonCarrierNumber::CustomsEntry),
    label("SEAL", true, NonCarrierNumber::Seal),
    label("PO", false, NonCarrierNumber::PurchaseOrder),
    label("P/O", true, NonCarrierNumber::PurchaseOrder),
    label("P.O", true, NonCarrierNumber::PurchaseOrder),
    label("PURCHASE ORDER", true, NonCarrierNumber::PurchaseOrder),
    label("REF", false, NonCarrierNumber::CustomerReference),
    label("REFERENCE", false, NonCarrierNumber::CustomerReference),
    label("CUSTOMER REF", false, NonCarrierNumber::CustomerReference),
    label("INVOICE", false, NonCarrierNumber::CustomerReference),
];

/// Prefixes of forwarders, which issue house bills: Expeditors, Flexport, Kuehne+Nagel (Blue Anchor), DHL (Danmar), Shipco.
const FORWARDERS: [&str; 5] = ["EXDO", "FLXT", "BANQ", "DMAL", "SHPT"];

/// Whether the text is a filer code, seven digits and a check digit, separated by dashes. The check digit is not verified: an entry
/// number with a typing error is not a bill either.
fn is_customs_entry(upper: &str) -> bool {
    let parts: Vec<&str> = upper.split('-').collect();
    let [filer, number, check] = parts[..] else { return false };
    let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let shaped = (filer.len(), number.len(), check.len()) == (3, 7, 1);
    shaped && filer.bytes().all(|byte| byte.is_ascii_alphanumeric()) && digits(number) && digits(check)
}

fn is_forwarders_bill(number: &str) -> bool {
    FORWARDERS
        .iter()
        .filter_map(|prefix| number.strip_prefix(prefix))
        .any(|rest| rest.len() >= 6 && rest.bytes().any(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn numbers_unknown_to_carriers_are_recognized() {
        for (text, kind) in [
            ("HBL12345678", NonCarrierNumber::HouseBill),
            ("hbl# sha-0012", NonCarrierNumber::HouseBill),
            ("H.BL 0012", NonCarrierNumber::HouseBill),
            ("House B/L 4711", NonCarrierNumber::HouseBill),
            ("EXDO6180012345", NonCarrierNumber::HouseBill),
            ("flxt00001234567a", NonCarrierNumber::HouseBill),
            ("ABC-1234567-8", NonCarrierNumber::CustomsEntry),
            ("9y2-0012345-1", NonCarrierNumber::CustomsEntry),
            ("Entry No. 12345678901", NonCarrierNumber::CustomsEntry),
            ("SEAL ML-CN1234567", NonCarrierNumber::Seal),
            ("seal: 0012345", NonCarrierNumber::Seal),
            ("PO-4500012345", NonCarrierNumber::PurchaseOrder),
            ("PO#778812", NonCarrierNumber::PurchaseOrder),
            ("P/O 12", NonCarrierNumber::PurchaseOrder),
            ("p.o. 4500", NonCarrierNumber::PurchaseOrder),
            ("Purchase order 4500012345", NonCarrierNumber::PurchaseOrder),
            ("REF: 88-12", NonCarrierNumber::CustomerReference),
        ] {
            assert_eq!(NonCarrierNumber::recognise(text), Some(kind), "{text}");
        }
    }

    #[test]
    fn numbers_of_carriers_are_not_recognized() {
        let real = "MAEU123456789 123456789 MEDUF5399896 HLCUSEL251063257 CMDUSHZ5223740 OOLU1234567890 COSU1234567890 \
                    EGLV084900042045 ZIMULEH9024455 YMJAW237351291 HDMUTAOM72244900 SUDUN2SL008733AF I470260415 \
                    HLBU1234567 PONU1234567 POLU12345678 SEAU1234567 SEALA1234567 REFU1234567 PO12345678 HBLA1234567 \
                    ABC12345678 MSC-U595681-8 0849-0004-2045 12345678 EXDO1 TEST-TR-SUCCEEDED TEST-TR-FAILED";
        for number in real.split_whitespace() {
            assert_eq!(NonCarrierNumber::recognise(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn recognising_never_panics(text in any::<String>()) {
            let _ = NonCarrierNumber::recognise(&text);
        }
    }
}
