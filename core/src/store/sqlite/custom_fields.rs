//! Queries of custom fields: definitions, options and values.

use rusqlite::params;

use super::columns::{capitals, capped, key, to_record};
use super::listing::Listing;
use super::session::Tx;
use crate::error::{Error, ErrorKind, Result};
use crate::ids::Id;
use crate::jsonapi::ResourceId;
use crate::resources::{AccountId, CustomFieldDefinitionId, CustomFieldEntityType, CustomFieldId, CustomFieldOptionId};
use crate::store::{FieldDefinitionFilter, FieldDefinitionRecord, FieldFilter, FieldOptionRecord, FieldRecord, Slice};

impl Tx<'_> {
    /// Adds or replaces a definition. Fails with [`Conflict`](crate::error::ErrorKind::Conflict) if another definition for the same type of
    /// resource has this slug.
    pub fn put_field_definition(&self, record: &FieldDefinitionRecord) -> Result<()> {
        let definition = &record.definition;
        self.change_or(
            "INSERT INTO field_definitions (account, id, kind, slug, type, name, has_default, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
             ON CONFLICT (account, id) DO UPDATE SET kind = ?3, slug = ?4, type = ?5, name = ?6, has_default = ?7, body = ?8",
            params![
                key(&record.account),
                key(&definition.id),
                definition.entity_type.as_str(),
                definition.api_slug,
                definition.data_type.as_str(),
                capitals(&definition.display_name),
                definition.default_value.is_some(),
                to_record(record)?,
            ],
            || Error::new(ErrorKind::Conflict, "the account has another field with this slug"),
        )
    }

    /// The definition of the account with this id.
    pub fn field_definition(
        &self,
        account: &AccountId,
        id: &CustomFieldDefinitionId,
    ) -> Result<Option<FieldDefinitionRecord>> {
        self.by_id("field_definitions", account, id)
    }

    /// The definition of the account with this slug for this type of resource.
    pub fn field_definition_by_slug(
        &self,
        account: &AccountId,
        kind: &CustomFieldEntityType,
        slug: &str,
    ) -> Result<Option<FieldDefinitionRecord>> {
        self.record(DEFINITION_NAMED, (key(account), kind.as_str(), slug))
    }

    /// The definitions of the account, newest first.
    pub fn field_definitions(
        &self,
        account: &AccountId,
        filter: &FieldDefinitionFilter,
        slice: &Slice,
    ) -> Result<Vec<FieldDefinitionRecord>> {
        self.page(definitions(account, filter), slice)
    }

    /// The number of definitions that match the filter.
    pub fn count_field_definitions(&self, account: &AccountId, filter: &FieldDefinitionFilter) -> Result<u64> {
        self.count_listing(definitions(account, filter))
    }

    /// The definitions for this type of resource with a default value, oldest first. Cheap if there are no such definitions.
    pub fn default_fields(
        &self,
        account: &AccountId,
        kind: &CustomFieldEntityType,
    ) -> Result<Vec<FieldDefinitionRecord>> {
        self.records(WITH_DEFAULT, (key(account), kind.as_str()))
    }

    /// Deletes a definition and its options. Its values must be deleted before. False if it does not exist.
    pub fn remove_field_definition(&self, account: &AccountId, id: &CustomFieldDefinitionId) -> Result<bool> {
        self.remove("field_definitions", account, id)
    }

    /// Adds or replaces an option. Fails with [`Conflict`](crate::error::ErrorKind::Conflict) if another option of the definition has this
    /// value.
    pub fn put_field_option(&self, record: &FieldOptionRecord) -> Result<()> {
        let option = &record.option;
        self.change_or(
            "INSERT INTO field_options (account, id, definition, value, position, body)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET definition = ?3, value = ?4, position = ?5, body = ?6",
            params![
                key(&record.account),
                key(&option.id),
                key(&record.definition),
                option.value,
                option.position,
                to_record(record)?,
            ],
            || Error::new(ErrorKind::Conflict, "the field has another option with this value"),
        )
    }

    /// The option of the account with this id.
    pub fn field_option(&self, account: &AccountId, id: &CustomFieldOptionId) -> Result<Option<FieldOptionRecord>> {
        self.by_id("field_options", account, id)
    }

    /// The options of a definition, sorted by position; those without a position last.
    pub fn field_options(
        &self,
        account: &AccountId,
        definition: &CustomFieldDefinitionId,
    ) -> Result<Vec<FieldOptionRecord>> {
        self.records(OPTIONS, (key(account), key(definition)))
    }

    /// Deletes an option. False if it does not exist.
    pub fn remove_field_option(&self, account: &AccountId, id: &CustomFieldOptionId) -> Result<bool> {
        self.remove("field_options", account, id)
    }

    /// Adds or replaces a value with the texts by which its resource is found. Fails with [`Conflict`](crate::error::ErrorKind::Conflict) if
    /// the resource has another value for the definition.
    pub fn put_field(&self, record: &FieldRecord, search_values: &[String]) -> Result<()> {
        self.change_or(
            "INSERT INTO fields (account, id, definition, kind, entity, body) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
             ON CONFLICT (account, id) DO UPDATE SET body = ?6",
            params![
                key(&record.account),
                key(&record.id),
                key(&record.definition),
                record.kind.as_str(),
                key(&record.entity.id),
                to_record(record)?,
            ],
            || Error::new(ErrorKind::Conflict, "the resource already has this field"),
        )?;
        self.put_words(&words_of(&record.definition), &record.account, &record.entity.id, search_values)
    }

    /// The value of the account with this id.
    pub fn field(&self, account: &AccountId, id: &CustomFieldId) -> Result<Option<FieldRecord>> {
        self.by_id("fields", account, id)
    }

    /// The value of a resource for a definition.
    pub fn field_of(
        &self,
        account: &AccountId,
        entity: &ResourceId,
        definition: &CustomFieldDefinitionId,
    ) -> Result<Option<FieldRecord>> {
        self.record(FIELD_OF, (key(account), key(&entity.id), key(definition)))
    }

    /// The values of a resource, oldest first.
    pub fn fields_of(&self, account: &AccountId, entity: &ResourceId) -> Result<Vec<FieldRecord>> {
        self.records(FIELDS_OF, (key(account), key(&entity.id)))
    }

    /// The values of the account, newest first.
    pub fn fields(&self, account: &AccountId, filter: &FieldFilter, slice: &Slice) -> Result<Vec<FieldRecord>> {
        match self.simplified(account, filter)? {
            Some(filter) => self.page(fields(account, &filter), slice),
            None => Ok(Vec::new()),
        }
    }

    /// The number of values that match the filter. Cheap.
    pub fn count_fields(&self, account: &AccountId, filter: &FieldFilter) -> Result<u64> {
        match self.simplified(account, filter)? {
            None => Ok(0),
            Some(filter) if filter.entity.is_some() => self.count_listing(fields(account, &filter)),
            Some(FieldFilter { kind, definition, .. }) => {
                let kind = kind.as_ref().map(CustomFieldEntityType::as_str);
                self.number(COUNT, (key(account), definition.as_ref().and_then(key), kind))
            }
        }
    }

    /// Deletes a value. False if it does not exist.
    pub fn remove_field(&self, account: &AccountId, id: &CustomFieldId) -> Result<bool> {
        self.remove("fields", account, id)
    }

    /// Deletes at most `limit` values of a definition. Returns the number of deleted values.
    pub fn remove_fields_of(
        &self,
        account: &AccountId,
        definition: &CustomFieldDefinitionId,
        limit: usize,
    ) -> Result<usize> {
        self.change(REMOVE, (key(account), key(definition), capped(limit)))
    }
}

