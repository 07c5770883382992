//! A request with its operation, its caller and its warnings.
//!
//! [`RequestContext::check_query`] checks the query. A parameter that the operation does not have is ignored, with a
//! warning in `meta.warnings` of the response. A filter that it does not have is an error, because without the filter
//! the response would contain everything; so is an `include` without effect.

use std::cell::RefCell;
use std::collections::BTreeSet;

use super::problems::Problems;
use crate::error::{Error, ErrorKind, Quoted, Result};
use crate::http::{Call, Request};
use crate::ids::Id;
use crate::jsonapi::{Query, Warning};
use crate::resources::{AccountId, Operation, RawEvent};
use crate::service::engine::base::engine::Engine;
use crate::spelling::nearest;
use crate::store::Tx;

const MAX_WARNINGS: usize = 20;

/// How many characters of a caller's text a message repeats.
const LONGEST_NAME: usize = 100;

/// The beginning of the names of filters.
const FILTER: &str = "filter";

/// Followed by `[slug]`, the filter by one custom field.
pub(super) const OF_FIELDS: &str = "filter[custom_fields]";

pub(super) struct RequestContext<'a> {
    pub engine: &'a Engine,
    pub account: &'a AccountId,
    pub is_host: bool,
    pub read_only: bool,
    pub request: &'a Request,
    pub operation: &'static Operation,
    pub arguments: Vec<&'a str>,
    pub query: Query,
    pub call: &'a Call,
    pub warnings: RefCell<Vec<Warning>>,
    /// The raw events of each container on the page. Cached, because they are first linked and then included, and deriving them is
    /// slow.
    pub raw_events: RefCell<Vec<Vec<RawEvent>>>,
}

impl RequestContext<'_> {
    /// Builds the response after the change was committed, so that other writers do not wait for it. If this fails, the error is marked as
    /// in doubt: the change was made, and the caller must not send it again.
    pub fn answer_after_commit<T>(&self, answer: impl FnMut(&Tx<'_>) -> Result<T>) -> Result<T> {
        self.engine.store.reading(answer).map_err(Error::in_doubt)
    }

    pub fn id<T>(&self) -> Id<T> {
        Id::new(self.argument(0))
    }

    pub fn argument(&self, at: usize) -> &str {
        self.arguments.get(at).copied().unwrap_or_default()
    }

    pub fn parameter(&self, name: &str) -> Option<&str> {
        debug_assert!(self.operation.query_names().any(|known| known == name), "{name} is not in the table");
        let named = self.operation.parameters.iter().find(|known| known.name == name);
        let by_alias = || named?.aliases.iter().find_map(|alias| self.query.get(alias));
        self.query.get(name).or_else(by_alias)
    }

    /// Parses a parameter. `expected` completes the error message: "must be …".
    pub fn read<T>(&self, name: &str, expected: &str, parse: impl FnOnce(&str) -> Option<T>) -> Result<Option<T>> {
        let Some(text) = self.parameter(name) else { return Ok(None) };
        let refused =
            || Error::refused(ErrorKind::BadRequest, name, format!("{name} {expected}, not {}", Quoted(text)));
        parse(text).map(Some).ok_or_else(refused)
    }

    /// The value of a filter. A value that is not in `all` matches nothing, and produces a warning.
    pub fn one_of<T: PartialEq>(
        &self,
        parameter: &str,
        all: &[T],
        parse: impl FnOnce(&str) -> T,
        name: impl Fn(&T) -> &str,
    ) -> Option<T> {
        let text = self.parameter(parameter)?;
        let value = parse(text);
        if !all.contains(&value) {
            self.no_match(parameter, text, all.iter().map(name));
        }
        Some(value)
    }

    pub fn check_query(&self) -> Result<()> {
        let mut problems = Problems::default();
        let names: BTreeSet<&str> = self.query.names().collect();
        for name in names {
            let is_known = self.operation.query_names().any(|known| known == name_in_table(name));
            if is_known || self.operation.parameter_with_alias(name).is_some() {
                if self.query.names().filter(|other| *other == name).count() > 1 {
                    self.warn("ignored", name, format!("{name} occurs more than once: the last one is used"));
                }
                continue;
            }
            let shown = shortened(name);
            let reject = |detail: String| Error::refused(ErrorKind::BadRequest, &shown, detail);
            if self.operation.ignored.contains(&name) || name == "sort" || name.starts_with("fields[") {
                let detail = format!("{shown} has no effect here: the response is the same without it");
                self.warn("ignored", &shown, detail);
            } else if name == "include" {
                problems.add(reject("this operation supports no includes".to_owned()));
            } else if is_filter(name) {
                problems.add(reject(no_such_filter(&shown, self.operation)));
            } else {
                let detail = format!("{shown} is not a parameter of this operation; it was ignored");
                self.warn("unknown", &shown, detail);
            }
        }
        if !self.operation.includes.is_empty() {
            problems.note(self.query.include(self.operation.includes));
        }
        problems.end()
    }

    /// The paths to include: those that the request names or, if it names none, the default of the operation.
    pub fn include(&self) -> Vec<&str> {
        let named = match self.operation.includes {
            [] => None,
            // `check_query` has rejected paths that are not served.
            served => self.query.include(served).ok().flatten(),
        };
        named.unwrap_or_else(|| self.operation.included_by_default.to_vec())
    }

    /// Warns that no resource matches a filter, and lists the possible values.
    pub fn no_match<'n>(&self, parameter: &str, text: &str, known: impl Iterator<Item = &'n str>) {
        let known: Vec<&str> = known.collect();
        let detail = format!("nothing matches {parameter} {}; possible values are {}", Quoted(text), known.join(", "));
        self.warn("no_match", parameter, detail);
    }

    pub fn warn(&self, code: &str, field: &str, detail: impl Into<String>) {
        let mut warnings = self.warnings.borrow_mut();
        let warning = Warning::new(code, field, detail);
        match warnings.len() {
            _ if warnings.contains(&warning) => {}
            count if count < MAX_WARNINGS => warnings.push(warning),
            MAX_WARNINGS => {
                let detail = "further warnings are omitted".to_owned();
                warnings.push(Warning { code: "more".to_owned(), detail, source: None });
            }
            _ => {}
        }
    }
}

pub(super) fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

/// The name of a parameter in the table of the interface: `filter[custom_fields]` for `filter[custom_fields][slug]`.
fn name_in_table(name: &str) -> &str {
    let is_of_field = name.strip_prefix(OF_FIELDS).is_some_and(|slug| slug.starts_with('[') && slug.ends_with(']'));
    if is_of_field { OF_FIELDS } else { name }
}

/// Whether this is meant as a filter: `filter[scac]`, also `filters[scac]` and `Filter[scac]`.
fn is_filter(name: &str) -> bool {
    name.get(..FILTER.len()).is_some_and(|start| start.eq_ignore_ascii_case(FILTER))
}

fn no_such_filter(name: &str, operation: &Operation) -> String {
    let filters: Vec<&str> = operation.query_names().filter(|known| known.starts_with(FILTER)).collect();
    match nearest(name, filters.iter().copied()) {
        None => format!("{name} is not a filter of this operation, which has no filters"),
        Some(nearest) => {
            let all = filters.join(", ");
            format!("{name} is not a filter of this operation. Did you mean {nearest}? These are supported: {all}")
        }
    }
}
