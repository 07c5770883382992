//! Checks that the committed generated files match the description of the interface.

use shiptrack_tests::codegen::{
    c, c_tests, check_generated, cpp, formatted, markdown, openapi, python, root, rust, rust_calls, settings,
};

#[test]
fn interface_page_is_current() {
    check_generated("core/docs/interface.md", &markdown::interface());
}

#[test]
fn c_functions_are_current() {
    let golden =
        std::fs::read_to_string(root().join("tests/c/golden/constants.txt")).expect("the list of numbers exists");
    check_generated("ffi/src/generated/codes.rs", &formatted(&c::codes(&golden)));
    check_generated("ffi/src/generated/code_names.rs", &formatted(&c::code_names()));
    check_generated("ffi/src/generated/getters.rs", &formatted(&c::getters()));
    check_generated("ffi/src/generated/verbs.rs", &formatted(&c::verbs()));
}

#[test]
fn cpp_classes_are_current() {
    check_generated("include/shiptrack/enums.hpp", &cpp::enums());
    check_generated("include/shiptrack/resources.hpp", &cpp::resources());
    check_generated("include/shiptrack/operations.hpp", &cpp::operations());
}

#[test]
fn c_test_tables_are_current() {
    check_generated("tests/c/generated/attributes.inc", &c_tests::attributes());
    check_generated("tests/c/generated/operations.inc", &c_tests::operations());
    check_generated("tests/c/generated/names.inc", &c_tests::names());
}

#[test]
fn rust_client_calls_are_current() {
    for (path, text) in rust::files() {
        check_generated(&path, &formatted(&text));
    }
}

#[test]
fn python_classes_are_current() {
    for (path, text) in python::files() {
        check_generated(path, &text);
    }
}

#[test]
fn typed_calls_of_the_corpus_are_current() {
    check_generated("tests/it/calls/typed.rs", &formatted(&rust_calls::typed()));
}

#[test]
fn openapi_document_is_current() {
    check_generated("core/docs/openapi.json", &openapi::document());
}

#[test]
fn settings_are_current() {
    let (names, functions) = settings::c();
    check_generated("ffi/src/generated/setting_names.rs", &formatted(&names));
    check_generated("ffi/src/generated/settings.rs", &formatted(&functions));
    check_generated("python/shiptrack/_settings.py", &settings::python());
    check_generated("core/docs/settings.md", &settings::page());
}
