// Generated from the policies of the core (core/src/settings.rs) by the tests in tests/it/codegen.rs; do not edit.

//! Numbers that are set by name.

use std::ffi::c_char;

use crate::boundary::Error;
use crate::server::{ServerOptions, set_limit_of};
use crate::service::{ServiceOptions, set_number_of};

/// Sets a numeric setting of the service, `name`, to `number`. Names of times end in `_ms`: milliseconds. Counts are whole
/// numbers. A number out of its bounds is rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the
/// setting.
///
/// - `lifecycle`: How often a carrier is asked, and for how long.
/// - `following`: How long a shipment is tracked, and which estimates are preferred. If several sources estimate the same event, the weight of the source decides among estimates that are still ahead and that their sources confirmed within the last 72 hours. With equal weights, the estimate that was confirmed last is used. The setting `estimate_order` of an account changes the order for its shipments.
/// - `delivery`: How notifications are delivered to webhooks.
/// - `pace`: How many look-ups are sent to a carrier. Carriers do not wait for each other.
/// - `mail`: Limits of a message. A message that exceeds one is quarantined. If an attached message exceeds one, the outer message is not quarantined and has the problem `unread_attached_message`.
/// - `recording`: For how long, and how many, facts are stored about numbers that are not tracked yet; and how much unread EDI is stored.
/// - `documents`: Limits for uploaded files, and for the extraction of data from documents.
/// - `storage`: How the database file is opened, and how much memory its caches use.
///
/// To set the pace of a single carrier, insert its code: `pace.MAEU.at_once`. Settings of its pace that are not set have the
/// value of the general pace at the time of the call.
///
/// | Setting | Default | Bounds | Meaning |
/// |---|---|---|---|
/// | `look_up_timeout_ms` | 30,000 (30 seconds) | from 1 | How long one look-up may take. |
/// | `lifecycle.tries` | 14 | from 1 | Attempts before a request fails because its carrier is unreachable or its answers cannot be read. |
/// | `lifecycle.first_retry_ms` | 45,000 (45 seconds) | from 0 | Pause after the first failed attempt. Each pause is 1.75 times as long as the one before, varied at random by up to a fifth. |
/// | `lifecycle.manifest_check_ms` | 86,400,000 (1 day) | from 0 | Pause between look-ups while the carrier has no data yet. |
/// | `lifecycle.manifest_window_ms` | 604,800,000 (7 days) | from 0 | How long a request waits while the carrier has no data yet. |
/// | `lifecycle.refresh_ms` | 21,600,000 (6 hours) | from 0 | Pause between look-ups of a shipment whose position is unknown. |
/// | `lifecycle.before_loading_ms` | 21,600,000 (6 hours) | from 0 | Pause while a container is not on a vessel yet. For several containers, the shortest of their pauses applies. |
/// | `lifecycle.at_sea_ms` | 43,200,000 (12 hours) | from 0 | Pause while a container is at sea. |
/// | `lifecycle.near_port_ms` | 10,800,000 (3 hours) | from 0 | Pause while a container is at sea and its estimated arrival at the port of discharge is within three days. |
/// | `lifecycle.in_port_ms` | 10,800,000 (3 hours) | from 0 | Pause while a container is at the port of discharge. |
/// | `lifecycle.inland_ms` | 21,600,000 (6 hours) | from 0 | Pause while a container is on its way inland. |
/// | `lifecycle.awaiting_empty_ms` | 43,200,000 (12 hours) | from 0 | Pause while a container is with its consignee, until it is returned empty. |
/// | `lifecycle.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked after the carrier last had data. |
/// | `following.arrival_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked after its last container arrived at its destination or, if the arrival was not reported, left the port of discharge laden. |
/// | `following.silence_window_ms` | 4,838,400,000 (56 days) | from 0 | How long a shipment is tracked without new facts. |
/// | `following.reported_correction_ms` | 3,600,000 (1 hour) | from 0 | By how much a published time can be corrected without a notification. |
/// | `following.terminal_silence_ms` | 259,200,000 (3 days) | from 0 | How long the terminal or railway at the place of a container may be silent before later statements of other sources about availability, fees and terminal count. A hold that is not confirmed for this time is marked. |
/// | `following.estimates_of_shipping_line` | 4 | from 1 | Weight of the estimates of a shipping line. Sources of a kind that has no setting weigh 2. |
/// | `following.estimates_of_terminal` | 3 | from 1 | Weight of the estimates of a terminal. |
/// | `following.estimates_of_rail` | 3 | from 1 | Weight of the estimates of a railway. |
/// | `following.estimates_of_ais` | 1 | from 1 | Weight of estimates from the positions of vessels (AIS). |
/// | `following.estimates_of_user_input` | 5 | from 1 | Weight of the estimates of a user. |
/// | `delivery.timeout_ms` | 15,000 (15 seconds) | from 1 | How long a receiver may take to answer. |
/// | `delivery.switch_off_after_ms` | 432,000,000 (5 days) | from 0 | How long a webhook may fail without a success before it is disabled. Time in which nothing was sent, because the program did not run, does not count. |
/// | `delivery.hosted_signature` | 1 | 1 or 0 | Whether deliveries also have the signature header of the hosted service, for receivers that do not know the headers of Standard Webhooks. The hosted signature does not cover the time, so a captured delivery can be sent again to a receiver that accepts this header. |
/// | `delivery.most_webhooks` | 100 | from 1 | Maximum number of webhooks of an account. Webhooks that exist when it is lowered stay. |
/// | `delivery.shipment_updates_in_feed` | 0 | 1 or 0 | Whether the event feed has `shipment.updated`, which reports corrected times and places of shipments. The hosted service does not have this event. Webhooks receive it if they list it. |
/// | `pace.at_once` | 2 | from 1 | Most look-ups to a carrier at the same time; after a failed look-up only one, until the next one succeeds. |
/// | `pace.look_ups` | no limit | from 1 | Most look-ups to a carrier that may begin within one window of time. |
/// | `pace.per_ms` | 60,000 (1 minute) | from 1 | Length of that window. |
/// | `mail.message_bytes` | 26,214,400 (25 MiB) | from 1 | Bytes of a message. |
/// | `mail.header_bytes` | 1,048,576 (1 MiB) | from 1 | Bytes of all header blocks of a message, including those of its parts and of attached messages. |
/// | `mail.fields` | 2,000 | from 1 | Fields of one header block. |
/// | `mail.depth` | 64 | from 0 | Nested multiparts. |
/// | `mail.parts` | 1,000 | from 1 | Parts of a message and of messages attached to it, including multiparts. |
/// | `mail.list_items` | 2,000 | from 1 | Addresses in one of `From`, `To` and `Cc`, and identifiers in `References`. |
/// | `mail.parameters` | 64 | from 1 | Parameters of one `Content-Type` or `Content-Disposition`. |
/// | `mail.text_bytes` | 1,048,576 (1 MiB) | from 0 | Bytes of the text of a body. It is limited because every listing of messages contains it. Attached documents are stored completely. |
/// | `recording.keep_ms` | 7,776,000,000 (90 days) | from 0 | How long a fact is stored while its number is not tracked. |
/// | `recording.most_kept` | 100,000 | from 0 | Maximum number of facts that are stored for an account; more are refused. |
/// | `recording.most_kept_of_mail` | 25,000 | from 0 | Facts that are sent by mail are refused if an account would store more facts than this, so that mail leaves the rest of `most_kept` to other sources. |
/// | `recording.most_unread_edi` | 67,108,864 | from 0 | Maximum size, in bytes, of the EDI messages without a recorded fact that are stored for an account; more are refused. |
/// | `documents.file_bytes` | 104,857,600 (100 MiB) | from 1 | Maximum size of an uploaded file in bytes; a larger file is refused. |
/// | `documents.most_waiting` | 1,073,741,824 | from 0 | Maximum size, in bytes, of the announced and uploaded files of an account that are not documents yet; more are refused. |
/// | `documents.link_lasts_ms` | 300,000 (5 minutes) | from 1 | How long the download URL of a document is valid. |
/// | `documents.read_bytes` | 16,777,216 (16 MiB) | from 0 | Maximum size of a document, in bytes, for it to be read; a larger one is stored, and its extraction fails. |
/// | `documents.read_pages` | 100 | from 1 | Maximum number of pages of a document that are read; later pages are ignored. |
/// | `documents.read_cells` | 200,000 | from 1 | Maximum number of cells of a table that are read; later cells are ignored. |
/// | `documents.read_text` | 4,194,304 | from 1 | Maximum size of the text that is searched, in bytes; later text is ignored. |
/// | `documents.read_time_ms` | 10,000 (10 seconds) | from 1 | How long reading a document may take. |
/// | `documents.read_memory` | 536,870,912 | from 1 | Maximum size of the memory of a reader process, in bytes. Linux keeps this limit; other systems do not. |
/// | `documents.readers` | 2 | from 0 | Maximum number of reader processes, and of documents that a worker reads at once. With 0, PDF, XLSX and HTML documents are stored without being read. |
/// | `documents.trusted_documents_in_process` | 0 | 1 or 0 | Reads PDF, XLSX and HTML documents in the process of the service, without limits of time and memory: a hostile file can end the process. Only for documents from trusted sources. |
/// | `documents.most_tracked` | 20 | from 1 | Maximum number of numbers of one message that are tracked, for an account that tracks the numbers in its mail. |
/// | `storage.busy_timeout_ms` | 10,000 (10 seconds) | from 0 | How long opening the file waits while another process has it open; 0 does not wait. A file that this process has open is an error at once. |
/// | `storage.cache_bytes` | 33,554,432 (32 MiB) | from 0 | Maximum size, in bytes, of the page caches of all connections to the database together. |
/// | `storage.check_bytes` | 67,108,864 (64 MiB) | from 0 | Size of a database, in bytes, up to which its structure is checked whenever it is opened. A larger one is only checked if it was not closed properly. |
/// | `storage.max_log_bytes` | 1,073,741,824 (1,024 MiB) | from 1 | Size of the write-ahead log, in bytes, from which writes are refused while another copy of SQLite in this process, such as Python's `sqlite3`, has the database open. Until then, the log grows, because it cannot be copied to the database. |
/// | `storage.migrate` | 1 | 1 or 0 | Whether a database of an older version is migrated, after a verified copy of it was written next to it. If not, opening it fails. |
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_service_options_number(
    options: *const ServiceOptions,
    name: *const c_char,
    number: f64,
    error: *mut *mut Error,
) -> i32 {
    set_number_of(options, name, number, error)
}

