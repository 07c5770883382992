//! Reads and decodes a body. The limit counts decoded bytes, because a few kilobytes of gzip can decode to gigabytes.

use std::io::{self, Read};

use flate2::read::MultiGzDecoder;

/// The first allocation for a body of unknown length.
const STEP: usize = 32 * 1024;

/// The largest first allocation because of an announced length.
const MAX_TRUSTED_LENGTH: usize = 1024 * 1024;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Coding {
    Identity,
    Gzip,
}

impl Coding {
    /// The coding that the header fields name; `None` if it is not supported.
    pub(super) fn of<'a>(fields: impl Iterator<Item = &'a str>) -> Option<Self> {
        let mut coding = Coding::Identity;
        for name in fields.flat_map(|field| field.split(',')).map(str::trim).filter(|name| !name.is_empty()) {
            match (coding, name.to_ascii_lowercase().as_str()) {
                (_, "identity") => {}
                (Coding::Identity, "gzip" | "x-gzip") => coding = Coding::Gzip,
                _ => return None,
            }
        }
        Some(coding)
    }
}

/// Why a body could not be read.
#[derive(Debug)]
pub(super) enum BodyError {
    TooLarge,
    Coding,
    Source(io::Error),
}

pub(super) fn read_body(
    source: impl Read,
    coding: Coding,
    length: Option<usize>,
    limit: usize,
) -> Result<Vec<u8>, BodyError> {
    let body = match coding {
        Coding::Identity if length.is_some_and(|length| length > limit) => return Err(BodyError::TooLarge),
        Coding::Identity => read_limited(source, length, limit).map_err(BodyError::Source)?,
        Coding::Gzip => {
            let mut decoder = MultiGzDecoder::new(Source { inner: source, failed: false });
            match read_limited(&mut decoder, None, limit) {
                Err(error) if decoder.get_ref().failed => return Err(BodyError::Source(error)),
                body => body.map_err(|_| BodyError::Coding)?,
            }
        }
    };
    body.ok_or(BodyError::TooLarge)
}

/// Reads a body; `None` if it has more than `limit` bytes. It allocates the announced length up to a bound, doubles
/// that when needed, and never allocates more than one byte above the limit.
fn read_limited(mut source: impl Read, length: Option<usize>, limit: usize) -> io::Result<Option<Vec<u8>>> {
    let most = limit.saturating_add(1);
    let mut body = Vec::new();
    let mut step = length.map_or(STEP, |length| length.saturating_add(1).min(MAX_TRUSTED_LENGTH)).min(most);
    loop {
        body.reserve_exact(step);
        let read = source.by_ref().take(step as u64).read_to_end(&mut body)?;
        if body.len() > limit {
            return Ok(None);
        }
        if read < step {
            return Ok(Some(body));
        }
        step = body.len().max(STEP).min(most - body.len());
    }
}

/// A reader that records whether an error came from the source and not from the decoder.
struct Source<R> {
    inner: R,
    failed: bool,
}

impl<R: Read> Read for Source<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.inner.read(buffer).inspect_err(|_| self.failed = true)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    fn gzip(bytes: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(bytes).unwrap();
        encoder.finish().unwrap()
    }

    #[test]
    fn body_may_have_exactly_the_limit() {
        for size in [0, 1, STEP - 1, STEP, STEP + 1, 5 * STEP] {
            let bytes = vec![b'x'; size + 1];
            for length in [None, Some(size)] {
                let body = read_body(&bytes[..size], Coding::Identity, length, size).unwrap();
                assert_eq!(body.len(), size);
            }
            assert!(matches!(read_body(&*bytes, Coding::Identity, None, size), Err(BodyError::TooLarge)));
            assert!(matches!(read_body(&*bytes, Coding::Identity, Some(size + 1), size), Err(BodyError::TooLarge)));
            assert_eq!(read_body(&*gzip(&bytes[..size]), Coding::Gzip, None, size).unwrap().len(), size);
            assert!(matches!(read_body(&*gzip(&bytes), Coding::Gzip, None, size), Err(BodyError::TooLarge)));
        }
    }

    #[test]
    fn decompression_bomb_allocates_no_more_than_the_limit() {
        let limit = 100_000;
        let bomb = gzip(&vec![0; 1_000_000]).repeat(1_000);
        assert!(matches!(read_body(&*bomb, Coding::Gzip, Some(bomb.len()), limit), Err(BodyError::TooLarge)));
        let most = read_body(&*gzip(&vec![0; limit]), Coding::Gzip, None, limit).unwrap();
        assert!(most.capacity() <= limit + 1, "{}", most.capacity());
    }

    #[test]
    fn several_gzip_members_are_decoded() {
        let two = [gzip(b"hello "), gzip(b"world")].concat();
        assert_eq!(read_body(&*two, Coding::Gzip, None, 100).unwrap(), b"hello world");
    }

    #[test]
    fn truncated_gzip_is_an_error() {
        let whole = gzip(b"hello world");
        for cut in 0..whole.len() {
            let read = read_body(&whole[..cut], Coding::Gzip, None, 100);
            assert!(matches!(read, Err(BodyError::Coding)), "cut at {cut}: {read:?}");
        }
        assert!(matches!(read_body(&b"not gzip at all"[..], Coding::Gzip, None, 100), Err(BodyError::Coding)));
        let garbage = [whole, b"tail".to_vec()].concat();
        assert!(matches!(read_body(&*garbage, Coding::Gzip, None, 100), Err(BodyError::Coding)));
    }

    #[test]
    fn failures_of_the_source_and_of_the_coding_are_different_errors() {
        struct Failing;
        impl Read for Failing {
            fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
        let whole = gzip(b"hello world");
        let read = read_body((&whole[..9]).chain(Failing), Coding::Gzip, None, 100);
        assert!(matches!(read, Err(BodyError::Source(error)) if error.kind() == io::ErrorKind::ConnectionReset));
    }

    #[test]
    fn only_requested_codings_are_supported() {
        assert_eq!(Coding::of([].into_iter()), Some(Coding::Identity));
        assert_eq!(Coding::of(["identity"].into_iter()), Some(Coding::Identity));
        assert_eq!(Coding::of(["GZip"].into_iter()), Some(Coding::Gzip));
        assert_eq!(Coding::of(["identity, x-gzip"].into_iter()), Some(Coding::Gzip));
        for unknown in ["br", "deflate", "gzip, gzip", "gzip, br"] {
            assert_eq!(Coding::of([unknown].into_iter()), None, "{unknown}");
        }
    }
}
