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
    /// The message is a report about another message, such as a bounce: it contains a `multipart/report` or a `message/delivery-status`, has
    /// `X-Failed-Recipients` or a subject such as `Undelivered Mail`, or is from `mailer-daemon`, `mail-daemon` or `postmaster`.
    Report,
    /// The message is an automatic reply: its `Auto-Submitted` is neither `no` nor `auto-generated`, its `Precedence` is `junk` or `auto_reply`,
    /// it has a field such as `X-Autoreply`, or a subject such as `Automatic reply:`.
    AutomaticReply,
    /// The return path is empty, as in bounces and automatic replies.
    EmptyReturnPath,
    /// The message was sent by a mailing list: it has a field of one, such as `List-Id`, or its `Precedence` is `list`.
    MailingList,
    /// The document is a message that was attached to another message, also as a file that begins with its header, or is attached to such a
    /// message.
    AttachedMessage,
}

impl fmt::Display for Indirection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Indirection::Report => "the message is a report about another message, such as a bounce",
            Indirection::AutomaticReply => {
                "the message is an automatic reply (Auto-Submitted, Precedence, X-Autoreply, Subject)"
            }
            Indirection::EmptyReturnPath => "the return path of the message is empty, as in a bounce",
            Indirection::MailingList => "the message was sent by a mailing list (List-Id, List-Post, Precedence)",
            Indirection::AttachedMessage => "the document is in a message that is attached to the message",
        })
    }
}
