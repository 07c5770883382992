//! How much of a message is read before it counts as an attack.

use crate::settings::settings;

settings! {
    /// What of a message is read; one that goes beyond it is quarantined.
    ///
    /// What lies beyond is not read; the [`Draft`](super::Draft) says so. The limits are checked while the message is cut into
    /// parts, before any part is decoded. With the defaults, reading takes time in proportion to the size of the message, and
    /// at most four times that size in memory (plus about 16 megabytes). Lines of any length are read: the 998 characters the
    /// standard allows are exceeded too often to insist on.
    #[derive(Debug, Clone, PartialEq, Eq)]
    pub struct MailLimits {
        /// Bytes of a message.
        count message_bytes: usize,
        /// Bytes of all header blocks of a message together, those of its parts included.
        count header_bytes: usize,
        /// Fields of one header block.
        count fields: usize,
        /// Multipart containers inside one another.
        room depth: usize,
        /// Parts of a message, containers included. An attached message is one part: it is not taken apart.
        count parts: usize,
        /// Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`.
        count list_items: usize,
        /// Parameters of one `Content-Type` or `Content-Disposition`.
        count parameters: usize,
        /// Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole.
        room text_bytes: usize,
    }
}

impl Default for MailLimits {
    fn default() -> Self {
        MailLimits {
            message_bytes: 25 << 20,
            header_bytes: 1 << 20,
            fields: 2_000,
            depth: 64,
            parts: 1_000,
            list_items: 2_000,
            parameters: 64,
            text_bytes: 1 << 20,
        }
    }
}
