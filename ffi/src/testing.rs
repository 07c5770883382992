//! Functions for tests and benchmarks only.

use shiptrack::jsonapi::Page as CorePage;
use shiptrack::resources::TrackingRequest;

use crate::boundary::{Error, Failure, bytes, call, write};
use crate::client::{Client, client_of};
use crate::resource::Resource;

/// Panics inside the function that converts panics into errors. Returns the error of a panic.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_test_panic(error: *mut *mut Error) -> i32 {
    call(error, || -> Result<(), Failure> { panic!("injected") })
}

/// Returns its argument. Benchmarks use it to measure the cost of a call.
#[unsafe(no_mangle)]
#[inline(never)]
pub extern "C" fn shiptrack_test_empty(resource: *const Resource) -> *const Resource {
    std::hint::black_box(resource)
}

/// Lists all tracking requests in Rust, and sets `sum` to the total length of three fields of each.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_test_list_in_rust(client: *const Client, sum: *mut usize, error: *mut *mut Error) -> i32 {
    write(sum, "sum", error, || {
        let mut sum = 0;
        for request in client_of(client)?.tracking_requests().list().page_size(100) {
            sum += lengths(&request?);
        }
        Ok(sum)
    })
}

/// Parses a document with a list of tracking requests in Rust, and sets `sum` as [`shiptrack_test_list_in_rust`] does.
#[unsafe(no_mangle)]
pub extern "C" fn shiptrack_test_parse_in_rust(
    json: *const u8,
    json_length: usize,
    sum: *mut usize,
    error: *mut *mut Error,
) -> i32 {
    write(sum, "sum", error, || {
        let page = CorePage::<TrackingRequest>::parse(bytes(json, json_length, "json")?)?;
        let mut sum = 0;
        for request in page.iter() {
            sum += lengths(&request?);
        }
        Ok(sum)
    })
}

fn lengths(request: &TrackingRequest) -> usize {
    let scac = request.scac.as_deref().unwrap_or_default();
    request.request_number.len() + request.status.as_str().len() + scac.len()
}
