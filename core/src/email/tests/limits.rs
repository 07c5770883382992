use super::*;

/// Limits that a message of a few kilobytes exceeds.
fn small() -> MailLimits {
    MailLimits {
        message_bytes: 16_384,
        header_bytes: 4_096,
        fields: 20,
        depth: 4,
        parts: 10,
        list_items: 8,
        parameters: 6,
        text_bytes: 1_024,
    }
}

/// Reads a message that must be quarantined with this problem.
fn quarantined(message: &str, reason: ProblemCode) -> Draft {
    let draft = read(message.as_bytes(), &small());
    assert!(codes(&draft).contains(&reason), "{:?}", draft.problems);
    assert!(draft.quarantined && reason.quarantines());
    draft
}

const MIXED: &str = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n";

#[test]
fn a_message_that_is_too_large_keeps_its_header() {
    let draft = quarantined(&format!("Subject: s\n\n{}", "x".repeat(20_000)), ProblemCode::MessageTooLarge);
    assert_eq!((draft.subject.as_str(), draft.body), ("s", None));
}

#[test]
fn a_body_that_is_too_long_keeps_its_beginning() {
    let draft = quarantined(&format!("Subject: s\n\n{}", "ü".repeat(600)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body, Some("ü".repeat(512)));
    let encoded = "Content-Transfer-Encoding: base64\n\n";
    let draft = quarantined(&format!("{encoded}{}", "AQEB".repeat(2_000)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body, Some("\u{1}".repeat(1_024)));
    let draft = quarantined(&format!("{encoded}{}", "\n".repeat(5_000)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body.as_deref(), Some(""), "text with too many encoded bytes is not read to its end");
}

#[test]
fn a_body_that_is_cut_within_a_character_is_not_damaged() {
    let kind = "Content-Type: text/plain; charset=utf-8\n\nx";
    let draft = quarantined(&format!("{kind}{}", "ü".repeat(3_000)), ProblemCode::TextTooLarge);
    assert_eq!(codes(&draft), [ProblemCode::TextTooLarge]);
    assert_eq!(draft.body.map(|text| text.len()), Some(1_023));
}

#[test]
fn too_many_parts_are_quarantined() {
    let draft = quarantined(&format!("{MIXED}{}", "--b\n\nx\n".repeat(1_000)), ProblemCode::TooManyParts);
    assert_eq!((draft.body.as_deref(), draft.attachments.len()), (Some("x"), 9));
}

#[test]
fn too_many_empty_parts_are_quarantined() {
    quarantined(&format!("{MIXED}{}", "--b\n".repeat(3_000)), ProblemCode::TooManyParts);
}

#[test]
fn too_many_messages_in_a_digest_are_quarantined() {
    let digest = MIXED.replace("mixed", "digest");
    quarantined(&format!("{digest}{}", "--b\n\nSubject: s\n\nx\n".repeat(500)), ProblemCode::TooManyParts);
}

#[test]
fn too_deeply_nested_multiparts_are_quarantined() {
    let levels: String =
        (0..100).map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n")).collect();
    quarantined(&levels, ProblemCode::TooDeep);
}

#[test]
fn too_deeply_nested_multiparts_with_one_boundary_are_quarantined() {
    quarantined(&"Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(100), ProblemCode::TooDeep);
}

#[test]
fn multiparts_nested_and_closed_again_and_again_count_as_parts() {
    let pair = "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c--\n";
    quarantined(&format!("{MIXED}{}", pair.repeat(100)), ProblemCode::TooManyParts);
}

#[test]
fn too_many_fields_are_quarantined() {
    let draft = quarantined(&format!("Subject: s\n{}\n\n", "Received: x\n".repeat(300)), ProblemCode::TooManyFields);
    assert_eq!(draft.subject, "s");
}

#[test]
fn too_many_fields_in_a_part_are_quarantined() {
    quarantined(&format!("{MIXED}--b\n{}\nx\n", "a:\n".repeat(300)), ProblemCode::TooManyFields);
}

#[test]
fn a_field_that_never_ends_is_quarantined() {
    let draft = quarantined(&format!("Subject: s\nX: {}\n\n", "x".repeat(8_000)), ProblemCode::HeaderTooLarge);
    assert_eq!(draft.subject, "s");
}

#[test]
fn a_field_with_too_many_folded_lines_is_quarantined() {
    quarantined(&format!("X: x\n{}\n", " x\n".repeat(4_000)), ProblemCode::HeaderTooLarge);
}

#[test]
fn large_headers_of_many_parts_are_quarantined() {
    let part = format!("--b\nX: {}\n\nx\n", "x".repeat(1_000));
    quarantined(&format!("{MIXED}{}", part.repeat(8)), ProblemCode::HeaderTooLarge);
}

#[test]
fn too_many_addresses_are_quarantined() {
    let draft = quarantined(&format!("To: {}\n\n", "a@b,".repeat(500)), ProblemCode::TooManyItems);
    assert_eq!(draft.to, ["a@b"]);
    let different: String = (0..500).map(|n| format!("{n}@b,")).collect();
    assert_eq!(quarantined(&format!("To: {different}\n\n"), ProblemCode::TooManyItems).to.len(), 8);
}

#[test]
fn too_many_invalid_addresses_are_quarantined() {
    assert_eq!(quarantined(&format!("Cc: {}\n\n", "x,y,".repeat(500)), ProblemCode::TooManyItems).problems.len(), 9);
}

#[test]
fn too_many_addresses_in_repeated_fields_are_quarantined() {
    let fields: String = (0..15).map(|n| format!("To: {n}@b\n")).collect();
    quarantined(&format!("{fields}\n"), ProblemCode::TooManyItems);
}

#[test]
fn too_many_references_are_quarantined() {
    assert_eq!(
        quarantined(&format!("References: {}\n\n", "<a>".repeat(500)), ProblemCode::TooManyItems).references.len(),
        8
    );
    quarantined(&format!("References: {}\n\n", "a ".repeat(500)), ProblemCode::TooManyItems);
}

#[test]
fn too_many_parameters_are_quarantined() {
    let parameters: String = (0..100).map(|n| format!(";a*{n}*=utf-8''%41")).collect();
    quarantined(&format!("Content-Type: text/plain{parameters}\n\n"), ProblemCode::TooManyParameters);
}

#[test]
fn too_many_parameters_of_a_disposition_are_quarantined() {
    let parameters: String = (0..100).map(|n| format!(";a{n}*0*=x")).collect();
    let message = format!("{MIXED}--b\nContent-Disposition: attachment; filename=a.txt{parameters}\n\nx\n--b--");
    assert_eq!(quarantined(&message, ProblemCode::TooManyParameters).attachments[0].name, "a.txt");
}

#[test]
fn a_very_long_boundary_is_quarantined() {
    let boundary = "-".repeat(2_000);
    quarantined(
        &format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}\n\nx\n"),
        ProblemCode::MissingBoundary,
    );
}

#[test]
fn a_missing_boundary_is_quarantined() {
    quarantined(&format!("{MIXED}{}", "--\n".repeat(4_000)), ProblemCode::BoundaryNotFound);
}

#[test]
fn an_empty_boundary_is_quarantined() {
    quarantined("Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\nx\n----\n", ProblemCode::MissingBoundary);
}

#[test]
fn a_message_of_line_breaks_is_quarantined() {
    quarantined(&"\n".repeat(10_000), ProblemCode::NoHeader);
}

#[test]
fn attached_messages_are_opened_within_limits() {
    let nested = read("Content-Type: message/rfc822\n\n".repeat(300).as_bytes(), &MailLimits::default());
    assert_eq!((nested.attachments.len(), nested.quarantined), (3, false));
    assert_eq!(codes(&nested), [ProblemCode::UnreadAttachedMessage]);
    // The limit of parts applies to all messages together.
    let inner = format!("{MIXED}{}--b--\n", "--b\nContent-Type: image/png\n\nx\n".repeat(4))
        .replace("=b", "=c")
        .replace("--b", "--c");
    let outer = format!("{MIXED}{}--b--\n", format!("--b\nContent-Type: message/rfc822\n\n{inner}\n").repeat(4));
    let many = read(outer.as_bytes(), &small());
    assert_eq!((many.attachments.len(), many.quarantined), (4 + 6, false), "{:?}", many.problems);
    assert_eq!(codes(&many), [ProblemCode::UnreadAttachedMessage; 3]);
}

#[test]
fn a_part_at_the_limit_is_read() {
    let draft = read(format!("{MIXED}{}--b--\n", "--b\n\nx\n".repeat(10)).as_bytes(), &small());
    assert_eq!((draft.problems, draft.attachments.len()), (Vec::new(), 9));
}

#[test]
fn unclosed_brackets_and_words_are_text() {
    for (unit, field) in [("=?utf-8?q?", "Subject"), ("(", "Date"), ("<", "References"), ("<@,", "To"), ("\"(", "To")] {
        let draft = read(format!("{field}: {}\n\nx", unit.repeat(300)).as_bytes(), &small());
        assert_eq!((draft.body.as_deref(), draft.quarantined), (Some("x"), false), "{field}");
    }
}
