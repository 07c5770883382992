//! What carriers and extractors written in Python raise, until the service tells what came of it on the same thread.

use std::cell::RefCell;

use pyo3::exceptions::PyBaseException;
use pyo3::prelude::*;

use crate::errors;

thread_local! {
    /// What was raised in the work this thread is doing, with the words it is told in.
    static RAISED: RefCell<Vec<(String, Py<PyBaseException>)>> = const { RefCell::new(Vec::new()) };
}

/// Keeps an exception, and says it in words: its own where it is one of ours, else with its class.
pub fn keep(py: Python<'_>, raised: &PyErr, words: &str) {
    RAISED.with_borrow_mut(|all| all.push((words.to_owned(), errors::traced(py, raised))));
}

/// The exception of these words, once.
pub fn take(is_told: impl Fn(&str) -> bool) -> Option<Py<PyBaseException>> {
    RAISED.with_borrow_mut(|all| all.iter().position(|(words, _)| is_told(words)).map(|at| all.remove(at).1))
}

/// Lets go of what nobody was told of: the work broke off.
pub fn forget() {
    // Dropped behind the borrow: the end of an exception may run any code.
    drop(RAISED.take());
}

/// An exception in words, with its class: `RuntimeError: no such table`.
pub fn described(py: Python<'_>, raised: &PyErr) -> String {
    let name = raised.get_type(py).name().map_or_else(|_| "an exception".to_owned(), |name| name.to_string());
    let said = said(py, raised);
    if said.is_empty() { name } else { format!("{name}: {said}") }
}

/// What an exception says of itself.
pub fn said(py: Python<'_>, raised: &PyErr) -> String {
    raised.value(py).str().map_or_else(|_| String::new(), |said| said.to_string_lossy().into_owned())
}
