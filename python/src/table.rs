//! Listings as Arrow tables, passed through the PyCapsule interface. The columns come from the schema.

use std::borrow::Cow;
use std::collections::HashMap;
use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float64Builder, Int64Builder, StringBuilder, TimestampMicrosecondBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    ArrayRef, Date32Array, Float64Array, ListArray, RecordBatch, RecordBatchIterator, RecordBatchOptions, StringArray,
    StructArray, TimestampMicrosecondArray,
};
use arrow_buffer::{NullBuffer, OffsetBuffer, ScalarBuffer};
use arrow_schema::{ArrowError, Field, Fields, Schema, SchemaRef};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use serde_json::value::RawValue;
use shiptrack::jsonapi::{Attribute, ResourceId, View};
use shiptrack::resources::{AttributeSchema, Decimal, Shape, Timestamp};
use shiptrack::zones::Zone;
use shiptrack::{Error, ErrorKind};

use crate::convert::string;
use crate::errors::OrRaise;
use crate::exit;
use crate::kind::{Kind, Shared};
use crate::objects::readable;

/// Pages, each with the positions of its items.
pub type Rows = Vec<(Shared, Vec<usize>)>;

#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Moments {
    InUtc,
    AsWritten,
}

pub fn stream<'py>(
    py: Python<'py>,
    kind: &'static Kind,
    rows: Rows,
    moments: Moments,
) -> PyResult<Bound<'py, PyCapsule>> {
    let failed = |problem: ArrowError| Error::new(ErrorKind::Internal, problem.to_string());
    let batches = exit::detached(py, || batches(kind, &rows, moments).map_err(failed)).or_raise(py)?;
    let schema = batches.first().map_or_else(|| Arc::new(Schema::empty()), RecordBatch::schema);
    let reader = RecordBatchIterator::new(batches.into_iter().map(Ok), schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}

/// Number of rows that justify another thread.
const ROWS_A_THREAD: usize = 2_000;

/// Returns one batch for each thread that builds rows.
fn batches(kind: &'static Kind, rows: &Rows, moments: Moments) -> Result<Vec<RecordBatch>, ArrowError> {
    let all: Vec<View<'_>> =
        rows.iter().flat_map(|(page, positions)| positions.iter().filter_map(|at| page.view(*at))).collect();
    let processors = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = (all.len() / ROWS_A_THREAD).clamp(1, processors.min(4));
    if threads == 1 {
        return Ok(vec![batch(kind, &all, moments)?]);
    }
    std::thread::scope(|scope| {
        let parts = all.chunks(all.len().div_ceil(threads));
        let running: Vec<_> = parts.map(|part| scope.spawn(move || batch(kind, part, moments))).collect();
        running.into_iter().map(|thread| thread.join().unwrap_or_else(|_| Err(broken()))).collect()
    })
}

fn broken() -> ArrowError {
    ArrowError::ComputeError("the table could not be built because of a bug in shiptrack".to_owned())
}

fn batch(kind: &'static Kind, rows: &[View<'_>], moments: Moments) -> Result<RecordBatch, ArrowError> {
    let mut table = Table::new(kind, moments);
    for view in rows {
        if readable(*view, kind).is_ok() {
            table.push(*view);
        }
    }
    table.finish()
}

struct Table {
    kind: &'static Kind,
    rows: usize,
    ids: StringBuilder,
    /// Only used if the items may have several types.
    types: StringBuilder,
    attributes: Vec<Column>,
    /// Local times of the moments at a place.
    local: Vec<LocalTimes>,
    zones: Zones,
    relationships: Vec<Column>,
    links: Vec<&'static str>,
}

impl Table {
    fn new(kind: &'static Kind, moments: Moments) -> Self {
        Table {
            kind,
            rows: 0,
            ids: StringBuilder::new(),
            types: StringBuilder::new(),
            attributes: kind.attributes.iter().map(|known| Column::of(known.shape, moments)).collect(),
            local: match moments {
                Moments::InUtc => LocalTimes::of(kind.attributes),
                Moments::AsWritten => Vec::new(),
            },
            zones: Zones::default(),
            relationships: kind.relationships.iter().map(|known| Column::linkage(known.many)).collect(),
            links: kind.relationships.iter().map(|known| known.name).collect(),
        }
    }

