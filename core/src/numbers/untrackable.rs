//! Numbers that travel with every shipment and that no ocean carrier can be asked for.

use crate::error::Quoted;

use super::text::compact;

closed_enum! {
    /// What a text recognisably is, when it is none of the numbers that can be tracked.
    ///
    /// Only shapes that leave no doubt are recognised: refusing a real bill would be worse than asking a carrier in vain.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    #[non_exhaustive]
    pub enum Untrackable {
        /// A house bill of lading, issued by a forwarder and unknown to the carrier.
        HouseBill => "a house bill of lading",
        /// The number of an entry at United States customs.
        CustomsEntry => "a customs entry number",
        /// The number of a seal on a container.
        Seal => "a seal number",
        /// A buyer's purchase order.
        PurchaseOrder => "a purchase order number",
        /// A reference of the customer's own: an invoice, a file number.
        CustomerReference => "a customer's own reference",
    }
    fn text;
    impl Display;
}

impl Untrackable {
    /// What `text` recognisably is, if anything.
    pub fn recognise(text: &str) -> Option<Self> {
        let upper = text.trim().to_ascii_uppercase();
        // The compact form too: a number that is read must be read again in its normalized form.
        let number = compact(&upper).unwrap_or_default();
        let labelled = LABELS.iter().find(|label| label.begins(&upper) || label.begins(&number));
        let shaped = || is_customs_entry(&upper).then_some(Untrackable::CustomsEntry);
        let issued = || is_forwarders_bill(&number).then_some(Untrackable::HouseBill);
        labelled.map(|label| label.what).or_else(shaped).or_else(issued)
    }

    pub(crate) fn refusal(self, text: &str) -> String {
        format!(
            "{} looks like {self}, which carriers do not know; a master bill of lading, a carrier's booking number \
             or a container number can be tracked",
            Quoted(text.trim())
        )
    }
}

struct Label {
    word: &'static str,
    /// Whether a digit may follow at once. After a short word that could begin a real number, a separator must.
    digits_follow: bool,
    what: Untrackable,
}

impl Label {
    fn begins(&self, upper: &str) -> bool {
        let Some(rest) = upper.strip_prefix(self.word) else { return false };
        let ends_here = match rest.chars().next() {
            Some(c) if c.is_ascii_digit() => self.digits_follow,
            Some(c) => !c.is_alphanumeric(),
            None => false,
        };
        ends_here && rest.bytes().any(|byte| byte.is_ascii_digit())
    }
}

const fn label(word: &'static str, digits_follow: bool, what: Untrackable) -> Label {
    Label { word, digits_follow, what }
}

const LABELS: &[Label] = &[
    label("HBL", true, Untrackable::HouseBill),
    label("HBOL", true, Untrackable::HouseBill),
    label("HB/L", true, Untrackable::HouseBill),
    label("H/BL", true, Untrackable::HouseBill),
    label("H/B/L", true, Untrackable::HouseBill),
    label("HAWB", true, Untrackable::HouseBill),
    label("HOUSE", false, Untrackable::HouseBill),
    label("ENTRY", false, Untrackable::CustomsEntry),
    label("CUSTOMS ENTRY", false, Untrackable::CustomsEntry),
    label("SEAL", true, Untrackable::Seal),
    label("PO", false, Untrackable::PurchaseOrder),
    label("P/O", true, Untrackable::PurchaseOrder),
    label("P.O", true, Untrackable::PurchaseOrder),
    label("PURCHASE ORDER", true, Untrackable::PurchaseOrder),
    label("REF", false, Untrackable::CustomerReference),
    label("REFERENCE", false, Untrackable::CustomerReference),
    label("CUSTOMER REF", false, Untrackable::CustomerReference),
    label("INVOICE", false, Untrackable::CustomerReference),
];

/// Forwarders that issue bills and have no vessels: Expeditors, Flexport, Kuehne+Nagel (Blue Anchor), DHL (Danmar),
/// Shipco.
const FORWARDERS: [&str; 5] = ["EXDO", "FLXT", "BANQ", "DMAL", "SHPT"];

/// Filer code, seven digits and a check digit, with dashes between. The check digit is not computed: an entry number
/// with a slip is still no bill.
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
    fn what_no_carrier_knows_is_recognised() {
        for (text, what) in [
            ("HBL12345678", Untrackable::HouseBill),
            ("hbl# sha-0012", Untrackable::HouseBill),
            ("H.BL 0012", Untrackable::HouseBill),
            ("House B/L 4711", Untrackable::HouseBill),
            ("EXDO6180012345", Untrackable::HouseBill),
            ("flxt00001234567a", Untrackable::HouseBill),
            ("ABC-1234567-8", Untrackable::CustomsEntry),
            ("9y2-0012345-1", Untrackable::CustomsEntry),
            ("Entry No. 12345678901", Untrackable::CustomsEntry),
            ("SEAL ML-CN1234567", Untrackable::Seal),
            ("seal: 0012345", Untrackable::Seal),
            ("PO-4500012345", Untrackable::PurchaseOrder),
            ("PO#778812", Untrackable::PurchaseOrder),
            ("P/O 12", Untrackable::PurchaseOrder),
            ("p.o. 4500", Untrackable::PurchaseOrder),
            ("Purchase order 4500012345", Untrackable::PurchaseOrder),
            ("REF: 88-12", Untrackable::CustomerReference),
        ] {
            assert_eq!(Untrackable::recognise(text), Some(what), "{text}");
        }
    }

    #[test]
    fn real_numbers_are_left_alone() {
        let real = "MAEU123456789 123456789 MEDUF5399896 HLCUSEL251063257 CMDUSHZ5223740 OOLU1234567890 COSU1234567890 \
                    EGLV084900042045 ZIMULEH9024455 YMJAW237351291 HDMUTAOM72244900 SUDUN2SL008733AF I470260415 \
                    HLBU1234567 PONU1234567 POLU12345678 SEAU1234567 SEALA1234567 REFU1234567 PO12345678 HBLA1234567 \
                    ABC12345678 MSC-U595681-8 0849-0004-2045 12345678 EXDO1 TEST-TR-SUCCEEDED TEST-TR-FAILED";
        for number in real.split_whitespace() {
            assert_eq!(Untrackable::recognise(number), None, "{number}");
        }
    }

    proptest! {
        #[test]
        fn recognising_never_panics(text in any::<String>()) {
            let _ = Untrackable::recognise(&text);
        }
    }
}
