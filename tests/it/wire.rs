//! Property tests of the wire format: arbitrary input is read as far as possible, and written unchanged.

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde_json::{Map, Value, json};
use shiptrack::jsonapi::{Page, Resource, ToMany, ToOne, View};
use shiptrack::resources::{Container, Shipment, TrackingRequest};

use families::Shape::{self, *};
use families::{FAMILIES, Family};

mod description;
mod families;

fn sample(shape: Shape) -> Value {
    match shape {
        Text => json!("some text"),
        Time => json!("2026-05-02T15:00:00Z"),
        Flag => json!(true),
        Whole => json!(40),
        Number => json!(12.5),
        Texts => json!(["a", "b"]),
        Object => json!({ "pickup_lfd_line": "2026-05-02", "pickup_lfd_rail": null, "pickup_lfd_terminal": null }),
        Objects => json!([]),
        Decimal => json!("33.7361000"),
        Any => json!({ "type": "party", "id": "p" }),
    }
}

fn any_json() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<f64>().prop_filter("JSON has finite numbers only", |number| number.is_finite()).prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
        select(vec!["", "\u{0}", "\"\\/", "🚢", "pending", "2026-05-02", "\u{2028}"]).prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![vec(inner.clone(), 0..4).prop_map(Value::from), members(inner).prop_map(Value::from)]
    })
}

fn members(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Map<String, Value>> {
    let name = prop_oneof![
        "[a-z_]{1,8}",
        "\\PC{0,4}",
        select(vec!["id", "type", "data", "self", "href"]).prop_map(str::to_owned)
    ];
    vec((name, value), 0..4).prop_map(Map::from_iter)
}

fn any_attribute(shape: Shape) -> impl Strategy<Value = Value> {
    let structure = prop_oneof![
        members(any_json()).prop_map(Value::from),
        Just(json!({ "name": "customs", "status": "hold", "description": null })),
        Just(json!({ "type": "demurrage", "amount": 12.5, "currency_code": "USD" })),
        Just(
            json!({ "latitude": "33.7", "longitude": -118, "heading": null, "timestamp": "2026-05-02", "estimated": true })
        ),
        any_json(),
    ];
    let wanted = match shape {
        Texts => vec(prop_oneof![3 => "[a-z]{1,3}".prop_map(Value::from), 1 => any_json()], 0..4)
            .prop_map(Value::from)
            .boxed(),
        Objects => vec(structure, 0..3).prop_map(Value::from).boxed(),
        Object | Any => structure.boxed(),
        other => Just(sample(other)).boxed(),
    };
    prop_oneof![2 => wanted, 1 => any_json()]
}

fn any_relationship() -> impl Strategy<Value = Value> {
    let target = prop_oneof![
        3 => Just(json!({ "type": "shipment", "id": "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab" })),
        1 => Just(json!({ "type": "shipment", "id": 7 })),
        1 => Just(json!({ "type": "shipment", "id": "s", "meta": {} })),
        1 => any_json(),
    ];
    prop_oneof![
        target.clone().prop_map(|data| json!({ "data": data })),
        vec(target.clone(), 0..3).prop_map(|data| json!({ "data": data })),
        target.clone().prop_map(|data| json!({ "data": data, "links": { "related": "/x" } })),
        target,
        any_json(),
    ]
}

/// Some of the names, each with a value.
fn some_of<S: Strategy<Value = Value> + 'static>(
    names: Vec<&'static str>,
    value: impl Fn(usize) -> S,
) -> impl Strategy<Value = Map<String, Value>> {
    let entries: Vec<_> =
        names.into_iter().enumerate().map(|(at, name)| (any::<bool>(), Just(name), value(at))).collect();
    entries.prop_map(|entries| {
        entries.into_iter().filter(|(present, ..)| *present).map(|(_, name, value)| (name.to_owned(), value)).collect()
    })
}

fn joined(one: impl Strategy<Value = Map<String, Value>>) -> impl Strategy<Value = Value> {
    let whole = (one, members(any_json())).prop_map(|(one, other)| other.into_iter().chain(one).collect::<Value>());
    prop_oneof![9 => whole, 1 => any_json()]
}

