//! The table of ocean carriers.
//!
//! Codes, names, supported kinds of numbers and addresses of pages are those that the hosted service lists, so that a program that changes
//! services finds the same carriers. An installed carrier may support other kinds. The container prefixes are compiled from public documents.

use crate::numbers::{NumberKind, Scac};

/// An ocean carrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Line {
    /// Its code, four letters.
    pub scac: &'static str,
    /// Its full name.
    pub name: &'static str,
    /// Its short name.
    pub short_name: &'static str,
    /// Further names of this line.
    pub other_names: &'static [&'static str],
    /// Further codes of this line: brands that it absorbed, and other codes that it uses.
    pub alternative_scacs: &'static [&'static str],
    /// Whether it supports look-ups of a bill of lading.
    pub bill_of_lading: bool,
    /// Whether it supports look-ups of a booking number.
    pub booking_number: bool,
    /// Whether it supports look-ups of a container.
    pub container: bool,
    /// The owner prefixes of its containers. Lines exchange containers, so a prefix is only a hint.
    pub container_prefixes: &'static [&'static str],
    /// URL of its tracking page, if known. The number replaces `${BLNUM}`; without it, the user enters the number on the page.
    pub tracking_url: Option<&'static str>,
    /// URL of its contact page, if known.
    pub contact_url: Option<&'static str>,
}

impl Line {
    /// Whether the line supports numbers of this kind.
    pub fn supports(&self, kind: NumberKind) -> bool {
        match kind {
            NumberKind::Container => self.container,
            NumberKind::BillOfLading => self.bill_of_lading,
            NumberKind::BookingNumber => self.booking_number,
        }
    }

    /// Whether this is the sandbox line, which has no ships.
    pub fn is_sandbox(&self) -> bool {
        self.scac == Scac::SANDBOX
    }
}

/// Returns all lines, the sandbox line last.
pub fn all() -> &'static [Line] {
    LINES
}

/// Returns the line with this SCAC or alternative SCAC, in upper or lower case.
pub fn by_scac(scac: &str) -> Option<&'static Line> {
    let is = |code: &&'static str| code.eq_ignore_ascii_case(scac);
    let by_code = LINES.iter().find(|line| is(&line.scac));
    by_code.or_else(|| LINES.iter().find(|line| line.alternative_scacs.iter().any(is)))
}

/// The main code of the line with this SCAC or alternative SCAC; the text itself if it is not in the table.
pub(crate) fn main_code(scac: &str) -> &str {
    by_scac(scac).map_or(scac, |line| line.scac)
}

/// Returns the line with this owner prefix of containers (four letters, in upper or lower case).
pub fn by_container_prefix(prefix: &str) -> Option<&'static Line> {
    LINES.iter().find(|line| line.container_prefixes.iter().any(|owned| owned.eq_ignore_ascii_case(prefix)))
}

/// Whether containers with this owner prefix belong to a lessor. Any line may carry them.
pub fn is_lessor_prefix(prefix: &str) -> bool {
    LESSOR_PREFIXES.iter().any(|owned| owned.eq_ignore_ascii_case(prefix))
}

const fn line(scac: &'static str, name: &'static str, short_name: &'static str) -> Line {
    Line {
        scac,
        name,
        short_name,
        other_names: &[],
        alternative_scacs: &[],
        bill_of_lading: true,
        booking_number: true,
        container: true,
        container_prefixes: &[],
        tracking_url: None,
        contact_url: None,
    }
}

impl Line {
    const fn codes(self, alternative_scacs: &'static [&'static str]) -> Line {
        Line { alternative_scacs, ..self }
    }

    const fn names(self, other_names: &'static [&'static str]) -> Line {
        Line { other_names, ..self }
    }

    const fn prefixes(self, container_prefixes: &'static [&'static str]) -> Line {
        Line { container_prefixes, ..self }
    }

    const fn tracked_at(self, tracking_url: &'static str) -> Line {
        Line { tracking_url: Some(tracking_url), ..self }
    }

    const fn contacted_at(self, contact_url: &'static str) -> Line {
        Line { contact_url: Some(contact_url), ..self }
    }

    const fn without_bills(self) -> Line {
        Line { bill_of_lading: false, ..self }
    }

    const fn without_bookings(self) -> Line {
        Line { booking_number: false, ..self }
    }

    const fn without_containers(self) -> Line {
        Line { container: false, ..self }
    }
}

