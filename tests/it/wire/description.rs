//! Compares the description of the resource types with the documented interface and with how the types are read and written.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};
use shiptrack::jsonapi::Page;
use shiptrack::resources::{
    Enumeration, Party, Port, RailTerminal, RawEvent, Shape, Structure, TYPES, Terminal, TransportEvent, Type, Vessel,
};

use super::families::{self, ENUMERATIONS, FAMILIES, Family, STRUCTURES};
use super::sample;

/// Returns the description of a type by its name on the wire.
fn described_type(kind: &str) -> &'static Type {
    TYPES.iter().find(|described| described.name == kind).unwrap_or_else(|| panic!("{kind} is not described"))
}

fn shape_of(kind: &str, attribute: &str) -> Shape {
    let described = described_type(kind).attributes.iter().find(|described| described.name == attribute);
    described.unwrap_or_else(|| panic!("{kind} has no {attribute}")).shape
}

/// Returns the form that an attribute of this shape has on the wire.
fn on_the_wire(shape: Shape) -> families::Shape {
    match shape {
        Shape::Text | Shape::Secret | Shape::Enumeration(_) => families::Shape::Text,
        Shape::Moment => families::Shape::Time,
        Shape::Flag => families::Shape::Flag,
        Shape::Integer => families::Shape::Whole,
        Shape::Number => families::Shape::Number,
        Shape::Decimal => families::Shape::Decimal,
        Shape::List(Shape::Structure(_)) => families::Shape::Objects,
        Shape::List(_) => families::Shape::Texts,
        Shape::Structure(_) | Shape::Object => families::Shape::Object,
        Shape::Any => families::Shape::Any,
        unknown => panic!("{unknown:?} is a new shape: add its form on the wire"),
    }
}

fn enumeration(shape: Shape) -> Option<&'static Enumeration> {
    match shape {
        Shape::Enumeration(names) => Some(names),
        Shape::List(item) => enumeration(*item),
        _ => None,
    }
}

fn structure(shape: Shape) -> Option<&'static Structure> {
    match shape {
        Shape::Structure(structure) => Some(structure),
        Shape::List(item) => structure(*item),
        _ => None,
    }
}

/// Returns all shapes of the description, including those of members of structures.
fn all_shapes() -> Vec<Shape> {
    let attributes: Vec<Shape> =
        TYPES.iter().flat_map(|kind| kind.attributes).map(|attribute| attribute.shape).collect();
    let members = attributes.iter().filter_map(|shape| structure(*shape)).flat_map(|structure| structure.members);
    let members: Vec<Shape> = members.map(|member| member.shape).collect();
    [attributes, members].concat()
}

#[test]
fn the_types_are_those_of_the_interface_in_alphabetical_order() {
    let names: Vec<&str> = TYPES.iter().map(|kind| kind.name).collect();
    let documented: BTreeSet<&str> = FAMILIES.iter().map(|family| family.kind).collect();
    assert_eq!(names, documented.into_iter().collect::<Vec<_>>());
}

#[test]
fn the_attributes_and_their_shapes_are_those_of_the_interface() {
    for kind in TYPES {
        let expected: BTreeMap<&str, String> =
            Family::named(kind.name).attributes().map(|(shape, name)| (name, format!("{shape:?}"))).collect();
        let found: BTreeMap<&str, String> =
            kind.attributes.iter().map(|found| (found.name, format!("{:?}", on_the_wire(found.shape)))).collect();
        assert_eq!(found, expected, "{}", kind.name);
        assert_eq!(found.len(), kind.attributes.len(), "{} has an attribute twice", kind.name);
    }
}

