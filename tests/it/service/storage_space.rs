//! The space that stored mail and documents need.

use std::io::Cursor;
use std::path::Path;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use shiptrack::client::{Client, NewUpload};
use shiptrack::clock::ManualClock;
use shiptrack::service::{Budget, Service};
use shiptrack_tests::depth::depth;
use shiptrack_tests::scenario::start;
use shiptrack_tests::scratch::Scratch;
use shiptrack_tests::seeded::SeededRandom;

use super::HOUR;

/// Bytes that cannot be compressed, like those of most attachments.
fn noise(seeded: &SeededRandom, length: usize) -> Vec<u8> {
    (0..length).map(|_| u8::try_from(seeded.below(256)).unwrap()).collect()
}

fn base64_lines(bytes: &[u8]) -> String {
    let encoded = BASE64_STANDARD.encode(bytes);
    let lines: Vec<&str> = encoded.as_bytes().chunks(76).map(|line| std::str::from_utf8(line).unwrap()).collect();
    lines.join("\r\n")
}

fn file_size(service: &Service, path: &Path) -> u64 {
    // Everything is in the file, and nothing in the log.
    service.run_due(Budget::ALL).unwrap();
    std::fs::metadata(path).unwrap().len()
}

fn message(subject: usize, attachment: &[u8]) -> Vec<u8> {
    let text = "Dear customer,\r\nplease find enclosed the arrival notice of your shipment.\r\n".repeat(20);
    format!(
        "From: a@carrier.example\r\nSubject: notice {subject}\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n\
         --b\r\nContent-Type: text/plain\r\n\r\n{text}\r\n\
         --b\r\nContent-Type: application/octet-stream; name=scan{subject}.bin\r\nContent-Transfer-Encoding: base64\r\n\
         Content-Disposition: attachment; filename=scan{subject}.bin\r\n\r\n{}\r\n--b--\r\n",
        base64_lines(attachment)
    )
    .into_bytes()
}

#[test]
fn stored_mail_costs_little_more_than_its_raw_size() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let service = Service::open(&path).unwrap();
    let account = service.default_account().clone();
    let before = file_size(&service, &path);
    let seeded = SeededRandom::new(31);
    let messages: Vec<_> = (0..20).map(|n| message(n, &noise(&seeded, 150_000))).collect();
    let ids: Vec<_> =
        messages.iter().map(|bytes| service.ingest_email(&account, bytes, None).unwrap().submission.id).collect();
    let (raw, stored) = (messages.iter().map(Vec::len).sum::<usize>() as u64, file_size(&service, &path) - before);
    println!("figures: {raw} bytes of mail take {stored} bytes, {:.3} times as much", stored as f64 / raw as f64);
    assert!(stored * 100 <= raw * 105, "{raw} bytes of mail take {stored} bytes");
    for (id, bytes) in ids.iter().zip(&messages) {
        assert!(service.email_content(&account, id).unwrap().as_ref() == Some(bytes));
    }
    // The attachment of a message belongs to the message, too: discarding the document does not change the message.
    let document = service.client().documents().list().first().unwrap().unwrap().id;
    assert!(service.discard_document(&account, &document).unwrap());
    for (id, bytes) in ids.iter().zip(&messages) {
        assert!(service.email_content(&account, id).unwrap().as_ref() == Some(bytes));
    }
}

/// A sentence of words that occur in the mail of carriers, and a number that occurs once.
fn sentence(seeded: &SeededRandom) -> String {
    const WORDS: [&str; 40] = [
        "vessel",
        "arrival",
        "notice",
        "container",
        "terminal",
        "please",
        "note",
        "the",
        "of",
        "and",
        "estimated",
        "discharge",
        "free",
        "time",
        "demurrage",
        "customs",
        "release",
        "original",
        "bill",
        "lading",
        "your",
        "shipment",
        "we",
        "inform",
        "that",
        "port",
        "schedule",
        "change",
        "delayed",
        "congestion",
        "weather",
        "berth",
        "window",
        "invoice",
        "payment",
        "office",
        "agent",
        "delivery",
        "order",
        "haulage",
    ];
    let words: Vec<&str> = (0..12).map(|_| WORDS[seeded.below(40)]).collect();
    format!("{} {}.", words.join(" "), seeded.below(100_000_000))
}

