use proptest::prelude::*;

use super::*;

const SEED: &str = "From: =?utf-8?Q?M=C3=BCller?= <ops@x.example>\r\nTo: Team: a@x.example, \"B\" <b@x.example>;\r\nSubject: =?utf-8?B?5Lg=?= =?utf-8?B?ig==?=\r\nDate: Tue, 22 Jul 2025 09:05:07 +0200 (x)\r\nReferences: <1@x> <2@x>\r\nContent-Type: multipart/mixed; boundary=\"b\"\r\n\r\npreamble\r\n--b\r\nContent-Type: multipart/alternative; boundary=c\r\n\r\n--c\r\nContent-Type: text/plain; charset=gb2312\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n=C9=CF=\r\n x\r\n--c--\r\n--b\r\nContent-Type: application/pdf; name*0*=utf-8''%41; name*1=b.pdf\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\nSGVsbG8=\r\n--b--\r\n";

/// Syntax of mail that random bytes hardly ever contain.
const PIECES: [&str; 32] = [
    "\r\n",
    "\n",
    "\r",
    "\n\n",
    "--b",
    "--b--",
    "--c\n",
    "=?utf-8?q?",
    "=?gbk?B?",
    "?=",
    "=",
    "=3",
    "%",
    "''",
    "*0*=",
    ";",
    ":",
    "<",
    ">",
    "(",
    ")",
    "\"",
    "\\",
    "@",
    ",",
    " ",
    "\t",
    "é",
    "\0",
    "Content-Type: multipart/mixed; boundary=b\n\n",
    "From x\n",
    "[",
];

/// Checks properties of every draft.
fn check(bytes: &[u8]) {
    let draft = read(bytes, &MailLimits::default());
    assert!(!draft.subject.contains(char::is_control));
    assert!(
        draft
            .from
            .iter()
            .chain(&draft.to)
            .chain(&draft.cc)
            .all(|address| !address.is_empty() && !address.contains(char::is_control))
    );
    assert!(draft.attachments.iter().all(|file| !file.name.is_empty() && !file.name.contains(['/', '\\', '\0', '\n'])));
    assert!(draft.attachments.iter().map(|file| file.content.len()).sum::<usize>() <= bytes.len());
    assert_eq!(draft.quarantined, draft.problems.iter().any(|problem| problem.code.quarantines()));
}

fn spliced(pieces: &[(prop::sample::Index, usize, u8)]) -> Vec<u8> {
    let mut bytes = SEED.as_bytes().to_vec();
    for (at, piece, cut) in pieces {
        let at = at.index(bytes.len() + 1);
        let end = (at + usize::from(*cut)).min(bytes.len());
        bytes.splice(at..end, PIECES[*piece].bytes());
    }
    bytes
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes_become_a_draft(bytes in prop::collection::vec(any::<u8>(), 0..2_000)) {
        check(&bytes);
    }

    #[test]
    fn a_mutated_message_becomes_a_draft(pieces in prop::collection::vec((any::<prop::sample::Index>(), 0..PIECES.len(), 0_u8..12), 1..12)) {
        check(&spliced(&pieces));
    }

    #[test]
    fn a_jumble_of_pieces_becomes_a_draft(pieces in prop::collection::vec(0..PIECES.len(), 0..200)) {
        check(pieces.into_iter().map(|piece| PIECES[piece]).collect::<String>().as_bytes());
    }

    #[test]
    fn found_container_numbers_have_eleven_characters(text in "[A-Zaé 0-9UJZ箱-]{0,60}") {
        for number in crate::email::extract::container_numbers(&text) {
            prop_assert_eq!(number.len(), 11);
        }
    }
}
