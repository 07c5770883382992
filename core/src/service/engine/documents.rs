//! Reading the documents of one message, within bounds.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use super::extract::{Extraction, Extractor, Source};
use super::observer::panicked;
use crate::error::{Error, ErrorKind, Result};
use crate::jsonapi::{MOST_NESTED, Members, is_shallow};

/// Bytes of JSON that are kept of what was read out of the documents of one message. A covering text that names many
/// containers is told with each of its documents, of which there may be many as well.
const ROOM: usize = 2 << 20;

/// What was read out of a document.
///
/// Its payload is text: as values it would be twenty times as large, and those of all documents of a message wait for their
/// transaction together.
pub(super) struct Extracted {
    pub document_type: Option<String>,
    pub schema_version: String,
    payload: String,
}

impl Extracted {
    pub fn payload(&self) -> Option<Members> {
        serde_json::from_str(&self.payload).ok()
    }
}

/// Reads one document after the other, as long as there is room for what they say.
pub(super) struct DocumentReader<'e> {
    extractors: &'e [Arc<dyn Extractor>],
    room: usize,
    /// Whether something was left out because there was no more room.
    pub full: bool,
}

impl<'e> DocumentReader<'e> {
    pub fn new(extractors: &'e [Arc<dyn Extractor>]) -> Self {
        DocumentReader { extractors, room: ROOM, full: false }
    }

    pub fn read(&mut self, source: &Source<'_>) -> Result<Option<Extracted>> {
        self.ask(source)?.map(|found| self.take(found)).transpose()
    }

    /// Asks the extractors in turn. One that fails or panics fails the extraction, never the message.
    fn ask(&self, source: &Source<'_>) -> Result<Option<Extraction>> {
        for extractor in self.extractors {
            match catch_unwind(AssertUnwindSafe(|| extractor.extract(source))) {
                Ok(Ok(None)) => {}
                Ok(answer) => return answer,
                Err(_) => return Err(panicked("the extractor")),
            }
        }
        Ok(None)
    }

    /// Takes what was found, as far as there is room.
    pub fn take(&mut self, found: Extraction) -> Result<Extracted> {
        if !is_shallow(&found.payload) {
            let sentence = format!("the extractor's payload is nested deeper than {MOST_NESTED} levels");
            return Err(Error::invalid("/payload", sentence));
        }
        let Extraction { document_type, schema_version, payload } = found;
        let payload = serde_json::to_string(&payload).map_err(|e| Error::from(ErrorKind::Internal).with_source(e))?;
        let length = payload.len() + schema_version.len() + document_type.as_ref().map_or(0, String::len);
        match self.room.checked_sub(length) {
            Some(rest) => {
                self.room = rest;
                Ok(Extracted { document_type, schema_version, payload })
            }
            None => {
                self.full = true;
                let sentence = format!("more than {ROOM} bytes were read out of the documents of this message");
                Err(Error::new(ErrorKind::TooLarge, sentence))
            }
        }
    }
}
