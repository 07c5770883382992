use super::*;

/// Small enough that every bound is met by a message of a few kilobytes.
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

/// Every shape is refused for the reason that names it, and quarantined.
fn refused(message: &str, reason: ProblemCode) -> Draft {
    let draft = read(message.as_bytes(), &small());
    assert!(codes(&draft).contains(&reason), "{:?}", draft.problems);
    assert!(draft.quarantined && reason.quarantines());
    draft
}

const MIXED: &str = "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n";

#[test]
fn a_message_that_is_too_large_keeps_its_header() {
    let draft = refused(&format!("Subject: s\n\n{}", "x".repeat(20_000)), ProblemCode::MessageTooLarge);
    assert_eq!((draft.subject.as_str(), draft.body), ("s", None));
}

#[test]
fn a_body_that_is_too_long_keeps_its_beginning() {
    let draft = refused(&format!("Subject: s\n\n{}", "ü".repeat(600)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body, Some("ü".repeat(512)));
    let encoded = "Content-Transfer-Encoding: base64\n\n";
    let draft = refused(&format!("{encoded}{}", "AQEB".repeat(2_000)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body, Some("\u{1}".repeat(1_024)));
    let draft = refused(&format!("{encoded}{}", "\n".repeat(5_000)), ProblemCode::TextTooLarge);
    assert_eq!(draft.body.as_deref(), Some(""), "what is written in too many bytes is not read to its end");
}

#[test]
fn a_body_cut_within_a_character_is_not_called_damaged() {
    let kind = "Content-Type: text/plain; charset=utf-8\n\nx";
    let draft = refused(&format!("{kind}{}", "ü".repeat(3_000)), ProblemCode::TextTooLarge);
    assert_eq!(codes(&draft), [ProblemCode::TextTooLarge]);
    assert_eq!(draft.body.map(|text| text.len()), Some(1_023));
}

#[test]
fn too_many_parts() {
    let draft = refused(&format!("{MIXED}{}", "--b\n\nx\n".repeat(1_000)), ProblemCode::TooManyParts);
    assert_eq!((draft.body.as_deref(), draft.attachments.len()), (Some("x"), 9));
}

#[test]
fn too_many_empty_parts() {
    refused(&format!("{MIXED}{}", "--b\n".repeat(3_000)), ProblemCode::TooManyParts);
}

#[test]
fn too_many_messages_in_a_digest() {
    let digest = MIXED.replace("mixed", "digest");
    refused(&format!("{digest}{}", "--b\n\nSubject: s\n\nx\n".repeat(500)), ProblemCode::TooManyParts);
}

#[test]
fn multiparts_nested_too_deep() {
    let levels: String =
        (0..100).map(|n| format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n")).collect();
    refused(&levels, ProblemCode::TooDeep);
}

#[test]
fn multiparts_nested_too_deep_that_share_a_boundary() {
    refused(&"Content-Type: multipart/mixed; boundary=b\n\n--b\n".repeat(100), ProblemCode::TooDeep);
}

#[test]
fn multiparts_nested_and_closed_again_and_again_count_as_parts() {
    let pair = "--b\nContent-Type: multipart/mixed; boundary=c\n\n--c\n\nx\n--c--\n";
    refused(&format!("{MIXED}{}", pair.repeat(100)), ProblemCode::TooManyParts);
}

#[test]
fn too_many_fields() {
    let draft = refused(&format!("Subject: s\n{}\n\n", "Received: x\n".repeat(300)), ProblemCode::TooManyFields);
    assert_eq!(draft.subject, "s");
}

#[test]
fn too_many_fields_in_a_part() {
    refused(&format!("{MIXED}--b\n{}\nx\n", "a:\n".repeat(300)), ProblemCode::TooManyFields);
}

#[test]
fn one_field_that_never_ends() {
    let draft = refused(&format!("Subject: s\nX: {}\n\n", "x".repeat(8_000)), ProblemCode::HeaderTooLarge);
    assert_eq!(draft.subject, "s");
}

#[test]
fn one_field_folded_without_end() {
    refused(&format!("X: x\n{}\n", " x\n".repeat(4_000)), ProblemCode::HeaderTooLarge);
}

#[test]
fn headers_of_many_parts_together() {
    let part = format!("--b\nX: {}\n\nx\n", "x".repeat(1_000));
    refused(&format!("{MIXED}{}", part.repeat(8)), ProblemCode::HeaderTooLarge);
}

#[test]
fn too_many_addresses() {
    let draft = refused(&format!("To: {}\n\n", "a@b,".repeat(500)), ProblemCode::TooManyItems);
    assert_eq!(draft.to, ["a@b"]);
    let different: String = (0..500).map(|n| format!("{n}@b,")).collect();
    assert_eq!(refused(&format!("To: {different}\n\n"), ProblemCode::TooManyItems).to.len(), 8);
}

#[test]
fn too_many_addresses_that_are_none() {
    assert_eq!(refused(&format!("Cc: {}\n\n", "x,y,".repeat(500)), ProblemCode::TooManyItems).problems.len(), 9);
}

#[test]
fn too_many_addresses_over_repeated_fields() {
    let fields: String = (0..15).map(|n| format!("To: {n}@b\n")).collect();
    refused(&format!("{fields}\n"), ProblemCode::TooManyItems);
}

#[test]
fn too_many_references() {
    assert_eq!(
        refused(&format!("References: {}\n\n", "<a>".repeat(500)), ProblemCode::TooManyItems).references.len(),
        8
    );
    refused(&format!("References: {}\n\n", "a ".repeat(500)), ProblemCode::TooManyItems);
}

#[test]
fn too_many_parameters() {
    let parameters: String = (0..100).map(|n| format!(";a*{n}*=utf-8''%41")).collect();
    refused(&format!("Content-Type: text/plain{parameters}\n\n"), ProblemCode::TooManyParameters);
}

#[test]
fn too_many_parameters_of_a_disposition() {
    let parameters: String = (0..100).map(|n| format!(";a{n}*0*=x")).collect();
    let message = format!("{MIXED}--b\nContent-Disposition: attachment; filename=a.txt{parameters}\n\nx\n--b--");
    assert_eq!(refused(&message, ProblemCode::TooManyParameters).attachments[0].name, "a.txt");
}

#[test]
fn a_boundary_as_long_as_a_page() {
    let boundary = "-".repeat(2_000);
    refused(
        &format!("Content-Type: multipart/mixed; boundary={boundary}\n\n--{boundary}\n\nx\n"),
        ProblemCode::MissingBoundary,
    );
}

#[test]
fn a_boundary_that_never_comes() {
    refused(&format!("{MIXED}{}", "--\n".repeat(4_000)), ProblemCode::BoundaryNotFound);
}

#[test]
fn an_empty_boundary() {
    refused("Content-Type: multipart/mixed; boundary=\"\"\n\n--\n\nx\n----\n", ProblemCode::MissingBoundary);
}

#[test]
fn nothing_but_line_breaks() {
    refused(&"\n".repeat(10_000), ProblemCode::NoHeader);
}

#[test]
fn an_attached_message_is_not_taken_apart_however_deep_it_is() {
    let draft = read("Content-Type: message/rfc822\n\n".repeat(300).as_bytes(), &small());
    assert_eq!((draft.attachments.len(), draft.quarantined), (1, false));
}

#[test]
fn a_part_at_the_limit_is_read() {
    let draft = read(format!("{MIXED}{}--b--\n", "--b\n\nx\n".repeat(10)).as_bytes(), &small());
    assert_eq!((draft.problems, draft.attachments.len()), (Vec::new(), 9));
}

#[test]
fn beginnings_without_ends_are_only_text() {
    for (unit, field) in [("=?utf-8?q?", "Subject"), ("(", "Date"), ("<", "References"), ("<@,", "To"), ("\"(", "To")] {
        let draft = read(format!("{field}: {}\n\nx", unit.repeat(300)).as_bytes(), &small());
        assert_eq!((draft.body.as_deref(), draft.quarantined), (Some("x"), false), "{field}");
    }
}
