//! Recognizes attachments that contain other files and are not opened.

/// What the container is, for a sentence; `None` if the file is no container. Office files are documents, although they are archives.
pub(super) fn kind(essence: &str, name: &str) -> Option<&'static str> {
    let name = name.to_ascii_lowercase();
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    if name == "winmail.dat" || essence.ends_with("/ms-tnef") || essence.ends_with("/vnd.ms-tnef") {
        return Some("a message in the format of Outlook (TNEF)");
    }
    if essence == "application/pgp-encrypted" || matches!(extension, "pgp" | "gpg") {
        return Some("encrypted with OpenPGP");
    }
    let is_archive_type = matches!(
        essence.strip_prefix("application/").map(|kind| kind.strip_prefix("x-").unwrap_or(kind)),
        Some(
            "zip"
                | "zip-compressed"
                | "gzip"
                | "7z-compressed"
                | "rar"
                | "rar-compressed"
                | "vnd.rar"
                | "tar"
                | "gtar"
                | "bzip2"
                | "xz"
        )
    );
    let is_archive_name = matches!(extension, "zip" | "gz" | "tgz" | "7z" | "rar" | "tar" | "bz2" | "xz");
    // A media type of an archive is sometimes stated for office files.
    let is_office_name = matches!(extension, "xlsx" | "xlsm" | "docx" | "pptx" | "ods" | "odt");
    (is_archive_name || is_archive_type && !is_office_name).then_some("an archive")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn containers_are_recognized_by_type_or_name() {
        for (essence, name, expected) in [
            ("application/ms-tnef", "x.dat", "TNEF"),
            ("application/octet-stream", "WinMail.DAT", "TNEF"),
            ("application/pgp-encrypted", "attachment-1.bin", "OpenPGP"),
            ("application/octet-stream", "notice.pdf.pgp", "OpenPGP"),
            ("application/x-zip-compressed", "documents", "archive"),
            ("application/octet-stream", "Documents.ZIP", "archive"),
            ("application/vnd.rar", "a.bin", "archive"),
        ] {
            assert!(kind(essence, name).is_some_and(|kind| kind.contains(expected)), "{essence} {name}");
        }
    }

    #[test]
    fn documents_are_no_containers() {
        for (essence, name) in [
            ("application/zip", "list.xlsx"),
            ("application/pdf", "zip.pdf"),
            ("text/plain", "zip"),
            ("application/octet-stream", "a.dat"),
        ] {
            assert_eq!(kind(essence, name), None, "{essence} {name}");
        }
    }
}
