//! How much EDI is read at once.

/// What of an EDI file is read. Whatever goes beyond it is told as a problem, and nothing of it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EdiLimits {
    /// Bytes of a file.
    pub bytes: usize,
    /// Segments of a file.
    pub segments: usize,
    /// Messages of a file, and interchanges.
    pub messages: usize,
    /// Segments of one message.
    pub message_segments: usize,
    /// Elements of one segment.
    pub elements: usize,
    /// Facts that one message says.
    pub message_facts: usize,
}

impl Default for EdiLimits {
    fn default() -> Self {
        EdiLimits {
            bytes: 32 << 20,
            segments: 2_000_000,
            messages: 20_000,
            message_segments: 50_000,
            elements: 250,
            message_facts: 100_000,
        }
    }
}
