use super::*;

const NOTICE: &str = "\
From: Operations <ops@Carrier.example>\r
To: \"Import, Desk\" <import@shipper.example>,\r
 Team: a@shipper.example, b@shipper.example;\r
Cc: copy@shipper.example\r
Subject: =?utf-8?Q?Ankunft_M=C3=BCnchen:?=\r
 MSCU5956818\r
Date: Tue, 22 Jul 2025 09:05:07 +0200\r
Message-ID: <notice-7@carrier.example>\r
In-Reply-To: <question-3@shipper.example>\r
References: <question-1@shipper.example>\r
 <question-3@shipper.example>\r
MIME-Version: 1.0\r
Content-Type: Multipart/Mixed; boundary=\"outer\"\r
\r
This is a message in several parts.\r
--outer\r
Content-Type: multipart/alternative; boundary=outer-inner\r
\r
--outer-inner\r
Content-Type: text/plain; charset=iso-8859-1\r
Content-Transfer-Encoding: quoted-printable\r
\r
Gr=FC=DFe,=\r
 first line\r
second line\r
--outer-inner\r
Content-Type: multipart/related; boundary=deep\r
\r
--deep\r
Content-Type: text/html; charset=utf-8\r
\r
<p>first line</p><img src=\"cid:logo@carrier\">\r
--deep\r
Content-Type: image/png; name=logo.png\r
Content-Transfer-Encoding: base64\r
Content-ID: <logo@carrier>\r
Content-Disposition: inline\r
\r
iVBORw==\r
--deep--\r
--outer-inner--\r
--outer\r
Content-Type: application/pdf\r
Content-Transfer-Encoding: BASE64\r
Content-Disposition: attachment; filename*0*=utf-8''%E5%88%B0%E8;\r
 filename*1*=%B4%A7; filename*2=.pdf\r
\r
JVBERi0x\r
LjQ=\r
--outer\r
Content-Type: message/rfc822\r
\r
Subject: the older one\r
Content-Type: multipart/mixed; boundary=older\r
\r
--older\r
Content-Disposition: attachment; filename=old.txt\r
\r
old\r
--older--\r
--outer--\r
";

#[test]
fn all_fields_of_an_ordinary_message_are_read() {
    let draft = draft(NOTICE);
    assert_eq!(draft.problems, []);
    assert!(!draft.quarantined);
    assert_eq!(draft.subject, "Ankunft München: MSCU5956818");
    assert_eq!(draft.from, ["ops@carrier.example"]);
    assert_eq!(draft.to, ["import@shipper.example", "a@shipper.example", "b@shipper.example"]);
    assert_eq!(draft.cc, ["copy@shipper.example"]);
    assert_eq!(draft.sent_at.unwrap().to_rfc3339(), "2025-07-22T09:05:07+02:00");
    assert_eq!(draft.message_id.as_deref(), Some("<notice-7@carrier.example>"));
    assert_eq!(draft.in_reply_to.as_deref(), Some("<question-3@shipper.example>"));
    assert_eq!(draft.references, ["<question-1@shipper.example>", "<question-3@shipper.example>"]);
    assert_eq!(draft.content_type.as_deref(), Some("multipart/mixed"));
    assert_eq!(draft.body.as_deref(), Some("Grüße, first line\nsecond line"));
}

#[test]
fn attachments_are_decoded_and_those_of_an_attached_message_follow_it() {
    let attachments = draft(NOTICE).attachments;
    let names: Vec<_> = attachments.iter().map(|file| (file.name.as_str(), file.content_type.as_str())).collect();
    assert_eq!(
        names,
        [
            ("logo.png", "image/png"),
            ("到货.pdf", "application/pdf"),
            ("message-3.eml", "message/rfc822"),
            ("old.txt", "text/plain")
        ]
    );
    assert_eq!(attachments[0].content, b"\x89PNG");
    assert_eq!((attachments[0].inline, attachments[0].content_id.as_deref()), (true, Some("logo@carrier")));
    assert_eq!((attachments[1].content.as_slice(), attachments[1].inline), (b"%PDF-1.4".as_slice(), false));
    assert!(attachments[2].content.starts_with(b"Subject: the older one\r\n"));
    assert!(attachments[2].content.ends_with(b"--older--"));
    assert_eq!(attachments[3].content, b"old");
}

