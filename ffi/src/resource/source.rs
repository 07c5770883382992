//! The documents resources come in.

use shiptrack::client::{Fetched, FetchedPage};
use shiptrack::jsonapi::{Document, Links, Members, Page, Resource, View, Warning};
use shiptrack::serde_json;

/// A document, whatever its type.
pub trait Source: Send + Sync + 'static {
    /// A resource it is about, by its place: a document that holds one has it at 0.
    fn item(&self, place: usize) -> Option<View<'_>>;
    /// An included resource, still text.
    fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>>;
    /// An included resource by its place.
    fn included_at(&self, place: usize) -> Option<View<'_>>;
    /// How many included resources it has.
    fn included_count(&self) -> usize;
    /// The document as it came.
    fn text(&self) -> &str;
    /// Its links.
    fn links(&self) -> &Links;
    /// Its `meta`.
    fn meta(&self) -> Option<&Members>;
    /// The warnings in its `meta`.
    fn warnings(&self) -> Vec<Warning>;
}

/// The warnings of a document as a JSON array; none is no array.
pub fn warnings_json(source: &dyn Source) -> Option<String> {
    let warnings = source.warnings();
    (!warnings.is_empty()).then(|| serde_json::to_string(&warnings).ok()).flatten()
}

macro_rules! source {
    ($type:ident, $this:ident => $document:expr, $place:ident => $item:expr) => {
        impl<T: Resource + Send + Sync + 'static> Source for $type<T> {
            fn item(&self, $place: usize) -> Option<View<'_>> {
                let $this = self;
                $item
            }

            fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
                let $this = self;
                $document.find_included(kind, id)
            }

            fn included_at(&self, place: usize) -> Option<View<'_>> {
                let $this = self;
                $document.all_included().nth(place)
            }

            fn included_count(&self) -> usize {
                let $this = self;
                $document.all_included().count()
            }

            fn text(&self) -> &str {
                let $this = self;
                $document.text()
            }

            fn links(&self) -> &Links {
                let $this = self;
                $document.links()
            }

            fn meta(&self) -> Option<&Members> {
                let $this = self;
                $document.meta()
            }

            fn warnings(&self) -> Vec<Warning> {
                let $this = self;
                $document.warnings()
            }
        }
    };
}

source!(Document, this => this, place => (place == 0).then(|| this.view()));
source!(Fetched, this => this.document(), place => (place == 0).then(|| this.document().view()));
source!(Page, this => this, place => this.view(place));
source!(FetchedPage, this => (**this), place => this.view(place));
