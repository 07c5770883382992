//! Numbers of the C library that are not of the interface: what its own functions and callbacks report. They are written to
//! `ffi/src/generated/codes.rs` and `code_names.rs`, where the numbers of the interface are.

use std::fmt::Write;

use super::c::write_exported;
use super::c_names;

struct Numbers {
    /// The attribute `cfg` of all that is generated, or empty.
    condition: &'static str,
    name: &'static str,
    /// The value that the documentation of the function with the names gives as an example.
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
        /// Requests without a limit of their own.
        default = 0;
        /// Creating tracking requests.
        create = 1;
        /// Inferring the carrier of a number.
        infer = 2;
        /// Refreshing a container.
        refresh = 3;
    }
    Tracked(adopted) {
        /// shiptrack_tracking_request_track(): there was a live request for the number before, and it was taken over.
        adopted = 1;
        /// shiptrack_tracking_request_track(): this call created the request.
        created = 2;
        /// shiptrack_tracking_request_track_until_certain(): this call created the request, and it may be the second one for the number:
        /// an earlier attempt had an unknown outcome, and may have made one that has failed since.
        maybe_second = 3;
        /// shiptrack_tracking_request_track(): the newest request for the number failed, for a reason that lies in the number; it
        /// is returned as it is, and nothing was made. SHIPTRACK_RETRACK_… decides.
        returned = 4;
    }
    Ensured(created) {
        /// shiptrack_webhook_ensure(): this call registered the URL.
        created = 1;
        /// shiptrack_webhook_ensure(): the URL was registered, and something about it was changed.
        updated = 2;
        /// shiptrack_webhook_ensure(): the URL was registered just as it was asked for.
        unchanged = 3;
    }
    Scheme(standard) {
        /// The delivery was verified by the signature of its body alone: it may have been captured and sent again.
        hosted = 1;
        /// The delivery was verified by Standard Webhooks: id, time stamp and body.
        standard = 2;
    }
    #[cfg(feature = "service")]
    Activity(look_up) {
        /// An activity: a carrier was asked, or could not be.
        look_up = 1;
        /// An activity: a notification was posted to a webhook, or could not be.
        delivery = 2;
        /// An activity: an extractor failed on a document, which is kept all the same.
        extraction_failed = 3;
        /// An activity: due work could not be done, and nobody was there to be answered. It is tried again. What a closed service
        /// leaves undone is none.
        trouble = 4;
        /// An activity: a carrier's answer brought facts that look wrong. They are kept, and may come to nothing. Told once for a
        /// fact.
        doubtful_facts = 5;
        /// An activity: the store takes no writes from now on, for the reason in `status` and `message`: its disk is full
        /// (SHIPTRACK_ERROR_STORAGE_FULL, which ends by itself when there is room) or failed, or its file is no longer there. Told
        /// once, when it begins; reading goes on as far as it can.
        writes_refused = 6;
        /// An activity: the store takes writes again.
        writes_resumed = 7;
        /// An activity: a record was left out of a listing because it cannot be read; all others are there. `id` is its id, and
        /// `message` says of which kind it is, and what is wrong with it. Told once for a record.
        record_left_out = 8;
        /// An activity: a carrier (`scac`) or a receiver (`webhook_id`) failed too often in a row and is left alone for a while;
        /// `message` says until when. What waits for it stays due, and uses up no attempt. Told when a rest begins, and not for each
        /// longer one that follows a failed probe.
        resting = 9;
    }
    #[cfg(feature = "service")]
    Outcome(found) {
        /// What came of a look-up, `found`: facts arrived. `reason` says why there is nothing left to follow, `duplicate` among
        /// others; NULL when following goes on.
        found = 1;
        /// `no_data_yet`: The carrier knows the number and has no data yet.
        no_data_yet = 2;
        /// `not_found`: The carrier does not know the number.
        not_found = 3;
        /// `invalid_number`: There can be no such number.
        invalid_number = 4;
        /// `cancelled`: The booking was cancelled.
        cancelled = 5;
        /// `withheld`: The carrier withholds the data.
        withheld = 6;
        /// `no_carrier`: No carrier could be inferred from the number.
        no_carrier = 7;
        /// `trouble`: Passing trouble, which `reason` names; it is tried again.
        trouble = 8;
        /// `next_trip_awaited`: The container's last voyage is another request's, and its next one has not begun.
        next_trip_awaited = 9;
        /// `rate_limited`: The carrier was asked too often, and answers nobody for a while; it is asked again after that.
        rate_limited = 10;
        /// `refused`: The carrier refuses the credentials: they are set aside, and no try is used up.
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

/// The constants, and their lines of the table of all numbers.
pub fn write(made: &mut String, table: &mut String) {
    for Numbers { condition, name, values, .. } in NUMBERS {
        let _ = writeln!(table, "    {condition}({name:?}, &[");
        for (about, value, number) in *values {
            let constant = c_names::constant_of(name, value);
            made.push('\n');
            for line in *about {
                let _ = writeln!(made, "///{line}");
            }
            let _ = writeln!(made, "{condition}pub const {constant}: i32 = {number};");
            let _ = writeln!(table, "        (c{value:?}, {constant}),");
        }
        table.push_str("    ]),\n");
    }
}

/// The functions that give the name of a number.
pub fn write_names(made: &mut String) {
    for Numbers { condition, name, example, .. } in NUMBERS {
        let about = format!(
            " The name of a number of {}…, `{example}`. The text is static; no value for a number that is none of them.",
            c_names::constant_of(name, "")
        );
        let signature = format!("{}(code: i32) -> Text", c_names::name_of(name));
        write_exported(made, &[about], condition, &signature, &format!("name_of({name:?}, code)"));
    }
}
