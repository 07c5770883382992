//! What a document says beside its `data`.

macro_rules! document_methods {
    () => {
        /// The included `U` with this id.
        pub fn included<U: Resource>(&self, id: &Id<U>) -> Option<Result<U>> {
            self.find_included(U::TYPE, &id.to_string()).map(View::read)
        }

        /// Every included `U`, in the document's order. One that cannot be read is an error in its place.
        pub fn included_of<U: Resource>(&self) -> impl Iterator<Item = Result<U>> {
            self.all_included().filter(|view| view.kind() == U::TYPE).map(View::read)
        }

        /// The first included `U`; `None` when there is none.
        pub fn first_included<U: Resource>(&self) -> Option<Result<U>> {
            self.included_of().next()
        }

        /// The included resource of this type and id, as text.
        pub fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
            self.body.find_included(kind, id)
        }

        /// Every included resource, as text.
        pub fn all_included(&self) -> impl Iterator<Item = View<'_>> {
            self.body.included()
        }

        /// The links of the document.
        pub fn links(&self) -> &Links {
            &self.body.links
        }

        /// The `meta` of the document.
        pub fn meta(&self) -> Option<&Members> {
            self.body.meta.as_ref()
        }

        /// What the service passed over, or keeps for later, of the request that this answers.
        pub fn warnings(&self) -> Vec<Warning> {
            Warning::all_of(self.meta())
        }

        /// The document as it came.
        pub fn text(&self) -> &str {
            &self.body.text
        }
    };
}

pub(super) use document_methods;