pub(super) const DEFINITION_NAMED: &str =
    "SELECT body FROM field_definitions WHERE account = ?1 AND kind = ?2 AND slug = ?3";
pub(super) const WITH_DEFAULT: &str =
    "SELECT body FROM field_definitions WHERE account = ?1 AND kind = ?2 AND has_default = 1 ORDER BY id";
pub(super) const OPTIONS: &str = "SELECT body FROM field_options WHERE account = ?1 AND definition = ?2
     ORDER BY position IS NULL, position, id";
pub(super) const FIELD_OF: &str = "SELECT body FROM fields WHERE account = ?1 AND entity = ?2 AND definition = ?3";
/// `+id` makes SQLite sort the rows, because a resource has at most one value for each definition.
pub(super) const FIELDS_OF: &str = "SELECT body FROM fields WHERE account = ?1 AND entity = ?2 ORDER BY +id";
pub(super) const COUNT: &str = "SELECT coalesce(sum(count), 0) FROM field_counts
     WHERE account = ?1 AND (?2 IS NULL OR definition = ?2) AND (?3 IS NULL OR kind = ?3)";
pub(super) const REMOVE: &str = "DELETE FROM fields WHERE rowid IN
     (SELECT rowid FROM fields WHERE account = ?1 AND definition = ?2 LIMIT ?3)";

pub(super) fn words_of(definition: &CustomFieldDefinitionId) -> String {
    format!("field {}", definition.uuid().unwrap_or_default().simple())
}

pub(super) fn definitions(account: &AccountId, filter: &FieldDefinitionFilter) -> Listing {
    let from = filter.name.as_deref().map(capitals);
    let to = from.as_ref().map(|from| format!("{from}{}", char::MAX));
    Listing::of("field_definitions", account)
        .only("kind = :value", filter.kind.as_ref().map(|kind| kind.as_str().to_owned()))
        .only("type = :value", filter.data_type.as_ref().map(|of| of.as_str().to_owned()))
        .only("name >= :value", from)
        .only("name < :value", to)
}

/// The filter must be [simplified](Tx::simplified).
pub(super) fn fields(account: &AccountId, filter: &FieldFilter) -> Listing {
    let entity = filter.entity.as_deref().and_then(|id| key::<()>(&Id::new(id)));
    Listing::of("fields", account)
        .only_few("entity = :value", entity.map(|id| id.to_vec()))
        .only("definition = :value", filter.definition.as_ref().and_then(key).map(|id| id.to_vec()))
        .only("kind = :value", filter.kind.as_ref().map(|kind| kind.as_str().to_owned()))
}

impl Tx<'_> {
    /// Removes the kind from a filter if the definition implies it, because otherwise all values of a definition might be read in vain. `None`
    /// if nothing can match.
    fn simplified(&self, account: &AccountId, filter: &FieldFilter) -> Result<Option<FieldFilter>> {
        let is_invalid_id = filter.entity.as_deref().is_some_and(|id| key::<()>(&Id::new(id)).is_none());
        if is_invalid_id || filter.definition.as_ref().is_some_and(|id| key(id).is_none()) {
            return Ok(None);
        }
        let (Some(kind), Some(definition)) = (&filter.kind, &filter.definition) else {
            return Ok(Some(filter.clone()));
        };
        let sql = "SELECT EXISTS (SELECT 1 FROM field_definitions WHERE account = ?1 AND id = ?2 AND kind = ?3)";
        let is_of_kind = self.number(sql, (key(account), key(definition), kind.as_str()))? > 0;
        Ok(is_of_kind.then(|| FieldFilter { kind: None, ..filter.clone() }))
    }
}