    fn push(&mut self, view: View<'_>) {
        self.rows += 1;
        self.ids.append_value(view.id());
        if self.kind.is_any() {
            self.types.append_value(view.kind());
        }
        let (mut found, mut linked) = (vec![None; self.attributes.len()], vec![None; self.relationships.len()]);
        view.find_members(self.kind.names(), &mut found, &self.links, &mut linked);
        let texts: Vec<Option<&str>> = found.into_iter().map(|found| Some(found?.text())).collect();
        self.local.iter_mut().for_each(|local| local.push(&texts, &mut self.zones));
        for (column, text) in self.attributes.iter_mut().zip(texts) {
            column.push(text);
        }
        for ((column, known), found) in self.relationships.iter_mut().zip(self.kind.relationships).zip(linked) {
            match known.many {
                true => column.push_ids(Some(view.to_many(known.name).get())),
                false => column.push_target(found.and_then(Attribute::target)),
            }
        }
    }

    fn finish(mut self) -> Result<RecordBatch, ArrowError> {
        let mut columns: Vec<(Cow<'_, str>, ArrayRef)> = vec![("id".into(), Arc::new(self.ids.finish()))];
        if self.kind.is_any() {
            columns.push(("type".into(), Arc::new(self.types.finish())));
        }
        let mut local = self.local.into_iter().peekable();
        for (at, (known, column)) in self.kind.attributes.iter().zip(self.attributes).enumerate() {
            columns.push((known.name.into(), column.finish()?));
            if let Some(mut there) = local.next_if(|local| local.attribute == at) {
                columns.push((format!("{}_local", known.name).into(), Arc::new(there.column.finish())));
            }
        }
        for (known, column) in self.kind.relationships.iter().zip(self.relationships) {
            let array = column.finish()?;
            // A column of ids, so that tables can be joined without unpacking structures.
            let id = if known.many { None } else { array.as_struct_opt().and_then(|one| one.column_by_name("id")) };
            let id = id.map(|id| (format!("{}_id", known.name).into(), Arc::clone(id)));
            columns.push((known.name.into(), array));
            columns.extend(id);
        }
        let field =
            |(name, array): &(Cow<'_, str>, ArrayRef)| Field::new(&**name, array.data_type().clone(), name != "id");
        let schema: SchemaRef = Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()));
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(schema, columns.into_iter().map(|(_, array)| array).collect(), &options)
    }
}

/// The times of an attribute in local time at its place, without an offset. A day is midnight. Null if the zone is
/// unknown.
struct LocalTimes {
    /// Index of the attribute.
    attribute: usize,
    /// Indexes of the attributes that contain the zone.
    timezones: Vec<usize>,
    column: TimestampMicrosecondBuilder,
}

impl LocalTimes {
    fn of(attributes: &'static [AttributeSchema]) -> Vec<LocalTimes> {
        let place = |name: &&str| attributes.iter().position(|known| known.name == *name);
        let local = |(attribute, known): (usize, &AttributeSchema)| {
            let timezones: Vec<usize> = known.timezones.iter().filter_map(place).collect();
            (!timezones.is_empty()).then(|| LocalTimes { attribute, timezones, column: Default::default() })
        };
        attributes.iter().enumerate().filter_map(local).collect()
    }

    fn push(&mut self, texts: &[Option<&str>], zones: &mut Zones) {
        let text = |at: usize| texts.get(at).copied().flatten().and_then(string);
        self.column.append_option(text(self.attribute).and_then(|at| {
            let at = Timestamp::new(&*at);
            let names: Vec<_> = self.timezones.iter().filter_map(|zone| text(*zone)).collect();
            names.iter().for_each(|name| zones.load(name));
            let zone = at.choose_zone(names.iter().filter_map(|name| zones.get(name)));
            match (zone, at.utc()) {
                (Some(zone), Some(moment)) => Some(zone.date_time(moment)?.naive_local().and_utc()),
                (None, Some(_)) => None,
                (_, None) => at.date().filter(|_| at.is_date())?.and_hms_opt(0, 0, 0).map(|at| at.and_utc()),
            }
            .map(|clock| clock.timestamp_micros())
        }));
    }
}

#[derive(Default)]
struct Zones(HashMap<String, Option<Zone>>);

