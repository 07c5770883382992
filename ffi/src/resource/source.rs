//! The documents resources come in.

use shiptrack::client::{Fetched, FetchedPage};
use shiptrack::jsonapi::{Document, Links, Members, Page, Resource, View};

/// A document, whatever its type.
pub trait Source: Send + Sync + 'static {
    /// An included resource, still text.
    fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>>;
    /// An included resource by its place.
    fn included_at(&self, index: usize) -> Option<View<'_>>;
    /// The document as it came.
    fn text(&self) -> &str;
    /// Its links.
    fn links(&self) -> &Links;
    /// Its `meta`.
    fn meta(&self) -> Option<&Members>;
}

macro_rules! source {
    ($type:ident, $this:ident => $document:expr) => {
        impl<T: Resource + Send + Sync + 'static> Source for $type<T> {
            fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
                let $this = self;
                $document.find_included(kind, id)
            }

            fn included_at(&self, index: usize) -> Option<View<'_>> {
                let $this = self;
                $document.all_included().nth(index)
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
        }
    };
}

source!(Document, this => this);
source!(Fetched, this => this.document());
source!(Page, this => this);
source!(FetchedPage, this => (**this));