const LINES: &[Line] = &[
    line("MAEU", "Maersk", "Maersk")
        .names(&["Maersk Line"])
        .codes(&["SUDU"])
        .prefixes(&["MAEU", "MSKU", "MRKU", "MRSU", "MHHU", "MNBU", "MWCU", "PONU", "SEAU", "SUDU", "APMU"])
        .tracked_at("https://www.maersk.com/tracking/#tracking?${BLNUM}"),
    line("MSCU", "Mediterranean Shipping Company", "MSC")
        .codes(&["MEDU"])
        .prefixes(&["MSCU", "MEDU", "MSDU", "MSMU", "MSNU"])
        .tracked_at("https://www.msc.com/track-a-shipment"),
    line("CMDU", "CMA CGM", "CMA CGM")
        .prefixes(&["CMAU", "CGMU", "APLU", "APHU", "APRU", "APZU", "ANNU", "ECMU", "CNCU", "AMCU"])
        .tracked_at("https://www.cma-cgm.com/ebusiness/tracking/search?SearchBy=BL&Reference=${BLNUM}&search=Search"),
    line("APLU", "American President Lines", "APL")
        .tracked_at("https://www.apl.com/ebusiness/tracking/search?SearchBy=BL&Reference=${BLNUM}"),
    line("ANNU", "Australia National Line", "ANL")
        .names(&["ANL Container Line"])
        .codes(&["ANLC"])
        .tracked_at("https://www.anl.com.au/ebusiness/tracking/search?SearchBy=BL&Reference=${BLNUM}"),
    line("CNCX", "Cheng Lie Navigation", "CNC"),
    line("HLCU", "Hapag-Lloyd", "Hapag-Lloyd")
        .prefixes(&["HLXU", "HLCU", "HLBU", "UACU", "CPSU", "CASU", "CSQU", "CSVU", "AZLU"])
        .tracked_at("https://www.hapag-lloyd.com/en/online-business/tracing/tracing-by-booking.html?blno=${BLNUM}"),
    line("ONEY", "Ocean Network Express", "ONE")
        .prefixes(&["ONEU", "NYKU", "MOAU", "MOLU", "KKFU", "KKLU", "AKLU"])
        .tracked_at("https://ecomm.one-line.com/ecom/CUP_HOM_3301.do")
        .contacted_at("https://us.one-line.com/standard-page/customer-service-contacts"),
    line("COSU", "COSCO", "COSCO")
        .names(&["COSCO Shipping Lines"])
        .prefixes(&["COSU", "CBHU", "CCLU", "CSLU", "CSNU"])
        .tracked_at(
            "http://elines.coscoshipping.com/ebusiness/cargoTracking?trackingType=BILLOFLADING&number=${BLNUM}",
        ),
    line("OOLU", "Orient Overseas Container Line", "OOCL")
        .prefixes(&["OOLU", "OOCU"])
        .tracked_at("https://www.oocl.com/eng/ourservices/eservices/cargotracking/Pages/cargotracking.aspx"),
    line("EGLV", "Evergreen", "Evergreen")
        .names(&["Evergreen Line"])
        .codes(&["EISU"])
        .prefixes(&["EISU", "EGHU", "EMCU", "EGSU", "EITU", "HMCU", "IMTU"])
        .tracked_at("https://www.shipmentlink.com/servlet/TDB1_CargoTracking.do")
        .contacted_at("https://www.evergreen-line.com"),
    line("HDMU", "Hyundai Merchant Marine", "Hyundai").names(&["HMM"]).prefixes(&["HDMU", "HMMU"]),
    line("ZIMU", "Zim American Integrated Shipping Services", "Zim Line")
        .names(&["ZIM Integrated Shipping Services", "ZIM"])
        .prefixes(&["ZIMU", "ZCSU", "ZCLU", "JXLU"]),
    line("YMLU", "Yangming Marine Transport", "Yangming")
        .names(&["Yang Ming Marine Transport", "Yang Ming"])
        .codes(&["YMPR", "YMSG", "YMJA"])
        .prefixes(&["YMLU", "YMMU"])
        .tracked_at("https://www.yangming.com/e-service/Track_Trace/blconnect.aspx?BLADG=${BLNUM}&rdolType=BL"),
    line("WHLC", "Wan Hai Lines", "Wan Hai Lines").names(&["Wan Hai"]).prefixes(&["WHLU", "WHSU"]),
    line("PCIU", "Pacific International Lines", "PIL")
        .codes(&["PABV"])
        .prefixes(&["PCIU"])
        .tracked_at("https://www.pilship.com/--/120.html?refnumbers=${BLNUM}&search_type=bl"),
    line("SMLM", "SM Line", "SM Line").tracked_at("https://esvc.smlines.com/smline/CUP_HOM_3301.do"),
    line("MATS", "Matson Navigation Company", "Matson")
        .without_containers()
        .tracked_at("https://www.matson.com/shipment-tracking.html"),
    line("ACLU", "Atlantic Container Line", "ACL")
        .prefixes(&["ACLU"])
        .tracked_at("https://www.aclcargo.com/trackCargo.php?search_for=${BLNUM}"),
    line("ARKU", "Arkas Container Transport", "Arkas")
        .prefixes(&["ARKU"])
        .contacted_at("http://www.arkasline.com.tr/en/contact_us.html"),
    line("CHVW", "Swire Shipping", "CHVW").codes(&["QWJA", "PLLU"]).without_containers(),
    line("CLAM", "Crowley", "Crowley").codes(&["CWLQ"]).without_containers(),
    line("CULU", "China United Lines", "CULines").prefixes(&["CULU"]),
    line("GOSU", "Gold Star Line", "GSL").prefixes(&["GOSU"]).without_containers(),
    line("HDUJ", "HEDE Shipping", "HEDE").contacted_at("http://elines.hedehk.com/cargoDynamicEN"),
    line("IILU", "Independent Container Line", "ICL").prefixes(&["IILU"]).without_containers(),
    line("SMLU", "Seaboard Marine", "Seaboard Marine").prefixes(&["SMLU"]),
    line("SQQY", "SeaLead", "SeaLead").codes(&["SJHH"]),
    line("SSBF", "Swire", "Swire").codes(&["WWSU"]).without_containers(),
    line("SSPH", "Seth Shipping", "Seth").without_containers(),
    line("TJFH", "Transfar", "Transfar").without_containers(),
    line("TRBR", "Trailer Bridge", "Trailer Bridge").codes(&["TBIE", "PYRR"]).without_bills().without_containers(),
    line("TRKU", "Turkon Line", "Turkon").prefixes(&["TRKU"]),
    line("TXZJ", "T.S. Lines", "TS Lines"),
    line("WDSB", "World Direct Shipping", "WDS").without_bills().without_bookings().without_containers(),
    // Brands of Maersk: its profile answers for them. They come last, so that Maersk is asked first about a number without a carrier.
    line("SAFM", "Safmarine Container Line", "Safmarine Container Line").without_containers(),
    line("SEAU", "Sealand Americas", "SeaLand Americas")
        .codes(&["SEAL"])
        .tracked_at("https://my.sealand.com/tracking/#tracking/${BLNUM}")
        .contacted_at("https://www.sealandmaersk.com/contact"),
    line("SEJJ", "SeaLand Europe", "SeaLand Europe")
        .tracked_at("https://my.sealand.com/tracking/#tracking/${BLNUM}")
        .contacted_at("https://www.sealandmaersk.com/contact"),
    line(Scac::SANDBOX, "Sandbox Line", "Sandbox").without_containers(),
];

