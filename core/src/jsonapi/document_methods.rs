//! Methods of documents and pages for everything except `data`.

macro_rules! document_methods {
    () => {
        /// The included resource of type `U` with this id.
        pub fn included<U: Resource>(&self, id: &Id<U>) -> Option<Result<U>> {
            self.find_included(U::TYPE, &id.to_string()).map(View::read)
        }

        /// All included resources of type `U`, in the order of the document. An item is an error if it cannot be read.
        pub fn included_of<U: Resource>(&self) -> impl Iterator<Item = Result<U>> {
            self.all_included().filter(|view| view.kind() == U::TYPE).map(View::read)
        }

        /// The first included resource of type `U`; `None` if no such resource is included.
        pub fn first_included<U: Resource>(&self) -> Option<Result<U>> {
            self.included_of().next()
        }

        /// The text of the included resource with this type and id.
        pub fn find_included(&self, kind: &str, id: &str) -> Option<View<'_>> {
            self.body.find_included(kind, id)
        }

        /// The texts of all included resources.
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

        /// The warnings of the service about the request: parts that it ignored, or stored without effect.
        pub fn warnings(&self) -> Vec<Warning> {
            Warning::all_of(self.meta())
        }

        /// The text of the document.
        pub fn text(&self) -> &str {
            &self.body.text
        }
    };
}

pub(super) use document_methods;
