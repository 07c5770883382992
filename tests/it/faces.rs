//! What is made from the description of the interface is what is committed.

use shiptrack_tests::faces::{formatted, hold, markdown, python, rust};

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
fn the_classes_of_python() {
    for (path, text) in python::files() {
        hold(path, &text);
    }
}
