//! A page of a list of resources.

use std::fmt;
use std::marker::PhantomData;

use serde_json::Value;

use super::body::{Body, Data};
use super::document_methods::document_methods;
use super::{Links, Members, Resource, View, Warning};
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;

/// A page of resources of type `T`. It keeps its text, and builds an item when the caller asks for it. So an item that cannot be read
/// does not affect the others.
pub struct Page<T> {
    body: Body,
    of: PhantomData<fn() -> T>,
}

impl<T: Resource> Page<T> {
    /// Reads a document. A single resource becomes a page with one item, and `null` an empty page.
    ///
    /// Fails with [`ErrorKind::UnexpectedResponse`] if the text is not a JSON:API document with `data`.
    pub fn parse(body: impl Into<Vec<u8>>) -> Result<Self> {
        let body = Body::parse_list(body.into())?;
        if matches!(body.data, Data::Absent) {
            return Err(
                Error::new(ErrorKind::UnexpectedResponse, "the document has no `data`").with_body(body.text.into())
            );
        }
        Ok(Page { body, of: PhantomData })
    }

    /// The same page with items of another type: for example [`AnyResource`](super::AnyResource), to store pages of different types.
    pub fn cast<U: Resource>(self) -> Page<U> {
        Page { body: self.body, of: PhantomData }
    }

    pub(super) fn of(body: Body) -> Self {
        Page { body, of: PhantomData }
    }

    /// The number of items.
    pub fn len(&self) -> usize {
        match &self.body.data {
            Data::Absent | Data::Null => 0,
            Data::One(_) => 1,
            Data::Many(items) => items.len(),
        }
    }

    /// Whether the page has no items.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Builds the item at `index`; `None` if there is no such item.
    pub fn get(&self, index: usize) -> Option<Result<T>> {
        self.view(index).map(View::read)
    }

    /// Builds all items, one after the other.
    pub fn iter(&self) -> impl Iterator<Item = Result<T>> {
        self.views().map(View::read)
    }

    /// The text of the item at `index`, to read single members.
    pub fn view(&self, index: usize) -> Option<View<'_>> {
        match &self.body.data {
            Data::Absent | Data::Null => None,
            Data::One(item) => (index == 0).then(|| self.body.view(item)),
            Data::Many(items) => items.get(index).map(|item| self.body.view(item)),
        }
    }

    /// The texts of all items.
    pub fn views(&self) -> impl Iterator<Item = View<'_>> {
        (0..self.len()).filter_map(|index| self.view(index))
    }

    /// The number of items of the whole list; `None` if the document does not contain it.
    pub fn total(&self) -> Option<u64> {
        let meta = self.meta()?;
        let records = || meta.get("pagination")?.get("records")?.as_u64();
        meta.get("total").and_then(Value::as_u64).or_else(records)
    }

    /// The maximum number of items of a page; `None` if the document does not contain it.
    pub fn size(&self) -> Option<u64> {
        self.meta()?.get("size")?.as_u64()
    }

    document_methods!();
}