impl Zones {
    fn load(&mut self, name: &str) {
        if !self.0.contains_key(name) {
            self.0.insert(name.to_owned(), Zone::named(name));
        }
    }

    fn get(&self, name: &str) -> Option<&Zone> {
        self.0.get(name)?.as_ref()
    }
}

enum Column {
    Text(StringBuilder),
    /// Any JSON value, as text.
    Json(StringBuilder),
    Flag(BooleanBuilder),
    Integer(Int64Builder),
    Number(Float64Builder),
    /// A number, or a text that contains one.
    Decimal(Float64Builder),
    /// In UTC, in microseconds. A day is noon.
    Moment(TimestampMicrosecondBuilder),
    List {
        ends: Vec<i32>,
        there: Vec<bool>,
        item: Box<Column>,
    },
    Structure {
        there: Vec<bool>,
        members: Vec<(&'static str, Column)>,
    },
}

impl Column {
    fn of(shape: Shape, moments: Moments) -> Self {
        match shape {
            Shape::Text | Shape::Enumeration(_) | Shape::Secret => Column::Text(StringBuilder::new()),
            Shape::Moment if moments == Moments::AsWritten => Column::Text(StringBuilder::new()),
            Shape::Moment => Column::Moment(TimestampMicrosecondBuilder::new().with_timezone("UTC")),
            Shape::Flag => Column::Flag(BooleanBuilder::new()),
            Shape::Integer => Column::Integer(Int64Builder::new()),
            Shape::Number => Column::Number(Float64Builder::new()),
            Shape::Decimal => Column::Decimal(Float64Builder::new()),
            Shape::List(item) => Column::list(Column::of(*item, moments)),
            Shape::Structure(known) => {
                let members = known.members.iter();
                let members = members.map(|member| (member.name, Column::of(member.shape, moments))).collect();
                Column::Structure { there: Vec::new(), members }
            }
            _ => Column::Json(StringBuilder::new()),
        }
    }

    fn list(item: Column) -> Self {
        Column::List { ends: vec![0], there: Vec::new(), item: Box::new(item) }
    }

    fn linkage(many: bool) -> Self {
        let text = || Column::Text(StringBuilder::new());
        let one = Column::Structure { there: Vec::new(), members: vec![("type", text()), ("id", text())] };
        if many { Column::list(one) } else { one }
    }

    fn push(&mut self, text: Option<&str>) {
        let text = text.filter(|text| *text != "null");
        match self {
            Column::Text(column) => column.append_option(text.and_then(string)),
            Column::Json(column) => column.append_option(text),
            Column::Flag(column) => column.append_option(text.and_then(|text| text.parse().ok())),
            Column::Integer(column) => column.append_option(text.and_then(|text| text.parse().ok())),
            Column::Number(column) => column.append_option(text.and_then(|text| serde_json::from_str(text).ok())),
            Column::Decimal(column) => column.append_option(text.and_then(decimal)),
            Column::Moment(column) => column.append_option(text.and_then(string).and_then(|text| micros(&text))),
            Column::List { ends, there, item } => {
                let items = text.and_then(|text| serde_json::from_str::<Vec<&RawValue>>(text).ok());
                let items_there = items.as_ref().map_or(0, Vec::len);
                there.push(items.is_some());
                items.into_iter().flatten().for_each(|one| item.push(Some(one.get())));
                grow(ends, items_there);
            }
            Column::Structure { there, members } => {
                let found = text.and_then(|text| serde_json::from_str::<HashMap<String, &RawValue>>(text).ok());
                there.push(found.is_some());
                let member = |name: &str| Some(found.as_ref()?.get(name)?.get());
                members.iter_mut().for_each(|(name, column)| column.push(member(name)));
            }
        }
    }

    fn push_target(&mut self, target: Option<(Cow<'_, str>, Cow<'_, str>)>) {
        let Column::Structure { there, members } = self else { return };
        there.push(target.is_some());
        let (kind, id) = target.unzip();
        for ((_, column), text) in members.iter_mut().zip([kind, id]) {
            if let Column::Text(column) = column {
                column.append_option(text);
            }
        }
    }

