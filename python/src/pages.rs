//! The documentation pages and examples that the wheel contains.

use pyo3::prelude::*;

/// Name, description and text.
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

const PAGES: [Page; 17] = [
    page!("how-to-python", "how do I …: short programs that answer common questions"),
    page!("facts", "facts: the format of carrier answers and recorded data"),
    page!("carriers", "carriers: their answers, profiles and credentials"),
    page!("documents", "documents: which files are read, what is extracted, how they are linked to shipments"),
    page!("edi", "EDI: supported messages, the folder, acknowledgements"),
    page!("push", "callbacks of carriers and signed reports of your own sources"),
    page!("hosts", "web servers, task queues, notebooks, reloaders: how several processes use one service"),
    page!("hosted", "a hosted account as a carrier, and how to import it"),
    page!("simulator", "simulated carriers: scenarios, formats, faults"),
    page!("lifecycle", "the states of a tracking request"),
    page!("events", "events, and what each notification includes"),
    page!("settings", "the settings of a service"),
    page!("interface", "every operation and resource of the interface"),
    example!("receiver.py", "example: a webhook receiver in FastAPI"),
    example!("pdf_extractor.py", "example: an extractor that reads PDF attachments"),
    example!("edi_inbox.py", "example: timelines from a folder of EDI files"),
    example!("story.ipynb", "example: a notebook that follows a container from booking to empty return"),
];

/// Returns the pages: name, description and text of each.
#[pyfunction]
pub fn _pages() -> Vec<Page> {
    PAGES.to_vec()
}