/// A message without attachments, with the headers that mail servers add.
fn text_message(
    seeded: &SeededRandom,
    subject: usize,
    length: usize,
    encode: fn(&str) -> (&'static str, String),
) -> Vec<u8> {
    let mut text = String::new();
    while text.len() < length {
        text.push_str(&sentence(seeded));
        text.push_str("\r\n");
    }
    let token = |bytes| BASE64_STANDARD.encode(noise(seeded, bytes));
    let received: String = (0..3)
        .map(|hop| format!("Received: from mail{hop}.carrier.example (mail{hop}.carrier.example [192.0.2.{hop}])\r\n\tby mx{hop}.host.example with ESMTPS id {}\r\n\tfor <in@host.example>; Fri, 1 May 2026 08:0{hop}:00 +0000\r\n", token(9)))
        .collect();
    let signature = token(192)
        .as_bytes()
        .chunks(64)
        .map(|line| format!("\t{}\r\n", std::str::from_utf8(line).unwrap()))
        .collect::<String>();
    let (encoding, body) = encode(&text);
    format!(
        "{received}DKIM-Signature: v=1; a=rsa-sha256; d=carrier.example; s=mail;\r\n\th=from:to:subject:date; bh={};\r\n\tb=\r\n{signature}\
         From: Notices <notices@carrier.example>\r\nTo: <in@host.example>\r\nSubject: Arrival notice {subject}\r\nDate: Fri, 1 May 2026 08:00:00 +0000\r\n\
         Message-ID: <{}@carrier.example>\r\nMIME-Version: 1.0\r\nContent-Type: text/plain; charset=utf-8\r\n\
         Content-Transfer-Encoding: {encoding}\r\n\r\n{body}",
        token(32), token(12).replace(['/', '+'], "x"),
    )
    .into_bytes()
}

fn plain(text: &str) -> (&'static str, String) {
    ("7bit", text.to_owned())
}

fn in_base64(text: &str) -> (&'static str, String) {
    ("base64", base64_lines(text.as_bytes()))
}

#[test]
fn stored_mail_without_attachments_costs_little_more_than_its_raw_size() {
    for (length, encode) in [
        (500, plain as fn(&str) -> _),
        (2_000, plain),
        (8_000, plain),
        (60_000, plain),
        (3_000, in_base64),
        (60_000, in_base64),
    ] {
        let scratch = Scratch::new();
        let path = scratch.path("s.db");
        let service = Service::open(&path).unwrap();
        let account = service.default_account().clone();
        let (before, seeded) = (file_size(&service, &path), SeededRandom::new(33));
        let count = depth(1_000_000, 3_000_000) / (length + 20_000);
        let messages: Vec<_> = (0..count).map(|n| text_message(&seeded, n, length, encode)).collect();
        let ids: Vec<_> =
            messages.iter().map(|bytes| service.ingest_email(&account, bytes, None).unwrap().submission.id).collect();
        let (raw, stored) = (messages.iter().map(Vec::len).sum::<usize>() as u64, file_size(&service, &path) - before);
        println!("figures: mail of {} bytes: {:.3} times as much", messages[0].len(), stored as f64 / raw as f64);
        assert!(length < 2_000 || stored * 100 <= raw * 105, "{raw} bytes of mail take {stored} bytes");
        for (id, bytes) in ids.iter().zip(&messages) {
            assert!(service.email_content(&account, id).unwrap().as_ref() == Some(bytes));
        }
    }
}

#[test]
fn deleted_documents_give_their_space_back() {
    let scratch = Scratch::new();
    let path = scratch.path("s.db");
    let clock = ManualClock::new(start());
    let service = Service::builder().clock(clock.clone()).open(&path).unwrap();
    let account = service.default_account().clone();
    let other = service.create_account("other", "Other").unwrap().id;
    let seeded = SeededRandom::new(32);
    let files: Vec<_> = (0..8).map(|_| noise(&seeded, 1_000_000)).collect();
    let upload = |client: &Client, bytes: &[u8]| {
        client.documents().upload(NewUpload::reader("a.bin", Cursor::new(bytes.to_vec()))).unwrap().id.clone()
    };
    let ids: Vec<_> = files.iter().map(|bytes| upload(&service.client(), bytes)).collect();
    // Another account has the first file, too.
    let kept = upload(&service.client_of(&other).unwrap(), &files[0]);
    let size = || std::fs::metadata(&path).unwrap().len();
    service.run_due(Budget::ALL).unwrap();
    let full = size();
    assert!(full > 8_000_000, "{full}");
    for id in &ids {
        assert!(service.discard_document(&account, id).unwrap());
        assert_eq!(service.document_content(&account, id).unwrap(), None);
    }
    // Until the announcements expire, documents can be created from the files again.
    clock.advance(HOUR * 25);
    for _ in 0..10 {
        service.run_due(Budget::ALL).unwrap();
    }
    println!("figures: {full} bytes before, {} bytes after the documents were deleted", size());
    assert!(size() < 3_500_000, "{full} -> {}", size());
    assert!(service.document_content(&other, &kept).unwrap().as_ref() == Some(&files[0]));
}
