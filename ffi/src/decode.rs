//! What is made of the bytes that a source of tracking data sends.

use shiptrack::decoders::{ReadLimits, Reading, read};
use shiptrack::preview;
use shiptrack::tracking::{FoldPolicy, Voyage};

use crate::boundary::{Error, Failure, bytes as bytes_of};
use crate::buffer::{self, Buffer};
use crate::time::moment;

/// Reads whatever a source of tracking data sends, a DCSA Track & Trace answer of any shape, and says what it is: a JSON
/// object with `messages`, each with its `form`, `facts`, `numbers` and `problems`, and the `problems` of the whole.
/// share/doc/shiptrack/carriers.md describes it; facts are such as shiptrack_answer_facts() takes. What can be read is read, and what
/// cannot is told with its place; bytes that are nothing of it have no messages.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_carriers_read(
    bytes: *const u8,
    bytes_length: usize,
    reading_json: *mut *mut Buffer,
    error: *mut *mut Error,
) -> i32 {
    buffer::write_buffer(reading_json, "reading_json", error, || Ok(reading(bytes, bytes_length)?.to_json()))
}

/// The voyages that the bytes tell of, as if they were all that is known and had been received at `unix_ms`, milliseconds since
/// 1970: lines of JSON, for each shipment first `{"shipment": …}` with its attributes, then one line an event in the order they
/// happen, with `container`, `at` (UTC), `locode`, `raw_event` (what it means on the route; null when the interface has no word
/// for it), `event` (its full name, or null) and `estimated`.
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