#[test]
fn the_relationships_and_their_targets_are_those_of_the_interface() {
    for kind in TYPES {
        let family = Family::named(kind.name);
        let sorted = |targets: &[&'static str]| targets.iter().copied().collect::<BTreeSet<_>>();
        let expected: BTreeMap<&str, _> = [(false, family.one), (true, family.many)]
            .into_iter()
            .flat_map(|(many, list)| list.iter().map(move |(name, targets)| (*name, (many, sorted(targets)))))
            .collect();
        let found: BTreeMap<&str, _> =
            kind.relationships.iter().map(|found| (found.name, (found.many, sorted(found.targets)))).collect();
        assert_eq!(found, expected, "{}", kind.name);
    }
}

#[test]
fn every_relationship_leads_to_types_that_are_described() {
    for target in TYPES.iter().flat_map(|kind| kind.relationships).flat_map(|relationship| relationship.targets) {
        described_type(target);
    }
}

#[test]
fn every_documented_or_observed_value_of_an_enumeration_is_described() {
    for (kind, attribute, values) in ENUMERATIONS {
        let Some(names) = enumeration(shape_of(kind, attribute)) else {
            panic!("{kind}.{attribute} is not an enumeration")
        };
        for value in *values {
            assert!(names.values.iter().any(|(known, _)| known == value), "{kind}.{attribute} may be {value}");
        }
    }
}

#[test]
fn the_structures_inside_attributes_are_those_of_the_interface() {
    for (kind, attribute, members) in STRUCTURES {
        let Some(found) = structure(shape_of(kind, attribute)) else { panic!("{kind}.{attribute} is not a structure") };
        let found: Vec<_> = found.members.iter().map(|found| (on_the_wire(found.shape), found.name)).collect();
        assert_eq!(found, *members, "{kind}.{attribute}");
    }
    let described: BTreeSet<&str> =
        all_shapes().into_iter().filter_map(structure).map(|structure| structure.name).collect();
    let documented: BTreeSet<&str> = STRUCTURES
        .iter()
        .filter_map(|(kind, attribute, _)| structure(shape_of(kind, attribute)))
        .map(|structure| structure.name)
        .collect();
    assert_eq!(described, documented);
}

#[test]
fn names_of_enumerations_and_structures_are_unique() {
    let mut shapes: BTreeMap<&str, Shape> = BTreeMap::new();
    for shape in all_shapes() {
        let named = match shape {
            Shape::List(item) => *item,
            other => other,
        };
        let name = match named {
            Shape::Enumeration(names) => names.name,
            Shape::Structure(structure) => structure.name,
            _ => continue,
        };
        assert_eq!(*shapes.entry(name).or_insert(named), named, "{name}");
        assert!(TYPES.iter().all(|kind| kind.rust != name), "{name} is also the name of a resource");
    }
}

/// Whether this is a complete sentence of three words or more.
fn is_explained(about: &str) -> bool {
    let starts = about.starts_with(|first: char| first.is_uppercase() || first == '`');
    starts && about.ends_with('.') && about.split_whitespace().count() >= 3 && about.trim() == about
}

#[test]
fn every_description_is_a_complete_sentence() {
    let mut unexplained = Vec::new();
    let mut check = |of: &str, name: &str, about: &str| {
        if !is_explained(about) {
            unexplained.push(format!("{of} {name}: {about:?}"));
        }
    };
    for kind in TYPES {
        check(kind.name, "", kind.about);
        kind.attributes.iter().for_each(|found| check(kind.name, found.name, found.about));
        kind.relationships.iter().for_each(|found| check(kind.name, found.name, found.about));
    }
    for shape in all_shapes() {
        if let Some(names) = enumeration(shape) {
            check(names.name, "", names.about);
            names.values.iter().for_each(|(value, meaning)| check(names.name, value, meaning));
        }
        if let Some(structure) = structure(shape) {
            check(structure.name, "", structure.about);
            structure.members.iter().for_each(|member| check(structure.name, member.name, member.about));
        }
    }
    assert!(unexplained.is_empty(), "{}", unexplained.join("\n"));
}

/// Returns values of this shape that its field represents completely.
fn values(shape: Shape) -> Vec<Value> {
    match shape {
        Shape::Text | Shape::Secret => vec![json!("some text"), json!("Häfen \"quoted\"")],
        Shape::Enumeration(names) => {
            let known = names.values.iter().map(|(value, _)| json!(value));
            known.chain([json!("a name of a later version")]).collect()
        }
        Shape::Moment => {
            vec![json!("2026-05-02T15:00:00Z"), json!("2026-05-02"), json!("2026-05-02T08:00:00.123-0700")]
        }
        Shape::Flag => vec![json!(true), json!(false)],
        Shape::Integer => vec![json!(40), json!(0), json!(-7)],
        Shape::Number => vec![json!(12.5), json!(0), json!(-7)],
        Shape::Decimal => vec![json!("33.7361000"), json!(33.7361), json!("-118"), json!(-118)],
        Shape::List(item) => vec![json!([]), Value::Array(values(*item)), json!([values(*item)[0]])],
        Shape::Structure(structure) => {
            let entry =
                |member: &shiptrack::resources::Member| (member.name.to_owned(), values(member.shape)[0].clone());
            let full: Map<String, Value> = structure.members.iter().map(entry).collect();
            let empty = structure.members.iter().map(|member| match member.nullable {
                true => (member.name.to_owned(), Value::Null),
                false => entry(member),
            });
            vec![Value::Object(empty.collect()), Value::Object(full)]
        }
        Shape::Object => vec![json!({ "a": [1, null], "b": { "c": "d" } })],
        Shape::Any => {
            vec![json!("text"), json!(1.5), json!(true), json!(["a", "b"]), json!({ "type": "party", "id": "p" })]
        }
        unknown => panic!("{unknown:?} is a new shape: add values"),
    }
}

fn with_attribute(kind: &Type, name: &str, value: &Value) -> Value {
    json!({ "type": kind.name, "id": "a", "attributes": { name: value } })
}

/// Some structures leave out members without a value.
fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        Value::Object(members) => {
            let given = members.iter().filter(|(_, member)| !member.is_null());
            Value::Object(given.map(|(name, member)| (name.clone(), without_nulls(member))).collect())
        }
        other => other.clone(),
    }
}

