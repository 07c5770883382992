// Made from the policies of the core (core/src/settings.rs) by the tests in tests/it/codegen.rs; do not edit.

//! Numbers that are set by their names.

use std::ffi::c_char;

use crate::boundary::Error;
use crate::server::{ServerOptions, set_limit_of};
use crate::service::{ServiceOptions, set_number_of};

/// Sets a number of the service's policies. Times end in `_ms`: milliseconds. Counts are whole. What is out of its
/// bounds is refused, and shiptrack_error_pointer() gives the name of the setting.
///
/// - `lifecycle`: How often and how long a carrier is asked.
/// - `following`: How long a shipment is followed, and whose estimates hold. Of several sources that expect one event the one whose estimates count most holds; where they count the same, the one whose words changed last.
/// - `delivery`: How notifications are delivered to webhooks.
/// - `pace`: How many look-ups a carrier gets: those of one carrier wait for each other, and for nobody else's.
/// - `mail`: What of a message is read; one that goes beyond it is quarantined.
/// - `recording`: How facts are kept that were recorded about numbers nobody tracks yet, and what was received beside them.
/// - `documents`: What of files is taken in to become documents, and what of them is read.
///
/// A carrier's own pace is set with its code between the two parts of the name: `pace.MAEU.at_once`. What is not set of it
/// is as the usual pace is at that time.
///
/// | Setting | Default | Bounds | What |
/// |---|---|---|---|
/// | `look_up_timeout_ms` | 30,000 (30 seconds) | from 1 | How long a carrier may take to answer one look-up. |
/// | `lifecycle.tries` | 14 | from 1 | Tries before trouble with a carrier is final. |
/// | `lifecycle.first_retry_ms` | 45,000 (45 seconds) | from 0 | The pause after the first of them. Each is 1.75 times as long as the one before, and chance changes it by up to a fifth. |
/// | `lifecycle.manifest_check_ms` | 86,400,000 (1 day) | from 0 | The pause between checks while the carrier has no data. |
/// | `lifecycle.manifest_window_ms` | 604,800,000 (7 days) | from 0 | How long the carrier may have no data. |
/// | `lifecycle.refresh_ms` | 21,600,000 (6 hours) | from 0 | The pause between look-ups of a shipment that is followed, where nobody can tell how far it is. |
/// | `lifecycle.before_loading_ms` | 21,600,000 (6 hours) | from 0 | The same while a container is on no vessel yet. Of several containers the shortest of these pauses counts. |
/// | `lifecycle.at_sea_ms` | 43,200,000 (12 hours) | from 0 | The same while it is at sea. |
/// | `lifecycle.near_port_ms` | 10,800,000 (3 hours) | from 0 | The same while it is at sea and expected at the port of discharge within three days. |
/// | `lifecycle.in_port_ms` | 10,800,000 (3 hours) | from 0 | The same while it is at the port of discharge. |
/// | `lifecycle.inland_ms` | 21,600,000 (6 hours) | from 0 | The same while it goes on inland. |
/// | `lifecycle.awaiting_empty_ms` | 43,200,000 (12 hours) | from 0 | The same while it is with its consignee, until it comes back empty. |
/// | `lifecycle.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed for which the carrier has no data any more. |
/// | `following.arrival_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed after it arrived at its destination; where nobody told of that, after its containers left there full. |
/// | `following.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is followed without any news. |
/// | `following.estimates_of_shipping_line` | 1 | from 1 | How much the estimates of a shipping line count. Those of a source of any other kind count 1. |
/// | `following.estimates_of_terminal` | 1 | from 1 | How much the estimates of a terminal count. |
/// | `following.estimates_of_rail` | 1 | from 1 | How much the estimates of a railway count. |
/// | `following.estimates_of_ais` | 1 | from 1 | How much the estimates made from the positions of vessels count. |
/// | `following.estimates_of_user_input` | 1 | from 1 | How much the estimates of a clerk count. |
/// | `delivery.timeout_ms` | 15,000 (15 seconds) | from 1 | How long a receiver may take to answer. |
/// | `delivery.switch_off_after_ms` | 432,000,000 (5 days) | from 0 | How long a webhook may fail, without one success, before it is switched off. |
/// | `delivery.hosted_signature` | 1 | 1 or 0 | Whether deliveries carry the hosted service's signature header beside those of Standard Webhooks: for receivers that know no other. It signs no time, so what was captured can be sent again to whoever takes it. |
/// | `pace.at_once` | 2 | from 1 | Look-ups of one carrier that may be under way at once; after one that failed, one alone until the next succeeds. |
/// | `pace.look_ups` | no limit | from 1 | Look-ups of one carrier that may begin in any window of time. |
/// | `pace.per_ms` | 60,000 (1 minute) | from 1 | The length of that window. |
/// | `mail.message_bytes` | 26,214,400 (25 MiB) | from 1 | Bytes of a message. |
/// | `mail.header_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of all header blocks of a message together, those of its parts included. |
/// | `mail.fields` | 2,000 | from 1 | Fields of one header block. |
/// | `mail.depth` | 64 | from 0 | Multipart containers inside one another. |
/// | `mail.parts` | 1,000 | from 1 | Parts of a message, containers included. An attached message is one part: it is not taken apart. |
/// | `mail.list_items` | 2,000 | from 1 | Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`. |
/// | `mail.parameters` | 64 | from 1 | Parameters of one `Content-Type` or `Content-Disposition`. |
/// | `mail.text_bytes` | 1,048,576 (1 MiB) | from 0 | Bytes of the text that is kept of a body, which comes with every listing of messages. Documents are kept whole. |
/// | `recording.keep_ms` | 7,776,000,000 (90 days) | from 0 | How long a fact is kept for whoever comes to track its number. |
/// | `recording.most_kept` | 100,000 | from 0 | Facts that are kept for an account at most; more are refused. |
/// | `recording.most_unread_edi` | 67,108,864 | from 0 | Bytes of EDI messages that are kept for an account at most because nothing could be taken in of them; more are refused. |
/// | `documents.file_bytes` | 104,857,600 (100 MiB) | from 1 | Bytes of a file that is uploaded; a larger one is refused. |
/// | `documents.most_waiting` | 1,073,741,824 | from 0 | Bytes of files that an account announced or sent, and made no document of yet; more are refused. |
/// | `documents.link_lasts_ms` | 300,000 (5 minutes) | from 1 | How long the URL is good from which the file of a document is fetched. |
/// | `documents.read_bytes` | 16,777,216 (16 MiB) | from 0 | Bytes of a document that is read; a larger one is kept, and counts as not read. |
/// | `documents.read_pages` | 100 | from 1 | Pages of a document that are read; those behind them are left out. |
/// | `documents.read_cells` | 200,000 | from 1 | Cells of a table that are read; those behind them are left out. |
/// | `documents.read_text` | 4,194,304 | from 1 | Bytes of text that are looked at; what is behind them is left out. |
/// | `documents.read_unpacked` | 134,217,728 | from 1 | Bytes that what is packed in a document may unpack to; one that unpacks to more is not read. |
/// | `documents.read_time_ms` | 10,000 (10 seconds) | from 1 | How long reading a document may take. |
/// | `documents.most_tracked` | 20 | from 1 | Numbers of one message that are tracked, for an account that has those tracked that stand in its mail. |
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_number(
    options: *const ServiceOptions,
    name: *const c_char,
    number: f64,
    error: *mut *mut Error,
) -> i32 {
    set_number_of(options, name, number, error)
}