#[test]
fn crlf_and_lf_are_read_equally() {
    let unix = NOTICE.replace("\r\n", "\n");
    let (unix, internet) = (draft(&unix), draft(NOTICE));
    assert_eq!((unix.subject, unix.body, unix.to), (internet.subject, internet.body, internet.to));
    assert_eq!(unix.attachments.len(), 4);
}

#[test]
fn missing_fields_are_empty() {
    let draft = draft("X-Nothing: at all\n\nhello\r\n");
    assert_eq!(draft.problems, []);
    assert_eq!((draft.subject.as_str(), draft.body.as_deref()), ("", Some("hello\n")));
    assert!(draft.from.is_empty() && draft.to.is_empty() && draft.cc.is_empty() && draft.references.is_empty());
    assert_eq!((draft.sent_at, draft.message_id, draft.in_reply_to, draft.content_type), (None, None, None, None));
}

#[test]
fn a_single_recipient_is_a_list() {
    assert_eq!(draft("To: a@b.example\n\n").to, ["a@b.example"]);
}

#[test]
fn repeated_recipient_fields_are_merged_without_duplicates() {
    let draft = draft("To: a@x.example\nCc: c@x.example\nTo: B@x.example, A@X.EXAMPLE\nto: b@x.example\n\n");
    assert_eq!(
        (draft.to, draft.cc),
        (vec!["a@x.example".to_owned(), "B@x.example".to_owned()], vec!["c@x.example".to_owned()])
    );
    assert_eq!(draft.problems, []);
}

#[test]
fn the_first_of_repeated_fields_is_used_and_the_repetition_is_reported() {
    let draft = draft("Subject: one\nsubject: two\nMessage-ID: <1@x>\nMessage-Id: <2@x>\n\n");
    assert_eq!((draft.subject.as_str(), draft.message_id.as_deref()), ("one", Some("<1@x>")));
    assert_eq!(codes(&draft), [ProblemCode::RepeatedField; 2]);
    assert_eq!(draft.problems[0].place, "Subject");
}

#[test]
fn invalid_addresses_and_dates_are_reported() {
    let draft = draft("From: the office\nTo: root, a@x.example\nDate: soon\n\n");
    assert_eq!(
        (draft.from, draft.to),
        (vec!["the office".to_owned()], vec!["root".to_owned(), "a@x.example".to_owned()])
    );
    assert_eq!(draft.sent_at, None);
    let codes: Vec<_> = draft.problems.iter().map(|problem| problem.code.as_str()).collect();
    assert_eq!(codes, ["unreadable_address", "unreadable_address", "unreadable_date"]);
    assert!(!draft.quarantined);
}

#[test]
fn encoded_line_breaks_in_a_subject_are_removed() {
    assert_eq!(draft("Subject: =?utf-8?q?a=0D=0ABcc:_x?=\n\n").subject, "a  Bcc: x");
}

#[test]
fn encoded_references_are_decoded() {
    let draft = draft("References: =?us-ascii?Q?=3C1=40x=3E?= =?us-ascii?Q?=3C2=40x=3E?=\n\n");
    assert_eq!(draft.references, ["<1@x>", "<2@x>"]);
}

#[test]
fn html_is_the_body_without_plain_text() {
    let draft = draft("Content-Type: text/html; charset=utf-8\n\n<p>hello</p>\n");
    assert_eq!(draft.body.as_deref(), Some("<p>hello</p>\n"));
    assert_eq!(draft.attachments, []);
}

#[test]
fn a_document_without_a_text_is_an_attachment() {
    let draft = draft("Content-Type: application/pdf; name=\"=?utf-8?Q?B=C3=B6.pdf?=\"\n\n%PDF");
    assert_eq!((draft.body, draft.attachments[0].name.as_str()), (None, "Bö.pdf"));
}