/// Does not print the text, which may contain secrets.
impl<T: Resource> fmt::Debug for Page<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "page of {} {}", self.len(), T::TYPE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resources::TrackingRequest;

    fn page(text: &str) -> Result<Page<TrackingRequest>> {
        Page::parse(text)
    }

    #[test]
    fn a_broken_item_does_not_affect_the_others() {
        let deep = format!("{}{}", "[".repeat(100_000), "]".repeat(100_000));
        let text = format!(
            r#"{{"data":[null, 7, {{"type":"shipment"}}, {{"attributes":{{"x":{deep}}}}}, {{"id":"a","attributes":{{"scac":"\ud83d"}}}}, {{"id":"b","attributes":{{"x":1e999}}}}]}}"#
        );
        let read: Vec<_> =
            page(&text).unwrap().iter().map(|item| item.ok().map(|request| request.id.to_string())).collect();
        assert_eq!(read, [None, None, None, None, Some("a".to_owned()), Some("b".to_owned())]);
    }

    #[test]
    fn a_byte_order_mark_and_bytes_in_another_encoding_are_accepted() {
        let text = b"\xef\xbb\xbf {\"data\":[{\"id\":\"a\",\"attributes\":{\"scac\":\"M\xc4\"}}]}";
        let page = Page::<TrackingRequest>::parse(text).unwrap();
        assert_eq!(page.view(0).unwrap().id(), "a");
        assert_eq!(page.get(0).unwrap().unwrap().scac.as_deref(), Some("M\u{fffd}"));
    }

    #[test]
    fn unexpected_members_of_a_document_are_ignored() {
        for unexpected in ["null", "7", "1e999", r#""x""#, "[]", "{}", r#"{"a":1e999}"#, "[7,null,{}]"] {
            let text = format!(
                r#"{{"data":[{{"id":"a"}}],"included":{unexpected},"links":{unexpected},"meta":{unexpected},"new":{unexpected}}}"#
            );
            let page = page(&text).unwrap();
            assert_eq!((page.len(), page.total()), (1, None), "{unexpected}");
            assert!(page.find_included("account", "a").is_none());
        }
    }

    #[test]
    fn included_resources_are_found_by_their_type() {
        use crate::resources::{Account, Container, Shipment};
        let text = r#"{"data":[],"included":[7,{"id":"s","type":"shipment"},{"id":"c","type":"container","attributes":{"number":"A"}},{"id":"d","type":"container"},null]}"#;
        let page = page(text).unwrap();
        let ids: Vec<_> = page.included_of::<Container>().map(|found| found.unwrap().id.to_string()).collect();
        assert_eq!(ids, ["c", "d"]);
        assert_eq!(page.first_included::<Container>().unwrap().unwrap().number, "A");
        assert!(page.first_included::<Shipment>().is_some() && page.first_included::<Account>().is_none());
        let one = crate::jsonapi::Document::<Account>::parse(text.replace("[],", r#"{"id":"a"},"#)).unwrap();
        assert_eq!(one.included_of::<Container>().count(), 2);
    }

    #[test]
    fn text_that_is_not_a_document_is_rejected() {
        for text in
            ["", "null", "7", "[]", r#"[[{"id":"a"}]]"#, "{}", r#"{"errors":[]}"#, r#"{"data":[]} x"#, r#"{"data":["#]
        {
            let error = page(text).unwrap_err();
            assert_eq!((error.kind(), error.body()), (ErrorKind::UnexpectedResponse, Some(text.as_bytes())), "{text}");
        }
    }

    #[test]
    fn the_total_is_found_in_both_forms_of_meta() {
        for (meta, total) in [
            (r#"{"size":2,"total":9}"#, Some(9)),
            (r#"{"total":9}"#, Some(9)),
            (r#"{"total":null,"pagination":{"current":1,"records":8}}"#, Some(8)),
            (r#"{"pagination":{}}"#, None),
            ("null", None),
        ] {
            assert_eq!(page(&format!(r#"{{"meta":{meta},"data":[]}}"#)).unwrap().total(), total, "{meta}");
        }
    }

    #[test]
    fn the_size_is_read_from_meta() {
        for (meta, size) in [(r#"{"size":2,"total":9}"#, Some(2)), (r#"{"total":9}"#, None), (r#"{"size":"2"}"#, None)]
        {
            assert_eq!(page(&format!(r#"{{"meta":{meta},"data":[]}}"#)).unwrap().size(), size, "{meta}");
        }
    }

    #[test]
    fn debug_output_does_not_contain_the_text_of_a_page() {
        let page = page(r#"{"data":[{"attributes":{"secret":"s3cret"}}]}"#).unwrap();
        assert_eq!(format!("{page:?}"), "page of 1 tracking_request");
    }
}
