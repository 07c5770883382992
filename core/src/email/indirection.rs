//! Messages whose content may not be from their sender, although a mail server confirmed the sender.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why the content of a message, or of a document in it, may be from someone other than the sender of the message.
///
/// A stranger can cause such mail: a mail server returns what the stranger wrote to a mailbox that does not exist, and the bounce has the
/// domain of that server as its sender.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Indirection {
    /// The message is a report about another message, such as a bounce: it contains a `multipart/report`, has `X-Failed-Recipients`, or is from
    /// `mailer-daemon` or `postmaster`.
    Report,
    /// The message is an automatic reply: its `Auto-Submitted` is neither `no` nor `auto-generated`, its `Precedence` is `junk` or `auto_reply`,
    /// or it has `X-Autoreply` or `X-Autorespond`.
    AutomaticReply,
    /// The return path is empty, as in bounces and automatic replies.
    EmptyReturnPath,
    /// The message was sent by a mailing list: it has `List-Id`, `List-Post` or `Mailing-List`, or its `Precedence` is `list`.
    MailingList,
    /// The document is a message that was attached to another message, or is attached to such a message.
    AttachedMessage,
}

impl fmt::Display for Indirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Indirection::Report => "the message is a report about another message, such as a bounce",
            Indirection::AutomaticReply => {
                "the message is an automatic reply (Auto-Submitted, Precedence, X-Autoreply)"
            }
            Indirection::EmptyReturnPath => "the return path of the message is empty, as in a bounce",
            Indirection::MailingList => "the message was sent by a mailing list (List-Id, List-Post, Precedence)",
            Indirection::AttachedMessage => "the document is in a message that is attached to the message",
        })
    }
}

/// Whether an address is that of a mail server, which sends reports.
pub(super) fn is_mail_server(address: &str) -> bool {
    let mailbox = address.split('@').next().unwrap_or_default();
    ["mailer-daemon", "postmaster"].iter().any(|server| mailbox.eq_ignore_ascii_case(server))
}

/// Whether a value of `Auto-Submitted` is that of a reply. Notices of carriers are generated automatically, and are not replies.
pub(super) fn is_reply(value: &str) -> bool {
    let keyword = value.trim_start().split(|c: char| c == ';' || c == '(' || c.is_whitespace()).next();
    let keyword = keyword.unwrap_or_default();
    !["no", "auto-generated"].iter().any(|other| keyword.eq_ignore_ascii_case(other))
}

/// The address of a value of `Return-Path`.
pub(super) fn path_address(path: &str) -> &str {
    let start = path.find('<').map_or(0, |start| start + 1);
    let end = path.find('>').unwrap_or(path.len());
    path.get(start..end).unwrap_or_default().trim()
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
            ("From: <Mailer-Daemon@line.example>", Indirection::Report),
            ("From: postmaster@line.example", Indirection::Report),
            ("Return-Path: <MAILER-DAEMON>", Indirection::Report),
            ("X-Failed-Recipients: a@line.example", Indirection::Report),
            ("Precedence: junk", Indirection::AutomaticReply),
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
        ] {
            assert_eq!(indirection(fields), Some(expected), "{fields}");
        }
    }

    #[test]
    fn automatic_notices_are_direct() {
        for fields in [
            "From: edi@line.example",
            "Auto-Submitted: auto-generated",
            "Auto-Submitted: no",
            "Precedence: bulk",
            "List-Unsubscribe: <https://line.example/stop>",
            "X-Auto-Response-Suppress: All",
            "Return-Path: <bounces+7@line.example>",
            "Return-Path: edi@line.example",
            "Content-Type: multipart/mixed; boundary=b",
        ] {
            assert_eq!(indirection(fields), None, "{fields}");
        }
    }
}
