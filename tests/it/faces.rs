//! What is made from the description of the interface is what is committed.

use shiptrack_tests::faces::{formatted, hold, markdown, openapi, rust, rust_calls};

#[test]
fn the_page_of_the_interface() {
    hold("core/docs/interface.md", &markdown::interface());
}

#[test]
fn the_calls_of_the_rust_client() {
    for (path, text) in rust::files() {
        hold(&path, &formatted(&text));
    }
}

#[test]
fn the_typed_calls_that_the_corpus_plays() {
    hold("tests/it/calls/typed.rs", &formatted(&rust_calls::typed()));
}

#[test]
fn the_openapi_document_of_the_embedded_service() {
    hold("core/docs/openapi.json", &openapi::document());
}
