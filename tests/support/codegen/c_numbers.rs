//! Numbers of the C library that are not part of the interface: what its own functions and callbacks report. They are written to
//! `ffi/src/generated/codes.rs` and `code_names.rs`, next to the numbers of the interface.

use std::fmt::Write;

use super::c::write_exported;
use super::c_names;

struct Numbers {
    /// The attribute `cfg` of the generated items, or empty.
    condition: &'static str,
    name: &'static str,
    /// The value that the documentation of the function with the names uses as an example.
    example: &'static str,
    /// The lines of the documentation, the value and its number.
    values: &'static [(&'static [&'static str], &'static str, i32)],
}

/// `Name(example) { value = number; … }`: the constants `SHIPTRACK_NAME_VALUE` and the function `shiptrack_name_name`.
macro_rules! numbers {
    ($($(#[cfg($($condition:tt)*)])? $name:ident($example:ident) {
        $($(#[doc = $about:literal])* $value:ident = $number:literal;)*
    })*) => {
        const NUMBERS: &[Numbers] = &[$(Numbers {
            condition: concat!($("#[cfg(", stringify!($($condition)*), ")]\n")?),
            name: stringify!($name),
            example: stringify!($example),
            values: &[$((&[$($about),*], stringify!($value), $number)),*],
        }),*];
    };
}

numbers! {
    Bucket(default) {
        /// All other requests.
        default = 0;
        /// Creating tracking requests.
        create = 1;
        /// Inferring the carrier of a number.
        infer = 2;
        /// Refreshing a container.
        refresh = 3;
    }
    Tracked(adopted) {
        /// shiptrack_tracking_request_track(): an active request for the number existed and was adopted.
        adopted = 1;
        /// shiptrack_tracking_request_track(): this call created the request.
        created = 2;
        /// shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for the
        /// number: the outcome of an earlier attempt is unknown, and that attempt may have created a request that has failed
        /// since.
        maybe_second = 3;
        /// shiptrack_tracking_request_track(): the newest request for the number failed for a reason that is a property of the
        /// number; it was returned, and nothing was created. SHIPTRACK_RETRACK_… are the policies for such a number.
        returned = 4;
    }
    Ensured(created) {
        /// shiptrack_webhook_ensure(): this call registered the URL.
        created = 1;
        /// shiptrack_webhook_ensure(): the URL was registered before, and the webhook was updated.
        updated = 2;
        /// shiptrack_webhook_ensure(): the URL was registered before, with the same attributes.
        unchanged = 3;
    }
    Scheme(standard) {
        /// The signature covers only the body of the delivery: it may have been captured and sent again.
        hosted = 1;
        /// The signature follows Standard Webhooks: it covers id, time stamp and body.
        standard = 2;
    }
    #[cfg(feature = "service")]
    Activity(look_up) {
        /// An activity: a look-up of a number at a carrier, or an attempt of one.
        look_up = 1;
        /// An activity: a delivery of a notification to a webhook, or an attempt of one.
        delivery = 2;
        /// An activity: an extractor failed on a document, which is stored nevertheless.
        extraction_failed = 3;
        /// An activity: due work failed, outside of a call that could have reported the error. It is retried. Work that a closed
        /// service does not do is not reported.
        trouble = 4;
        /// An activity: the answer of a carrier contains facts that look wrong. They are stored, and may have no effect. Each
        /// fact is reported once.
        doubtful_facts = 5;
        /// An activity: from now on the store rejects writes, for the reason in `status` and `message`: its disk is full
        /// (SHIPTRACK_ERROR_STORAGE_FULL, which ends as soon as there is space) or failed, or its file is missing. It is reported
        /// once, when it begins; reads continue where possible.
        writes_refused = 6;
        /// An activity: the store accepts writes again.
        writes_resumed = 7;
        /// An activity: a record was omitted from a listing because it cannot be decoded; the other records are there. `id` is
        /// its id, and `message` has its type and the error. Each record is reported once.
        record_left_out = 8;
        /// An activity: a carrier (`scac`) or a webhook (`webhook_id`) failed too often in a row and is suspended for some time;
        /// `message` says until when. Its work stays due and uses up no attempt. The start of a suspension is reported, but not
        /// each extension after a failed probe.
        resting = 9;
        /// An activity: the database had an older version and was migrated when the service was opened. `message` names both
        /// versions and the copy of the database that was written before.
        migrated = 10;
        /// An activity: a webhook (`webhook_id`, `url`) was disabled, because its receiver is gone or failed for too long; `reason` is
        /// `gone` or `failing_too_long`. After it was activated again, shiptrack_webhook_replay() delivers what it missed.
        webhook_disabled = 11;
    }
    #[cfg(feature = "service")]
    Outcome(found) {
        /// Outcome of a look-up, `found`: there are facts. `reason` says why tracking ends, such as `duplicate`; NULL if it
        /// continues.
        found = 1;
        /// `no_data_yet`: The carrier knows the number and has no data yet.
        no_data_yet = 2;
        /// `not_found`: The carrier does not know the number.
        not_found = 3;
        /// `invalid_number`: No such number can exist.
        invalid_number = 4;
        /// `cancelled`: The booking was cancelled.
        cancelled = 5;
        /// `withheld`: The carrier does not disclose its data.
        withheld = 6;
        /// `no_carrier`: The carrier could not be inferred from the number.
        no_carrier = 7;
        /// `trouble`: A temporary failure, which `reason` names; the look-up is retried.
        trouble = 8;
        /// `next_trip_awaited`: The last voyage of the container belongs to another request, and its next one has not started.
        next_trip_awaited = 9;
        /// `rate_limited`: The carrier received too many requests and answers no more for a while; it is asked again later.
        rate_limited = 10;
        /// `refused`: The carrier rejects the credentials: they are suspended, and no try is used up.
        refused = 11;
    }
}

/// The enumerations with their values and the documentation of each.
pub fn all() -> impl Iterator<Item = (&'static str, Vec<(&'static str, String)>)> {
    NUMBERS.iter().map(|numbers| {
        let values = numbers.values.iter().map(|(about, value, _)| (*value, about.concat().trim().to_owned()));
        (numbers.name, values.collect())
    })
}

/// Writes the constants, and their lines of the table of all numbers.
pub fn write(text: &mut String, table: &mut String) {
    for Numbers { condition, name, values, .. } in NUMBERS {
        let _ = writeln!(table, "    {condition}({name:?}, &[");
        for (about, value, number) in *values {
            let constant = c_names::constant_of(name, value);
            text.push('\n');
            for line in *about {
                let _ = writeln!(text, "///{line}");
            }
            let _ = writeln!(text, "{condition}pub const {constant}: i32 = {number};");
            let _ = writeln!(table, "        (c{value:?}, {constant}),");
        }
        table.push_str("    ]),\n");
    }
}

/// Writes the functions that return the name of a number.
pub fn write_names(text: &mut String) {
    for Numbers { condition, name, example, .. } in NUMBERS {
        let about = format!(
            " The name of a value of {}…, such as `{example}`; no value for another number. The text is static.",
            c_names::constant_of(name, "")
        );
        let signature = format!("{}(code: i32) -> Text", c_names::name_of(name));
        write_exported(text, &[about], condition, &signature, &format!("name_of({name:?}, code)"));
    }
}
