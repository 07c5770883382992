//! Which header fields show that a message is a report, an automatic reply, mail of a list, or a reply.

use super::address::{self, Entry};
use super::encoded_words;
use super::header::{Fields, without_comments};
use super::indirection::Indirection;
use crate::spelling::{beginning, fold};

/// What a header field must have as its value. Words and mailboxes are compared as [`is_same`] does.
enum Value {
    Any,
    /// One of these words.
    Word(&'static [&'static str]),
    /// A list with something else than these keywords.
    OtherThan(&'static [&'static str]),
    /// An address with one of these local parts.
    Mailbox(&'static [&'static str]),
    /// An empty address in angle brackets.
    NoAddress,
    /// One of these phrases at its beginning, as [`fold`] writes them.
    Beginning(&'static [&'static str]),
}

/// The header fields that show an indirection. The first row that matches counts.
#[rustfmt::skip]
const RULES: &[(Indirection, &[&str], Value)] = &[
    (Indirection::Report, &["X-Failed-Recipients", "X-MS-Exchange-Message-Is-Ndr"], Value::Any),
    (Indirection::Report, &["From", "Sender", "Return-Path"], Value::Mailbox(DAEMONS)),
    (Indirection::Report, &["Subject"], Value::Beginning(REPORTS)),
    (Indirection::AutomaticReply, &["Auto-Submitted"], Value::OtherThan(&["no", "auto-generated"])),
    (Indirection::AutomaticReply, &["Precedence", "Preference"], Value::Word(&["junk", "auto-reply"])),
    (Indirection::AutomaticReply, &["X-Auto-Reply", "X-Auto-Reply-From", "X-Auto-Respond", "X-Auto-Response"], Value::Any),
    (Indirection::AutomaticReply, &["X-Mail-Auto-Reply", "X-Auto-Generated", "X-Vacation"], Value::Any),
    (Indirection::AutomaticReply, &["Subject"], Value::Beginning(AUTOMATIC_REPLIES)),
    (Indirection::EmptyReturnPath, &["Return-Path"], Value::NoAddress),
    (Indirection::MailingList, &["List-Id", "List-Post", "List-Help", "List-Subscribe", "List-Archive", "List-Owner"], Value::Any),
    (Indirection::MailingList, &["Mailing-List", "X-Mailing-List", "X-BeenThere", "X-Mailman-Version", "X-Google-Group-Id"], Value::Any),
    (Indirection::MailingList, &["Precedence"], Value::Word(&["list"])),
];

/// Mailboxes from which mail servers report. The last one is that of Exchange.
const DAEMONS: &[&str] = &[
    "mailer-daemon",
    "mail-daemon",
    "mdaemon",
    "postmaster",
    "double-bounce",
    "microsoftexchange329e71ec88ae4615bbc36ab6ce41109e",
];

/// Beginnings of the subject of a bounce, and of an automatic reply. Blanks and hyphens in them do not count.
#[rustfmt::skip]
const REPORTS: &[&str] = &[
    "UNDELIVERED MAIL", "UNDELIVERABLE", "RETURNED MAIL", "MAIL DELIVERY FAILED", "MAIL DELIVERY FAILURE", "MAIL SYSTEM ERROR",
    "DELIVERY STATUS NOTIFICATION (FAILURE", "DELIVERY STATUS NOTIFICATION (DELAY", "DELIVERY FAILURE", "DELIVERY HAS FAILED", "FAILURE NOTICE",
    "COULD NOT SEND", "UNZUSTELLBAR", "NICHT ZUSTELLBAR", "NON REMIS", "NO SE PUEDE ENTREGAR", "NON RECAPITABILE", "ONBESTELBAAR",
];
#[rustfmt::skip]
const AUTOMATIC_REPLIES: &[&str] = &[
    "AUTOMATIC REPLY", "AUTO REPLY", "AUTOMATIC RESPONSE", "AUTO RESPONSE", "OUT OF OFFICE", "AUTOMATISCHE ANTWORT", "ABWESENHEITSNOTIZ",
    "REPONSE AUTOMATIQUE", "ABSENCE DU BUREAU", "RESPUESTA AUTOMATICA", "FUERA DE OFICINA", "FUERA DE LA OFICINA", "RESPOSTA AUTOMATICA",
    "RISPOSTA AUTOMATICA", "AUTOMATISCH ANTWOORD", "AUTOSVAR", "AUTOMATISKT SVAR", "AUTOMATISK SVAR", "AUTOMAATTINEN VASTAUS",
    "ODPOWIEDZ AUTOMATYCZNA", "AUTOMATICKA ODPOVED", "AUTOMATIKUS VALASZ", "OTOMATIK YANIT", "АВТОМАТИЧЕСКИИ ОТВЕТ", "ΑΥΤΟΜΑΤΗ ΑΠΑΝΤΗΣΗ",
    "АВТОМАТИЧНА ВІДПОВІДЬ", "TRA LOI TU DONG", "BALASAN OTOMATIS", "자동 회신", "자동 응답", "رد تلقائي", "自动回复", "自动答复", "自動回覆",
    "自動返信", "自動応答",
];

