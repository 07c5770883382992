//! What is made from the description of the interface is what is committed.

use shiptrack_tests::faces::{hold, markdown};

#[test]
fn the_page_of_the_interface() {
    hold("core/docs/interface.md", &markdown::interface());
}
