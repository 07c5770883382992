//! Decoding of the bytes that a source of tracking data sends.

use shiptrack::decoders::{ReadLimits, Reading, read};
use shiptrack::preview;
use shiptrack::tracking::{FoldPolicy, Voyage};

use crate::boundary::{Error, Failure, bytes as bytes_of};
use crate::buffer::{self, Buffer};
use crate::time::moment;

/// Decodes tracking data, such as a DCSA Track & Trace answer of any form, and reports what it is. `reading_json`
/// receives a JSON object with `messages`, each with its `form`, `facts`, `numbers` and `problems`, and with the
/// `problems` of the whole; share/doc/shiptrack/carriers.md describes it. The facts have the form that
/// shiptrack_answer_facts() accepts. Parts that cannot be decoded are listed in `problems` with their position; the
/// rest is decoded. Bytes without tracking data have no messages.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carriers_read(
    bytes: *const u8,
    bytes_length: usize,
    reading_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(reading_json, "reading_json", error, || Ok(reading(bytes, bytes_length)?.to_json()))
}

/// Derives voyages from tracking data, as if `bytes` were everything that is known and had been received at `unix_ms`,
/// in milliseconds since 1970-01-01T00:00:00Z.
///
/// `json_lines` receives lines of JSON. For each shipment the first line is `{"shipment": …}` with its attributes. One
/// line for each event follows, in the order of events, with `container`, `at` (UTC), `locode`, `raw_event` (what it
/// means on the route; null if the interface has no name for it), `event` (its full name, or null) and `estimated`.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carriers_voyage(
    bytes: *const u8,
    bytes_length: usize,
    unix_ms: i64,
    json_lines: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(json_lines, "json_lines", error, || {
        let (reading, now) = (reading(bytes, bytes_length)?, moment(unix_ms, "unix_ms")?);
        let voyages = preview::voyages(&reading, now, &FoldPolicy::default());
        Ok(voyages.iter().map(Voyage::to_json_lines).collect::<String>())
    })
}

fn reading(bytes: *const u8, bytes_length: usize) -> Result<Reading, Failure> {
    Ok(read(bytes_of(bytes, bytes_length, "bytes")?, &ReadLimits::default()))
}
