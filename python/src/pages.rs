//! The pages and examples that the package brings along, for whoever has nothing but the wheel.

use pyo3::prelude::*;

/// Name, subject and text.
type Page = (&'static str, &'static str, &'static str);

macro_rules! page {
    ($name:literal, $about:literal) => {
        ($name, $about, include_str!(concat!("../../core/docs/", $name, ".md")))
    };
}

macro_rules! example {
    ($name:literal, $about:literal) => {
        ($name, $about, include_str!(concat!("../examples/", $name)))
    };
}

const PAGES: [Page; 15] = [
    page!("facts", "the form of facts: what carriers answer, and what is recorded"),
    page!("carriers", "what carriers send, how it is read, profiles and credentials"),
    page!("documents", "documents: what is read and found, what joins shipments"),
    page!("edi", "EDI: what is read, the folder, acknowledgements"),
    page!("push", "what carriers and sources of your own send"),
    page!("hosted", "an account of a hosted service as a source, and taking it over"),
    page!("simulator", "simulated carriers: scenarios, forms, faults"),
    page!("lifecycle", "how a tracking request lives"),
    page!("events", "events, and what comes along with a notification"),
    page!("settings", "the numbers a service goes by"),
    page!("interface", "every operation and resource of the interface"),
    example!("receiver.py", "a receiver of webhooks in FastAPI"),
    example!("pdf_extractor.py", "an extractor that reads PDF attachments"),
    example!("edi_inbox.py", "timelines of a folder of EDI"),
    example!("story.ipynb", "the whole story, a notebook"),
];

/// The pages: name, what each is about, and its text.
#[pyfunction]
pub fn _pages() -> Vec<Page> {
    PAGES.to_vec()
}