/// Marks before the subject of a reply in several languages. Marks that are words of freight are left out, such as `BLS` and `ATB`.
#[rustfmt::skip]
const REPLIES: &[&str] = &[
    "RE", "R", "RES", "RIF", "REP", "AW", "ANTW", "ANTWORT", "SV", "VS", "ODP", "YNT", "ΑΠ", "ОТВ", "ОТВЕТ",
    "回复", "回覆", "答复", "答覆", "返信", "회신", "답장", "رد",
];

/// Tags that mail servers put before a subject, in addition to those in brackets.
const TAGS: [&str; 6] = ["EXTERNAL", "EXTERN", "EXT", "CAUTION", "WARNING", "SPAM"];

const COLONS: [char; 5] = [':', '\u{2236}', '\u{a789}', '\u{fe13}', '\u{fe55}'];

/// Bytes of a subject in which marks of a reply are searched.
const MARKED: usize = 500;

/// The indirection of a message with these fields.
pub(super) fn of_fields(fields: &Fields<'_>) -> Option<Indirection> {
    let is_met = |names: &[&str], value: &Value| {
        fields.matching(|name| names.iter().any(|of| is_same(name, of))).any(|text| value.is_met(&text))
    };
    RULES.iter().find(|(_, names, value)| is_met(names, value)).map(|(indirection, ..)| *indirection)
}

/// Whether a message with these fields answers another message, which its subject and its text may quote.
pub(super) fn is_reply(fields: &Fields<'_>) -> bool {
    let has_reference = ["In-Reply-To", "References"].iter().any(|name| fields.first(name).is_some());
    has_reference || fields.all("Subject").any(|subject| has_mark_of_reply(&encoded_words::decode(&subject)))
}

impl Value {
    fn is_met(&self, field: &str) -> bool {
        let text = encoded_words::decode(field);
        let is_one_of = |list: &[&str], text: &str| list.iter().any(|other| is_same(text.as_bytes(), other));
        match self {
            Value::Any => true,
            Value::Word(words) => {
                let text = without_comments(&text);
                text.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';')).any(|word| is_one_of(words, word))
            }
            Value::OtherThan(keywords) => {
                let text = without_comments(&text);
                let mut items = text.split(';').next().unwrap_or_default().split(',');
                items.any(|item| !is_one_of(keywords, item.split_whitespace().next().unwrap_or_default()))
            }
            Value::Mailbox(mailboxes) => address::read(field).any(|entry| {
                let (Entry::Address(address) | Entry::Text(address)) = entry;
                is_one_of(mailboxes, address.split(['@', '+']).next().unwrap_or_default())
            }),
            Value::NoAddress => {
                let text = without_comments(&text);
                let path = text.split_once('<').map_or(text.as_str(), |(_, path)| path);
                !path.split('>').next().unwrap_or_default().contains(char::is_alphanumeric)
            }
            Value::Beginning(phrases) => {
                let subject = fold(beginning(&text, MARKED));
                phrases.iter().any(|phrase| begins_with(without_tags(&subject), phrase))
            }
        }
    }
}

/// Whether two words are the same in ASCII without case, hyphens and other marks: mailers write `X-Autoreply` and `X-Auto-Reply`.
fn is_same(one: &[u8], other: &str) -> bool {
    fn letters(text: &[u8]) -> impl Iterator<Item = u8> {
        text.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
    }
    letters(one).eq(letters(other.as_bytes()))
}

/// Whether a text begins with a phrase. Blanks and marks are not compared.
fn begins_with(text: &str, phrase: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphanumeric());
    phrase.chars().filter(|c| c.is_alphanumeric()).all(|letter| letters.next() == Some(letter))
}

/// Whether a subject begins like that of a reply: `Re:`, `RE[2]:`, `[EXTERNAL] Re:`.
fn has_mark_of_reply(subject: &str) -> bool {
    let subject = fold(beginning(subject, MARKED));
    let Some((mark, _)) = without_tags(&subject).split_once(COLONS) else { return false };
    let (word, rest) = mark.split_at(mark.find(|c: char| !c.is_alphabetic()).unwrap_or(mark.len()));
    REPLIES.contains(&word) && !rest.contains(char::is_alphabetic)
}

