//! Sees a request whose length can be read in two ways.
//!
//! A request with both `Content-Length` and `Transfer-Encoding`, or with two fields `Content-Length`, is how requests are
//! smuggled past a proxy. hyper follows the coding, or takes two equal lengths for one, so its service never learns of it.
//! We refuse instead, and for that we read along: the bytes of each head, line by line, with the lengths of bodies as hyper
//! understood them.

const CONTENT_LENGTH: &[u8] = b"content-length:";

#[derive(Default)]
pub(super) struct Framing {
    at: At,
    /// The beginning of the current line.
    line: Vec<u8>,
    content_lengths: usize,
    /// Bytes of body before the next head.
    skip: u64,
    /// What came after the head and hyper has not handed over yet.
    ahead: Vec<u8>,
}

#[derive(Default, PartialEq)]
enum At {
    /// Before the request line; empty lines are ignored.
    #[default]
    Start,
    /// Between the request line and the empty line that ends the head.
    Fields,
    Behind,
    /// After a chunked body, whose end only hyper knows: it is the connection's last request.
    Blind,
}

#[derive(Debug, PartialEq)]
pub(super) struct Length {
    content_lengths: usize,
}

impl Length {
    /// Whether the length can be read in two ways. `body` is the length that hyper understood, `None` for chunked.
    pub(super) fn is_ambiguous(&self, body: Option<u64>) -> bool {
        self.content_lengths > usize::from(body.is_some())
    }
}

impl Framing {
    pub(super) fn received(&mut self, mut bytes: &[u8]) {
        let skipped = usize::try_from(self.skip).unwrap_or(usize::MAX).min(bytes.len());
        self.skip -= skipped as u64;
        bytes = &bytes[skipped..];
        while matches!(self.at, At::Start | At::Fields) {
            let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else { return self.note(bytes) };
            self.note(&bytes[..end]);
            self.end_line();
            bytes = &bytes[end + 1..];
        }
        if self.at == At::Behind {
            self.ahead.extend_from_slice(bytes);
        }
    }

    /// Called with the length of the body that hyper read, `None` for chunked. Returns `None` if the head has no end
    /// here: hyper and this parser disagree, so neither can be trusted.
    pub(super) fn handed_over(&mut self, body: Option<u64>) -> Option<Length> {
        if self.at != At::Behind {
            self.at = At::Blind;
            return None;
        }
        let length = Length { content_lengths: std::mem::take(&mut self.content_lengths) };
        let ahead = std::mem::take(&mut self.ahead);
        self.at = if body.is_some() { At::Start } else { At::Blind };
        self.skip = body.unwrap_or(0);
        self.received(&ahead);
        Some(length)
    }

    pub(super) fn has_begun(&self) -> bool {
        self.at != At::Start || !self.line.is_empty()
    }

    fn note(&mut self, part: &[u8]) {
        let room = CONTENT_LENGTH.len() - self.line.len();
        self.line.extend_from_slice(&part[..part.len().min(room)]);
    }

    fn end_line(&mut self) {
        if matches!(self.line.as_slice(), b"" | b"\r") {
            if self.at == At::Fields {
                self.at = At::Behind;
            }
        } else {
            self.content_lengths += usize::from(self.line.eq_ignore_ascii_case(CONTENT_LENGTH));
            self.at = At::Fields;
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
    fn requests_are_told_apart_however_their_bytes_are_cut() {
        let all = [POST, GET, b"\r\n", POST].concat();
        for size in 1..all.len() {
            let mut framing = Framing::default();
            all.chunks(size).for_each(|part| framing.received(part));
            assert_eq!(framing.handed_over(Some(2)), found(1));
            assert_eq!(framing.handed_over(Some(0)), found(0));
            assert_eq!(framing.handed_over(Some(2)), found(1));
            assert!(!framing.has_begun());
        }
    }

    #[test]
    fn a_content_length_in_a_body_does_not_count() {
        let mut framing = Framing::default();
        framing.received(b"POST / HTTP/1.1\nX-Content-Length: 9\n\nContent-Length: 1\n");
        assert_eq!(framing.handed_over(Some(18)), found(0));
        framing.received(GET);
        assert_eq!(framing.handed_over(Some(0)), found(0));
    }

    #[test]
    fn a_name_is_found_in_any_case_and_before_or_behind_the_coding() {
        for head in [
            "POST / HTTP/1.1\r\ncontent-LENGTH:4\r\nTransfer-Encoding: chunked\r\n\r\n",
            "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n",
        ] {
            let mut framing = Framing::default();
            framing.received(head.as_bytes());
            assert_eq!(framing.handed_over(None), found(1), "{head}");
        }
    }

    #[test]
    fn one_length_at_most_is_unambiguous() {
        for (content_lengths, body, ambiguous) in
            [(0, Some(0), false), (1, Some(4), false), (2, Some(4), true), (0, None, false), (1, None, true)]
        {
            assert_eq!(Length { content_lengths }.is_ambiguous(body), ambiguous, "{content_lengths} {body:?}");
        }
    }

    #[test]
    fn a_request_without_an_end_is_not_trusted() {
        let mut framing = Framing::default();
        framing.received(b"GET / HTTP/1.1\r\nHost: a\r\n");
        assert!(framing.has_begun());
        assert_eq!(framing.handed_over(Some(0)), None);
    }
}
