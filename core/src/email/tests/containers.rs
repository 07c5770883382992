//! Messages whose content is in a container: S/MIME, archives, encryption.

use super::*;
use crate::email::cms::tests::{element, in_pieces, of_kind, signed};

const OCTET_STRING: u8 = 0x04;

const HEADER: &str = "From: desk@line.example\r\nSubject: Notice\r\n";
const CMS: &str = "Content-Type: application/pkcs7-mime; name=smime.p7m\r\nContent-Transfer-Encoding: binary\r\n\r\n";

/// The content that is signed: a text and a file.
const SIGNED: &str = "\
From: other@stranger.example\r
Authentication-Results: mx.stranger.example; dkim=pass\r
Content-Type: multipart/mixed; boundary=inner\r
\r
--inner\r
Content-Type: text/plain; charset=iso-8859-1\r
Content-Transfer-Encoding: quoted-printable\r
\r
L=F6schhafen\r
--inner\r
Content-Type: text/csv; name=list.csv\r
Content-Disposition: attachment\r
\r
a,b\r
--inner--\r
";

fn with(header: &str, cms: &[u8]) -> Draft {
    read(&[HEADER.as_bytes(), header.as_bytes(), cms].concat(), &MailLimits::default())
}

fn names(draft: &Draft) -> Vec<&str> {
    draft.attachments.iter().map(|file| file.name.as_str()).collect()
}

fn unopened(draft: &Draft) -> Vec<&str> {
    let unopened = draft.problems.iter().filter(|problem| problem.code == ProblemCode::UnopenedContainer);
    unopened.map(|problem| problem.detail.as_str()).collect()
}

#[test]
fn signed_content_is_read_in_place_of_the_body() {
    let content = element(OCTET_STRING, SIGNED.as_bytes(), false);
    let pieces: Vec<Vec<u8>> = SIGNED.as_bytes().chunks(50).map(<[u8]>::to_vec).collect();
    for message in [signed(&content, false), signed(&content, true), signed(&in_pieces(&pieces, true), true)] {
        let draft = with(CMS, &message);
        assert_eq!((draft.body.as_deref(), names(&draft)), (Some("Löschhafen"), vec!["list.csv"]));
        assert_eq!((draft.problems.as_slice(), draft.quarantined), (&[][..], false));
        assert_eq!((draft.from, draft.authentication), (vec!["desk@line.example".to_owned()], Vec::new()));
    }
}

#[test]
fn signed_content_in_a_part_and_signed_twice_is_opened() {
    let once = signed(&element(OCTET_STRING, SIGNED.as_bytes(), false), false);
    let twice = signed(&element(OCTET_STRING, &[CMS.as_bytes(), &once].concat(), false), true);
    let part = [format!("--outer\r\n{CMS}").as_bytes(), &twice, b"\r\n--outer\r\n\r\nfooter\r\n--outer--\r\n"].concat();
    let draft = with("Content-Type: multipart/mixed; boundary=outer\r\n\r\n", &part);
    assert_eq!((draft.body.as_deref(), draft.problems.as_slice()), (Some("Löschhafen"), &[][..]));
    assert_eq!(names(&draft), ["list.csv", "attachment-2.txt"]);
}

#[test]
fn signed_content_without_a_header_is_text() {
    let draft = with(CMS, &signed(&element(OCTET_STRING, b"\r\nonly text", false), false));
    assert_eq!((draft.body.as_deref(), draft.quarantined), (Some("only text"), false));
}

#[test]
fn signed_content_of_an_attached_message_is_opened() {
    let inner = [CMS.as_bytes(), &signed(&element(OCTET_STRING, SIGNED.as_bytes(), false), false)].concat();
    let draft = with("Content-Type: message/rfc822\r\n\r\n", &inner);
    assert_eq!(names(&draft), ["message-1.eml", "list.csv"]);
    assert!(draft.attachments.iter().all(|file| file.is_nested));
}

