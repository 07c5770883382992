//! Checks that the corpus of calls covers the whole interface.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use serde_json::Value;
use shiptrack::resources::{Answer, INTERFACE, Operation};

use super::case::{Case, Expect, cases};

/// Endpoints that only the embedded service has, so the documented interface does not list them.
const EMBEDDED_ONLY: [&str; 5] = [
    "DELETE /tracking_requests/{id}",
    "GET /containers/{id}/route",
    "GET /shipments/{id}/doubts",
    "PATCH /webhooks/{id}/replay",
    "PATCH /webhooks/{id}/rotate_secret",
];

#[test]
fn every_operation_succeeds_and_is_refused_in_some_case() {
    for (family, operation) in operations() {
        let name = format!("{family}.{}", operation.name);
        let cases = of_operation(family, operation.name);
        assert!(cases.iter().any(|case| matches!(case.expect, Expect::Result(_))), "{name}: no success");
        assert!(cases.iter().any(|case| matches!(case.expect, Expect::Error(_))), "{name}: no refusal");
        let missing: BTreeSet<&str> = cases.iter().filter_map(|case| missing_argument(case)).collect();
        let required = required(operation);
        assert!(missing.is_subset(&required), "{name}: {missing:?} of {required:?}");
        assert_eq!(missing.is_empty(), required.is_empty(), "{name}: a case must omit one of {required:?}");
    }
}

#[test]
fn every_argument_is_used_and_every_optional_one_is_omitted_in_some_case() {
    for (family, operation) in operations() {
        let name = format!("{family}.{}", operation.name);
        let successes: Vec<&Case> = of_operation(family, operation.name);
        let successes = successes.into_iter().filter(|case| matches!(case.expect, Expect::Result(_)));
        let given: Vec<BTreeSet<&str>> =
            successes.map(|case| case.arguments.keys().map(String::as_str).collect()).collect();
        for argument in required(operation) {
            assert!(given.iter().all(|given| given.contains(argument)), "{name}: {argument} is omitted");
        }
        for argument in optional(operation) {
            assert!(given.iter().any(|given| given.contains(argument)), "{name}: {argument} is never used");
            // An update without a change cannot be a case.
            let is_omitted = operation.method == "PATCH" || given.iter().any(|given| !given.contains(argument));
            assert!(is_omitted, "{name}: {argument} is always used");
        }
        let included: BTreeSet<String> = of_operation(family, operation.name)
            .iter()
            .flat_map(|case| case.arguments.get("include").and_then(Value::as_array).into_iter().flatten())
            .map(|path| path.as_str().unwrap_or_default().to_owned())
            .collect();
        if matches!(operation.answer, Answer::Pages(_)) {
            let unused: Vec<_> = operation.client_includes().iter().filter(|path| !included.contains(**path)).collect();
            assert!(unused.is_empty(), "{name}: never includes {unused:?}");
        }
    }
}

#[test]
fn every_endpoint_has_cases_and_every_case_has_an_endpoint() {
    let text = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus/operations.json")).unwrap();
    let rows: Vec<String> = serde_json::from_str(&text).unwrap();
    assert_eq!(rows.len(), 83);
    let mut covered: BTreeMap<&str, BTreeSet<(&str, bool)>> = BTreeMap::new();
    for case in cases() {
        let Some(request) = &case.request else { continue };
        let path = request.path.strip_prefix("/v2").unwrap_or_else(|| panic!("{}: a path below /v2", case.name()));
        let known = rows.iter().map(String::as_str).chain(EMBEDDED_ONLY);
        // Fixed segments win over parameters, and seven digits are an IMO number.
        let row = known.filter(|row| is_row_of(row, &request.method, path)).min_by_key(|row| {
            let arguments = row.matches('{').count();
            (arguments, !row.contains("{imo}"))
        });
        let row = row.unwrap_or_else(|| panic!("{}: no row for {} {path}", case.name(), request.method));
        covered.entry(row).or_default().insert((&case.operation, matches!(case.expect, Expect::Result(_))));
    }
    for row in rows.iter().map(String::as_str).chain(EMBEDDED_ONLY) {
        let covered = covered.get(row).unwrap_or_else(|| panic!("{row}: no case"));
        assert!(covered.iter().any(|(_, succeeds)| *succeeds), "{row}: no success");
        let operations: BTreeSet<&str> = covered.iter().map(|(operation, _)| *operation).collect();
        assert_eq!(operations.len(), 1, "{row}: {operations:?}");
    }
}

fn is_row_of(row: &str, method: &str, path: &str) -> bool {
    let (of_row, template) = row.split_once(' ').unwrap();
    let matches = |known: &str, segment: &str| match known {
        "{imo}" => segment.len() == 7 && segment.bytes().all(|byte| byte.is_ascii_digit()),
        _ => known.starts_with('{') || known == segment,
    };
    let (known, segments): (Vec<&str>, Vec<&str>) = (template.split('/').collect(), path.split('/').collect());
    of_row == method
        && known.len() == segments.len()
        && known.iter().zip(segments).all(|(known, segment)| matches(known, segment))
}

fn operations() -> impl Iterator<Item = (&'static str, &'static Operation)> {
    INTERFACE.iter().flat_map(|family| family.operations.iter().map(|operation| (family.name, operation)))
}

fn of_operation(family: &str, operation: &str) -> Vec<&'static Case> {
    cases().iter().filter(|case| case.family == family && case.operation == operation).collect()
}

fn missing_argument(case: &Case) -> Option<&str> {
    match &case.expect {
        Expect::Refused(missing) => Some(&missing.field),
        _ => None,
    }
}

fn required(operation: &'static Operation) -> BTreeSet<&'static str> {
    let parameters = operation.parameters.iter().filter(|found| found.required).map(|found| found.argument);
    let fields = operation.fields().iter().filter(|found| found.required).map(|found| found.name);
    let links = operation.links().iter().filter(|found| found.required).map(|found| found.name);
    operation.path_arguments().chain(parameters).chain(fields).chain(links).collect()
}

fn optional(operation: &'static Operation) -> BTreeSet<&'static str> {
    let parameters = operation.parameters.iter().filter(|found| !found.required).map(|found| found.argument);
    let fields = operation.fields().iter().filter(|found| !found.required).map(|found| found.name);
    let links = operation.links().iter().filter(|found| !found.required).map(|found| found.name);
    let includes = (!operation.client_includes().is_empty()).then_some("include");
    let paging = matches!(operation.answer, Answer::Pages(_)).then_some(["page_size", "page_number"]);
    parameters.chain(fields).chain(links).chain(includes).chain(paging.into_iter().flatten()).collect()
}
