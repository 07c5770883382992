//! Names for attachments that are safe to write to a disk and honest to look at.

/// Room for a counter the host may add, below the 255 bytes file systems allow.
const LONGEST: usize = 200;

/// Longest extension that survives cutting a name short.
const LONGEST_EXTENSION: usize = 16;

/// The usable rest of a name a message gave, if there is one: its last path component, without characters that are
/// invisible, that turn the direction of reading (`exe.fdp` shown as `pdf.exe`), or that file systems reserve.
pub(super) fn safe(given: &str) -> Option<String> {
    let base = given.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next().unwrap_or_default();
    let visible: String = base.chars().filter(|&c| !is_hidden(c)).map(replace_reserved).collect();
    let name = visible.trim_start_matches([' ', '.']).trim().trim_end_matches([' ', '.']);
    if name.is_empty() {
        return None;
    }
    let name = shorten(name);
    Some(if is_device(&name) { format!("_{name}") } else { name })
}

/// A name for content that came without one.
pub(super) fn invented(number: usize, essence: &str) -> String {
    let stem = if essence == "message/rfc822" { "message" } else { "attachment" };
    format!("{stem}-{number}.{}", extension(essence))
}

fn is_hidden(c: char) -> bool {
    let invisible = matches!(c, '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}');
    c.is_control() || invisible || matches!(c, '\u{AD}' | '\u{61C}' | '\u{180E}' | '\u{FEFF}' | '\u{FFF9}'..='\u{FFFB}')
}

fn replace_reserved(c: char) -> char {
    match c {
        '<' | '>' | ':' | '"' | '|' | '?' | '*' => '_',
        c if c.is_whitespace() => ' ',
        c => c,
    }
}

fn shorten(name: &str) -> String {
    if name.len() <= LONGEST {
        return name.to_owned();
    }
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if extension.is_empty() || extension.len() > LONGEST_EXTENSION {
        return beginning(name, LONGEST).to_owned();
    }
    let stem = beginning(name, LONGEST - extension.len() - 1);
    format!("{stem}.{extension}")
}

/// As many whole characters of `text` as fit into `most` bytes.
pub(super) fn beginning(text: &str, most: usize) -> &str {
    (0..=most.min(text.len())).rev().find_map(|end| text.get(..end)).unwrap_or_default()
}

/// Names that mean a device to Windows, whatever extension follows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    match stem.as_str() {
        "CON" | "PRN" | "AUX" | "NUL" => true,
        stem => {
            let port = stem.strip_prefix("COM").or_else(|| stem.strip_prefix("LPT"));
            port.is_some_and(|number| matches!(number.as_bytes(), [b'1'..=b'9']))
        }
    }
}

fn extension(essence: &str) -> &'static str {
    match essence {
        "application/pdf" => "pdf",
        "application/zip" | "application/x-zip-compressed" => "zip",
        "application/json" => "json",
        "application/xml" | "text/xml" => "xml",
        "application/edifact" | "application/edi-x12" => "edi",
        "application/msword" => "doc",
        "application/vnd.openxmlformats-officedocument.wordprocessingml.document" => "docx",
        "application/vnd.ms-excel" => "xls",
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet" => "xlsx",
        "application/rtf" | "text/rtf" => "rtf",
        "application/ms-tnef" => "dat",
        "image/png" => "png",
        "image/jpeg" => "jpg",
        "image/gif" => "gif",
        "image/tiff" => "tiff",
        "message/rfc822" => "eml",
        "text/html" => "html",
        "text/csv" => "csv",
        "text/calendar" => "ics",
        _ if essence.starts_with("text/") || essence.starts_with("message/") => "txt",
        _ => "bin",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_last_component_of_a_path_is_kept() {
        for given in ["arrival.pdf", "/etc/arrival.pdf", "C:\\docs\\arrival.pdf", "../../arrival.pdf", "a/arrival.pdf/"]
        {
            assert_eq!(safe(given).as_deref(), Some("arrival.pdf"), "{given}");
        }
    }

    #[test]
    fn invisible_and_reserved_characters_are_taken_out() {
        assert_eq!(safe("in\u{202E}fdp\0.e\r\nxe").as_deref(), Some("infdp.exe"));
        assert_eq!(safe("a:b?.pdf. ").as_deref(), Some("a_b_.pdf"));
        assert_eq!(safe(".htaccess").as_deref(), Some("htaccess"));
        assert_eq!(safe("Nul.txt").as_deref(), Some("_Nul.txt"));
        assert_eq!(safe("到货通知.pdf").as_deref(), Some("到货通知.pdf"));
    }

    #[test]
    fn nothing_usable_is_no_name() {
        for given in ["", "..", "/", "\u{202E}", " . ", "a/\0"] {
            assert_eq!(safe(given), None, "{given:?}");
        }
    }

    #[test]
    fn long_names_keep_their_extension() {
        let name = safe(&format!("{}.pdf", "ü".repeat(500))).unwrap();
        assert!(name.len() <= LONGEST && name.ends_with("ü.pdf"), "{name}");
        assert!(safe(&"x".repeat(500)).unwrap().len() <= LONGEST);
    }

    #[test]
    fn invented_names_tell_the_type() {
        assert_eq!(invented(3, "application/pdf"), "attachment-3.pdf");
        assert_eq!(invented(1, "message/rfc822"), "message-1.eml");
        assert_eq!(invented(2, "application/octet-stream"), "attachment-2.bin");
    }
}
