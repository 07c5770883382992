//! A table whose rows Python made, as an Arrow stream.

use std::sync::Arc;

use arrow_array::{
    ArrayRef, Date32Array, Float64Array, RecordBatch, RecordBatchIterator, StringArray, TimestampMicrosecondArray,
    ffi_stream::FFI_ArrowArrayStream,
};
use arrow_schema::{Field, Schema};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

/// Columns by name, each with its type and its values: ``text``, ``moment`` (microseconds from 1970 in UTC), ``clock`` (the same by
/// the clocks of a place), ``day`` (days from 1970) or ``number``.
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
        other => return Err(PyValueError::new_err(format!("there are no columns of {other}"))),
    })
}