fn any_resource(family: Family) -> impl Strategy<Value = Value> {
    let shapes: Vec<Shape> = family.attributes().map(|(shape, _)| shape).collect();
    let names = family.attributes().map(|(_, name)| name).collect();
    let attributes = joined(some_of(names, move |at| any_attribute(shapes[at]).boxed()));
    let relationships = joined(some_of(family.relationships(), |_| any_relationship().boxed()));
    let links = joined(some_of(vec!["self", "next", "download"], |_| {
        prop_oneof![Just(json!("/v2/x")), Just(json!({ "href": "/v2/x" })), any_json()].boxed()
    }));
    let id = prop_oneof![3 => Just(json!("0b1c9f9e-8f5a-7b3e-9a53-0123456789ab")), 1 => any_json()];
    let part = |value: BoxedStrategy<Value>| proptest::option::weighted(0.8, value);
    let parts = (
        part(id.boxed()),
        part(attributes.boxed()),
        part(relationships.boxed()),
        part(links.boxed()),
        part(members(any_json()).prop_map(Value::from).boxed()),
        members(any_json()),
    );
    parts.prop_map(move |(id, attributes, relationships, links, meta, mut resource)| {
        for (name, value) in
            [("id", id), ("attributes", attributes), ("relationships", relationships), ("links", links), ("meta", meta)]
        {
            match value {
                Some(value) => drop(resource.insert(name.to_owned(), value)),
                None => drop(resource.remove(name)),
            }
        }
        resource.insert("type".to_owned(), family.kind.into());
        Value::Object(resource)
    })
}

fn any_family_and_resource() -> impl Strategy<Value = (Family, Value)> {
    select(FAMILIES).prop_flat_map(|family| any_resource(family).prop_map(move |resource| (family, resource)))
}

/// Whether a value in place of an object is empty, so that it need not be preserved.
fn is_empty(value: &Value) -> bool {
    *value == json!(null) || *value == json!([]) || *value == json!({})
}

fn assert_preserved(input: &Value, written: &Value) {
    for (name, value) in input.as_object().unwrap() {
        let found = written.get(name);
        match (name.as_str(), value) {
            ("attributes", Value::Object(attributes)) => {
                assert_attributes_preserved(attributes, &written["attributes"])
            }
            ("attributes" | "relationships" | "links" | "meta" | "id", empty) if is_empty(empty) => {}
            ("id", Value::String(text)) if text.is_empty() => {}
            ("id", Value::Number(number)) if !number.is_f64() => assert_eq!(found, Some(&json!(number.to_string()))),
            _ => assert_eq!(found, Some(value), "{name}"),
        }
    }
    let names = written.as_object().unwrap().keys();
    for name in names.filter(|name| name.as_str() != "attributes") {
        assert!(input.get(name).is_some(), "{name} was added");
    }
}