#[test]
fn every_attribute_has_a_field_for_every_value_of_its_shape() {
    for kind in TYPES {
        let round_trip = Family::named(kind.name).round_trip;
        for attribute in kind.attributes {
            for value in values(attribute.shape) {
                let result = round_trip(&with_attribute(kind, attribute.name, &value)).unwrap();
                let from_fields = without_nulls(&result.fields_only["attributes"][attribute.name]);
                assert_eq!(from_fields, without_nulls(&value), "{}.{}", kind.name, attribute.name);
                assert_eq!(result.written["attributes"][attribute.name], value, "{}.{}", kind.name, attribute.name);
                assert!(result.read_again_equal, "{}.{}", kind.name, attribute.name);
            }
        }
    }
}

#[test]
fn mismatched_values_and_nulls_are_written_unchanged() {
    let odd = [
        json!(null),
        json!(true),
        json!(7),
        json!(-1.5),
        json!(""),
        json!("odd"),
        json!([]),
        json!([null, 7, "x", {}]),
        json!({}),
        json!({ "name": 5, "amount": "many", "latitude": "north" }),
    ];
    for kind in TYPES {
        let round_trip = Family::named(kind.name).round_trip;
        for attribute in kind.attributes {
            for value in &odd {
                let result = round_trip(&with_attribute(kind, attribute.name, value)).unwrap();
                let written = result.written["attributes"].get(attribute.name);
                assert_eq!(written, Some(value), "{}.{}", kind.name, attribute.name);
                assert!(result.read_again_equal, "{}.{}: {value}", kind.name, attribute.name);
            }
        }
    }
}

#[test]
fn an_absent_attribute_has_an_empty_value_unless_it_is_nullable() {
    for kind in TYPES {
        let empty = (Family::named(kind.name).round_trip)(&json!({ "type": kind.name })).unwrap().written;
        for attribute in kind.attributes {
            let written = empty["attributes"].get(attribute.name).unwrap_or(&Value::Null);
            let is_empty = [json!(null), json!([]), json!(""), json!(false), json!({})].contains(written);
            assert!(is_empty && (written.is_null() || !attribute.nullable), "{}.{}", kind.name, attribute.name);
        }
    }
}

