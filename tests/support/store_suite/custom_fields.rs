//! Tests of custom fields.

use serde_json::json;
use shiptrack::error::ErrorKind;
use shiptrack::jsonapi::ResourceId;
use shiptrack::resources::{CustomFieldDefinition, CustomFieldEntityType, CustomFieldOption, ShipmentId};
use shiptrack::store::{
    FieldDefinitionFilter, FieldDefinitionRecord, FieldFilter, FieldOptionRecord, FieldRecord, Slice, Store,
};

use super::records::Maker;
use crate::with;

const ALL: Slice = Slice { before: None, skip: 0, limit: 9 };

fn definition(maker: &Maker, kind: &str, slug: &str, data_type: &str) -> FieldDefinitionRecord {
    let definition = with(CustomFieldDefinition::default(), |record| {
        record.id = maker.uuid().into();
        record.entity_type = kind.into();
        record.api_slug = slug.to_owned();
        record.display_name = format!("Ö {slug}");
        record.data_type = data_type.into();
        record.validation = json!({ "max": 7.5 }).as_object().cloned();
        record.default_value = (slug == "b").then(|| json!(["x"]));
    });
    FieldDefinitionRecord { account: maker.account.clone(), definition }
}

fn field(maker: &Maker, definition: &FieldDefinitionRecord, entity: &ResourceId) -> FieldRecord {
    FieldRecord {
        id: maker.uuid().into(),
        account: maker.account.clone(),
        definition: definition.definition.id.clone(),
        kind: definition.definition.entity_type.clone(),
        entity: entity.clone(),
        value: json!({ "type": "party", "id": "p" }),
    }
}

fn shipment(maker: &Maker) -> ResourceId {
    ResourceId::of(&ShipmentId::from(maker.uuid()))
}

pub fn field_definitions_are_found_by_slug_and_filtered(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let a = definition(&maker, "Shipment", "a", "number");
    let b = definition(&maker, "Container", "b", "enum_multi");
    let same = definition(&maker, "Container", "a", "date");
    let foreign = definition(&other, "Shipment", "a", "date");
    let all = [&a, &b, &same, &foreign];
    store.writing(|tx| all.iter().try_for_each(|record| tx.put_field_definition(record))).unwrap();
    let duplicate =
        store.writing(|tx| tx.put_field_definition(&definition(&maker, "Shipment", "a", "date"))).unwrap_err();
    assert_eq!(duplicate.kind(), ErrorKind::Conflict);
    let (ours, theirs) = (&maker.account, &other.account);
    let listed = |filter: FieldDefinitionFilter| {
        let found = store.reading(|tx| {
            let found = tx.field_definitions(ours, &filter, &ALL)?;
            assert_eq!(tx.count_field_definitions(ours, &filter)?, found.len() as u64);
            Ok(found)
        });
        found.unwrap()
    };
    let filter = FieldDefinitionFilter::default;
    assert_eq!(listed(filter()), [same.clone(), b.clone(), a.clone()]);
    let container = Some(CustomFieldEntityType::Container);
    assert_eq!(listed(FieldDefinitionFilter { kind: container.clone(), ..filter() }), [same.clone(), b.clone()]);
    let of_type = FieldDefinitionFilter { kind: container, data_type: Some("enum_multi".into()), ..filter() };
    assert_eq!(listed(of_type), [b.clone()]);
    assert_eq!(listed(FieldDefinitionFilter { name: Some("ö a".to_owned()), ..filter() }), [same.clone(), a.clone()]);
    store
        .reading(|tx| {
            let named = |slug| tx.field_definition_by_slug(ours, &CustomFieldEntityType::Shipment, slug);
            assert_eq!((named("a")?, named("b")?), (Some(a.clone()), None));
            assert_eq!(tx.field_definition(theirs, &a.definition.id)?, None);
            assert_eq!(tx.default_fields(ours, &CustomFieldEntityType::Container)?, [b.clone()]);
            assert_eq!(tx.default_fields(ours, &CustomFieldEntityType::Shipment)?, []);
            Ok(())
        })
        .unwrap();
}

