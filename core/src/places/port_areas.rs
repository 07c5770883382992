//! Port areas: groups of UN/LOCODEs that sources use for one port.

/// The UN/LOCODEs of port areas, sorted, each with the main code of its area. Main codes are not listed.
const MAIN_CODES: [(&str, &str); 41] = [
    ("BHAHD", "BHKBS"),
    ("CADEL", "CAVAN"),
    ("CNCHQ", "CNCKG"),
    ("CNCQI", "CNCKG"),
    ("CNDAG", "CNDLC"),
    ("CNDAL", "CNDLC"),
    ("CNNBG", "CNNGB"),
    ("CNNBO", "CNNGB"),
    ("CNNJG", "CNNKG"),
    ("CNNJI", "CNNKG"),
    ("CNQDG", "CNTAO"),
    ("CNQIN", "CNTAO"),
    ("CNSGH", "CNSHA"),
    ("CNSHG", "CNSHA"),
    ("CNTNJ", "CNTXG"),
    ("CNTSN", "CNTXG"),
    ("CNWEG", "CNWEI"),
    ("CNXAM", "CNXMN"),
    ("CNXGG", "CNTXG"),
    ("CNXMG", "CNXMN"),
    ("CNYAT", "CNYNT"),
    ("CNYTG", "CNYNT"),
    ("IDBUR", "IDBTM"),
    ("INPPV", "INPAV"),
    ("JPKKJ", "JPMOJ"),
    ("MYPKL", "MYPKG"),
    ("PYBCM", "PYASU"),
    ("PYFNX", "PYASU"),
    ("PYTER", "PYSAN"),
    ("THBMT", "THBKK"),
    ("THSCS", "THBKK"),
    ("THUCT", "THBKK"),
    ("TRAMR", "TRIST"),
    ("TRKMX", "TRIST"),
    ("TRMAD", "TRIST"),
    ("TRMPT", "TRIST"),
    ("USEWR", "USNYC"),
    ("USNTS", "USCHS"),
    ("USPTM", "USORF"),
    ("USUYU", "USNYC"),
    ("VNCLI", "VNSGN"),
];

/// The main UN/LOCODE of the port area that a port belongs to; the given text if it is in no area.
///
/// Sources use different codes for one port: `CNSGH`, `CNSHG` and `CNSHA` are Shanghai. Codes of one area are one port for calls of vessels.
/// They are different places for gates, ramps and inland destinations.
pub(crate) fn port_area(locode: &str) -> &str {
    let Some(number) = number(locode) else { return locode };
    match MAIN_CODES.binary_search_by_key(&Some(number), |(code, _)| self::number(code)) {
        Ok(at) => MAIN_CODES[at].1,
        Err(_) => locode,
    }
}

/// The code as a number, which is compared faster than text. `None` if it has not five characters.
fn number(locode: &str) -> Option<u64> {
    let code: [u8; 5] = locode.as_bytes().try_into().ok()?;
    Some(code.into_iter().fold(0, |number, byte| number << 8 | u64::from(byte)))
}

/// The UN/LOCODEs of the port area that a port belongs to, the main code first. Only the given code if it is in no area.
pub(crate) fn codes_of_port_area(locode: &str) -> Vec<&str> {
    let main = port_area(locode);
    let others = MAIN_CODES.iter().filter(|(_, of)| *of == main).map(|(code, _)| *code);
    std::iter::once(main).chain(others).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_of_one_area_have_one_main_code() {
        assert!(MAIN_CODES.is_sorted());
        assert!(MAIN_CODES.iter().all(|(_, main)| port_area(main) == *main));
        assert_eq!(["CNSGH", "CNSHG", "CNSHA"].map(port_area), ["CNSHA"; 3]);
        assert_eq!(port_area("USLAX"), "USLAX");
        for code in ["CNSGH", "CNSHG", "CNSHA"] {
            assert_eq!(codes_of_port_area(code), ["CNSHA", "CNSGH", "CNSHG"]);
        }
        assert_eq!(codes_of_port_area("USLAX"), ["USLAX"]);
    }
}