#[test]
fn every_relationship_has_a_field_for_each_of_its_targets() {
    for kind in TYPES {
        let round_trip = Family::named(kind.name).round_trip;
        for relationship in kind.relationships {
            for target in relationship.targets.iter().chain(&["a_type_of_a_later_version"]) {
                let target = json!({ "type": target, "id": "0b1c9f9e-8f5a-7b3e-9a53-0123456789ab" });
                let data = if relationship.many { json!([target]) } else { target };
                for data in [data, if relationship.many { json!([]) } else { json!(null) }] {
                    let relationships = json!({ relationship.name: { "data": data } });
                    let input = json!({ "type": kind.name, "id": "a", "relationships": relationships });
                    let result = round_trip(&input).unwrap();
                    assert_eq!(result.fields_only["relationships"], relationships, "{}", kind.name);
                    assert_eq!(result.written["relationships"], relationships, "{}", kind.name);
                }
            }
        }
    }
}

#[test]
fn included_resources_are_found_by_their_type() {
    let target = |kind: &str| json!({ "type": kind, "id": "7" });
    let included = ["port", "terminal", "rail_terminal", "vessel", "raw_event", "party"].map(|kind| {
        json!({ "type": kind, "id": "7", "attributes": { "name": kind, "latitude": "33.7361", "company_name": kind } })
    });
    let event = json!({ "type": "transport_event", "id": "e", "relationships": {
        "location": { "data": target("port") }, "terminal": { "data": target("rail_terminal") },
        "vessel": { "data": target("vessel") }, "source_event": { "data": target("raw_event") },
    } });
    let page = Page::<TransportEvent>::parse(json!({ "data": [event], "included": included }).to_string()).unwrap();
    let event = page.get(0).unwrap().unwrap();
    let port: Port = page.included(&event.location.id().unwrap()).unwrap().unwrap();
    assert_eq!((port.name.as_str(), port.latitude.unwrap().as_f64()), ("port", 33.7361));
    assert!(event.terminal.id::<Terminal>().is_none());
    let terminal: RailTerminal = page.included(&event.terminal.id().unwrap()).unwrap().unwrap();
    assert_eq!(terminal.name, "rail_terminal");
    let vessel: Vessel = page.included(&event.vessel.id().unwrap()).unwrap().unwrap();
    assert_eq!(vessel.latitude.unwrap().to_string(), "33.7361");
    assert!(page.included::<RawEvent>(&event.source_event.id().unwrap()).unwrap().is_ok());
    let names: Vec<String> = page.included_of::<Terminal>().map(|terminal| terminal.unwrap().name).collect();
    assert_eq!(names, ["terminal"]);
    assert_eq!(page.first_included::<Party>().unwrap().unwrap().company_name, "party");
}

#[test]
fn every_documented_member_has_a_field() {
    for family in FAMILIES {
        let attributes: Map<String, Value> =
            family.attributes().map(|(shape, name)| (name.to_owned(), sample(shape))).collect();
        let target = json!({ "type": "x", "id": "1" });
        let one = family.one.iter().map(|(name, _)| ((*name).to_owned(), json!({ "data": target })));
        let many = family.many.iter().map(|(name, _)| ((*name).to_owned(), json!({ "data": [target] })));
        let relationships: Map<String, Value> = one.chain(many).collect();
        let input = json!({ "type": family.kind, "attributes": attributes, "relationships": relationships });
        let result = (family.round_trip)(&input).unwrap();
        assert_eq!(result.fields_only["attributes"], input["attributes"], "{}", family.kind);
        if !relationships.is_empty() {
            assert_eq!(result.fields_only["relationships"], input["relationships"], "{}", family.kind);
        }
    }
}

#[test]
fn members_without_a_field_are_preserved() {
    for family in FAMILIES {
        for name in family.unmodeled {
            let input = json!({ "type": family.kind, "attributes": { *name: [1] } });
            let result = (family.round_trip)(&input).unwrap();
            assert_eq!(result.written["attributes"][name], json!([1]), "{} {name}", family.kind);
            assert!(result.fields_only["attributes"].get(name).is_none(), "{} {name}", family.kind);
        }
    }
}
