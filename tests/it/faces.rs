//! What is made from the description of the interface is what is committed.

use shiptrack_tests::faces::{hold, markdown, python};

#[test]
fn the_page_of_the_interface() {
    hold("core/docs/interface.md", &markdown::interface());
}

#[test]
fn the_classes_of_python() {
    hold("python/shiptrack/_families.py", &python::families());
    hold("python/shiptrack/_names.py", &python::names());
    hold("python/shiptrack/_resources.py", &python::resources());
    hold("python/shiptrack/_resources.pyi", &python::resources_stub());
    hold("python/shiptrack/_structures.py", &python::structures());
    hold("python/src/types.rs", &python::rust_types());
}