#[test]
fn a_file_that_begins_like_a_message_is_one_inside_the_message() {
    let received = "Received: from x by y\r\n\tfor z\r\nFrom: a@b.example\r\n\r\nUNB+";
    for (content, is_nested) in [
        (received, true),
        ("From: a@b.example\nSubject: x\nMessage-ID : <1@b.example>\n\nUNB+", true),
        ("From: Shanghai\nTo: Los Angeles\n\nReceived: 2 May", false),
        ("UNB+UNOA:1'\r\nReceived: from x", false),
        ("", false),
    ] {
        for part in ["text/plain; name=a.txt", "application/octet-stream", "application/octet-stream; name=a.msg"] {
            let draft =
                with(&format!("Content-Disposition: attachment\r\nContent-Type: {part}\r\n\r\n"), content.as_bytes());
            let found: Vec<bool> = draft.attachments.iter().map(|file| file.is_nested).collect();
            assert_eq!(found, vec![is_nested; found.len()], "{part}: {content}");
            assert!(!content.starts_with("Received") || !found.is_empty());
        }
    }
}

#[test]
fn s_mime_content_that_cannot_be_opened_is_reported_and_stored() {
    for (message, reason) in [
        (of_kind(&[7, 3]), "the content is encrypted, and was not opened"),
        (of_kind(&[9, 16, 1, 9]), "the content is compressed, and was not opened"),
        (b"0\x82".to_vec(), "the S/MIME content is damaged or in an unsupported encoding, and was not opened"),
        (
            (0..9).fold(b"\r\nx".to_vec(), |content, _| {
                [CMS.as_bytes(), &signed(&element(OCTET_STRING, &content, false), false)].concat()
            })[CMS.len()..]
                .to_vec(),
            "there are too many signatures around each other, and the content was not opened",
        ),
    ] {
        let draft = with(CMS, &message);
        assert_eq!((unopened(&draft), draft.quarantined), (vec![reason], false));
        assert_eq!((draft.body.as_deref(), names(&draft)), (None, vec!["smime.p7m"]));
        assert_eq!(draft.attachments[0].content, message);
    }
}

#[test]
fn certificates_without_content_are_no_problem() {
    let draft = with(CMS, &signed(&[], false));
    assert_eq!((draft.problems.as_slice(), names(&draft)), (&[][..], vec!["smime.p7m"]));
}

#[test]
fn encrypted_content_inside_signed_content_is_reported() {
    let inner = [CMS.as_bytes(), &of_kind(&[7, 3])].concat();
    let draft = with(CMS, &signed(&element(OCTET_STRING, &inner, false), false));
    assert_eq!(unopened(&draft), ["the content is encrypted, and was not opened"]);
}

#[test]
fn archives_and_encrypted_parts_are_reported_also_in_an_attached_message() {
    let files = "\
Content-Type: multipart/mixed; boundary=b\r
\r
--b\r
\r
see there\r
--b\r
Content-Type: application/octet-stream; name=winmail.dat\r
\r
x\r
--b\r
Content-Type: application/zip; name=notices.zip\r
\r
x\r
--b--\r
";
    let expected = [
        "\"winmail.dat\" is a message in the format of Outlook (TNEF), and was not opened",
        "\"notices.zip\" is an archive, and was not opened",
    ];
    let draft = with(files, b"");
    assert_eq!((unopened(&draft), draft.quarantined, draft.attachments.len()), (expected.to_vec(), false, 2));
    let draft = with("Content-Type: message/rfc822\r\n\r\n", files.as_bytes());
    assert_eq!(unopened(&draft), expected);
    assert!(draft.problems.iter().all(|problem| problem.place == "message-1.eml"));
}

#[test]
fn flowed_text_is_joined_in_bodies_and_attached_texts() {
    let kind = "Content-Type: text/plain; charset=utf-8; Format=Flowed; delsp=YES\r\n\r\n";
    let draft = with(kind, "Letzter freier \r\n Tag: 27 Jan \r\n 2026\r\nEnde".as_bytes());
    assert_eq!(draft.body.as_deref(), Some("Letzter freierTag: 27 Jan2026\nEnde"));
    let kind =
        "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; format=flowed\r\n\r\n";
    let draft =
        with(kind, b"a \r\nb\r\n--b\r\nContent-Type: text/plain; format=flowed\r\n\r\nc=20\r\nd \r\ne\r\n--b--");
    assert_eq!(draft.body.as_deref(), Some("a b"));
    assert_eq!(draft.attachments[0].content, b"c=20\r\nd e");
    let kind = "Content-Type: text/html; format=flowed\r\n\r\n";
    assert_eq!(with(kind, b"a \r\nb").body.as_deref(), Some("a \nb"), "only plain text is flowed");
}
