//! Detects requests with an ambiguous length.
//!
//! A request with both `Content-Length` and `Transfer-Encoding`, or with two `Content-Length` fields, can be used to
//! smuggle a request past a proxy. hyper accepts such requests and does not report them. So this parser reads the
//! same bytes: the lines of each head, and the bodies with the lengths that hyper found.

const CONTENT_LENGTH: &[u8] = b"content-length:";

#[derive(Default)]
pub(super) struct Framing {
    position: Position,
    /// The start of the current line.
    line: Vec<u8>,
    content_lengths: usize,
    /// How many bytes of body come before the next head.
    skip: u64,
    /// Bytes after a head that hyper has not reported yet.
    ahead: Vec<u8>,
}

#[derive(Default, PartialEq)]
enum Position {
    /// Before the request line; empty lines are ignored.
    #[default]
    Start,
    /// Between the request line and the empty line that ends the head.
    Fields,
    /// After a head, until hyper reports it.
    AfterHead,
    /// After the start of a chunked body. Only hyper knows its end, so it is the last request of the connection.
    Unknown,
}

#[derive(Debug, PartialEq)]
pub(super) struct Length {
    content_lengths: usize,
}

impl Length {
    /// Whether the length is ambiguous. `body` is the length that hyper found, `None` for chunked.
    pub(super) fn is_ambiguous(&self, body: Option<u64>) -> bool {
        self.content_lengths > usize::from(body.is_some())
    }
}

impl Framing {
    pub(super) fn receive(&mut self, mut bytes: &[u8]) {
        let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
        self.skip -= skipped as u64;
        bytes = &bytes[skipped..];
        while matches!(self.position, Position::Start | Position::Fields) {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return self.note(bytes) };
            self.note(&bytes[..end]);
            self.end_line();
            bytes = &bytes[end + 1..];
        }
        if self.position == Position::AfterHead {
            self.ahead.extend_from_slice(bytes);
        }
    }

    /// Called when hyper reports a request, with the length of its body, `None` for chunked. Returns `None` if this
    /// parser has not found the end of the head: then it and hyper disagree, and neither can be trusted.
    pub(super) fn finish_head(&mut self, body: Option<u64>) -> Option<Length> {
        if self.position != Position::AfterHead {
            self.position = Position::Unknown;
            return None;
        }
        let length = Length { content_lengths: std::mem::take(&mut self.content_lengths) };
        let ahead = std::mem::take(&mut self.ahead);
        self.position = if body.is_some() { Position::Start } else { Position::Unknown };
        self.skip = body.unwrap_or(0);
        self.receive(&ahead);
        Some(length)
    }

    /// Whether a part of the next request was received.
    pub(super) fn has_begun(&self) -> bool {
        self.position != Position::Start || !self.line.is_empty()
    }

    fn note(&mut self, part: &[u8]) {
        let room = CONTENT_LENGTH.len() - self.line.len();
        self.line.extend_from_slice(&part[..part.len().min(room)]);
    }

    fn end_line(&mut self) {
        if matches!(self.line.as_slice(), b"" | b"\r") {
            if self.position == Position::Fields {
                self.position = Position::AfterHead;
            }
        } else {
            self.content_lengths += usize::from(self.line.eq_ignore_ascii_case(CONTENT_LENGTH));
            self.position = Position::Fields;
        }
        self.line.clear();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const POST: &[u8] = b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi";
    const GET: &[u8] = b"GET / HTTP/1.1\r\nHost: a\r\n\r\n";

    fn found(content_lengths: usize) -> Option<Length> {
        Some(Length { content_lengths })
    }

    #[test]
    fn requests_are_separated_however_their_bytes_are_split() {
        let all = [POST, GET, b"\r\n", POST].concat();
        for size in 1..all.len() {
            let mut framing = Framing::default();
            all.chunks(size).for_each(|part| framing.receive(part));
            assert_eq!(framing.finish_head(Some(2)), found(1));
            assert_eq!(framing.finish_head(Some(0)), found(0));
            assert_eq!(framing.finish_head(Some(2)), found(1));
            assert!(!framing.has_begun());
        }
    }

    #[test]
    fn content_length_in_a_body_is_ignored() {
        let mut framing = Framing::default();
        framing.receive(b"POST / HTTP/1.1\nX-Content-Length: 9\n\nContent-Length: 1\n");
        assert_eq!(framing.finish_head(Some(18)), found(0));
        framing.receive(GET);
        assert_eq!(framing.finish_head(Some(0)), found(0));
    }

    #[test]
    fn content_length_is_found_in_any_case_and_position() {
        for head in [
            "POST / HTTP/1.1\r\ncontent-LENGTH:4\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
        ] {
            let mut framing = Framing::default();
            framing.receive(head.as_bytes());
            assert_eq!(framing.finish_head(None), found(1), "{head}");
        }
    }

    #[test]
    fn more_than_one_length_is_ambiguous() {
        for (content_lengths, body, ambiguous) in
            [(0, Some(0), false), (1, Some(4), false), (2, Some(4), true), (0, None, false), (1, None, true)]
        {
            assert_eq!(Length { content_lengths }.is_ambiguous(body), ambiguous, "{content_lengths} {body:?}");
        }
    }

    #[test]
    fn unfinished_head_is_not_trusted() {
        let mut framing = Framing::default();
        framing.receive(b"GET / HTTP/1.1\r\nHost: a\r\n");
        assert!(framing.has_begun());
        assert_eq!(framing.finish_head(Some(0)), None);
    }
}
