//! The weight of a container in an EDIFACT message.

use super::segment::Fields;
use crate::tracking::TerminalStatus;

/// Pounds in a kilogram.
const POUNDS: f64 = 2.204_622_621_85;

/// What a weight includes. The later kinds are preferred.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Tare,
    Gross,
    Verified,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Weight {
    kind: Kind,
    pounds: u64,
}

impl Weight {
    /// Reads the segment MEA; `None` if it does not measure the weight of a container.
    pub(super) fn of(fields: &Fields<'_>) -> Option<Self> {
        let kind = match &*fields.part(2, 1).to_ascii_uppercase() {
            "VGM" => Kind::Verified,
            "G" | "AET" => Kind::Gross,
            "T" => Kind::Tare,
            _ => return None,
        };
        let pounds_in_unit = match &*fields.part(3, 1).to_ascii_uppercase() {
            "KGM" => POUNDS,
            "TNE" => POUNDS * 1_000.0,
            "LBR" => 1.0,
            _ => return None,
        };
        let value: f64 = fields.part(3, 2).trim().replace(',', ".").parse().ok()?;
        let pounds = (value * pounds_in_unit).round();
        // A container weighs less than 100 tons.
        (1.0..200_000.0).contains(&pounds).then_some(Weight { kind, pounds: pounds as u64 })
    }

    pub(super) fn add_to(self, status: &mut TerminalStatus) {
        let kind = match self.kind {
            Kind::Tare => "tare",
            Kind::Gross => "gross",
            Kind::Verified => "verified gross mass",
        };
        status.weight_in_lbs = Some(self.pounds.into());
        status.weight_kind = Some(kind.to_owned());
    }
}

#[cfg(test)]
mod tests {
    use crate::decoders::{ReadLimits, read};
    use crate::tracking::Statement;

    /// The weight that is read from a report of a load with these segments.
    fn weight(segments: &str) -> Option<(u64, String)> {
        let text = format!(
            "UNB+UNOA:2+TERM+LINE+260120:1200+1'UNH+1+COARRI:D:95B:UN'BGM+46+1+9'TDT+20+042E+1++LINE:172+++9321483:146::ALPHA'\
             EQD+CN+MSKU0308961+45G1:102:5++2+5'{segments}DTM+203:202601201010:203'LOC+9+USLAX:139:6'UNT+9+1'UNZ+1+1'"
        );
        let reading = read(text.as_bytes(), &ReadLimits::default());
        let status = reading.facts().find_map(|fact| match &fact.statement {
            Statement::TerminalStatus(status) => Some(status.clone()),
            _ => None,
        });
        let status = status?;
        Some((status.weight_in_lbs?.as_u64()?, status.weight_kind?))
    }

    #[test]
    fn the_weight_has_its_kind_and_is_converted_to_pounds() {
        for (segment, pounds, kind) in [
            ("MEA+AAE+VGM+KGM:20000'", 44_092, "verified gross mass"),
            ("MEA+AAE+G+KGM:19500.5'", 42_991, "gross"),
            ("MEA+WT+AET+LBR:41000'", 41_000, "gross"),
            ("MEA+AAE+T+TNE:3,8'", 8_378, "tare"),
        ] {
            assert_eq!(weight(segment), Some((pounds, kind.to_owned())), "{segment}");
        }
    }

    #[test]
    fn the_verified_weight_is_preferred_whatever_the_order() {
        let verified = Some((44_092, "verified gross mass".to_owned()));
        assert_eq!(weight("MEA+AAE+VGM+KGM:20000'MEA+AAE+T+KGM:3800'MEA+AAE+G+KGM:19000'"), verified);
        assert_eq!(weight("MEA+AAE+T+KGM:3800'MEA+AAE+VGM+KGM:20000'"), verified);
    }

    #[test]
    fn a_measurement_that_is_no_weight_of_a_container_is_ignored() {
        for segment in ["MEA+AAE+TC+CEL:-18'", "MEA+AAE+G+MTQ:20000'", "MEA+AAE+G+KGM:0'", "MEA+AAE+G+KGM:x'", "MEA'"] {
            assert_eq!(weight(segment), None, "{segment}");
        }
    }
}