/// Sets a limit of a server, `name`, to `number`. Names of times end in `_ms`: milliseconds. A number out of its bounds is
/// rejected with SHIPTRACK_ERROR_INVALID; shiptrack_error_pointer() is the name of the limit.
///
/// | Limit | Default | Bounds | Meaning |
/// |---|---|---|---|
/// | `head_deadline_ms` | 10,000 (10 seconds) | from 1 | Time for the head of a request, from its first byte, or from the opening of a new connection. After that the connection is cut. |
/// | `body_deadline_ms` | 30,000 (30 seconds) | from 1 | Time for the body of a request, from the end of the head. After that the response is 408. |
/// | `body_rate_bytes` | 65,536 (64 KiB) | from 1 | The minimum rate of a body: this many bytes in each `body_rate_period`, or the rest of the body. A slower one is answered with 408. This is the only time limit of an uploaded file. |
/// | `body_rate_period_ms` | 10,000 (10 seconds) | from 1 | The time in which `body_rate_bytes` must arrive. |
/// | `idle_deadline_ms` | 75,000 (75 seconds) | from 1 | How long an open connection may wait for its next request. Longer than the pause of a minute after which a client that exceeded its rate limit may send again, so that its connection is not closed at that moment. |
/// | `write_deadline_ms` | 30,000 (30 seconds) | from 1 | How long a client may leave a response unread. After that the connection is cut. |
/// | `stop_deadline_ms` | 10,000 (10 seconds) | from 0 | How long requests in flight may take to finish when the server stops. After that they are cancelled. |
/// | `head_bytes` | 32,768 (32 KiB) | from 1 | The largest head of a request in bytes; a larger one is answered with 431. A head can also have at most 100 fields. |
/// | `body_bytes` | 1,048,576 (1 MiB) | from 1 | The largest body of a request in bytes; a larger one is answered with 413. The service accepts at most a mebibyte. |
/// | `total_body_bytes` | 134,217,728 (128 MiB) | from 1 | The size of all bodies in memory at a time, in bytes; more is answered with 503. An account can use half of it. |
/// | `connections` | 1,024 | from 1 | Maximum number of connections at a time. A further one takes the place of a connection that waits for its client, of the account or address that has most, or else is answered with 503 and closed. At most three quarters of the files that the process may open, so that the rest is left for the host program and its database. |
/// | `handlers` | 32 | from 1 | Maximum number of threads for requests that may take long. They are started when needed. An account can use half of them. |
/// | `queue` | 256 | from 0 | How many requests may wait for such a thread. If there are more, a request of the account that has most of them is answered with 503. |
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_server_options_limit(
    options: *const ServerOptions,
    name: *const c_char,
    number: i64,
    error: *mut *mut Error,
) -> i32 {
    set_limit_of(options, name, number, error)
}