    fn push_ids(&mut self, ids: Option<&[ResourceId]>) {
        let Column::List { ends, there, item } = self else { return };
        there.push(ids.is_some());
        for id in ids.into_iter().flatten() {
            item.push_target(Some((id.kind.as_str().into(), id.id.to_string().into())));
        }
        grow(ends, ids.map_or(0, <[_]>::len));
    }

    fn finish(self) -> Result<ArrayRef, ArrowError> {
        Ok(match self {
            Column::Text(mut column) | Column::Json(mut column) => Arc::new(column.finish()),
            Column::Flag(mut column) => Arc::new(column.finish()),
            Column::Integer(mut column) => Arc::new(column.finish()),
            Column::Number(mut column) | Column::Decimal(mut column) => Arc::new(column.finish()),
            Column::Moment(mut column) => Arc::new(column.finish()),
            Column::List { ends, there, item } => {
                let values = item.finish()?;
                let field = Arc::new(Field::new("item", values.data_type().clone(), true));
                let offsets = OffsetBuffer::new(ScalarBuffer::from(ends));
                Arc::new(ListArray::try_new(field, offsets, values, Some(NullBuffer::from(there)))?)
            }
            Column::Structure { there, members } => {
                let (mut fields, mut arrays) = (Vec::new(), Vec::new());
                for (name, column) in members {
                    let array = column.finish()?;
                    fields.push(Field::new(name, array.data_type().clone(), true));
                    arrays.push(array);
                }
                Arc::new(StructArray::try_new(Fields::from(fields), arrays, Some(NullBuffer::from(there)))?)
            }
        })
    }
}

/// A page has far fewer items than an `i32` can count.
fn grow(ends: &mut Vec<i32>, items: usize) {
    let end = ends.last().copied().unwrap_or_default();
    ends.push(end.saturating_add(i32::try_from(items).unwrap_or(i32::MAX)));
}

fn decimal(text: &str) -> Option<f64> {
    serde_json::from_str::<Decimal>(text).ok().map(|number| number.as_f64())
}

/// A day becomes noon UTC, which is the same day in nearly every time zone.
fn micros(text: &str) -> Option<i64> {
    let stamp = Timestamp::new(text);
    let noon = || stamp.date().filter(|_| stamp.is_date())?.and_hms_opt(12, 0, 0).map(|at| at.and_utc());
    stamp.utc().or_else(noon).map(|at| at.timestamp_micros())
}

/// Returns columns as an Arrow stream. Each column has a name, a type and values: ``text``, ``moment`` (microseconds
/// since 1970 in UTC), ``clock`` (the same in local time), ``day`` (days since 1970) or ``number``.
#[pyfunction]
#[pyo3(signature = (columns, /))]
pub fn _columns<'py>(py: Python<'py>, columns: &Bound<'py, PyDict>) -> PyResult<Bound<'py, PyCapsule>> {
    let (mut fields, mut arrays) = (Vec::new(), Vec::new());
    for (name, column) in columns {
        let (kind, values): (String, Bound<'_, PyAny>) = column.extract()?;
        let array = array(&kind, &values)?;
        fields.push(Field::new(name.extract::<String>()?, array.data_type().clone(), true));
        arrays.push(array);
    }
    let schema = Arc::new(Schema::new(fields));
    let batch = RecordBatch::try_new(Arc::clone(&schema), arrays);
    let batch = batch.map_err(|problem| PyValueError::new_err(problem.to_string()))?;
    let reader = RecordBatchIterator::new([Ok(batch)], schema);
    PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(reader)), c"arrow_array_stream")
}

fn array(kind: &str, values: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    Ok(match kind {
        "text" => Arc::new(StringArray::from(values.extract::<Vec<Option<String>>>()?)),
        "moment" => {
            Arc::new(TimestampMicrosecondArray::from(values.extract::<Vec<Option<i64>>>()?).with_timezone("UTC"))
        }
        "clock" => Arc::new(TimestampMicrosecondArray::from(values.extract::<Vec<Option<i64>>>()?)),
        "day" => Arc::new(Date32Array::from(values.extract::<Vec<Option<i32>>>()?)),
        "number" => Arc::new(Float64Array::from(values.extract::<Vec<Option<f64>>>()?)),
        other => return Err(PyValueError::new_err(format!("`{other}` is not a column type"))),
    })
}