fn assert_attributes_preserved(input: &Map<String, Value>, written: &Value) {
    for (name, value) in input {
        assert_eq!(written.get(name), Some(value), "{name}");
    }
    for (name, value) in written.as_object().unwrap() {
        let is_empty = [json!(null), json!([]), json!(""), json!(false)].contains(value);
        assert!(is_empty || input.contains_key(name), "{name}: {value} was added");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn input_is_written_unchanged((family, input) in any_family_and_resource()) {
        let result = (family.round_trip)(&input).unwrap();
        assert_preserved(&input, &result.written);
        prop_assert!(result.read_again_equal, "{} changes when it is read again", result.written);
    }

    #[test]
    fn a_view_and_a_built_resource_agree(input in any_resource(FAMILIES[0])) {
        let page = Page::<TrackingRequest>::parse(json!({ "data": [input] }).to_string()).unwrap();
        let (view, built) = (page.view(0).unwrap(), page.get(0).unwrap().unwrap());
        prop_assert_eq!(view.to_one("tracked_object"), built.tracked_object);
        prop_assert_eq!(view.to_one("user"), built.user);
        if built.scac.is_some() {
            let scac = view.attribute("scac").and_then(|value| value.as_str().map(String::from));
            prop_assert_eq!(scac, built.scac);
        }
        prop_assert_eq!(serde_json::to_value(view.read_any().unwrap()).unwrap()["type"].clone(), json!("tracking_request"));
        prop_assert_eq!(view.id().into_owned(), built.id.to_string());
    }

    #[test]
    fn a_page_says_what_its_text_says(
        document in any_document(),
        pretty in any::<bool>(),
        mark in any::<bool>(),
        names in proptest::array::uniform3("[a-z]{1,2}"),
    ) {
        let text = if pretty { format!("{document:#}") } else { document.to_string() };
        let text = if mark { format!("\u{feff}{text}") } else { text };
        let Some(data) = document.get("data") else {
            prop_assert!(Page::<Shipment>::parse(text).is_err());
            return Ok(());
        };
        let page = Page::<Shipment>::parse(text.clone()).unwrap();
        let items = match data {
            Value::Array(items) => items.clone(),
            Value::Null => Vec::new(),
            one => vec![one.clone()],
        };
        prop_assert_eq!(page.text(), text);
        prop_assert_eq!(page.len(), items.len());
        prop_assert_eq!(page.iter().count(), items.len());
        prop_assert!(page.view(items.len()).is_none());
        for (view, item) in page.views().zip(&items) {
            assert_view(view, item, [&names[0], &names[1], "scac"]);
        }
        assert_included(&page, document.get("included"));
        prop_assert_eq!(page.meta(), document.get("meta").and_then(Value::as_object));
        let next = document.get("links").and_then(|links| links.get("next")).and_then(Value::as_str);
        prop_assert_eq!(page.links().next.as_deref(), next);
    }

    #[test]
    fn any_bytes_are_answered_and_never_a_panic(bytes in vec(any::<u8>(), 0..200), cut in any::<prop::sample::Index>()) {
        let _ = Page::<Container>::parse(bytes.clone());
        let mut text = br#"{"data":[{"type":"container","id":"a","attributes":{"number":"x"}}],"links":{"next":"/b"}}"#.to_vec();
        let at = cut.index(text.len());
        text.splice(at..at, bytes.into_iter().take(3));
        if let Ok(page) = Page::<Container>::parse(text) {
            let _ = page.iter().count();
        }
    }
}

fn any_document() -> impl Strategy<Value = Value> {
    let item = prop_oneof![4 => any_resource(FAMILIES[0]), 1 => any_json()];
    let data = prop_oneof![3 => vec(item.clone(), 0..4).prop_map(Value::from), 1 => item, 1 => any_json()];
    let target = prop_oneof![
        3 => (select(vec!["port", "vessel"]), select(vec!["a", "b", ""])).prop_map(|(kind, id)| json!({ "type": kind, "id": id, "x": 1 })),
        1 => any_json(),
    ];
    let included = prop_oneof![3 => vec(target, 0..5).prop_map(Value::from), 1 => any_json()];
    let next = prop_oneof![Just(json!({ "next": "/v2/next" })), any_json()];
    let part = |value: BoxedStrategy<Value>| proptest::option::weighted(0.9, value);
    let parts = (part(data.boxed()), part(included.boxed()), part(next.boxed()), part(any_json().boxed()));
    parts.prop_map(|(data, included, links, meta)| {
        [("data", data), ("included", included), ("links", links), ("meta", meta)]
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?)))
            .collect()
    })
}

fn assert_view(view: View<'_>, item: &Value, names: [&str; 3]) {
    assert_eq!(serde_json::from_str::<Value>(view.text()).unwrap(), *item);
    assert_eq!(view.kind(), item.get("type").and_then(Value::as_str).unwrap_or_default());
    if names[0] != names[1] {
        for (found, name) in view.attributes(names).into_iter().zip(names) {
            let expected = item.get("attributes").and_then(|attributes| attributes.get(name));
            assert_eq!(found.map(|value| value.to_value()).as_ref(), expected, "{name}");
        }
    }
    let relationship = item.get("relationships").and_then(|relationships| relationships.get("user"));
    assert_eq!(view.relationship("user").as_ref(), relationship);
    if relationship.is_none() {
        assert_eq!((view.to_one("user"), view.to_many("user")), (ToOne::Absent, ToMany::Absent));
    }
}

fn assert_included<T: Resource>(page: &Page<T>, included: Option<&Value>) {
    let none = Vec::new();
    let included = included.and_then(Value::as_array).unwrap_or(&none);
    assert_eq!(page.all_included().count(), included.len());
    for kind in ["port", "vessel"] {
        for id in ["a", "b", "c"] {
            let expected = included.iter().find(|item| item["type"] == kind && item["id"] == id);
            let found = page.find_included(kind, id).map(|view| serde_json::from_str::<Value>(view.text()).unwrap());
            assert_eq!(found.as_ref(), expected, "{kind} {id}");
        }
    }
}
