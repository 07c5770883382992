//! Times of a resource, in the local time of their places.

use std::ffi::c_char;

use shiptrack::resources::{AttributeSchema, TYPES, Timestamp};
use shiptrack::serde_json::Value;
use shiptrack::zones::Zone;

use super::{Resource, ResourceBody};
use crate::boundary::{ABSENT, Error, Failure, lend, required_text, write};
use crate::time::{Time, read, read_at, unreadable};

/// Converts a time among the attributes of a resource to the local time of its place, as shiptrack_time_at_place()
/// does. `attribute` is a name or a path, such as `"timestamp"`, `"pickup_lfd"` or
/// `"import_deadlines.pickup_lfd_rail"`.
///
/// The time zone is in another attribute of the resource (`timezone`, `pod_timezone`, …). For a last free day that may
/// apply at the port or inland, it is the time zone in which the value is the start of a day. If the resource names no
/// time zone, and for a time without a place, such as `created_at`, the result is that of shiptrack_time_parse().
/// Returns SHIPTRACK_ABSENT if there is no value, and SHIPTRACK_ERROR_INVALID if the attribute is not a time.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_resource_time(
    resource: *const Resource,
    attribute: *const c_char,
    time: *mut Time,
    error: *mut *mut Error,
) -> i32 {
    write(time, "time", error, || {
        let resource = lend::<ResourceBody>(resource)?;
        let path = required_text(attribute, "attribute")?;
        let known = TYPES.get(resource.type_index).map_or(&[][..], |known| known.attributes);
        let timezones = AttributeSchema::timezones_of(known, path).ok_or_else(|| {
            let detail = format!("a {} has no time \"{path}\"", resource.type_name());
            Failure::argument("attribute", detail)
        })?;
        let text = text_at(resource, path).ok_or(ABSENT)?;
        let zones: Vec<Zone> = timezones.iter().filter_map(|name| Zone::named(text_at(resource, name)?)).collect();
        let read = match Timestamp::new(text).choose_zone(&zones) {
            Some(zone) => read_at(text, zone),
            None => read(text),
        };
        read.ok_or_else(|| unreadable("attribute", text))
    })
}

fn text_at<'r>(resource: &'r ResourceBody, path: &str) -> Option<&'r str> {
    let attributes = resource.value().get("attributes")?;
    path.split('.').try_fold(attributes, |value: &Value, name| value.get(name))?.as_str()
}