const LESSOR_PREFIXES: &[&str] = &[
    "TCLU", "TRHU", "TTNU", "TRIU", "TGHU", "TEMU", "CLHU", "AMFU", "CAIU", "CAXU", "SEGU", "CRXU", "CXDU", "BMOU",
    "BEAU", "DFSU", "FCIU", "TCKU", "GESU", "GMCU",
];

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::numbers::NumberShape;

    #[test]
    fn line_is_found_by_code_and_alternative_code_in_any_case() {
        for (code, scac) in [("maeu", "MAEU"), ("SUDU", "MAEU"), ("safm", "SAFM"), ("PABV", "PCIU"), ("test", "TEST")] {
            assert_eq!(by_scac(code).map(|line| line.scac), Some(scac));
        }
        for code in ["", "XXXX", "MAEUX", "ÅÅ"] {
            assert_eq!(by_scac(code), None);
        }
    }

    #[test]
    fn codes_are_unique() {
        let mut seen = HashSet::new();
        for code in all().iter().flat_map(|line| line.alternative_scacs.iter().chain([&line.scac])) {
            assert!(Scac::for_request(code).is_ok_and(|scac| scac.as_str() == *code), "{code}");
            assert!(seen.insert(code), "{code} twice");
        }
    }

    #[test]
    fn owner_prefix_belongs_to_one_line_or_lessor() {
        let mut seen = HashSet::new();
        for prefix in all().iter().flat_map(|line| line.container_prefixes).chain(LESSOR_PREFIXES) {
            assert!(prefix.len() == 4 && prefix.ends_with('U'), "{prefix}");
            assert!(seen.insert(prefix), "{prefix} twice");
        }
        assert_eq!(by_container_prefix("tclu"), None);
        assert!(is_lessor_prefix("tclu") && !is_lessor_prefix("MSKU"));
    }

    #[test]
    fn addresses_are_urls_with_at_most_one_place_for_the_number() {
        let lines = || all().iter();
        let pages = || lines().filter_map(|line| line.tracking_url);
        for url in pages().chain(lines().filter_map(|line| line.contact_url)) {
            let rest = url.strip_prefix("https://").or_else(|| url.strip_prefix("http://")).unwrap_or_default();
            assert!(rest.contains('.') && !url.contains(' '), "{url}");
            assert!(
                url.matches('$').count() == url.matches("${BLNUM}").count() && url.matches('$').count() < 2,
                "{url}"
            );
        }
        assert_eq!((pages().count(), pages().filter(|url| url.contains('$')).count()), (17, 11));
    }

    #[test]
    fn line_of_each_number_shape_supports_its_kind() {
        for shape in NumberShape::all() {
            let line = all().iter().find(|line| line.scac == shape.scac).unwrap();
            assert!(line.supports(shape.kind));
        }
    }
}
