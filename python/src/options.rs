//! The keywords of every `list`.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use shiptrack::client::List;
use shiptrack::jsonapi::{AnyResource, Resource};

use crate::arguments;

/// In the order in which error messages list them.
const KNOWN: [&str; 7] = ["include", "page_size", "page_number", "max_items", "resume_from", "query", "progress"];

#[derive(Clone, Default)]
pub struct ListOptions {
    include: Option<Vec<String>>,
    page_size: Option<u32>,
    page_number: Option<u32>,
    max_items: Option<usize>,
    resume_from: Option<String>,
    query: Vec<(String, String)>,
}

impl ListOptions {
    /// Returns the value of `progress` separately.
    pub fn read(keywords: Option<&Bound<'_, PyDict>>) -> PyResult<(Self, Option<Py<PyAny>>)> {
        let (mut options, mut progress) = (ListOptions::default(), None);
        for (name, value) in keywords.into_iter().flat_map(|keywords| keywords.iter()) {
            match name.extract::<String>()?.as_str() {
                _ if value.is_none() => {}
                "progress" => progress = Some(arguments::progress(&value)?),
                name => options.take("list", name, &value)?,
            }
        }
        options.refuse_duplicates(&[])?;
        Ok((options, progress))
    }

    pub fn take(&mut self, call: &str, name: &str, value: &Bound<'_, PyAny>) -> PyResult<()> {
        match name {
            "include" => self.include = Some(arguments::texts(name, value)?),
            "page_size" => self.page_size = Some(arguments::whole(name, value, 1)?),
            "page_number" => self.page_number = Some(arguments::whole(name, value, 1)?),
            "max_items" => self.max_items = Some(arguments::whole(name, value, 0)?),
            "resume_from" => self.resume_from = Some(arguments::text(name, value)?),
            "query" => self.query = arguments::query(value)?,
            other => return Err(arguments::unknown_keyword(&format!("{call}()"), other, &KNOWN)),
        }
        Ok(())
    }

    /// Rejects parameters in `query` that are also passed as keywords: the parameters in `own`, each with its keyword,
    /// and those of every list.
    pub fn refuse_duplicates(&self, own: &[(&str, &str)]) -> PyResult<()> {
        let given = |keyword, name, is_given: bool| is_given.then_some((name, keyword));
        let of_every_list = [
            given("include", "include", self.include.is_some()),
            given("page_size", "page[size]", self.page_size.is_some()),
            given("page_number", "page[number]", self.page_number.is_some()),
        ];
        let mut all = own.iter().copied().chain(of_every_list.into_iter().flatten());
        match all.find(|(name, _)| self.query.iter().any(|(free, _)| free == name)) {
            Some((name, keyword)) => {
                Err(PyTypeError::new_err(format!("query: {name} is also passed as {keyword}; pass it only once")))
            }
            None => Ok(()),
        }
    }

    pub fn most(&self) -> usize {
        self.max_items.unwrap_or(usize::MAX)
    }

    pub fn apply<T: Resource>(&self, mut list: List<T>) -> List<AnyResource> {
        if let Some(include) = &self.include {
            list = list.include(include);
        }
        if let Some(items) = self.page_size {
            list = list.page_size(items);
        }
        if let Some(number) = self.page_number {
            list = list.page_number(number);
        }
        if let Some(items) = self.max_items {
            list = list.max_items(items);
        }
        for (name, value) in &self.query {
            list = list.query(name, value);
        }
        if let Some(url) = &self.resume_from {
            list = list.resume_from(url);
        }
        list.cast()
    }
}