/// Sets a limit of a server. Times end in `_ms`: milliseconds. What is out of its bounds is refused, and
/// shiptrack_error_pointer() gives the name of the limit.
///
/// | Limit | Default | Bounds | What |
/// |---|---|---|---|
/// | `head_deadline_ms` | 10,000 (10 seconds) | from 1 | From the first byte of a request (on a new connection: from its opening) to the end of its head. Then the connection is cut. |
/// | `body_deadline_ms` | 30,000 (30 seconds) | from 1 | From the end of the head to the end of the body. Then the answer is 408. |
/// | `idle_deadline_ms` | 60,000 (1 minute) | from 1 | How long a kept connection may wait for its next request. |
/// | `write_deadline_ms` | 30,000 (30 seconds) | from 1 | How long a client may leave an answer unread. Then the connection is cut. |
/// | `stop_deadline_ms` | 10,000 (10 seconds) | from 0 | How long requests in flight have to finish when the server stops. Then they are cancelled. |
/// | `head_bytes` | 32,768 (32 KiB) | from 1 | Bytes of a request's head; more is answered with 431. A head has at most 100 fields, whatever their size. |
/// | `body_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of a request's body; more is answered with 413. The embedded service takes a mebibyte. |
/// | `total_body_bytes` | 134,217,728 (128 MiB) | from 1 | Bytes of all bodies held at a time; more is answered with 503. |
/// | `connections` | 1,024 | from 1 | Connections at a time; one more is answered with 503 and closed. Fewer where the process may not open so many files: three quarters of its limit at most, the rest is left to the host and its database. |
/// | `handlers` | 32 | from 1 | Threads for requests that may take a while, started when needed. |
/// | `queue` | 256 | from 0 | Requests that may wait for such a thread; one more is answered with 503. |
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_limit(
    options: *const ServerOptions,
    name: *const c_char,
    number: i64,
    error: *mut *mut Error,
) -> i32 {
    set_limit_of(options, name, number, error)
}