#[test]
fn a_second_text_is_an_attachment_and_a_blank_one_is_ignored() {
    let parts = |second: &str| {
        draft(&format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n\none\n--b\n{second}\n--b--\n"))
    };
    assert_eq!(parts("\ntwo").attachments[0].content, b"two");
    assert_eq!(parts("\n \n").attachments, []);
    let named = parts("Content-Type: text/csv; name=list.csv\n\n1,2");
    assert_eq!((named.body.as_deref(), named.attachments[0].name.as_str()), (Some("one"), "list.csv"));
}

#[test]
fn an_attached_text_is_never_the_body() {
    let draft = draft(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Disposition: attachment; filename=../a.txt\n\nfile\n--b\n\nbody\n--b--\n",
    );
    assert_eq!((draft.body.as_deref(), draft.attachments[0].name.as_str()), (Some("body"), "a.txt"));
    assert_eq!(codes(&draft), [ProblemCode::UnsafeFileName]);
}

#[test]
fn a_calendar_invitation_is_an_attachment() {
    let draft = draft(
        "Content-Type: multipart/alternative; boundary=b\n\n--b\n\nbody\n--b\nContent-Type: text/html\n\n<p>\n--b\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\n--b--\n",
    );
    assert_eq!(draft.attachments.len(), 1);
    assert_eq!(draft.attachments[0].name, "attachment-1.ics");
}

#[test]
fn parts_of_a_digest_are_messages_by_default() {
    let draft = draft(
        "Content-Type: multipart/digest; boundary=b\n\n--b\n\nSubject: one\n\n1\n--b\nContent-Type: text/plain\n\ntwo\n--b--\n",
    );
    assert_eq!(draft.body.as_deref(), Some("two"));
    assert_eq!(draft.attachments[0].content_type, "message/rfc822");
}

#[test]
fn a_boundary_that_is_a_prefix_of_another_one_is_distinguished() {
    let draft = draft(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: multipart/mixed; boundary=b1\n\n--b1\n\nbody\n--b1--\n--b--\n",
    );
    assert_eq!((draft.body.as_deref(), draft.problems), (Some("body"), Vec::new()));
}

#[test]
fn lines_before_the_header_are_ignored() {
    for lead in ["From ops Tue Jul 22 09:05:07 2025\n", "\r\n\n", ">From x\n\n", "garbage\n"] {
        let draft = draft(&format!("{lead}Subject: here\n\nbody"));
        assert_eq!((draft.subject.as_str(), draft.body.as_deref()), ("here", Some("body")), "{lead:?}");
        assert_eq!(codes(&draft), [ProblemCode::LeadingLinesDropped]);
    }
}

#[test]
fn text_without_a_header_is_the_body_of_a_quarantined_draft() {
    let draft = draft("hello there\n\nSubject: not a header\n");
    assert_eq!(draft.body.as_deref(), Some("hello there\n\nSubject: not a header\n"));
    assert_eq!((codes(&draft), draft.quarantined), (vec![ProblemCode::NoHeader], true));
    assert!(super::draft("").quarantined);
}

#[test]
fn a_body_without_an_empty_line_before_it_is_found() {
    let draft = draft("Subject: here\nHello, this is the body\n");
    assert_eq!(draft.body.as_deref(), Some("Hello, this is the body\n"));
    assert_eq!(codes(&draft), [ProblemCode::MissingBlankLine]);
}

#[test]
fn a_header_without_a_body_is_a_message() {
    for end in ["", "\n", "\r\n"] {
        let draft = draft(&format!("Subject: here{end}"));
        assert_eq!((draft.subject.as_str(), draft.body.as_deref()), ("here", Some("")));
    }
}

#[test]
fn a_multipart_without_a_usable_boundary_is_read_as_text() {
    let none = draft("Content-Type: multipart/mixed\n\ntext\n");
    assert_eq!((none.body.as_deref(), codes(&none)), (Some("text\n"), vec![ProblemCode::MissingBoundary]));
    let absent = draft("Content-Type: multipart/mixed; boundary=b\n\n--c\n\ntext\n");
    assert_eq!((absent.body.as_deref(), codes(&absent)), (Some("--c\n\ntext\n"), vec![ProblemCode::BoundaryNotFound]));
    assert!(none.quarantined && absent.quarantined);
}

#[test]
fn a_truncated_message_is_read_to_its_end() {
    let cut = NOTICE.find("LjQ=").unwrap();
    let draft = draft(&NOTICE[..cut]);
    assert_eq!(draft.attachments[1].content, b"%PDF-1");
    assert_eq!(codes(&draft), [ProblemCode::UnclosedMultipart]);
}

#[test]
fn damage_in_a_part_is_reported_with_its_place() {
    let draft = draft(
        "Content-Type: multipart/mixed; boundary=b\n\n--b\nContent-Type: text/plain; charset=klingon\nContent-Transfer-Encoding: x-own\n\nbody\n--b\nContent-Type: image\nContent-Disposition: attachment\nContent-Transfer-Encoding: base64\n\nSGk*\n--b--\n",
    );
    let problems: Vec<_> = draft.problems.iter().map(|problem| (problem.place.as_str(), problem.code)).collect();
    assert_eq!(
        problems,
        [
            ("part 2", ProblemCode::UnreadableContentType),
            ("part 2", ProblemCode::DamagedBase64),
            ("part 1", ProblemCode::UnknownEncoding),
            ("part 1", ProblemCode::UnknownCharset),
        ]
    );
    assert_eq!((draft.body.as_deref(), draft.attachments[0].content.as_slice()), (Some("body"), b"Hi".as_slice()));
}

#[test]
fn overlong_lines_are_read() {
    let long = "x".repeat(5_000);
    let draft = draft(&format!("Subject: {long}\n\n{long}\n"));
    assert_eq!((draft.subject.len(), draft.body.map(|body| body.len())), (5_000, Some(5_001)));
    assert_eq!(draft.problems, []);
}

#[test]
fn the_html_of_the_body_is_read_in_all_forms_of_messages() {
    const PARTS: &str = "--b\n\nplain\n--b\nContent-Type: text/html\n\n<p>\n--b--\n";
    for (message, body, html) in [
        ("Content-Type: text/html\n\n<p>".to_owned(), "<p>", Some("<p>")),
        ("Subject: a\n\nplain".to_owned(), "plain", None),
        (format!("Content-Type: multipart/alternative; boundary=b\n\n{PARTS}"), "plain", Some("<p>")),
        // Here the HTML is an attachment.
        (format!("Content-Type: multipart/mixed; boundary=b\n\n{PARTS}"), "plain", None),
    ] {
        let draft = draft(&message);
        assert_eq!((draft.body.as_deref(), draft.html.as_deref()), (Some(body), html), "{message}");
    }
}

/// A message with a file that is attached in this form.
fn with_file(head: &str, file: &str) -> String {
    format!("Content-Type: multipart/mixed; boundary=b\n\n--b\n{head}\n\n{file}\n--b--\n")
}

#[test]
fn a_message_attached_as_a_file_is_opened() {
    let inner = with_file("Content-Disposition: attachment; filename=a.csv", "x,y");
    let inner = inner.replace("=b\n", "=c\n").replace("--b", "--c");
    let encoded = base64::Engine::encode(&base64::prelude::BASE64_STANDARD, &inner);
    for (head, file) in [
        ("Content-Type: message/rfc822", inner.as_str()),
        ("Content-Type: application/octet-stream; name=Fwd.EML\nContent-Transfer-Encoding: base64", &encoded),
    ] {
        let draft = draft(&with_file(head, file));
        assert_eq!((draft.problems, draft.attachments.len()), (Vec::new(), 2), "{head}");
        assert_eq!((draft.attachments[1].name.as_str(), &*draft.attachments[1].content), ("a.csv", &b"x,y"[..]));
    }
    let broken = draft(&with_file("Content-Disposition: attachment; filename=a.eml", "no message"));
    assert_eq!((codes(&broken), broken.quarantined), (vec![ProblemCode::UnreadAttachedMessage], false));
    assert_eq!(broken.attachments.len(), 1);
}