/// A subject without the tags before it: `[EXTERNAL]`, `EXTERNAL:`.
fn without_tags(subject: &str) -> &str {
    let mut rest = subject;
    loop {
        rest = rest.trim_start_matches(|c: char| !c.is_alphanumeric() && !matches!(c, '[' | '(' | '{' | '【'));
        let closing = match rest.chars().next() {
            Some('[') => ']',
            Some('(') => ')',
            Some('{') => '}',
            Some('【') => '】',
            _ => match rest.split_once(COLONS) {
                Some((tag, after)) if TAGS.contains(&tag.trim_end_matches(|c: char| !c.is_alphanumeric())) => {
                    rest = after;
                    continue;
                }
                _ => return rest,
            },
        };
        let Some((_, after)) = rest.split_once(closing) else { return rest };
        rest = after;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::email::{MailLimits, read};

    fn indirection(fields: &str) -> Option<Indirection> {
        read(format!("{fields}\r\n\r\nx").as_bytes(), &MailLimits::default()).indirection
    }

    #[test]
    fn bounces_replies_and_mail_of_lists_are_indirect() {
        for (fields, expected) in [
            ("Content-Type: multipart/report; boundary=b", Indirection::Report),
            (
                "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: Multipart/Report; boundary=c\r\n",
                Indirection::Report,
            ),
            ("Content-Type: multipart / report (comment); boundary=c", Indirection::Report),
            ("Content-Type: (comment) multipart/report; boundary=c", Indirection::Report),
            ("Content-Type: Message/Delivery-Status", Indirection::Report),
            ("From: <Mailer-Daemon@line.example>", Indirection::Report),
            ("From: postmaster@line.example", Indirection::Report),
            ("Return-Path: <MAILER-DAEMON>", Indirection::Report),
            ("Content-Type: text/plain\r\nContent-Type: multipart/report", Indirection::Report),
            ("X-Failed-Recipients: a@line.example", Indirection::Report),
            ("From: mdaemon@line.example", Indirection::Report),
            ("From: double-bounce@line.example", Indirection::Report),
            ("From: MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@line.example", Indirection::Report),
            ("Subject: Undeliverable: Arrival notice", Indirection::Report),
            ("Subject: Delivery Status Notification (Failure)", Indirection::Report),
            ("Subject: failure notice", Indirection::Report),
            ("Subject: DELIVERY FAILURE: User edi not listed in Directory", Indirection::Report),
            ("Subject: Mail System Error - Returned Mail", Indirection::Report),
            ("Subject: Warning: could not send message for past 4 hours", Indirection::Report),
            ("Subject: Unzustellbar: Arrival notice", Indirection::Report),
            ("Subject: 자동 회신: Arrival notice", Indirection::AutomaticReply),
            ("Subject: رد تلقائي: Arrival notice", Indirection::AutomaticReply),
            ("Subject: Trả lời tự động: Arrival notice", Indirection::AutomaticReply),
            ("From: mailerdaemon@line.example", Indirection::Report),
            ("From: Mail_Daemon@line.example", Indirection::Report),
            ("From: \"postmaster\"@line.example", Indirection::Report),
            ("From: edi@line.example\r\nSender: Mailer-Daemon+7@line.example", Indirection::Report),
            ("Subject: Undelivered Mail Returned to Sender", Indirection::Report),
            ("Precedence: junk", Indirection::AutomaticReply),
            ("Precedence: Junk (x)", Indirection::AutomaticReply),
            ("Precedence : (x)\r\n \"junk\"", Indirection::AutomaticReply),
            ("Precedence: bulk, junk", Indirection::AutomaticReply),
            ("Precedence: =?utf-8?q?junk?=", Indirection::AutomaticReply),
            ("Precedence: bulk\r\nPrecedence: junk", Indirection::AutomaticReply),
            ("Precedence: auto-reply", Indirection::AutomaticReply),
            ("Preference: auto_reply", Indirection::AutomaticReply),
            ("X-Auto-Reply: yes", Indirection::AutomaticReply),
            ("X-Auto-Response:", Indirection::AutomaticReply),
            ("X-Mail-Autoreply: yes", Indirection::AutomaticReply),
            ("X-Autogenerated: Reply", Indirection::AutomaticReply),
            ("X-Vacation: yes", Indirection::AutomaticReply),
            ("Subject: Automatic reply: Arrival notice", Indirection::AutomaticReply),
            ("Subject: [EXTERNAL] Automatische Antwort: Arrival notice", Indirection::AutomaticReply),
            ("Subject: =?utf-8?q?R=C3=A9ponse_automatique?= : Arrival notice", Indirection::AutomaticReply),
            ("Subject: Out-of-Office Arrival notice", Indirection::AutomaticReply),
            ("Auto-Submitted: auto-generated, auto-replied", Indirection::AutomaticReply),
            ("Precedence: auto_reply", Indirection::AutomaticReply),
            ("X-Autoreply: yes", Indirection::AutomaticReply),
            ("Auto-Submitted: Auto-Replied (vacation)", Indirection::AutomaticReply),
            ("Auto-Submitted: auto-notified; owner-email=\"a@b.example\"", Indirection::AutomaticReply),
            ("Auto-Submitted: no\r\nAuto-Submitted: auto-replied", Indirection::AutomaticReply),
            ("Return-Path: <>", Indirection::EmptyReturnPath),
            ("Return-Path:", Indirection::EmptyReturnPath),
            ("Return-Path: (none) < >", Indirection::EmptyReturnPath),
            ("List-Id: Notices <notices.line.example>", Indirection::MailingList),
            ("List-Post: <mailto:notices@line.example>", Indirection::MailingList),
            ("Mailing-List: contact notices-help@line.example; run by ezmlm", Indirection::MailingList),
            ("Precedence: list", Indirection::MailingList),
            ("List-Help: <mailto:notices-help@line.example>", Indirection::MailingList),
            ("List-Subscribe: <mailto:notices-join@line.example>", Indirection::MailingList),
            ("List-Archive: <https://line.example/notices>", Indirection::MailingList),
            ("X-Mailman-Version: 2.1.39", Indirection::MailingList),
            ("X-Google-Group-Id: 714", Indirection::MailingList),
        ] {
            assert_eq!(indirection(fields), Some(expected), "{fields}");
        }
    }

    #[test]
    fn phrases_are_written_as_subjects_are_compared() {
        for phrase in REPORTS.iter().chain(AUTOMATIC_REPLIES).chain(REPLIES).chain(&TAGS) {
            assert_eq!(fold(phrase), *phrase);
        }
    }

    #[test]
    fn automatic_notices_are_direct() {
        for fields in [
            "From: edi@line.example",
            "Auto-Submitted: auto-generated",
            "Auto-Submitted: Auto-Generated (notice); x=y",
            "Auto-Submitted: no",
            "Precedence: bulk",
            "Subject: Delivery status notification MSKU0308961",
            "List-Unsubscribe: <https://line.example/stop>",
            "List-Unsubscribe-Post: List-Unsubscribe=One-Click",
            "Subject: Re: Automatic reply",
            "X-Auto-Response-Suppress: All",
            "Return-Path: <bounces+7@line.example>",
            "Return-Path: edi@line.example",
            "Content-Type: multipart/mixed; boundary=b",
        ] {
            assert_eq!(indirection(fields), None, "{fields}");
        }
    }

    #[test]
    fn replies_are_recognized_by_their_fields_and_their_subject() {
        let is_reply = |fields: &str| read(format!("{fields}\r\n\r\nx").as_bytes(), &MailLimits::default()).is_reply;
        for fields in ["In-Reply-To: <a@b.example>", "In-Reply-To:", "References: <a@b.example>", "references :"] {
            assert!(is_reply(fields), "{fields}");
        }
        for subject in [
            "Re: notice",
            "RE[2]: notice",
            "re (3) : notice",
            "AW: notice",
            "R: notice",
            "[EXTERNAL] Re: notice",
            "(ext) [x] RE: notice",
            "EXTERNAL: Re: notice",
            "*** SPAM ***: Re: notice",
            "【外部】回复：notice",
            "Re：notice",
            "回复: notice",
            "答复：notice",
            "YNT: notice",
            "Odp.: notice",
            "=?utf-8?q?Re=3A_notice?=",
        ] {
            assert!(is_reply(&format!("Subject: {subject}")), "{subject}");
        }
        for subject in [
            "Arrival notice: Re 7",
            "Ref: 4711",
            "Re notice",
            "RE",
            "R and D: notice",
            "[Re: x] notice",
            "FW: notice",
            "BLs: 4711",
            "[Re: notice",
            "",
        ] {
            assert!(!is_reply(&format!("Subject: {subject}")), "{subject}");
        }
    }
}
