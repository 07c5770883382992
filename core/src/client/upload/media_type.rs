//! Media types, as far as documents of freight go.

use crate::http::is_field_name;

/// Endings of file names and what they say.
const ENDINGS: [(&str, &str); 25] = [
    ("bmp", "image/bmp"),
    ("csv", "text/csv"),
    ("doc", "application/msword"),
    ("docx", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"),
    ("eml", "message/rfc822"),
    ("gif", "image/gif"),
    ("heic", "image/heic"),
    ("htm", "text/html"),
    ("html", "text/html"),
    ("jpeg", "image/jpeg"),
    ("jpg", "image/jpeg"),
    ("json", "application/json"),
    ("msg", "application/vnd.ms-outlook"),
    ("ods", "application/vnd.oasis.opendocument.spreadsheet"),
    ("odt", "application/vnd.oasis.opendocument.text"),
    ("pdf", "application/pdf"),
    ("png", "image/png"),
    ("rtf", "application/rtf"),
    ("tif", "image/tiff"),
    ("tiff", "image/tiff"),
    ("txt", "text/plain"),
    ("webp", "image/webp"),
    ("xls", "application/vnd.ms-excel"),
    ("xlsx", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
    ("xml", "application/xml"),
];

/// The media type that the ending of a file's name says.
pub(super) fn guess(file_name: &str) -> &'static str {
    let ending = file_name.rsplit_once('.').map_or("", |(_, ending)| ending);
    let known = ENDINGS.iter().find(|(known, _)| known.eq_ignore_ascii_case(ending));
    known.map_or("application/octet-stream", |(_, media_type)| media_type)
}

/// Whether `text` is a media type, with parameters or without.
pub(super) fn is_one(text: &str) -> bool {
    let essence = text.split(';').next().unwrap_or_default().trim();
    let named = essence.split_once('/').is_some_and(|(kind, name)| is_field_name(kind) && is_field_name(name));
    named && text.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ending_of_a_name_says_what_a_file_is() {
        for (name, media_type) in [
            ("invoice-17.pdf", "application/pdf"),
            ("SCAN.TIFF", "image/tiff"),
            ("a.pdf.zip", "application/octet-stream"),
            ("pdf", "application/octet-stream"),
            ("", "application/octet-stream"),
        ] {
            assert_eq!(guess(name), media_type, "{name}");
        }
    }

    #[test]
    fn a_media_type_has_two_names_and_no_line_break() {
        for text in ["application/pdf", "text/csv; charset=utf-8"] {
            assert!(is_one(text), "{text}");
        }
        for text in ["", "pdf", "application/", "/pdf", "a/b c", "text/csv; x=\r\nHost: evil", "a/b/c"] {
            assert!(!is_one(text), "{text}");
        }
    }
}