pub fn options_of_a_field_are_sorted_by_position_and_deleted_with_it(store: &dyn Store) {
    let maker = Maker::new(1);
    let definition = definition(&maker, "Shipment", "a", "enum");
    let option = |value: &str, position: Option<i64>| FieldOptionRecord {
        account: maker.account.clone(),
        definition: definition.definition.id.clone(),
        option: with(CustomFieldOption::default(), |record| {
            record.id = maker.uuid().into();
            record.label = value.to_uppercase();
            record.value = value.to_owned();
            record.position = position;
        }),
    };
    let (none, two, mut one) = (option("none", None), option("two", Some(2)), option("one", Some(1)));
    let all = [&none, &two, &one];
    store.writing(|tx| all.iter().try_for_each(|record| tx.put_field_option(record))).unwrap();
    let duplicate = store.writing(|tx| tx.put_field_option(&option("two", None))).unwrap_err();
    assert_eq!(duplicate.kind(), ErrorKind::Conflict);
    let (account, id) = (&maker.account, &definition.definition.id);
    assert_eq!(store.reading(|tx| tx.field_options(account, id)).unwrap(), [one.clone(), two.clone(), none.clone()]);
    one.option.position = Some(3);
    store
        .writing(|tx| {
            tx.put_field_definition(&definition)?;
            tx.put_field_option(&one)?;
            assert!(tx.remove_field_option(account, &two.option.id)?);
            assert!(!tx.remove_field_option(account, &two.option.id)?);
            assert_eq!(tx.field_options(account, id)?, [one.clone(), none.clone()]);
            assert_eq!(tx.field_option(account, &one.option.id)?, Some(one.clone()));
            assert!(tx.remove_field_definition(account, id)?);
            assert!(!tx.remove_field_definition(account, id)?);
            assert_eq!(tx.field_option(account, &one.option.id)?, None);
            Ok(())
        })
        .unwrap();
}

pub fn field_values_are_filtered_counted_and_deleted_in_batches(store: &dyn Store) {
    let (maker, other) = (Maker::new(1), Maker::new(2));
    let (a, b) = (definition(&maker, "Shipment", "a", "date"), definition(&maker, "Container", "b", "date"));
    let (one, two) = (shipment(&maker), shipment(&maker));
    let mut first = field(&maker, &a, &one);
    let (second, container_field) = (field(&maker, &a, &two), field(&maker, &b, &one));
    let foreign = field(&other, &a, &one);
    store
        .writing(|tx| {
            [&a, &b].into_iter().try_for_each(|record| tx.put_field_definition(record))?;
            [&first, &second, &container_field, &foreign].into_iter().try_for_each(|record| tx.put_field(record, &[]))
        })
        .unwrap();
    let duplicate = store.writing(|tx| tx.put_field(&field(&maker, &a, &one), &[])).unwrap_err();
    assert_eq!(duplicate.kind(), ErrorKind::Conflict);
    first.value = json!(null);
    store.writing(|tx| tx.put_field(&first, &[])).unwrap();
    let account = &maker.account;
    let check = |filter: FieldFilter, expected: &[&FieldRecord]| {
        let found = store.reading(|tx| Ok((tx.fields(account, &filter, &ALL)?, tx.count_fields(account, &filter)?)));
        let (found, count) = found.unwrap();
        assert_eq!((found.iter().collect::<Vec<_>>(), count), (expected.to_vec(), expected.len() as u64), "{filter:?}");
    };
    let filter = FieldFilter::default;
    let of = |record: &FieldDefinitionRecord| Some(record.definition.id.clone());
    let kind = |name: &str| Some(CustomFieldEntityType::parse(name));
    check(filter(), &[&container_field, &second, &first]);
    check(FieldFilter { kind: kind("Shipment"), ..filter() }, &[&second, &first]);
    check(FieldFilter { entity: Some(one.id.to_string()), ..filter() }, &[&container_field, &first]);
    check(FieldFilter { entity: Some(one.id.to_string()), kind: kind("Shipment"), definition: None }, &[&first]);
    check(FieldFilter { definition: of(&a), ..filter() }, &[&second, &first]);
    check(FieldFilter { definition: of(&a), kind: kind("Shipment"), ..filter() }, &[&second, &first]);
    check(FieldFilter { definition: of(&a), kind: kind("Container"), ..filter() }, &[]);
    check(FieldFilter { entity: Some("unknown".to_owned()), ..filter() }, &[]);
    check(FieldFilter { definition: Some("unknown".into()), ..filter() }, &[]);
    store
        .writing(|tx| {
            assert_eq!(tx.field_of(account, &one, &a.definition.id)?, Some(first.clone()));
            assert_eq!(tx.field(account, &foreign.id)?, None);
            assert_eq!(tx.fields_of(account, &one)?, [first.clone(), container_field.clone()]);
            assert!(tx.remove_field(account, &container_field.id)? && !tx.remove_field(account, &container_field.id)?);
            assert_eq!(tx.remove_fields_of(account, &a.definition.id, 1)?, 1);
            assert_eq!(tx.remove_fields_of(account, &a.definition.id, 9)?, 1);
            tx.remove_field_definition(account, &a.definition.id)?;
            assert_eq!(tx.count_fields(account, &filter())?, 0);
            assert_eq!(tx.count_fields(&other.account, &filter())?, 1);
            Ok(())
        })
        .unwrap();
}
